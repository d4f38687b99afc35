import { isColdpressError, messageOf } from '#values/errors/errors.ts'
import type { Collection, Outdated } from '#contract/collections/collection.ts'
import type { MintingClient } from '../api/client.ts'

type Client = Pick<MintingClient, 'withdrawSaleRound' | 'cancelMint'>

/** What became of transactions that said what their collection said before a change. */
export type Withdrawal = {
  readonly withdrawn: readonly Outdated[]
  /** Those that cannot be withdrawn, each with the reason as a sentence. */
  readonly left: readonly { readonly outdated: Outdated; readonly reason: string }[]
}

/** Only what is not a sale by itself: that one is paid, and its owner resolves it. */
export const withdrawableOf = ({ outdated = [] }: Pick<Collection, 'outdated'>) =>
  outdated.filter(({ kind }) => kind !== 'sale')

/** Withdraws each by itself: one that was signed and sent meanwhile stays, and holds up no other. */
export const withdrawOutdated = async (
  client: Client,
  collectionId: string,
  all: readonly Outdated[],
): Promise<Withdrawal> => {
  const withdrawn: Outdated[] = []
  const left: { outdated: Outdated; reason: string }[] = []
  for (const outdated of all) {
    try {
      await (outdated.kind === 'sale_round'
        ? client.withdrawSaleRound(collectionId, outdated.id)
        : client.cancelMint(collectionId, outdated.id))
      withdrawn.push(outdated)
    } catch (error) {
      if (!isColdpressError(error, 'conflict') && !isColdpressError(error, 'not_found')) throw error
      left.push({ outdated, reason: messageOf(error) })
    }
  }
  return { withdrawn, left }
}
