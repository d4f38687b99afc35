import { text } from '#renderer/text/en.ts'
import type { AmountEntry } from '#renderer/ui/amounts.tsx'

const words = text.sales.analytics

type SaleAmount = string | number | bigint | null | undefined

/**
 * What buyers paid, then where it went, as far as it is known. The ADA with the tokens is the buyers'
 * own, and no fee.
 */
export const saleAmounts = ({
  revenue,
  undelivered,
  income,
  nftFee,
  txFee,
}: Readonly<Record<'revenue' | 'income' | 'nftFee' | 'txFee', SaleAmount>> & {
  readonly undelivered?: string
}): readonly AmountEntry[] => [
  ...amountEntry(words.revenue, revenue, { isTotal: true }),
  ...amountEntry(words.undelivered, undelivered === '0' ? null : undelivered),
  ...amountEntry(words.income, income),
  ...amountEntry(words.nftFee, nftFee, { hint: words.nftFeeHint }),
  ...amountEntry(words.txFee, txFee),
]

const amountEntry = (
  term: string,
  lovelace: SaleAmount,
  more: Partial<AmountEntry> = {},
): readonly AmountEntry[] =>
  lovelace === null || lovelace === undefined ? [] : [{ term, lovelace: String(lovelace), ...more }]
