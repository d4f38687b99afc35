import { sleep } from '#platform/http/sleep.ts'
import type { Item } from '../journal/journal-schema.ts'
import type { Journal, OpenBatch } from '../journal/journal.ts'
import type { RetrySettings } from '../pipeline/retry-transient.ts'
import { tokenToSend } from './token-to-send.ts'
import { type ListedToken, reconcile, type TokenToSend } from './reconcile.ts'

/**
 * Finds out what became of the batches that an earlier run intended and never closed: it was
 * killed, or lost the service. Nothing is sent again before this is known.
 * @returns what the collection holds.
 */
export const settleOpenBatches = async (options: {
  readonly journal: Journal
  readonly list: () => Promise<readonly ListedToken[]>
  readonly retrySettings: Pick<RetrySettings, 'settleMs'>
  readonly signal: AbortSignal
}): Promise<readonly ListedToken[]> => {
  const { journal, list } = options
  const open = journal.openBatches()
  const held = await list()
  if (open.length === 0) return held
  const items = new Map(journal.items().map((item) => [item.asset_name, item]))
  const sent = open.map((batch) => ({ id: batch.id, items: sentItems(batch, items) }))
  const everything = sent.flatMap((batch) => batch.items)
  const isMissing = reconcile(everything, held).some(({ kind }) => kind === 'again')
  if (isMissing) await sleep(options.retrySettings.settleMs, options.signal)
  const latest = isMissing ? await list() : held
  for (const batch of sent) journal.settle(batch.id, reconcile(batch.items, latest))
  return latest
}

/** Compared is what was sent, so with the journal's request: the table may be another by now. */
const sentItems = (batch: OpenBatch, items: ReadonlyMap<string, Item>): TokenToSend[] =>
  batch.assetNames.flatMap((name) => {
    const item = items.get(name)
    const isOpen = item?.stage === 'sending' && item.batch === batch.id
    return isOpen ? [tokenToSend(item, { cid: item.cid, mediaType: item.media_type })] : []
  })
