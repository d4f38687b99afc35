import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { once } from 'node:events'

export type LoopbackServer = {
  /** `http://127.0.0.1:PORT` */
  readonly url: string
  readonly requests: readonly Recorded[]
  close(): Promise<void>
}

export type Recorded = {
  readonly method: string
  readonly path: string
  readonly query: URLSearchParams
  readonly headers: IncomingMessage['headers']
}

/** A real HTTP server on a free loopback port; `answer` may read the request's body. */
export const startLoopbackServer = async (
  answer: (request: Recorded, message: IncomingMessage, response: ServerResponse) => unknown,
  port = 0,
): Promise<LoopbackServer> => {
  const requests: Recorded[] = []
  const server = createServer((message, response) => {
    const { pathname, searchParams } = new URL(message.url ?? '/', 'http://loopback')
    const { method = '', headers } = message
    const request = { method, path: pathname, query: searchParams, headers }
    requests.push(request)
    answer(request, message, response)
  })
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  return {
    url: `http://127.0.0.1:${address.port}`,
    requests,
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

/** A loopback port that the system has just taken back, so that nobody else has it. */
export const freePort = async (): Promise<number> => {
  const server = await startLoopbackServer(() => undefined)
  await server.close()
  return Number(new URL(server.url).port)
}
