import type { Block, Gateway } from '../gateway/gateway.ts'
import { slowdownOf } from '../gateway/call-pace.ts'
import { abortable } from './abortable.ts'
import type { SubmissionJournal, Submission, SubmissionChange } from './journal.ts'

export type DeepenOptions = {
  readonly journal: SubmissionJournal
  readonly gateway: Gateway
  readonly now: () => Date
  /** Required number of blocks on top of a transaction's own. */
  readonly confirmations: number
  /** Time to wait at least before a confirmed transaction is looked at again. */
  readonly pollMs: number
}

/** Longest time between two looks at a confirmed transaction. */
const longestMs = 30 * 60_000

/**
 * Looks at confirmed transactions until no rollback can reach them, more rarely the deeper they are:
 * one call for each block that holds some, about 40 on the way to 2,160 blocks.
 * @param due the newest of a block may be due a moment before the others
 */
export const deepen = async (
  { journal, gateway, now, confirmations: wanted, pollMs }: DeepenOptions,
  due: readonly Submission[],
  tip: Block,
  signal: AbortSignal | undefined,
): Promise<readonly Submission[]> => {
  if (due.length === 0) return []
  const changed: Submission[] = []
  const change = async (row: Submission, made: SubmissionChange): Promise<void> => {
    const after = await journal.change(row, made)
    if (after !== undefined) changed.push(after)
  }
  const finalAfter = await finalAfterOf({ gateway, confirmations: wanted }, signal)
  /** A fifth of the block's age: a rollback is seen within a fifth of its depth. */
  const nextLook = (slot: bigint): number => {
    const ageMs = Number(tip.slot - slot) * 1000
    const pauseMs = Math.min(Math.max(ageMs / 5, pollMs), longestMs)
    return now().getTime() + Math.round(pauseMs * slowdownOf(gateway))
  }
  const lookAgain = async (row: Submission): Promise<void> => {
    const found = await abortable(gateway.transaction(row.txId), signal)
    if (found === undefined) {
      const height = row.block?.height ?? 0
      // A gateway that lags lists no block either; another one there proves the rollback.
      const other = await abortable(gateway.block(height), signal)
      if (other === undefined) await change(row, { dueAt: now().getTime() + pollMs })
      else await change(row, rolledBack(row))
      return
    }
    const block = { hash: found.block, height: found.height, slot: found.slot }
    const confirmations = Math.max(0, tip.height - found.height)
    const isConfirmed = confirmations >= wanted
    await change(row, {
      block,
      confirmations,
      ...(isConfirmed
        ? { finalAfter, dueAt: nextLook(found.slot) }
        : { state: 'in_block', settled: false, finalAfter: null, rollbacks: row.rollbacks + 1 }),
    })
  }
  for (const [hash, rows] of Map.groupBy(due, ({ block }) => block?.hash ?? '')) {
    signal?.throwIfAborted()
    const block = hash === '' ? undefined : await abortable(gateway.block(hash), signal)
    if (block === undefined) for (const row of rows) await lookAgain(row)
    else {
      const { confirmations, slot } = block
      const dueAt = confirmations < finalAfter ? nextLook(slot) : 0
      await Promise.all(rows.map((row) => change(row, { confirmations, finalAfter, dueAt })))
    }
  }
  return changed
}

/** The blocks on a transaction that make it final. */
export const finalAfterOf = async (
  { gateway, confirmations }: Pick<DeepenOptions, 'gateway' | 'confirmations'>,
  signal: AbortSignal | undefined,
): Promise<number> =>
  Math.max(confirmations, await abortable(gateway.securityParam(signal), signal))

/** The same bytes are sent again, unless they are not here or their time is over. */
export const rolledBack = ({ rollbacks, block, isSigned }: Submission): SubmissionChange => ({
  state: isSigned ? 'sent' : 'awaiting',
  settled: false,
  rollbacks: rollbacks + 1,
  block: null,
  confirmations: 0,
  finalAfter: null,
  dueAt: 0,
  error: {
    code: 'rolled_back',
    message: `The chain took back the block that held it (height ${block?.height ?? 'unknown'}). The same bytes are sent again.`,
  },
})
