import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { createServer as createTlsServer } from 'node:tls'
import { json } from 'node:stream/consumers'
import { setTimeout as delay } from 'node:timers/promises'
import type { Server } from 'node:net'
import { addTokensRequest, type TokenRequest } from '#contract/tokens/token.ts'
import { sampleCollection, sampleToken } from '../app/api/samples.ts'

/**
 * What the service does to one request. Where it says `after`, the service has done its work by
 * then: it has stored the tokens of the request.
 * - `drop_before`, `drop_after`: the connection ends without an answer
 * - `500_before`, `500_after`: an error of its own
 * - `html_before`, `html_after`: a page of a server between (502), `html_200_after` as if all were well
 * - `429`, `429_by_clock`: asked to wait, in seconds or until a time by a clock that is a day ahead
 * - `half_after`: the answer ends in its middle
 * - `slow_after`: the answer comes later than anybody waits
 * - `part_stored`: only the first half of the tokens is stored, and the connection ends
 * - `counts_too_few`, `counts_too_many`: the answer has one row less, or one that nobody sent
 * - `rows_twice`: each row of the answer stands there twice
 */
export const moods = [
  'calm',
  'drop_before',
  'drop_after',
  '500_before',
  '500_after',
  'html_before',
  'html_after',
  'html_200_after',
  '429',
  '429_by_clock',
  'half_after',
  'slow_after',
  'part_stored',
  'counts_too_few',
  'counts_too_many',
  'rows_twice',
] as const
export type Mood = (typeof moods)[number]

/** Nobody who uses this service waits as long for an answer, in milliseconds. */
export const slowMs = 600

const dayMs = 24 * 60 * 60 * 1000

/** Its clock is a day ahead. */
const serviceTime = (): Date => new Date(Date.now() + dayMs)

/** `status` 0: the connection ends without one. */
type Answer = { readonly status: number; readonly headers?: object; readonly body: unknown }

type StoredToken = TokenRequest & { readonly id: string }

/**
 * A minting service that keeps every token it is sent, also one name twice: only the importer stands
 * between a lost answer and a double. `next` says what it does to each request, in order.
 */
export const startHostileService = async (next: () => Mood) => {
  const stored: StoredToken[] = []
  const server = createServer((request, response) => {
    void answer(request, response).catch(() => response.destroy())
  })

  const store = (tokens: readonly TokenRequest[]): readonly StoredToken[] => {
    const added = tokens.map((token, at) => ({ ...token, id: `t${stored.length + at}` }))
    stored.push(...added)
    return added
  }

  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const isUpload = request.method === 'POST'
    const sent = isUpload ? addTokensRequest.parse(await json(request)).tokens : []
    const mood = next()
    response.setHeader('date', serviceTime().toUTCString())
    if (mood === 'part_stored') store(sent.slice(0, Math.ceil(sent.length / 2)))
    const refusal = refusalOf(mood)
    if (refusal !== undefined) return send(response, refusal)
    const rows = isUpload ? store(sent) : stored.toReversed()
    return afterwards(mood, response, answerTo(request, rows, mood))
  }

  const answerTo = (request: IncomingMessage, rows: readonly StoredToken[], mood: Mood): Answer => {
    if (request.method === 'POST')
      return { status: 200, body: { data: changedRows(rows, mood), status_code: 200 } }
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://loopback')
    if (!pathname.endsWith('/tokens'))
      return { status: 200, body: { ...sampleCollection, token_count: countOf(stored, mood) } }
    const from = Number(searchParams.get('cursor') ?? 0)
    const size = Number(searchParams.get('size') ?? 20)
    const listed = searchParams.get('order') === 'asc' ? rows.toReversed() : rows
    const page = listed.slice(from, from + size)
    const cursor = from + size < listed.length ? String(from + size) : null
    // A list that hides a row cannot be told from one without it, so it says too much at most.
    const data = mood === 'counts_too_few' ? page.map(tokenOf) : changedRows(page, mood)
    return { status: 200, body: { data, cursor } }
  }

  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  // Without a certificate, no client agrees with it on a cipher.
  const broken = createTlsServer()
  broken.on('tlsClientError', () => undefined)
  broken.listen(0, '127.0.0.1')
  await once(broken, 'listening')
  return {
    baseUrl: `http://127.0.0.1:${portOf(server)}`,
    /** The same service behind a TLS that is set up wrongly. */
    brokenTlsUrl: `https://127.0.0.1:${portOf(broken)}`,
    collectionId: sampleCollection.id,
    stored: stored as readonly StoredToken[],
    close: async () => {
      server.closeAllConnections()
      await Promise.all([server, broken].map(closed))
    },
  }
}

