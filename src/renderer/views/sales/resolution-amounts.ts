import type { RefundPlan, SaleDetails } from '#contract/sales/calls.ts'
import type { SaleResolution } from '#contract/sales/sale-status.ts'
import { salePriceOf } from '#contract/sales/total-price.ts'
import { type PartPayer, partPayers } from '#contract/sales/part-payers.ts'
import { isThere } from '#contract/sales/payment-due.ts'
import { text } from '#renderer/text/en.ts'
import type { AmountEntry } from '#renderer/ui/amounts.tsx'

const words = text.sales.resolve

const amountEntry = (term: string, lovelace: bigint, isTotal = false): AmountEntry => ({
  term,
  lovelace: String(lovelace),
  isTotal,
})

type Paid = Pick<SaleDetails, 'payments' | 'price' | 'supply' | 'tokens'>

/**
 * The amounts that a resolution is decided on: where one is the sum of the others, it is first. Only
 * the payments of one payer count: of the buyer, or of who is nearest to the price.
 */
export const resolutionAmounts = (sale: Paid, action: SaleResolution): readonly AmountEntry[] => {
  const { payments } = sale
  const price = salePriceOf(sale)
  const counted = payments.filter(({ use }) => use === 'counted')
  const paid = sumOf(counted.map(({ lovelace }) => lovelace))
  if (action === 'accept' && paid > price)
    return [
      amountEntry(words.paidByBuyer, paid, true),
      amountEntry(words.price, price),
      amountEntry(words.back, paid - price),
    ]
  const [nearest] = partPayers(sale)
  if (action === 'wait' && nearest !== undefined) return partAmounts(price, nearest)
  return [amountEntry(words.price, price), amountEntry(words.paid, stillThere(sale))]
}

const stillThere = ({ payments }: Pick<Paid, 'payments'>): bigint =>
  sumOf(payments.filter(isThere).map(({ lovelace }) => lovelace))

/** What of the price the payer nearest to it has paid, and what is left for that payer. */
export const partAmounts = (
  price: bigint,
  { paid, missing }: Pick<PartPayer, 'paid' | 'missing'>,
): readonly AmountEntry[] => [
  amountEntry(words.price, price, true),
  amountEntry(words.paidByNearest, paid),
  amountEntry(words.missing, missing),
]

/** Kinds of other tokens that go back to the buyer when a sale is accepted. */
export const tokensBack = ({ payments }: Pick<Paid, 'payments'>): number =>
  new Set(
    payments
      .filter(({ use }) => use === 'counted')
      .flatMap(({ assets }) => assets.map(({ unit }) => unit)),
  ).size

const sumOf = (amounts: readonly number[]): bigint =>
  amounts.reduce((sum, amount) => sum + BigInt(amount), 0n)

/**
 * The price, what was paid, and where it goes: as its parts if the refund spends nothing else, else as
 * a sum of its own. Without a known fee there is no sum.
 */
export const refundAmounts = (
  sale: Paid,
  { receivers, fee, left }: Pick<RefundPlan, 'receivers' | 'fee' | 'left'>,
): readonly AmountEntry[] => {
  const known = resolutionAmounts(sale, 'refund')
  if (receivers.length === 0) return known
  const back = sumOf(receivers.map(({ lovelace }) => lovelace))
  if (fee === null) return [...known, amountEntry(words.beforeFee, back, true)]
  const stays = sumOf(left.map(({ lovelace }) => lovelace))
  const spent = back + BigInt(fee)
  const parts = [
    amountEntry(words.returned(receivers.length), back),
    amountEntry(words.fee, BigInt(fee)),
  ]
  return spent + stays === stillThere(sale)
    ? [
        ...known.map((entry) => ({ ...entry, isTotal: entry.term === words.paid })),
        ...parts,
        ...(stays === 0n ? [] : [amountEntry(words.left, stays)]),
      ]
    : [...known, amountEntry(words.spent, spent, true), ...parts]
}
