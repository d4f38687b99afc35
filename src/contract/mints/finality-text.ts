import { durationWords, numberText } from '#values/text/format.ts'
import type { Finality } from './finality.ts'

/** Of a public network, on average; an idle devnet makes its blocks as slowly. */
const secondsPerBlock = 20

export const isFinal = ({ blocks, of }: Finality): boolean => blocks >= of

type Transaction = {
  readonly status: string
  readonly confirmations: number
  readonly final_after?: number | null | undefined
}

/** That of the transaction that is furthest behind; undefined until all are confirmed. */
export const finalityOf = (transactions: readonly Transaction[]): Finality | undefined => {
  const each = transactions.map(({ status, confirmations, final_after: of }) =>
    status === 'confirmed' && typeof of === 'number'
      ? { blocks: of === 0 ? 0 : confirmations, of }
      : undefined,
  )
  const known = each.filter((found) => found !== undefined)
  if (known.length < each.length) return undefined
  return known.toSorted((a, b) => a.blocks - a.of - (b.blocks - b.of))[0]
}

/** `final`, or `1,204 of 2,160 blocks, about 5 hours left`. */
export const finalityText = (finality: Finality): string => {
  if (isFinal(finality)) return 'final'
  const { blocks, of } = finality
  const left = durationWords(roundedSeconds((of - blocks) * secondsPerBlock))
  return `${numberText(blocks)} of ${numberText(of)} blocks, about ${left} left`
}

/** Blocks come at random: beyond an hour whole hours, else whole minutes. */
const roundedSeconds = (seconds: number): bigint => {
  const unit = seconds >= 3600 ? 3600 : 60
  return BigInt(Math.max(1, Math.round(seconds / unit)) * unit)
}
