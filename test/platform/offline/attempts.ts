/** Every way out that a program of Node has. */
import { createSocket, type Socket } from 'node:dgram'
import dns, { lookup, promises as dnsPromises, Resolver } from 'node:dns'
import { once } from 'node:events'
import http from 'node:http'
import http2 from 'node:http2'
import https from 'node:https'
import inspector from 'node:inspector'
import net, { connect, createServer } from 'node:net'
import tls from 'node:tls'
import { Worker } from 'node:worker_threads'
import { Agent, fetch as undiciFetch, request } from 'undici'

const host = '127.0.0.1'

const until = async (emitter: NodeJS.EventEmitter, event: string): Promise<void> => {
  await once(emitter, event)
  // what goes wrong afterwards is another matter: no peer here speaks all of these
  emitter.on('error', () => undefined)
}
const udp = (act: (socket: Socket) => void): Promise<void> =>
  new Promise((resolve, reject) => {
    const socket = createSocket('udp4')
    socket.on('error', reject)
    socket.on('listening', resolve)
    socket.on('connect', resolve)
    act(socket)
  })

type Attempts = Readonly<Record<string, () => Promise<unknown>>>

const attemptsAt = (port: number): Attempts => {
  const address = `http://${host}:${port}/`
  return {
    fetch: () => fetch(address),
    'fetch of undici': () => undiciFetch(address),
    'request of undici': () => request(address, { dispatcher: new Agent({ connect: {} }) }),
    'net.connect': () => until(connect(port, host), 'connect'),
    'net.connect by options': () => until(net.connect({ port, host }), 'connect'),
    'net.connect without host': () => until(net.connect({ port }), 'connect'),
    'net.Socket': () => until(new net.Socket().connect(port, host), 'connect'),
    'tls.connect': () => until(tls.connect({ port, host }), 'secureConnect'),
    'http.get': () => until(http.get(address), 'response'),
    'https.get': () => until(https.get(`https://${host}:${port}/`), 'response'),
    'http2.connect': () => until(http2.connect(address), 'remoteSettings'),
    'own agent': () => until(http.get(address, { agent: new http.Agent() }), 'response'),
    WebSocket: () =>
      new Promise((resolve, reject) => {
        const socket = new WebSocket(`ws://${host}:${port}/`)
        socket.addEventListener('open', resolve)
        socket.addEventListener('error', (event) => {
          const error: unknown = Reflect.get(event, 'error')
          reject(error instanceof Error ? error : new Error('no reason'))
        })
      }),
    'net.listen': () => until(createServer().listen(0, host), 'listening'),
    'net.listen everywhere': () => until(createServer().listen({ port: 0 }), 'listening'),
    'http.listen': () => until(http.createServer().listen(0), 'listening'),
    'dgram.bind': () => udp((socket) => void socket.bind(0, host)),
    'dgram.connect': () => udp((socket) => socket.connect(port, host)),
    'dgram.send': () =>
      new Promise((resolve, reject) => {
        createSocket('udp4').send('x', port, host, (error) =>
          error === null ? resolve(undefined) : reject(error),
        )
      }),
    'dns.lookup': () =>
      new Promise((resolve, reject) => {
        lookup('localhost', (error) => (error === null ? resolve(undefined) : reject(error)))
      }),
    'dns.promises.lookup': () => dnsPromises.lookup('localhost'),
    'inspector.open': async () => inspector.open(0, host),
    Worker: async () => {
      await new Worker('', { eval: true }).terminate()
    },
  }
}

/** Has no answer here in any case: only how it fails is of interest. */
const questions: Attempts = {
  'dns.resolve4': () =>
    new Promise((resolve, reject) => {
      dns.resolve4('localhost', (error) => (error === null ? resolve(undefined) : reject(error)))
    }),
  'dns.promises.resolve': () => dnsPromises.resolve('localhost'),
  'a resolver of its own': () =>
    new Promise((resolve, reject) => {
      new Resolver({ timeout: 100, tries: 1 }).resolve4('localhost', (error) =>
        error === null ? resolve(undefined) : reject(error),
      )
    }),
  'a resolver of promises': () =>
    new dnsPromises.Resolver({ timeout: 100, tries: 1 }).resolve4('localhost'),
}
/** No network: works in either case. */
const localAttempts = (socketPath: string): Attempts => ({
  'socket of the file system': () => until(connect(socketPath), 'connect'),
  'socket of the file system by options': () => until(connect({ path: socketPath }), 'connect'),
  'listening there': () => until(createServer().listen(`${socketPath}.own`), 'listening'),
})

const outcomeOf = async (attempt: () => Promise<unknown>): Promise<string> => {
  try {
    await attempt()
    return 'reached'
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
    return cause instanceof Error ? cause.message : String(cause)
  }
}

/**
 * Tries them all, each to the port on this machine, and a socket of the file system.
 * @returns of each `reached`, or the failure's message
 */
export const tryAll = async (options: {
  readonly port: number
  readonly socketPath: string
  /** Also what asks a name server, which may be far. */
  readonly asks: boolean
}): Promise<Readonly<Record<string, string>>> => {
  const outcomes: Record<string, string> = {}
  const all = {
    ...attemptsAt(options.port),
    ...localAttempts(options.socketPath),
    ...(options.asks ? questions : {}),
  }
  for (const [name, attempt] of Object.entries(all)) outcomes[name] = await outcomeOf(attempt)
  return outcomes
}
