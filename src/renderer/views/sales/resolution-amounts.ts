import type { RefundPlan, SaleFacts } from '#shared/calls/sales.ts'
import type { SaleResolution } from '#shared/wire/sale.ts'
import { text } from '#renderer/text/en.ts'
import type { AmountEntry } from '#renderer/ui/amounts.tsx'

const words = text.sales.resolve

const entry = (term: string, lovelace: bigint, isTotal = false): AmountEntry => ({
  term,
  lovelace: String(lovelace),
  isTotal,
})

/** The amounts that a resolution is decided on: where one is the sum of the others, it is first. */
export const resolutionAmounts = (
  { payments, total }: Pick<SaleFacts, 'payments' | 'total'>,
  action: SaleResolution,
): readonly AmountEntry[] => {
  const price = BigInt(total)
  const paid = payments.reduce((sum, { lovelace }) => sum + BigInt(lovelace), 0n)
  if (action === 'accept' && paid > price)
    return [
      entry(words.paid, paid, true),
      entry(words.price, price),
      entry(words.back, paid - price),
    ]
  if (action === 'wait' && paid < price)
    return [
      entry(words.price, price, true),
      entry(words.paid, paid),
      entry(words.missing, price - paid),
    ]
  return [entry(words.price, price), entry(words.paid, paid)]
}

/** What the refund spends in all, then where it goes. Without a known fee there is no sum. */
export const refundAmounts = ({ receivers, fee }: RefundPlan): readonly AmountEntry[] => {
  const back = receivers.reduce((sum, { lovelace }) => sum + BigInt(lovelace), 0n)
  if (fee === null) return [entry(words.beforeFee, back, true)]
  return [
    entry(words.spent, back + BigInt(fee), true),
    entry(words.returned(receivers.length), back),
    entry(words.fee, BigInt(fee)),
  ]
}
