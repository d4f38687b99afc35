import type { MintEstimate } from '#contract/mints/mint.ts'
import { fundingFor } from '#contract/sales/min-payment.ts'
import { text } from '#renderer/text/en.ts'
import { type AmountEntry, shownAmounts } from '#renderer/ui/amounts.tsx'
import type { ShownAmount } from '#renderer/ui/text-parts.tsx'

const words = text.minting.form.funds

/** What a mint costs; where the paying address lacks some of it, how that comes about. */
export const costEntries = (estimate: MintEstimate): readonly AmountEntry[] => {
  const { tokens, with_tokens: along, transactions, fees } = estimate
  const { cost } = text.minting.form
  return fundedEntries(estimate, [
    { term: cost.withTokens(tokens), lovelace: along, hint: text.minting.mint.alongHint },
    { term: cost.fees(transactions), lovelace: fees },
  ])
}

type Funds = Pick<MintEstimate, 'total' | 'missing' | 'left'>

/** What is at the paying address, apart from what other transactions reserve. */
const heldOf = ({ total, missing, left }: Funds): number => total + left - missing

/**
 * One sum: the cost, or what the paying address lacks of it, since some ADA has to stay there.
 * @param parts of the cost
 * @param hint what the cost means
 */
export const fundedEntries = (
  estimate: Funds,
  parts: readonly AmountEntry[],
  hint?: string,
): readonly AmountEntry[] => {
  const { total, missing, left } = estimate
  if (missing === 0)
    return [{ term: text.minting.mint.totalCost, lovelace: total, hint, isTotal: true }, ...parts]
  const held = heldOf(estimate)
  return [
    { term: words.missing, lovelace: missing, isTotal: true },
    ...parts,
    { term: words.left, lovelace: left, hint: words.leftHint },
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