const portOf = (server: Server): number => {
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  return address.port
}

const closed = async (server: Server): Promise<void> => {
  server.close()
  await once(server, 'close')
}

const failure = (status: number, message: string): Answer => ({
  status,
  body: { status_code: status, message, error: 'Error' },
})
const noAnswer: Answer = { status: 0, body: undefined }
const badGateway: Answer = { status: 502, body: '<html><h1>502 Bad Gateway</h1></html>' }

const tokenOf = ({ id, ...token }: StoredToken) => ({
  ...sampleToken,
  ...token,
  id,
  created_at: serviceTime().toISOString(),
  updated_at: serviceTime().toISOString(),
})

const changedRows = (rows: readonly StoredToken[], mood: Mood) => {
  const tokens = rows.map(tokenOf)
  const [first] = tokens
  if (mood === 'counts_too_few') return tokens.slice(1)
  if (mood === 'rows_twice') return [...tokens, ...tokens]
  if (mood === 'counts_too_many' && first !== undefined)
    return [...tokens, { ...first, id: 'nobody', asset_name: 'Nobody' }]
  return tokens
}

const countOf = (stored: readonly unknown[], mood: Mood): number => {
  if (mood === 'counts_too_few') return 0
  return mood === 'counts_too_many' ? stored.length * 2 + 1 : stored.length
}

/** The answer to a request that the service did nothing about. */
const refusalOf = (mood: Mood): Answer | undefined => {
  const retryAfter = serviceTime().toUTCString()
  const refusals: Partial<Readonly<Record<Mood, Answer>>> = {
    drop_before: noAnswer,
    part_stored: noAnswer,
    '500_before': failure(500, 'Something broke'),
    html_before: badGateway,
    '429': { ...failure(429, 'Too many requests'), headers: { 'retry-after': '0' } },
    '429_by_clock': {
      ...failure(429, 'Too many requests'),
      headers: { 'retry-after': retryAfter },
    },
  }
  return refusals[mood]
}

/** What comes in place of an answer after the work was done. */
const replacements: Partial<Readonly<Record<Mood, Answer>>> = {
  drop_after: noAnswer,
  '500_after': failure(500, 'Something broke'),
  html_after: badGateway,
  html_200_after: { ...badGateway, status: 200 },
}

const afterwards = async (mood: Mood, response: ServerResponse, answer: Answer): Promise<void> => {
  if (mood === 'half_after') return sendHalf(response, answer)
  if (mood === 'slow_after') await delay(slowMs)
  return send(response, replacements[mood] ?? answer)
}

const send = (response: ServerResponse, { status, headers, body }: Answer): void => {
  if (status === 0) return void response.destroy()
  const isPage = typeof body === 'string'
  response
    .writeHead(status, { 'content-type': isPage ? 'text/html' : 'application/json', ...headers })
    .end(isPage ? body : JSON.stringify(body))
}

const sendHalf = (response: ServerResponse, { status, body }: Answer): void => {
  const text = Buffer.from(JSON.stringify(body))
  response.writeHead(status, {
    'content-type': 'application/json',
    'content-length': text.length,
  })
  response.write(text.subarray(0, text.length / 2), () => response.destroy())
}
