import { randomUUID } from 'node:crypto'
import type { Deadline } from '#platform/http/deadline.ts'

/** A body that is made while it is sent, such as a form with one file. */
export type Multipart = {
  readonly type: string
  /** Bytes. */
  readonly length: number
  readonly body: AsyncIterable<Uint8Array>
}

export const formHeaders = ({ type, length }: Multipart): Record<string, string> => ({
  'content-type': type,
  'content-length': `${length}`,
})

/**
 * Options of a `fetch` that sends a form as a stream. Where redirects are no error, `fetch` keeps a
 * copy of all that it has sent, to send it again: a film of 2 GB took 2 GB of memory (Fetch
 * standard, "HTTP-network-or-cache fetch": the request is cloned).
 */
export const streamed = ({ body }: Multipart, deadline: Deadline) =>
  ({ body: deadline.progressing(body), duplex: 'half', redirect: 'error' }) as const

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
