import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { createServer as createRawServer, type Server, type Socket } from 'node:net'
import { onTestFinished } from 'vitest'
import { createMintingClient, type MintingClientOptions } from '#app/api/client.ts'
import { Secret } from '#platform/secret/secret.ts'
import { freePort } from '../../support/loopback-server.ts'
import { recordWaits } from '../../platform/http/recorded-waits.ts'

export const plantedKey = 'planted-api-key-0123456789'

type Seen = {
  readonly method: string
  readonly url: string
  readonly headers: IncomingMessage['headers']
  readonly body: string
  readonly bytes: Buffer
}

export type Reply = (response: ServerResponse, seen: Seen) => void

const listen = async (server: Server): Promise<number> => {
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  return address.port
}

/** A real HTTP server that gives one reply after the other, the last one for ever. */
export const serve = async (...replies: [Reply, ...Reply[]]) => {
  const seen: Seen[] = []
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const { method = '', url = '', headers } = request
      const bytes = Buffer.concat(chunks)
      const one = { method, url, headers, body: bytes.toString(), bytes }
      const reply = replies[Math.min(seen.length, replies.length - 1)] ?? replies[0]
      seen.push(one)
      reply(response, one)
    })
  })
  const port = await listen(server)
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return { baseUrl: `http://127.0.0.1:${port}`, seen }
}

/** A server that does with each connection's first bytes whatever it likes. */
export const serveRaw = async (onBytes: (socket: Socket, bytes: Buffer) => void) => {
  const sockets = new Set<Socket>()
  let connections = 0
  const server = createRawServer((socket) => {
    connections += 1
    sockets.add(socket)
    socket.on('error', () => undefined)
    socket.once('data', (bytes: Buffer) => onBytes(socket, bytes))
  })
  const port = await listen(server)
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  return { baseUrl: `http://127.0.0.1:${port}`, connections: () => connections }
}

/** An address where nothing listens. */
export const closedPort = async (): Promise<string> => `http://127.0.0.1:${await freePort()}`

export const answer =
  (status: number, body: unknown, headers: Readonly<Record<string, string>> = {}): Reply =>
  (response) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers })
    response.end(typeof body === 'string' ? body : JSON.stringify(body))
  }

export const answerError = (status: number, message: string, headers = {}): Reply =>
  answer(status, { status_code: status, message, error: 'Reason' }, headers)

export const hang: Reply = () => undefined

/** A client that never really sleeps; `waits` are the milliseconds that it would have slept. */
export const clientOf = (
  baseUrl: string,
  options: Partial<Omit<MintingClientOptions, 'baseUrl'>> = {},
) => {
  const { waits, retry } = recordWaits(options.retry)
  const client = createMintingClient({
    baseUrl,
    appId: 'app1',
    apiKey: Secret.ofText(plantedKey),
    ...options,
    retry,
  })
  return { client, waits }
}

/** The ColdpressError that `work` ends with, or whatever else it threw. */
export const errorOf = async (work: () => Promise<unknown>): Promise<unknown> => {
  try {
    await work()
  } catch (error) {
    return error
  }
  throw new Error('it did not fail')
}
