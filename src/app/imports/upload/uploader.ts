import { hash } from 'node:crypto'
import { ColdpressError, type ErrorCode } from '#values/errors/errors.ts'
import type { Token, TokenRequestInput } from '#contract/tokens/token.ts'
import type { MintingClient } from '../../api/client.ts'
import type { ContentStore } from '#media/content/store.ts'
import { sleep } from '#platform/http/sleep.ts'
import type { ItemOutcome, ImportJournal } from '../journal/journal.ts'
import {
  isPassing,
  type RetrySettings,
  waitAfter,
  retryTransient,
} from '../pipeline/retry-transient.ts'
import { inlineText } from '../pipeline/inline-image.ts'
import { type ListedToken, listedToken, reconcile, type TokenToSend } from './reconcile.ts'

/** What an import needs of the minting service; a hosted one may not know the state of a royalty. */
export type TokenService = Pick<
  MintingClient,
  'addTokens' | 'updateToken' | 'getToken' | 'tokens' | 'getCollection'
> &
  Partial<Pick<MintingClient, 'mints' | 'isOwnStudio'>>

/** And before its first token. */
export type UploadService = TokenService & Pick<MintingClient, 'updateCollection'>

export type UploaderOptions = {
  readonly collectionId: string
  readonly service: TokenService
  readonly journal: ImportJournal
  /** Of the images that go with their tokens. */
  readonly store: Pick<ContentStore, 'read'>
  /** What the collection held when the run started. */
  readonly held: readonly ListedToken[]
  readonly retrySettings: RetrySettings
  /** Stops before the next request. */
  readonly signal: AbortSignal
  /** Gives up a request on its way. */
  readonly lastSignal: AbortSignal
  /** Called after the journal was written; `found`: it was in the collection before this run. */
  readonly onOutcome: (outcome: ItemOutcome, found: boolean) => void
}

/** Adds tokens to the collection, never one twice. Calls at the same time have other tokens each. */
export interface Uploader {
  /**
   * Sends the batches one after the other, each in a request. Returns once each item is added or failed.
   * @throws ColdpressError what no item is to blame for (`unauthorized`, `unreachable`, …); items
   * of a batch whose outcome could not be learned stay `sending`.
   */
  send(batches: readonly Batch[]): Promise<void>
}

/**
 * Every request is intended in the journal before it is sent. When its outcome is unknown, the
 * collection's own list decides what is there; only what is not there is sent again.
 */
export const createUploader = (options: UploaderOptions): Uploader => {
  const known = Map.groupBy(options.held, ({ assetName }) => assetName)
  return {
    send: async (batches) => {
      const present = batches.flat().filter(({ assetName }) => known.has(assetName))
      const held = present.flatMap(({ assetName }) => known.get(assetName) ?? [])
      if (present.length > 0) recordOutcomes(options, null, reconcile(present, held), true)
      const others = batches.map((batch) => batch.filter(({ assetName }) => !known.has(assetName)))
      // all at once, for each intent waits for the disk
      const unsent = [...(await intend(options, others))]
      try {
        for (let next = unsent.shift(); next !== undefined; next = unsent.shift())
          await sendToEnd(options, next)
      } catch (error) {
        for (const { id, items } of unsent) recordOutcomes(options, id, items.map(sendAgain))
        throw error
      }
    },
  }
}

/** Tokens of one request. */
type Batch = readonly TokenToSend[]

/** A batch that the journal has, and what is to be sent. */
type Intended = {
  readonly id: string
  readonly items: Batch
  readonly body: readonly TokenRequestInput[]
}

/** What is still to be sent, in which pieces; `setback`: a passing failure to wait after. */
type Sent = { readonly left: readonly Batch[]; readonly setback?: ColdpressError }

const recordOutcomes = (
  { journal, onOutcome }: UploaderOptions,
  batch: string | null,
  outcomes: readonly ItemOutcome[],
  found = false,
): void => {
  journal.settle(batch, outcomes)
  for (const outcome of outcomes) onOutcome(outcome, found)
}

/** Only here are images in memory, those of the batches that are sent. */
const bodyOf = async ({ store }: UploaderOptions, items: Batch) => {
  const tokens: TokenRequestInput[] = []
  for (const { request, image, inline } of items)
    tokens.push({
      ...request,
      image: inline === undefined ? image : await inlineText(store, inline),
    })
  return tokens
}

const intend = async (
  options: UploaderOptions,
  batches: readonly Batch[],
): Promise<readonly Intended[]> => {
  options.signal.throwIfAborted()
  const bodies: Omit<Intended, 'id'>[] = []
  for (const items of batches)
    if (items.length > 0) bodies.push({ items, body: await bodyOf(options, items) })
  const ids = options.journal.intend(
    bodies.map(({ items, body }) => ({
      assetNames: items.map(({ assetName }) => assetName),
      bodyHash: hash('sha256', JSON.stringify(body)),
    })),
  )
  return bodies.map((body, at) => ({ id: ids[at] ?? '', ...body }))
}

/** Sends a batch, and what is left of it until nothing is. */
const sendToEnd = async (options: UploaderOptions, first: Intended): Promise<void> => {
  const left: Batch[] = []
  let setbacks = 0
  for (let next: Intended | undefined = first; next !== undefined;) {
    const sent = await sendOnce(options, next)
    left.unshift(...sent.left.filter(({ length }) => length > 0))
    setbacks = sent.setback === undefined ? 0 : setbacks + 1
    if (sent.setback !== undefined && sent.left.length > 0)
      await waitAfter(sent.setback, setbacks, options.retrySettings, options.signal)
    ;[next] = await intend(options, left.splice(0, 1))
  }
}

