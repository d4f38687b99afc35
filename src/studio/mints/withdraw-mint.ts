import type { MintStatus } from '#shared/wire/mint.ts'
import type { Submission } from '#core/submission/journal.ts'
import type { Studio } from '../options.ts'
import { chainOf } from './chain.ts'
import { findMint, mintTransactions, setMintStatus, settleTokens } from './store.ts'

/**
 * Gives a mint's tokens and inputs back. Its transactions are sent no more, but looked for as long as
 * they are valid: somebody may have a copy. One that is over has nothing to give: its tokens may be
 * in another mint by now. Call it in a database transaction.
 */
export const withdrawMint = (studio: Studio, mintId: string): void => {
  const { database, now } = studio
  if (isOver(findMint(database, mintId)?.status)) return
  const { submissions } = chainOf(studio)
  const at = now().toISOString()
  submissions.withdraw(mintId)
  submissions.release(mintId)
  for (const { tx_id: txId } of mintTransactions(database, mintId))
    settleTokens(database, { mintId, txId }, 'freed', at)
  // Nothing signs it any more, whatever its rows say later.
  studio.seals.remove({ kind: 'order', id: mintId })
  setMintStatus(database, mintId, { status: 'cancelled', error: null, at })
}

const isOver = (status: MintStatus | undefined): boolean =>
  status === undefined || status === 'completed' || status === 'failed' || status === 'cancelled'

/** Whoever was asked once to take it may have it, and so may whoever had it in a block. */
export const isSent = ({ state, attempts, rollbacks }: Submission): boolean =>
  attempts > 0 || rollbacks > 0 || (state !== 'awaiting' && state !== 'ready')
