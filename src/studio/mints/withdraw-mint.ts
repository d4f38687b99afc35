import type { MintStatus } from '#contract/mints/mint.ts'
import type { Submission } from '#chain/submission/journal.ts'
import type { Studio } from '../options.ts'
import { requireChain } from './chain.ts'
import { findMint, mintTransactions, setMintStatus, settleTokens } from './store.ts'

/**
 * Releases a mint's tokens and inputs. Its transactions are no longer sent, but tracked while they
 * are valid: others may have a copy. A finished mint is left alone, since another may hold its
 * tokens by now. Call it in a database transaction.
 */
export const withdrawMint = (studio: Studio, mintId: string): void => {
  const { database, now } = studio
  if (isOver(findMint(database, mintId)?.status)) return
  const { submissions } = requireChain(studio)
  const at = now().toISOString()
  submissions.withdraw(mintId)
  submissions.release(mintId)
  for (const { tx_id: txId } of mintTransactions(database, mintId))
    settleTokens(database, { mintId, txId }, 'freed', at)
  // Without its order nothing signs it any more.
  studio.seals.remove({ kind: 'order', id: mintId })
  setMintStatus(database, mintId, { status: 'cancelled', error: null, at })
}

const isOver = (status: MintStatus | undefined): boolean =>
  status === undefined || status === 'completed' || status === 'failed' || status === 'cancelled'

/** A gateway that was called once may have it, and so may a node that had it in a block. */
export const isSent = ({ state, attempts, rollbacks }: Submission): boolean =>
  attempts > 0 || rollbacks > 0 || (state !== 'awaiting' && state !== 'ready')
