import type { MintEstimate } from '#contract/mints/mint.ts'
import { fundingFor } from '#contract/sales/min-payment.ts'
import { text } from '#renderer/text/en.ts'
import { type AmountEntry, shownAmounts } from '#renderer/ui/amounts.tsx'
import type { ShownAmount } from '#renderer/ui/text-parts.tsx'

const words = text.minting.form.funds

/** What a mint costs, and how it is paid. */
export const costEntries = (estimate: MintEstimate): readonly AmountEntry[] => {
  const { total, tokens, with_tokens: along, transactions, fees } = estimate
  const { cost } = text.minting.form
  return [
    { term: text.minting.mint.totalCost, lovelace: total, isTotal: true },
    { term: cost.withTokens(tokens), lovelace: along, hint: text.minting.mint.alongHint },
    { term: cost.fees(transactions), lovelace: fees },
    ...fundingEntries(estimate),
  ]
}

type Funds = Pick<MintEstimate, 'total' | 'missing' | 'left'>

/** What is at the paying address, apart from what other transactions reserve. */
const heldOf = ({ total, missing, left }: Funds): number => total + left - missing

/** How the paying address pays the cost: what it still lacks, or else what it holds, then the parts. */
export const fundingEntries = (estimate: Funds): readonly AmountEntry[] => {
  const { total, missing, left } = estimate
  const held = heldOf(estimate)
  const parts = [
    { term: text.minting.mint.totalCost, lovelace: total, isShared: true },
    { term: words.left, lovelace: left, hint: words.leftHint },
  ] as const
  if (missing === 0) return [{ term: words.held, lovelace: held, isTotal: true }, ...parts]
  return [
    { term: words.missing, lovelace: missing, isTotal: true },
    ...parts,
    ...(held === 0 ? [] : [{ term: words.held, lovelace: -held }]),
  ]
}

/** A balance as it is shown beside {@link costEntries}; undefined where it is not what they count. */
export const balanceShown = (
  estimate: MintEstimate | undefined,
  balance: number,
): ShownAmount | undefined => {
  if (estimate === undefined || heldOf(estimate) !== balance || balance === 0) return undefined
  const entries = costEntries(estimate)
  const shown = shownAmounts(entries, { rounding: 'up' })[
    entries.findIndex(({ term }) => term === words.held)
  ]
  return shown && { ...shown, lovelace: shown.lovelace < 0n ? -shown.lovelace : shown.lovelace }
}

/** What is to be sent to the paying address, and why it may be more than what is missing. */
export const paymentEntries = (missing: bigint): readonly AmountEntry[] => {
  const amount = fundingFor(missing)
  const more = amount - missing
  const total = { term: words.amount, lovelace: String(amount), isTotal: true }
  return more < 10_000n
    ? [total]
    : [
        total,
        { term: words.missing, lovelace: String(missing), isShared: true },
        { term: words.more, lovelace: String(more), hint: words.moreHint },
      ]
}