const sendOnce = async (
  options: UploaderOptions,
  { id: batch, items, body }: Intended,
): Promise<Sent> => {
  options.signal.throwIfAborted()
  const names = items.map(({ assetName }) => assetName)
  let answer: readonly Token[]
  try {
    answer = await options.service.addTokens(options.collectionId, body, {
      signal: options.lastSignal,
    })
  } catch (error) {
    return await afterError(options, batch, items, error)
  }
  const added = new Map(answer.map((token) => [token.asset_name, listedToken(token)]))
  if (!names.every((name) => added.has(name))) {
    return { left: [await resolveByList(options, batch, items)], setback: partialAnswer() }
  }
  recordOutcomes(
    options,
    batch,
    names.flatMap((assetName): ItemOutcome[] => {
      const token = added.get(assetName)
      return token === undefined ? [] : [{ assetName, kind: 'added', token }]
    }),
  )
  return { left: [] }
}

const afterError = async (
  options: UploaderOptions,
  batch: string,
  items: Batch,
  error: unknown,
): Promise<Sent> => {
  // Nothing is known of the outcome: the batch stays intended, and the next run asks.
  if (!(error instanceof ColdpressError) || options.lastSignal.aborted) throw error
  if (error.details['mayHaveArrived'] === true) {
    const left = await resolveByList(options, batch, items)
    if (left.length > 0 && !isPassing(error)) throw error
    return { left: [left], setback: error }
  }
  if (error.code === 'conflict') {
    const left = await resolveByList(options, batch, items)
    return { left: left.length < items.length ? [left] : divide(options, null, left, error) }
  }
  if (contentErrors.has(error.code)) return { left: divide(options, batch, items, error) }
  recordOutcomes(options, batch, items.map(sendAgain))
  if (!isPassing(error)) throw error
  return { left: [items], setback: error }
}

/** The service read the request and wants none of it: something in it is wrong. */
export const contentErrors: ReadonlySet<ErrorCode> = new Set([
  'invalid',
  'too_large',
  'unsupported_media',
])

const partialAnswer = (): ColdpressError =>
  new ColdpressError(
    'service_error',
    'The service confirmed only some of the tokens in the request. Resume the import. If it happens again, contact the service.',
  )

/** Settles a batch by the collection's own list. @returns the items that are not in it. */
const resolveByList = async (
  options: UploaderOptions,
  batch: string,
  items: Batch,
): Promise<Batch> => {
  // Whoever lost the reply may be gone for a while: a service that is started again, a cable.
  const find = () =>
    retryTransient(() => findTokens(options, items), options.retrySettings, options.lastSignal)
  let outcomes = reconcile(items, await find())
  if (outcomes.some(({ kind }) => kind === 'again')) {
    await sleep(options.retrySettings.settleMs, options.lastSignal)
    outcomes = reconcile(items, await find())
  }
  recordOutcomes(options, batch, outcomes)
  const missing = new Set(
    outcomes.filter(({ kind }) => kind === 'again').map(({ assetName }) => assetName),
  )
  return items.filter(({ assetName }) => missing.has(assetName))
}

/** Newest first: what was just sent stands on the first page, if it arrived. */
const findTokens = async (
  { service, collectionId, lastSignal }: UploaderOptions,
  items: Batch,
): Promise<ListedToken[]> => {
  const wanted = new Set(items.map(({ assetName }) => assetName))
  const found: ListedToken[] = []
  const tokens = service.tokens(collectionId, { order: 'desc', size: 100, signal: lastSignal })
  for await (const token of tokens) {
    if (!wanted.delete(token.asset_name)) continue
    found.push(listedToken(token))
    if (wanted.size === 0) break
  }
  return found
}

const sendAgain = ({ assetName }: TokenToSend): ItemOutcome => ({ assetName, kind: 'again' })

/**
 * The service refused a request as a whole. The items that it names have failed and the rest goes
 * again; when it names none, halves show where the error is. Each step leaves smaller pieces.
 */
const divide = (
  options: UploaderOptions,
  batch: string | null,
  items: Batch,
  error: ColdpressError,
): readonly Batch[] => {
  const blamed = namedItems(error.message, items.length)
  const single = items.length === 1
  const isBlamed = (position: number): boolean => single || blamed.has(position)
  const outcomes = items.map((item, position): ItemOutcome => {
    if (!isBlamed(position)) return sendAgain(item)
    const said = blamed.get(position) ?? error.message
    const message = `Row ${item.row}: the service refused token "${item.assetName}": ${said}`
    return { assetName: item.assetName, kind: 'failed', error: { code: error.code, message } }
  })
  recordOutcomes(options, batch, outcomes)
  if (single || blamed.size > 0) return [items.filter((_, position) => !isBlamed(position))]
  const middle = Math.ceil(items.length / 2)
  return [items.slice(0, middle), items.slice(middle)]
}

/** The items that an error names: `tokens[3].name: 33 characters, at most 32 allowed`. */
const namedItem =
  /tokens(?:\[(\d+)\]|\.(\d+))\.?([^\s:;,]*):?\s*([\s\S]*?)(?=[;,\n]?\s*tokens(?:\[|\.\d)|$)/gu

/**
 * Which items of a request an error is about, and what it says of each: position → sentence.
 * Empty when the service names none.
 */
export const namedItems = (message: string, count: number): ReadonlyMap<number, string> => {
  const named = new Map<number, string>()
  for (const [, bracket, dotted, field = '', rule = ''] of message.matchAll(namedItem)) {
    const position = Number(bracket ?? dotted)
    if (position >= count) continue
    const said = [field, rule.trim()].filter((part) => part !== '').join(': ')
    const before = named.get(position)
    named.set(position, before === undefined ? said : `${before}; ${said}`)
  }
  return named
}
