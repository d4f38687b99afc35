import { hash } from 'node:crypto'
import { ColdpressError, type ErrorCode } from '#values/errors/errors.ts'
import { inParallel } from '#values/work/in-parallel.ts'
import { mayHaveArrived } from '../../api/create-once.ts'
import type { ItemOutcome } from '../journal/journal.ts'
import { isPassing, retryTransient, waitAfter } from '../pipeline/retry-transient.ts'
import { tokenChangeOf } from '../plan/token-change.ts'
import { changeOutcome, listedToken, type TokenToSend } from './reconcile.ts'
import { contentErrors, type Uploader, type UploaderOptions } from './uploader.ts'

/** A service's own limit of calls, which the client keeps to, holds besides. */
export const changesAtOnce = 8

/**
 * Changes tokens of the collection, each in a request of its own with the fields that differ. Every
 * request is intended in the journal before it is sent, as {@link Uploader} has it. A token that is
 * reserved, gone or changed by somebody else fails by its name, and stays as it is.
 */
export const createChanger = (options: UploaderOptions): Uploader => {
  const held = new Map(options.held.map((token) => [token.id, token]))
  return {
    send: async (batches) => {
      for (const items of batches) {
        options.signal.throwIfAborted()
        const known = items.map((item) => changeOutcome(item, held.get(item.target?.id ?? '')))
        settle(options, null, known.filter(isSettled), true)
        const left = items.filter((_, at) => known[at]?.kind === 'again')
        if (left.length > 0) await sendBatch(options, left)
      }
    },
  }
}

const isSettled = ({ kind }: ItemOutcome): boolean => kind !== 'again'

const settle = (
  { journal, onOutcome }: UploaderOptions,
  batch: string | null,
  outcomes: readonly ItemOutcome[],
  found = false,
): void => {
  if (outcomes.length === 0) return
  journal.settle(batch, outcomes)
  for (const outcome of outcomes) onOutcome(outcome, found)
}

/** A batch with an item of unknown outcome stays open, so that the next run asks for it. */
const sendBatch = async (
  options: UploaderOptions,
  items: readonly TokenToSend[],
): Promise<void> => {
  const [batch = ''] = options.journal.intend([
    {
      assetNames: items.map(({ assetName }) => assetName),
      bodyHash: hash('sha256', JSON.stringify(items.map(requestOf))),
    },
  ])
  const outcomes: ItemOutcome[] = []
  try {
    await inParallel(items, changesAtOnce, async (item) => {
      outcomes.push(await sendChange(options, item))
    })
  } catch (error) {
    settle(options, null, outcomes)
    throw error
  }
  settle(options, batch, outcomes)
}

const requestOf = ({ request, target }: TokenToSend) =>
  tokenChangeOf(target?.before ?? request, request)

/** @throws ColdpressError what no item is to blame for, and what left the outcome unknown */
const sendChange = async (options: UploaderOptions, item: TokenToSend): Promise<ItemOutcome> => {
  const { service, collectionId, signal, lastSignal, retrySettings } = options
  const { assetName, target } = item
  for (let setbacks = 1; ; setbacks += 1) {
    signal.throwIfAborted()
    try {
      const token = await service.updateToken(collectionId, target?.id ?? '', requestOf(item), {
        signal: lastSignal,
      })
      return { assetName, kind: 'added', token: listedToken(token) }
    } catch (error) {
      if (!(error instanceof ColdpressError) || lastSignal.aborted) throw error
      if (refused.has(error.code)) return failed(item, error)
      if (mayHaveArrived(error)) {
        const outcome = await findOutcome(options, item)
        if (isSettled(outcome)) return outcome
      }
      if (!isPassing(error)) throw error
      await waitAfter(error, setbacks, retrySettings, signal)
    }
  }
}

/** The service takes this change of no token: it is reserved or gone, or something in it is wrong. */
const refused: ReadonlySet<ErrorCode> = new Set([...contentErrors, 'conflict', 'not_found'])

const failed = (
  { assetName, row }: TokenToSend,
  { code, message }: ColdpressError,
): ItemOutcome => ({
  assetName,
  kind: 'failed',
  error: { code, message: `Row ${row}: the service did not change "${assetName}": ${message}` },
})

/** After a lost answer: what the token is now. */
const findOutcome = async (
  { service, collectionId, retrySettings, lastSignal }: UploaderOptions,
  item: TokenToSend,
): Promise<ItemOutcome> => {
  const read = () => service.getToken(collectionId, item.target?.id ?? '', { signal: lastSignal })
  const token = await retryTransient(read, retrySettings, lastSignal)
  return changeOutcome(item, listedToken(token))
}
