import { setTimeout as sleep } from 'node:timers/promises'
import type { Mint, RoyaltyView } from '#contract/mints/mint.ts'
import type { MintingClient } from '../api/client.ts'

export type FollowRoyaltyOptions = {
  readonly signal: AbortSignal
  readonly onPoll?: (royalty: RoyaltyView) => void
  /** Whether signatures that a mint waits for are worth waiting for. */
  readonly isPatient: (mint: Mint) => boolean
  readonly pauseMs?: number
}

/**
 * Polls a royalty until its token is minted, or nothing goes on without somebody: the studio mints it
 * as soon as it is paid. Interrupted, it answers how far it was.
 * @throws as the client
 */
export const followRoyalty = async (
  client: Pick<MintingClient, 'getRoyalty' | 'getMint'>,
  collectionId: string,
  { signal, onPoll, isPatient, pauseMs = 500 }: FollowRoyaltyOptions,
): Promise<RoyaltyView> => {
  const isSignedSoon = async ({ status, mint_id: id }: RoyaltyView): Promise<boolean> => {
    if (status !== 'awaiting_witnesses' || id === null) return false
    const mint = await client.getMint(collectionId, id)
    // It may have been signed since the royalty was read.
    return mint.status !== 'awaiting_witnesses' || isPatient(mint)
  }
  for (;;) {
    const royalty = await client.getRoyalty(collectionId)
    onPoll?.(royalty)
    const isWaiting = royalty.status === 'unpaid' || royalty.status === 'minting'
    if (signal.aborted || !(isWaiting || (await isSignedSoon(royalty)))) return royalty
    await sleep(pauseMs, undefined, { signal }).catch(() => undefined)
  }
}
