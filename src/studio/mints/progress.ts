import type { MintStatus } from '#contract/mints/mint.ts'
import { ColdpressError } from '#values/errors/errors.ts'
import type { OnSubmissionChange, Submission } from '#chain/submission/journal.ts'
import { existingCollection } from '../store/collections.ts'
import type { Studio } from '../options.ts'
import { findSaleOfMint } from '../store/sales.ts'
import { requireChain } from './chain.ts'
import { noteOwnRoyalty } from './policy-royalty.ts'
import { deleteRoyalty } from './royalty-store.ts'
import { findMint, type MintRow, mintTransactions, setMintStatus, settleTokens } from './store.ts'
import { isSent, withdrawMint } from './withdraw-mint.ts'

/**
 * Called for each change to a mint's transaction, inside the database transaction of that change.
 */
type OnMintChange = (studio: Studio, mint: MintRow, after: Submission, before: Submission) => void

/**
 * Applies a transaction's change to its mint and the mint's tokens, and calls `onChange` (the sale),
 * inside the database transaction of that change, so that all four stay consistent.
 * @param studio read at each change, since the caller exists before it
 */
export const onMintSubmission =
  (studio: () => Studio, onChange: OnMintChange): OnSubmissionChange =>
  (after, before) => {
    const { database, now } = studio()
    const mint = findMint(database, after.holder)
    if (mint === undefined) return
    const submissions = requireChain(studio()).submissions.of(mint.id)
    const status = statusOf(submissions)
    // Another mint may hold its tokens by now; only full confirmation revives it.
    const isOver = mint.status === 'cancelled' && status !== 'completed'
    const at = now().toISOString()
    if (after.settled && !before.settled) finishTokens(studio(), mint, after, { isOver, at })
    if (before.settled && !after.settled) reopenTokens(studio(), mint, after, at)
    onChange(studio(), mint, after, before)
    if (isOver) return
    const error =
      submissions.find((submission) => submission.error !== null)?.error?.message ?? null
    setMintStatus(database, mint.id, { status, error, at })
  }

const finishTokens = (
  studio: Studio,
  mint: MintRow,
  { txId, state }: Submission,
  { isOver, at }: { readonly isOver: boolean; readonly at: string },
): void => {
  const { database } = studio
  const transaction = { mintId: mint.id, txId }
  if (state !== 'confirmed') {
    if (!isOver) settleTokens(database, transaction, 'freed', at)
    return
  }
  settleTokens(database, transaction, mint.kind === 'burn' ? 'burned' : 'minted', at)
  const [first] = mintTransactions(database, mint.id)
  // It is the first transaction of its mint, alone or before those of the tokens.
  if (first?.tx_id !== txId || !(mint.kind === 'royalty' || mint.with_royalty)) return
  const { policy_id: policyId } = existingCollection(studio, mint.collection_id)
  noteOwnRoyalty(studio, policyId, first, at)
}

/** A deep rollback took the transaction back: its tokens are under way again. */
const reopenTokens = (
  { database }: Studio,
  mint: MintRow,
  { txId }: Submission,
  at: string,
): void => {
  const outcome = mint.kind === 'burn' ? 'unburned' : 'unminted'
  settleTokens(database, { mintId: mint.id, txId }, outcome, at)
  deleteRoyalty(database, txId)
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
 * Releases the tokens and inputs of an unsent mint.
 * @throws ColdpressError `conflict` when it was sent, is over, or carries a sale
 */
export const cancelMint = (studio: Studio, mint: MintRow): void => {
  const { database } = studio
  database.transact(() => {
    const now = findMint(database, mint.id)
    const current = now?.status
    if (current !== 'awaiting_witnesses' && current !== 'submitting') {
      throw new ColdpressError('conflict', `the mint is ${current}, so it cannot be cancelled`)
    }
    const sale = findSaleOfMint(database, mint.id)
    // a held mint belongs to a decision that is not made yet
    if (sale !== undefined && now?.held !== true) {
      throw new ColdpressError(
        'conflict',
        `the mint belongs to the sale ${sale.id}, which was paid, so it cannot be cancelled by itself. Resolve the sale.`,
      )
    }
    const started = requireChain(studio).submissions.of(mint.id).find(isSent)
    if (started !== undefined) throw sentAlready(started)
    withdrawMint(studio, mint.id)
  })
}

const sentAlready = ({ txId, state }: Submission): ColdpressError =>
  new ColdpressError(
    'conflict',
    `transaction: ${txId} is ${state} and may be on chain at any time, so it cannot be taken back`,
  )
