import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { isColdpressError, messageOf } from '#values/errors/errors.ts'
import type { SignatureScheme } from '#values/webhooks/signature-schemes.ts'
import { listenError } from '#platform/http/loopback-server.ts'
import { requireOnline } from '#platform/offline/offline.ts'
import type { Secret } from '#platform/secret/secret.ts'
import { checkSignature } from '#platform/webhooks/signature.ts'
import { type ReadEvent, readEvent } from '../received/read-event.ts'
import type { ReceivedEvent } from '../received/event-schema.ts'
import type { ReceivedEvents } from '../received/received-events.ts'
import { hasSeveralHosts } from '#platform/http/one-host.ts'
import { createRateLimit, type RateLimit } from '#platform/http/rate-limit.ts'
import { createSenderLimit, type SenderLimit } from '#platform/http/sender-limit.ts'
import { checkInboxSecret } from './inbox-secrets.ts'

export type InboxOptions = {
  readonly events: Pick<ReceivedEvents, 'receive'>
  /** Whose events are received. */
  readonly accountId: string
  /** The signing secret; the inbox keeps a copy until it is closed. */
  readonly secret: Secret
  /** The only signature scheme that is accepted. */
  readonly scheme: SignatureScheme
  /** Absent or 0: any free port. */
  readonly port?: number
  /** Host names of a tunnel or reverse proxy, in addition to those of loopback. */
  readonly hosts?: readonly string[]
  /** Limit for deliveries without a valid signature: a burst, then a number for each second. */
  readonly rate?: { readonly burst: number; readonly perSecond: number }
  /** Called when an event is on disk; not for a repeated one. */
  readonly onEvent?: (event: ReceivedEvent) => void
  /** Called with the sentence of each error; it contains nothing of the body. */
  readonly onError?: (status: number, reason: string) => void
  readonly now?: () => Date
}

/** Deliveries without a valid signature of one sender; a fifth of what all of them may spend. */
const ofOneSender = { burst: 100, perSecond: 10 }

export type RunningInbox = {
  /** `http://127.0.0.1:<port>/` */
  readonly url: string
  readonly port: number
  /** Accepts no more deliveries and waits for those in progress. */
  close(): Promise<void>
}

/** Receives deliveries of a server that others run. */
export type OpenInbox = {
  /** @param sender whom a limit of its own counts, where senders can be told apart */
  readonly answer: (
    request: IncomingMessage,
    response: ServerResponse,
    sender?: string,
  ) => Promise<void>
  /** Forgets the secret. */
  readonly close: () => void
}

/**
 * Answers 200 to a delivery only after the event is on disk. A sender that lost the answer delivers
 * again; the repeated event is recognised.
 * @throws ColdpressError `unreachable` when offline, `invalid` for a secret that is too short
 */
export const openInbox = (options: Omit<InboxOptions, 'port'>): OpenInbox => {
  requireOnline()
  checkInboxSecret(options.secret)
  const secret = options.secret.copy()
  const limit = createRateLimit(options.rate ?? { burst: 500, perSecond: 50 })
  const hosts = new Set([
    ...loopbackNames,
    ...(options.hosts ?? []).map((host) => host.toLowerCase()),
  ])
  const ofSender = createSenderLimit(ofOneSender)
  const inbox: Inbox = { ...options, secret, limit, ofSender, hosts }
  return {
    answer: (request, response, sender) => answer(inbox, request, response, sender),
    close: () => secret.wipe(),
  }
}

/**
 * An inbox with a server of its own, on loopback.
 * @throws ColdpressError `conflict` when the port is in use, as {@link openInbox}
 */
export const startInbox = async (options: InboxOptions): Promise<RunningInbox> => {
  const inbox = openInbox(options)
  const server = createServer(timeouts, (request, response) => {
    void inbox.answer(request, response)
  })
  server.maxConnections = maxConnections
  server.on('clientError', (_error, socket) => {
    if (socket.writable) socket.end('HTTP/1.1 400 Bad Request\r\nConnection: close\r\n\r\n')
    else socket.destroy()
  })
  const port = await listen(server, options.port ?? 0)
  return {
    url: `http://127.0.0.1:${port}/`,
    port,
    close: async () => {
      const closed = once(server, 'close')
      server.close()
      server.closeIdleConnections()
      await closed
      inbox.close()
    },
  }
}

/** A webhook is a short request. A slow sender blocks no others and is cut off soon. */
const timeouts = {
  requestTimeout: 15_000,
  headersTimeout: 10_000,
  connectionsCheckingInterval: 1_000,
  keepAliveTimeout: 5_000,
  maxHeaderSize: 16_384,
} as const

/** Each may hold a body of 1 MiB in memory. */
const maxConnections = 128

const loopbackNames = ['127.0.0.1', 'localhost', '[::1]'] as const

const listen = async (server: Server, port: number): Promise<number> => {
  server.listen({ host: '127.0.0.1', port })
  try {
    await once(server, 'listening')
  } catch (error) {
    throw listenError(error, port)
  }
  const address = server.address()
  return typeof address === 'object' && address !== null ? address.port : port
}

