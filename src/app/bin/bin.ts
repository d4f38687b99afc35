import { ColdpressError, isColdpressError } from '#values/errors/errors.ts'
import { countText } from '#values/text/format.ts'
import type { BinItem } from '#contract/bin/bin.ts'
import type { BinItemView } from '#contract/bin/calls.ts'
import { imageCid } from '#media/content/image-cid.ts'
import type { Accounts } from '../accounts/accounts.ts'
import type { MintingClient } from '../api/client.ts'
import type { Question } from '../asks.ts'

/**
 * The client of an account that keeps what was deleted.
 * @throws ColdpressError `invalid` for a service that does not; as `Accounts.client`
 */
export const openBin = async (
  accounts: Pick<Accounts, 'get' | 'client'>,
  accountId: string,
): Promise<MintingClient> => {
  const { kind, name } = accounts.get(accountId)
  if (kind === 'local') return accounts.client(accountId)
  throw new ColdpressError(
    'invalid',
    `${name} keeps nothing that was deleted there. Only the Local studio has a bin.`,
  )
}

type RestoredItem = Awaited<ReturnType<MintingClient['restoreItem']>>

/**
 * Restores one after another: what cannot be restored keeps no other from it.
 * @throws ColdpressError as the client, where the studio does not answer
 */
export const restoreItems = async (
  client: Pick<MintingClient, 'restoreItem'>,
  ids: readonly string[],
  signal?: AbortSignal,
): Promise<{
  readonly restored: readonly RestoredItem[]
  readonly failures: readonly string[]
}> => {
  const restored: RestoredItem[] = []
  const failures: string[] = []
  for (const id of ids) {
    signal?.throwIfAborted()
    try {
      restored.push(await client.restoreItem(id, { signal }))
    } catch (error) {
      if (!isRejection(error)) throw error
      failures.push(error.message)
    }
  }
  return { restored, failures }
}

const isRejection = (error: unknown): error is ColdpressError =>
  isColdpressError(error, 'not_found') ||
  isColdpressError(error, 'conflict') ||
  isColdpressError(error, 'invalid')

/** An item with its image, as the window shows it. */
export const binItemViewOf = (item: BinItem): BinItemView => ({ ...item, cid: imageCid(item) })

/** What is asked before the bin is emptied. */
export const emptyingQuestion = (items: readonly BinItem[]): Question => ({
  kind: 'delete',
  question: `Delete ${countText(items.length, 'item')} of the bin for ever?`,
  lines: items.map(({ name, kind, id }) => `${name} (${kind}, ${id})`),
  yes: 'Empty the bin',
})
