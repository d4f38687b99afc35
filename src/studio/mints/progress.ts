import type { MintStatus } from '../../shared/wire/mint.ts'
import { ColdpressError } from '../../shared/errors.ts'
import type { OnSubmissionChange, Submission } from '../../core/submission/journal.ts'
import { existingCollection } from '../collections.ts'
import type { Studio } from '../options.ts'
import { chainOf } from './chain.ts'
import {
  findMint,
  insertRoyalty,
  type MintRow,
  mintTransactions,
  setMintStatus,
  settleTokens,
} from './store.ts'

/**
 * Carries a transaction's change over to its mint and the mint's tokens. It runs inside the database
 * transaction of that change: no state of a token is ever without the reason for it.
 * @param studio asked for at each change, since it comes to be after what calls this
 */
export const onMintSubmission =
  (studio: () => Studio): OnSubmissionChange =>
  (after, before) => {
    const { database, now } = studio()
    const mint = findMint(database, after.holder)
    if (mint === undefined) return
    const at = now().toISOString()
    if (after.settled && !before.settled) {
      const { txId } = after
      const outcome = after.state === 'confirmed' ? 'minted' : 'freed'
      settleTokens(database, { mintId: mint.id, txId }, outcome, at)
      if (mint.kind === 'royalty' && outcome === 'minted') {
        const { policy_id: policyId } = existingCollection(studio(), mint.collection_id)
        insertRoyalty(database, { policyId, txId, at })
      }
    }
    const submissions = chainOf(studio()).submissions.of(mint.id)
    const fault = submissions.find((one) => one.fault !== null)?.fault?.message ?? null
    setMintStatus(database, mint.id, { status: statusOf(submissions), fault, at })
  }

const statusOf = (submissions: readonly Submission[]): MintStatus => {
  const states = new Set(submissions.map(({ state }) => state))
  if (states.has('awaiting')) return 'awaiting_witnesses'
  if (submissions.every(({ state }) => state === 'confirmed')) return 'completed'
  if (submissions.every(({ settled }) => settled)) return 'failed'
  return states.has('ready') || states.has('sent') || states.has('rejected')
    ? 'submitting'
    : 'minting'
}

/**
 * Gives tokens and inputs of a mint back that nobody has sent.
 * @throws ColdpressError `conflict` when it was sent, or is over
 */
export const cancelMint = (studio: Studio, mint: MintRow): void => {
  const { database, now } = studio
  const { submissions } = chainOf(studio)
  database.transact(() => {
    const current = findMint(database, mint.id)?.status
    if (current !== 'awaiting_witnesses' && current !== 'submitting') {
      throw new ColdpressError('conflict', `the mint is ${current}, so it cannot be cancelled`)
    }
    submissions.withdraw(mint.id)
    submissions.release(mint.id)
    const at = now().toISOString()
    for (const { tx_id: txId } of mintTransactions(database, mint.id))
      settleTokens(database, { mintId: mint.id, txId }, 'freed', at)
    setMintStatus(database, mint.id, { status: 'cancelled', fault: null, at })
  })
}
