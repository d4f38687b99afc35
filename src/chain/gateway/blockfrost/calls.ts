import type { z } from 'zod'
import { listOf } from '#values/bounds/bounded.ts'
import { ColdpressError } from '#values/errors/errors.ts'
import { limits } from '#values/bounds/limits.ts'
import { describeIssues } from '#values/errors/issues.ts'
import { type Attempt, withRetries } from '#platform/http/retry.ts'
import type { ErrorSubject } from '#platform/http/exchange.ts'
import { malformedGatewayResponse } from './response-errors.ts'
import {
  type GatewayAnswer,
  type GatewayExchange,
  exchangeWithGateway,
  type Service,
} from './transport.ts'

/** A read: what it is called in messages, and where it is. */
type Read = {
  readonly operation: string
  readonly path: string
  readonly query?: Readonly<Record<string, string>>
  readonly signal?: AbortSignal | undefined
}

const bothSignals = (service: Service, own: AbortSignal | undefined): AbortSignal | undefined => {
  const signals = [service.signal, own].filter((signal) => signal !== undefined)
  return signals.length > 1 ? AbortSignal.any(signals) : signals[0]
}

/** One read, repeated as is sensible; undefined for what the gateway does not have. */
export const fetchIfFound = async <T>(
  service: Service,
  { operation, path, query = {}, signal: own }: Read,
  schema: z.ZodType<T>,
): Promise<T | undefined> => {
  const search = new URLSearchParams(query).toString()
  const signal = bothSignals(service, own)
  const call: GatewayExchange = {
    operation,
    path: search === '' ? path : `${path}?${search}`,
    signal,
  }
  return withRetries<T | undefined>(
    async () => {
      const outcome = await exchangeWithGateway(service, call)
      if (!outcome.ok) return outcome
      if (outcome.value === undefined) return { ok: true, value: undefined }
      return readAnswer({ operation, changes: false }, outcome.value, schema)
    },
    { idempotent: true, policy: service.retry, signal },
  )
}

const readAnswer = <T>(
  about: Pick<ErrorSubject, 'operation' | 'changes'>,
  answer: GatewayAnswer | undefined,
  schema: z.ZodType<T>,
): Attempt<T> => {
  const subject: ErrorSubject = { ...about, peer: 'gateway', secrets: [] }
  const { status, json } = answer ?? { status: 404, json: undefined }
  if (json === undefined)
    return {
      ok: false,
      error: malformedGatewayResponse(subject, status, 'something that is not JSON'),
    }
  const read = schema.safeParse(json)
  if (read.success) return { ok: true, value: read.data }
  const what = `unexpected format: ${describeIssues(read.error)}`
  return { ok: false, error: malformedGatewayResponse(subject, status, what) }
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
    `The gateway does not know the ${read.operation}, which every gateway has. Check the base URL: it ends in /api/v0 at Blockfrost.`,
    { details: { operation: read.operation, status: 404 } },
  )
}

/** The most that Blockfrost gives at once. */
const pageSize = 100
/** A server of another maker may give more than was asked for. */
const maxItems = limits.pageOfServiceItems

/**
 * A whole list, page by page until one is not full. The chain may move meanwhile: what a page shows
 * again, by `keyOf`, is listed once.
 */
export const fetchAll = async <T>(
  service: Service,
  read: Read,
  item: z.ZodType<T>,
  keyOf: (item: T) => string,
): Promise<readonly T[]> => {
  const found = new Map<string, T>()
  for (let page = 1; ; page += 1) {
    const query = { ...read.query, count: String(pageSize), page: String(page) }
    const items =
      (await fetchIfFound(service, { ...read, query }, listOf(item).max(maxItems))) ?? []
    const before = found.size
    for (const one of items) found.set(keyOf(one), one)
    if (items.length < pageSize) return [...found.values()]
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

/** A call that is not idempotent: repeated only where it had no effect. */
export const order = <T>(
  service: Service,
  { operation, path }: Pick<Read, 'operation' | 'path'>,
  json: unknown,
  schema: z.ZodType<T>,
): Promise<T> => {
  const { signal } = service
  const bytes = new TextEncoder().encode(JSON.stringify(json))
  const call: GatewayExchange = {
    operation,
    path,
    body: { type: 'application/json', bytes },
    signal,
  }
  return withRetries(
    async () => {
      const outcome = await exchangeWithGateway(service, call)
      if (!outcome.ok) return outcome
      return readAnswer({ operation, changes: true }, outcome.value, schema)
    },
    { idempotent: false, policy: service.retry, signal },
  )
}

/** Sends signed bytes, the same ones again as often as is sensible. Answers what the gateway wrote. */
export const sendToGateway = (
  service: Service,
  signed: Uint8Array,
  own: AbortSignal | undefined,
): Promise<string> => {
  const signal = bothSignals(service, own)
  const body = { type: 'application/cbor', bytes: signed } as const
  const call: GatewayExchange = { operation: 'submission', path: '/tx/submit', body, signal }
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
