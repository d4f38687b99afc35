import type { z } from 'zod'
import { listOf } from '#values/bounds/bounded.ts'
import { ColdpressError } from '#values/errors/errors.ts'
import { limits } from '#values/bounds/limits.ts'
import { describeIssues } from '#values/errors/issues.ts'
import { type Attempt, withRetries } from '#platform/http/retry.ts'
import type { ErrorSubject } from '#platform/http/exchange.ts'
import { malformedGatewayResponse } from './response-errors.ts'
import { type GatewayExchange, exchangeWithGateway, type Service } from './exchange.ts'
import type { GatewayAnswer } from './server-api.ts'

/** A read: what it is called in messages, and where it is. */
export type Read = {
  readonly operation: string
  readonly path: string
  readonly query?: Readonly<Record<string, string>>
  /** Of a read that is posted, as JSON. */
  readonly asked?: unknown
  readonly signal?: AbortSignal | undefined
}

const jsonBody = (json: unknown): NonNullable<GatewayExchange['body']> => ({
  type: 'application/json',
  bytes: new TextEncoder().encode(JSON.stringify(json)),
})

const bothSignals = (service: Service, own: AbortSignal | undefined): AbortSignal | undefined => {
  const signals = [service.signal, own].filter((signal) => signal !== undefined)
  return signals.length > 1 ? AbortSignal.any(signals) : signals[0]
}

/** One read, repeated as is sensible; undefined for what the gateway does not have. */
export const fetchIfFound = async <T>(
  service: Service,
  { operation, path, query = {}, asked, signal: own }: Read,
  schema: z.ZodType<T>,
): Promise<T | undefined> => {
  const search = new URLSearchParams(query).toString()
  const signal = bothSignals(service, own)
  const call: GatewayExchange = {
    operation,
    path: search === '' ? path : `${path}?${search}`,
    ...(asked === undefined ? {} : { body: jsonBody(asked) }),
    signal,
  }
  return withRetries<T | undefined>(
    async () => {
      const outcome = await exchangeWithGateway(service, call)
      if (!outcome.ok) return outcome
      if (outcome.value === undefined) return { ok: true, value: undefined }
      return readAnswer(service, { operation, changes: false }, outcome.value, schema)
    },
    { idempotent: true, policy: service.retry, signal },
  )
}

const readAnswer = <T>(
  { api }: Service,
  about: Pick<ErrorSubject, 'operation' | 'changes'>,
  answer: GatewayAnswer | undefined,
  schema: z.ZodType<T>,
): Attempt<T> => {
  const subject: ErrorSubject = { ...about, peer: 'gateway', secrets: [] }
  const { status, json } = answer ?? { status: 404, json: undefined }
  if (json === undefined)
    return {
      ok: false,
      error: malformedGatewayResponse(api)(subject, status, 'something that is not JSON'),
    }
  const read = schema.safeParse(json)
  if (read.success) return { ok: true, value: read.data }
  const what = `unexpected format: ${describeIssues(read.error)}`
  return { ok: false, error: malformedGatewayResponse(api)(subject, status, what) }
}

/** A read of what every gateway has. @throws ColdpressError `service_error` when this one does not */
export const fetchRequired = async <T>(
  service: Service,
  read: Read,
  schema: z.ZodType<T>,
): Promise<T> => {
  const found = await fetchIfFound(service, read, schema)
  if (found !== undefined) return found
  throw new ColdpressError(
    'service_error',
    `The gateway does not know the ${read.operation}, which every gateway has. ${service.api.checkAddress}`,
    { details: { operation: read.operation, status: 404 } },
  )
}

/** How a kind of server is asked for a part of a list. */
export type Paging = {
  /** The most that it gives at once. */
  readonly size: number
  /** @param page counts from 1 */
  readonly query: (page: number) => Readonly<Record<string, string>>
}

/** A server of another maker may give more than was asked for. */
const maxItems = limits.pageOfServiceItems

/**
 * A whole list, page by page until one is not full. The chain may move meanwhile: what a page shows
 * again, by `keyOf`, is listed once.
 */
export const fetchAll = async <T>(
  service: Service,
  { paging, ...read }: Read & { readonly paging: Paging },
  item: z.ZodType<T>,
  keyOf: (item: T) => string,
): Promise<readonly T[]> => {
  const found = new Map<string, T>()
  for (let page = 1; ; page += 1) {
    const query = { ...read.query, ...paging.query(page) }
    const items =
      (await fetchIfFound(service, { ...read, query }, listOf(item).max(maxItems))) ?? []
    const before = found.size
    for (const one of items) found.set(keyOf(one), one)
    if (items.length < paging.size) return [...found.values()]
    if (found.size === before)
      throw endless(read.operation, 'the same page came twice, so the list would never end')
    if (page === limits.pagesOfGateway)
      throw endless(read.operation, `it has more than ${page} pages, the most that are read`)
  }
}

const endless = (operation: string, what: string): ColdpressError =>
  new ColdpressError('service_error', `The answer of the gateway cannot be used: ${what}.`, {
    details: { operation },
  })

/** A call that changes something. Unless it is idempotent, it is repeated only where it had no effect. */
export const order = <T>(
  service: Service,
  call: Pick<GatewayExchange, 'operation' | 'path' | 'method'> & {
    readonly isIdempotent?: true
    readonly signal?: AbortSignal | undefined
  },
  json: unknown,
  schema: z.ZodType<T>,
): Promise<T> => {
  const { isIdempotent = false, signal: own, ...sent } = call
  const signal = bothSignals(service, own)
  const exchange: GatewayExchange = { ...sent, body: jsonBody(json), changes: true, signal }
  return withRetries(
    async () => {
      const outcome = await exchangeWithGateway(service, exchange)
      if (!outcome.ok) return outcome
      const about = { operation: call.operation, changes: true }
      return readAnswer(service, about, outcome.value, schema)
    },
    { idempotent: isIdempotent, policy: service.retry, signal },
  )
}

/** Sends signed bytes, the same ones again as often as is sensible. Answers what the gateway wrote. */
export const sendSigned = (
  service: Service,
  {
    path,
    signed,
    signal: own,
  }: {
    readonly path: string
    readonly signed: Uint8Array
    readonly signal: AbortSignal | undefined
  },
): Promise<string> => {
  const signal = bothSignals(service, own)
  const body = { type: 'application/cbor', bytes: signed } as const
  const call: GatewayExchange = { operation: 'submission', path, body, changes: true, signal }
  return withRetries(
    async () => {
      const outcome = await exchangeWithGateway(service, call)
      if (!outcome.ok) return outcome
      // Dolos writes the id without quotes, which is no JSON.
      const { json, text } = outcome.value ?? { json: undefined, text: '' }
      return { ok: true, value: typeof json === 'string' ? json : text.trim() }
    },
    // The ledger takes a transaction once, however often its bytes come.
    { idempotent: true, policy: service.retry, signal },
  )
}
