import type { Submission } from '../../core/submission/journal.ts'
import type { Studio } from '../options.ts'
import { chainOf } from './chain.ts'
import { mintTransactions, setMintStatus, settleTokens } from './store.ts'

/**
 * Gives a mint's tokens and inputs back. Its transactions are sent no more, but looked for as long as
 * they are valid: somebody may have a copy. Call it in a database transaction.
 */
export const withdrawMint = (studio: Studio, mintId: string): void => {
  const { database, now } = studio
  const { submissions } = chainOf(studio)
  const at = now().toISOString()
  submissions.withdraw(mintId)
  submissions.release(mintId)
  for (const { tx_id: txId } of mintTransactions(database, mintId))
    settleTokens(database, { mintId, txId }, 'freed', at)
  setMintStatus(database, mintId, { status: 'cancelled', fault: null, at })
}

/** Whoever was asked once to take it may have it. */
export const isSent = ({ state, attempts }: Submission): boolean =>
  attempts > 0 || (state !== 'awaiting' && state !== 'ready')
