import type { z } from 'zod'
import { limits } from '#values/bounds/limits.ts'
import { pageOf } from '#contract/page.ts'
import { type Sale, type SaleRequest, saleInCollection } from '#contract/sales/sale.ts'
import { sparseToken, type Token } from '#contract/tokens/token.ts'
import { checkHeaderSecret, readBaseUrl } from '#platform/http/base-url.ts'
import type { WhyDown } from '#platform/http/exchange.ts'
import { pathSegment } from '#platform/http/path-segment.ts'
import { type Attempt, defaultRetry, type RetryPolicy } from '#platform/http/retry.ts'
import type { TokenBucket } from '#platform/http/token-bucket.ts'
import type { Secret } from '#platform/secret/secret.ts'
import { type HttpLink, sendCall } from '#transport/http/call.ts'
import {
  type CallOptions,
  type ClientOf,
  createHttpClient,
  type ListOptions,
} from '#transport/http/client.ts'
import { operations } from './operations.ts'
import { malformedResponse, responseError } from './response-errors.ts'

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
export type MintingClient = Omit<ClientOf<typeof operations>, keyof CollectionSales> &
  CollectionSales & {
    readonly isOwnStudio: boolean
    /**
     * Fetches one collection to verify the address and the key. Returns the network of that
     * collection, as far as the service says it.
     */
    readonly ping: (options?: CallOptions) => Promise<{ readonly network: string | undefined }>
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

/** The sales of one collection, whose id each of them has, whether or not the service repeats it. */
type CollectionSales = {
  readonly createSale: (
    collectionId: string,
    request: SaleRequest,
    options?: CallOptions,
  ) => Promise<Sale>
  readonly sales: (
    collectionId: string,
    options?: ListOptions<typeof operations.sales.query>,
  ) => AsyncGenerator<Sale, void, undefined>
  readonly getSale: (collectionId: string, saleId: string, options?: CallOptions) => Promise<Sale>
  /** The sale, or undefined where the service only confirms that it was cancelled. */
  readonly cancelSale: (
    collectionId: string,
    saleId: string,
    options?: CallOptions,
  ) => Promise<Sale | undefined>
}

/** @throws ColdpressError `invalid` when the address, app ID or key cannot be used */
export const createMintingClient = (options: MintingClientOptions): MintingClient => {
  checkHeaderSecret(options.apiKey, 'API key')
  const link = linkTo(options)
  const client = createHttpClient(link, operations)
  const readPage = (
    name: 'tokens' | 'sales',
    collectionId: string,
    query: { readonly order: 'asc' | 'desc'; readonly cursor: string | null },
    { signal }: CallOptions,
  ): Promise<unknown> => {
    const { order, cursor } = query
    const size = String(limits.pageSize.max)
    return sendCall(link, {
      name,
      operation: operations[name],
      ids: [collectionId],
      query: { order, size, ...(cursor === null ? {} : { cursor }) },
      signal,
    })
  }
  return {
    ...client,
    ...collectionSales(client),
    isOwnStudio: options.isOwnStudio === true,
    ping: async (given) => {
      const first = await client.collections({ ...given, size: 1 }).next()
      return { network: first.done === true ? undefined : (first.value.network ?? undefined) }
    },
    tokenPage: async (collectionId, from, given = {}) => {
      const page = await readPage('tokens', collectionId, { order: 'asc', cursor: from }, given)
      const { data, cursor } = tokenPage.parse(page)
      return { tokens: data, cursor: cursor || null }
    },
    salePage: async (collectionId, from, given = {}) => {
      const page = await readPage('sales', collectionId, { order: 'desc', cursor: from }, given)
      const { data, cursor } = salePage.parse(page)
      return { sales: data.map((sale) => inCollection(collectionId, sale)), cursor: cursor || null }
    },
  }
}

/** The items were checked with the whole answer; this gives them their type. */
const tokenPage = pageOf(sparseToken)
const salePage = pageOf(saleInCollection)

const inCollection = (collectionId: string, sale: z.output<typeof saleInCollection>): Sale => ({
  ...sale,
  collection_id: sale.collection_id ?? collectionId,
})

const collectionSales = (client: ClientOf<typeof operations>): CollectionSales => ({
  createSale: async (collectionId, ...call) =>
    inCollection(collectionId, await client.createSale(collectionId, ...call)),
  sales: async function* (collectionId, listOptions) {
    for await (const sale of client.sales(collectionId, listOptions))
      yield inCollection(collectionId, sale)
  },
  getSale: async (collectionId, ...call) =>
    inCollection(collectionId, await client.getSale(collectionId, ...call)),
  cancelSale: async (collectionId, ...call) => {
    const cancelled = await client.cancelSale(collectionId, ...call)
    return 'id' in cancelled ? inCollection(collectionId, cancelled) : undefined
  },
})

const linkTo = (options: MintingClientOptions): HttpLink => {
  const { apiKey, bucket, isOwnStudio = false, whyDown, signal } = options
  const retry = { ...defaultRetry, ...options.retry }
  const baseUrl = readBaseUrl(options.baseUrl, 'API key')
  return {
    base: `${baseUrl}/${pathSegment(options.appId, 'app ID')}/v1`,
    credentials: () => ({ 'x-api-key': apiKey.text() }),
    timeoutMs: options.timeoutMs ?? 60_000,
    retry,
    signal,
    whyDown,
    inTurn: (send, ofCall) => (bucket === undefined ? send() : takeTurn(bucket, send, ofCall)),
    errorIn: ({ action, path }, subject, answer) =>
      responseError(subject, { ...answer, action, path, isOwnStudio }, retry.now()),
    malformed: malformedResponse,
  }
}

/** A refusal makes all calls of the account wait, this one's repetition among them. */
const takeTurn = async (
  bucket: TokenBucket,
  send: () => Promise<Attempt<unknown>>,
  signal: AbortSignal | undefined,
): Promise<Attempt<unknown>> => {
  const turn = await bucket.take(signal).catch(() => undefined)
  // without a turn the signal is aborted, which ends the exchange before it sends anything
  const outcome = await send()
  if (turn !== undefined && !outcome.ok && outcome.error.code === 'rate_limited')
    bucket.refused(turn, outcome.error.retryAfterMs)
  return outcome
}
