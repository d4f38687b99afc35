import { z } from 'zod'
import { ColdpressError } from '#values/errors/errors.ts'
import type { WireNetwork } from '#contract/collections/collection.ts'
import { limits } from '#values/bounds/limits.ts'
import { cursorGuard } from '#values/bounds/cursor-guard.ts'
import { pageOf } from '#contract/page.ts'
import { sale, type Sale } from '#contract/sales/sale.ts'
import { token, type Token } from '#contract/tokens/token.ts'
import { checkHeaderSecret, readBaseUrl } from '#platform/http/base-url.ts'
import { type Attempt, defaultRetry, type RetryPolicy, withRetries } from '#platform/http/retry.ts'
import type { Secret } from '#platform/secret/secret.ts'
import type { CallOptions, Calls } from './calls.ts'
import type { Subject } from '#platform/http/exchange.ts'
import { malformedResponse } from './response-errors.ts'
import { describeIssues } from '#values/errors/issues.ts'
import type { Operation } from './operation.ts'
import { operations } from './operations.ts'
import { type Exchange, exchange } from './transport.ts'
import type { WhyDown } from '#platform/http/exchange.ts'
import { pathSegment } from '#platform/http/path-segment.ts'
import type { TokenBucket } from '#platform/http/token-bucket.ts'

export type MintingClientOptions = {
  /** `https://…`, or `http://` on this machine; a path prefix is kept. */
  readonly baseUrl: string
  readonly appId: string
  /** Read at each request and never kept as text. The client does not wipe it. */
  readonly apiKey: Secret
  /**
   * Time limit of one attempt, in addition to the time that sending its body may take. Default 60
   * 000.
   */
  readonly timeoutMs?: number
  readonly retry?: Partial<RetryPolicy>
  /** Keeps to the rate that the service allows. Clients of one account share it. */
  readonly bucket?: TokenBucket
  /** The studio of this computer: its sentences are shown as Coldpress's own. */
  readonly isOwnStudio?: boolean
  /** Of the studio of this computer, where another process has it. */
  readonly whyDown?: WhyDown | undefined
  /** Ends every call of this client. */
  readonly signal?: AbortSignal
}

/**
 * The minting service interface as functions. Every call may throw a ColdpressError: `invalid`,
 * `unauthorized`, `forbidden`, `not_found`, `conflict`, `too_large`, `rate_limited`, `vault_locked`,
 * `service_error`, `unreachable`, `timeout`, `cancelled`. Its `details` hold `operation`, `attempts`
 * and `mayHaveArrived`: whether the service may have carried the call out all the same.
 */
export type MintingClient = Calls & {
  readonly isOwnStudio: boolean
  /**
   * Fetches one collection to verify the address and the key. Returns the network of that
   * collection.
   */
  readonly ping: (options?: CallOptions) => Promise<{ readonly network: WireNetwork | undefined }>
  /**
   * One page of a collection's tokens, oldest first, with the cursor of the next page (null at the
   * end).
   */
  readonly tokenPage: (
    collectionId: string,
    cursor: string | null,
    options?: CallOptions,
  ) => Promise<{ readonly tokens: readonly Token[]; readonly cursor: string | null }>
  /** One page of a collection's sales, newest first. */
  readonly salePage: (
    collectionId: string,
    cursor: string | null,
    options?: CallOptions,
  ) => Promise<{ readonly sales: readonly Sale[]; readonly cursor: string | null }>
}

/** @throws ColdpressError `invalid` when the address, app ID or key cannot be used */
export const createMintingClient = (options: MintingClientOptions): MintingClient => {
  checkHeaderSecret(options.apiKey, 'API key')
  const service: Service = {
    base: { baseUrl: readBaseUrl(options.baseUrl, 'API key'), appId: options.appId },
    apiKey: options.apiKey,
    timeoutMs: options.timeoutMs ?? 60_000,
    retry: { ...defaultRetry, ...options.retry },
    bucket: options.bucket,
    signal: options.signal,
    isOwnStudio: options.isOwnStudio === true,
    whyDown: options.whyDown,
  }
  callAddress(service.base, '/', [])
  const derived = Object.fromEntries(
    Object.entries(operations).map(([name, operation]) => [name, callOf(service, name, operation)]),
  )
  // A mapped type cannot be built row by row: `Calls` and `callOf` read the same table the same way.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  const calls = derived as Calls
  return {
    ...calls,
    isOwnStudio: service.isOwnStudio,
    ping: async (given) => {
      const first = await calls.collections({ ...given, size: 1 }).next()
      return { network: first.done === true ? undefined : first.value.network }
    },
    tokenPage: async (collectionId, from, { signal } = {}) => {
      const given = { ids: [collectionId], query: pageQuery('asc', from), signal }
      const answer = await callOnce(service, 'tokens', operations.tokens, given)
      const { data, cursor } = tokenPage.parse(answer)
      return { tokens: data, cursor: cursor || null }
    },
    salePage: async (collectionId, from, { signal } = {}) => {
      const given = { ids: [collectionId], query: pageQuery('desc', from), signal }
      const answer = await callOnce(service, 'sales', operations.sales, given)
      const { data, cursor } = salePage.parse(answer)
      return { sales: data, cursor: cursor || null }
    },
  }
}

const pageQuery = (order: 'asc' | 'desc', cursor: string | null) => ({
  order,
  size: String(limits.pageSize.max),
  ...(cursor === null ? {} : { cursor }),
})

