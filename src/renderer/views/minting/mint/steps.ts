import type { MintFacts, MintTransactionFacts } from '#contract/mints/calls.ts'

/**
 * How far a mint is. Each transaction has one step into a block and one for each block on it.
 * `minConfirmations`: of the transaction that is furthest behind; undefined until all are in blocks.
 */
export const stepsOf = ({
  all,
  wanted,
}: Pick<MintFacts, 'all' | 'wanted'>): {
  readonly percent: number
  readonly minConfirmations: number | undefined
} => {
  const confirmationsOf = ({ status, confirmations }: MintTransactionFacts) => {
    if (status === 'confirmed') return wanted
    return status === 'in_block' ? Math.min(confirmations, wanted) : undefined
  }
  const each = all.map(confirmationsOf)
  const done = each.reduce<number>((sum, one) => sum + (one === undefined ? 0 : one + 1), 0)
  const total = all.length * (wanted + 1)
  const known = each.filter((one) => one !== undefined)
  return {
    percent: total === 0 ? 0 : Math.floor((done * 100) / total),
    minConfirmations: known.length === all.length && total > 0 ? Math.min(...known) : undefined,
  }
}