type Inbox = Omit<InboxOptions, 'hosts'> & {
  readonly limit: RateLimit
  readonly ofSender: SenderLimit
  readonly hosts: ReadonlySet<string>
}

type Reply = { readonly status: number; readonly message: string; readonly headers?: Headers }
type Headers = Readonly<Record<string, string>>

const answer = async (
  inbox: Inbox,
  request: IncomingMessage,
  response: ServerResponse,
  sender: string | undefined,
): Promise<void> => {
  const reply = await receive(inbox, request, sender).catch((error: unknown): Reply => {
    inbox.onError?.(503, messageOf(error))
    return { status: 503, message: 'the event could not be stored; send it again', headers: later }
  })
  const { status, message, headers = {} } = reply
  if (status !== 200 && status !== 503) inbox.onError?.(status, message)
  response.on('error', () => undefined)
  response.writeHead(status, {
    'content-type': 'application/json; charset=utf-8',
    // the rest of an unread body must not be parsed as the next request
    ...(request.complete ? {} : { connection: 'close' }),
    ...headers,
  })
  response.end(
    JSON.stringify(status === 200 ? { status: message } : { status_code: status, message }),
  )
}

/**
 * Every browser adds one of these headers to a page's requests, and a page cannot remove them
 * (Fetch).
 */
const browserHeaders = ['origin', 'sec-fetch-site'] as const

const tooMany: Reply = {
  status: 429,
  message: 'too many deliveries',
  headers: { 'retry-after': '1' },
}

const later: Headers = { 'retry-after': '5' }

/** @throws what the store throws */
const receive = async (
  inbox: Inbox,
  request: IncomingMessage,
  sender: string | undefined,
): Promise<Reply> => {
  if (hasSeveralHosts(request)) return { status: 400, message: 'host: sent more than once' }
  const host = (request.headers.host ?? '').toLowerCase().replace(/:\d+$/u, '')
  if (!inbox.hosts.has(host)) {
    return {
      status: 403,
      message:
        'host: not a name of this inbox. Behind a tunnel or proxy, add the name that the sender uses to the inbox.',
    }
  }
  if (request.method !== 'POST') {
    return { status: 405, message: 'only POST is served here', headers: { allow: 'POST' } }
  }
  // before the rate limit: a page that sends many requests must not use up the limit of genuine
  // senders
  const browserHeader = browserHeaders.find((name) => request.headers[name] !== undefined)
  if (browserHeader !== undefined) {
    return {
      status: 403,
      message: `${browserHeader}: sent by a browser; a web page delivers nothing`,
    }
  }
  // what one sender may spend comes before what all of them share: nobody uses that up alone
  if (sender !== undefined && !inbox.ofSender.receive(sender)) return tooMany
  if (!inbox.limit.receive()) return tooMany
  const body = await readBody(request)
  if (body === 'too large') return { status: 413, message: 'body: larger than 1 MiB' }
  if (body === 'cut off') return { status: 400, message: 'body: cut off' }
  const now = inbox.now?.() ?? new Date()
  const check = checkSignature({ headers: request.headers, body }, inbox, now)
  if (!check.ok) return { status: 401, message: check.reason }
  inbox.limit.release()
  if (sender !== undefined) inbox.ofSender.release(sender)
  return store(inbox, body)
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

const store = (inbox: Inbox, body: Uint8Array): Reply => {
  const read = readDelivery(body)
  if (typeof read === 'string') return { status: 400, message: `body: ${read}` }
  const { added } = inbox.events.receive([read], { accountId: inbox.accountId, via: 'webhook' })
  for (const event of added) inbox.onEvent?.(event)
  return { status: 200, message: added.length === 0 ? 'known' : 'received' }
}

const readDelivery = (body: Uint8Array): ReadEvent | string => {
  try {
    return readEvent(utf8.decode(body))
  } catch (error) {
    return isColdpressError(error) ? error.message : 'not valid UTF-8'
  }
}

const maxBytes = 1024 ** 2
/** Slightly more is read and discarded: a sender that is cut off while it sends gets no answer. */
const maxDrainedBytes = 8 * maxBytes

/** A whole body of at most 1 MiB. */
const readBody = async (
  request: IncomingMessage,
): Promise<Uint8Array | 'too large' | 'cut off'> => {
  if (Number(request.headers['content-length'] ?? 0) > maxDrainedBytes) return 'too large'
  let pieces: Uint8Array[] = []
  let length = 0
  return new Promise((resolve) => {
    request.on('data', (piece: Uint8Array) => {
      length += piece.length
      if (length <= maxBytes) pieces.push(piece)
      else pieces = []
      if (length <= maxDrainedBytes) return
      request.pause()
      resolve('too large')
    })
    request.on('end', () => resolve(length > maxBytes ? 'too large' : Buffer.concat(pieces)))
    request.on('error', () => resolve('cut off'))
    request.on('close', () => resolve('cut off'))
  })
}
