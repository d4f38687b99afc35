import { randomUUID } from 'node:crypto'

/** A body that is made while it is sent, such as a form with one file. */
export type Multipart = {
  readonly type: string
  /** Bytes. */
  readonly length: number
  readonly body: AsyncIterable<Uint8Array>
}

export const multipart = (
  fields: Readonly<Record<string, string>>,
  file: {
    readonly name: string
    readonly size: number
    readonly bytes: AsyncIterable<Uint8Array>
  },
): Multipart => {
  const boundary = `coldpress-${randomUUID()}`
  const part = (name: string, rest: string): string =>
    `--${boundary}\r\nContent-Disposition: form-data; name="${name}"${rest}\r\n\r\n`
  const values = Object.entries(fields).map(([name, value]) => `${part(name, '')}${value}\r\n`)
  const octets = `; filename="${file.name}"\r\nContent-Type: application/octet-stream`
  const encoder = new TextEncoder()
  const head = encoder.encode(values.join('') + part('file', octets))
  const tail = encoder.encode(`\r\n--${boundary}--\r\n`)
  async function* body(): AsyncGenerator<Uint8Array> {
    yield head
    yield* file.bytes
    yield tail
  }
  return {
    type: `multipart/form-data; boundary=${boundary}`,
    length: head.length + file.size + tail.length,
    body: body(),
  }
}
