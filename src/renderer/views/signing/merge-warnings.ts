import type { ShownTransaction } from '#contract/signing/calls.ts'
import type { TransactionWarning } from '#contract/signing/transactions.ts'
import { longId } from '#renderer/ui/short-ids.tsx'
import { acceptanceKey } from './acceptance.ts'

type Shown = Pick<ShownTransaction, 'summary' | 'warnings'>

/** A warning at its place: in the transaction with this position in the request. */
export type PlacedWarning = {
  readonly warning: TransactionWarning
  readonly position: number
  readonly key: string
}

/** What one sentence is about, in the order of the transactions. */
export type MergedWarning = readonly [PlacedWarning, ...PlacedWarning[]]

const order = ['error', 'warning', 'info']

/**
 * Equal warnings as one with its places, the gravest first. An error is accepted for what its sentence
 * names, so only the same sentence is equal; others may differ in amounts, addresses and hashes.
 */
export const mergeWarnings = (transactions: readonly Shown[]): readonly MergedWarning[] => {
  const placed = transactions.flatMap(({ summary, warnings }, position) =>
    warnings.map((warning) => ({ warning, position, key: acceptanceKey(summary.txId, warning) })),
  )
  const different = new Map(placed.map((one) => [one.key, one])).values()
  return [...Map.groupBy(different, ({ warning }) => sentenceKey(warning)).values()]
    .flatMap(([first, ...others]): MergedWarning[] =>
      first === undefined ? [] : [[first, ...others]],
    )
    .toSorted(([a], [b]) => order.indexOf(a.warning.severity) - order.indexOf(b.warning.severity))
}

/** An amount, an address or a hash of a sentence. */
const value = new RegExp(`\\d[\\d.,]* (?:ADA\\b|₳)|${longId.source}`, 'gu')

const sentenceKey = ({ severity, code, message }: TransactionWarning): string =>
  `${severity} ${code} ${severity === 'error' ? message : message.replaceAll(value, '…')}`

const valuesOf = (message: string): readonly string[] => message.match(value) ?? []

/** The values of a sentence that are other ones than in an equal sentence. */
export const differentValues = (message: string, from: string): readonly string[] => {
  const before = valuesOf(from)
  return valuesOf(message).filter((found, at) => found !== before[at])
}