type Service = {
  readonly base: { readonly baseUrl: string; readonly appId: string }
  readonly apiKey: Secret
  readonly timeoutMs: number
  readonly retry: RetryPolicy
  readonly bucket: TokenBucket | undefined
  readonly signal: AbortSignal | undefined
  readonly isOwnStudio: boolean
  readonly whyDown: WhyDown | undefined
}

type Given = {
  readonly ids: readonly string[]
  readonly body?: unknown
  readonly query?: Readonly<Record<string, string>>
  readonly signal: AbortSignal | undefined
}

/** A row of the table as a function of (...ids, body?, options?). */
const callOf =
  (service: Service, name: string, operation: Operation) =>
  (...args: unknown[]) => {
    const idCount = operation.path.match(/:\w+/gu)?.length ?? 0
    const ids = args.slice(0, idCount).map(String)
    const rest = args.slice(idCount)
    const body = operation.request === undefined ? undefined : rest.shift()
    const { signal: own, ...filters } = optionsOf(rest[0])
    const signals = [service.signal, own].filter((one) => one !== undefined)
    const signal = signals.length > 1 ? AbortSignal.any(signals) : signals[0]
    return operation.query === undefined
      ? callOnce(service, name, operation, { ids, body, signal })
      : items(service, name, operation, { ids, signal }, filters)
  }

const optionsOf = (value: unknown): CallOptions => (typeof value === 'object' && value) || {}

const callOnce = async (
  service: Service,
  name: string,
  operation: Operation,
  given: Given,
): Promise<unknown> => {
  const address = callAddress(service.base, operation.path, given.ids, given.query)
  const body =
    operation.request === undefined
      ? undefined
      : JSON.stringify(checked(name, operation.request, given.body))
  return withRetries(
    async (mayHaveArrived) => {
      const { method } = operation
      const { apiKey, timeoutMs, isOwnStudio, whyDown } = service
      const { now } = service.retry
      const { signal } = given
      const request = { operation: name, method, address, body, apiKey, timeoutMs }
      const call = { ...request, isOwnStudio, whyDown, signal, now }
      const outcome = await exchangeInTurn(service.bucket, call)
      if (outcome.ok) return readAnswer(name, operation, outcome.value)
      // The previous attempt deleted the object and its answer was lost.
      const gone = method === 'DELETE' && mayHaveArrived && outcome.error.code === 'not_found'
      return gone ? { ok: true, value: undefined } : outcome
    },
    { idempotent: operation.idempotent, policy: service.retry, signal: given.signal },
  )
}

/** A refusal makes all calls of the account wait, this one's repetition among them. */
const exchangeInTurn = async (
  bucket: TokenBucket | undefined,
  call: Exchange,
): Promise<Attempt<unknown>> => {
  if (bucket === undefined) return exchange(call)
  const turn = await bucket.take(call.signal).catch(() => undefined)
  // without a turn the signal is aborted, which ends the exchange before it sends anything
  const outcome = await exchange(call)
  if (turn !== undefined && !outcome.ok && outcome.error.code === 'rate_limited')
    bucket.refused(turn, outcome.error.retryAfterMs)
  return outcome
}

const readAnswer = (name: string, operation: Operation, json: unknown): Attempt<unknown> => {
  const read = operation.response.safeParse(json)
  if (read.success) return { ok: true, value: read.data }
  const changes = operation.method !== 'GET'
  const subject: Subject = { operation: name, changes, peer: 'service', secrets: [] }
  const what = `unexpected format: ${describeIssues(read.error)}`
  return { ok: false, error: malformedResponse(subject, 200, what) }
}

const checked = (name: string, schema: NonNullable<Operation['request']>, value: unknown) => {
  const read = schema.safeParse(value)
  if (read.success) return read.data
  throw new ColdpressError('invalid', `${describeIssues(read.error)}. Nothing was sent.`, {
    details: { operation: name, mayHaveArrived: false, attempts: 0 },
  })
}

/** The items were checked with the whole answer; here only their presence matters. */
const anyPage = pageOf(z.unknown())
const tokenPage = pageOf(token)
const salePage = pageOf(sale)

/** A list's items, page after page, until its cursor is null or empty. */
async function* items(
  service: Service,
  name: string,
  operation: Operation,
  given: Given,
  filters: object,
): AsyncGenerator<unknown, void, undefined> {
  const wanted = operation.query === undefined ? {} : checked(name, operation.query, filters)
  const query = Object.fromEntries(
    Object.entries(wanted ?? {})
      .filter(([, value]) => value !== undefined)
      .map(([field, value]) => [field, String(value)]),
  )
  const follow = cursorGuard(name)
  for (;;) {
    const page = anyPage.parse(await callOnce(service, name, operation, { ...given, query }))
    yield* page.data
    const { cursor } = page
    if (cursor === null || cursor === undefined || cursor === '') return
    follow(cursor)
    query['cursor'] = cursor
  }
}

/** The address of one call: `<base>/<app ID>/v1<path>?<query>`, with the path's ids filled in. */
const callAddress = (
  base: { readonly baseUrl: string; readonly appId: string },
  path: string,
  ids: readonly string[],
  query: Readonly<Record<string, string>> = {},
): string => {
  const rest = [...ids]
  const filled = path.replaceAll(/:(\w+)/gu, (_, name: string) => {
    return pathSegment(rest.shift() ?? '', name)
  })
  const search = new URLSearchParams(query).toString()
  const address = `${base.baseUrl}/${pathSegment(base.appId, 'app ID')}/v1${filled}`
  return search === '' ? address : `${address}?${search}`
}
