import { createServer } from 'node:http'
import { buffer } from 'node:stream/consumers'

/** What happens to the next call that changes something: it is cut off before it arrives, or after. */
type Loss = 'before' | 'after'

/** A proxy that loses calls on request; `sent` counts those that change something. */
export const openLossyProxy = async (baseUrl: string) => {
  let next: Loss | undefined
  const sent: string[] = []
  const server = createServer((request, response) => {
    const pass = async (): Promise<void> => {
      const { method = '', url = '', headers } = request
      const body = await buffer(request)
      const loss = method === 'GET' ? undefined : next
      if (method !== 'GET') {
        next = undefined
        sent.push(`${method} ${url}`)
      }
      if (loss === 'before') return void request.socket.destroy()
      const reply = await fetch(`${baseUrl}${url}`, {
        method,
        headers: {
          'x-api-key': String(headers['x-api-key']),
          ...(body.length === 0 ? {} : { 'content-type': 'application/json' }),
        },
        ...(body.length === 0 ? {} : { body: Uint8Array.from(body) }),
      })
      const answer = await reply.text()
      if (loss === 'after') return void request.socket.destroy()
      response.writeHead(reply.status, { 'content-type': 'application/json' }).end(answer)
    }
    void pass()
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  return {
    baseUrl: `http://127.0.0.1:${address.port}`,
    sent,
    lose: (loss: Loss): void => {
      next = loss
    },
    close: (): void => {
      server.closeAllConnections()
      server.close()
    },
  }
}
