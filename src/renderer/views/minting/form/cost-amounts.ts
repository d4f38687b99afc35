import type { MintEstimate } from '#contract/mints/mint.ts'
import { fundingFor } from '#contract/sales/min-payment.ts'
import { text } from '#renderer/text/en.ts'
import { type AmountEntry, shownAmounts } from '#renderer/ui/amounts.tsx'
import type { ShownAmount } from '#renderer/ui/text-parts.tsx'

const words = text.minting.form.funds

/** What a mint costs, with its parts. */
export const costEntries = ({
  total,
  tokens,
  with_tokens: along,
  transactions,
  fees,
}: MintEstimate): readonly AmountEntry[] => {
  const { cost } = text.minting.form
  return [
    { term: text.minting.mint.totalCost, lovelace: total, isTotal: true },
    { term: cost.withTokens(tokens), lovelace: along, hint: text.minting.mint.alongHint },
    { term: cost.fees(transactions), lovelace: fees },
  ]
}

type Funds = Pick<MintEstimate, 'total' | 'missing' | 'left'>

/** What is at the paying address, apart from what other transactions reserve. */
const heldOf = ({ total, missing, left }: Funds): number => total + left - missing

/** A balance as {@link paymentEntries} show it; undefined where it is not what they count. */
export const balanceShown = (
  estimate: MintEstimate | undefined,
  balance: number,
): ShownAmount | undefined => {
  if (estimate === undefined || heldOf(estimate) !== balance) return undefined
  if (estimate.missing === 0 || balance === 0) return undefined
  const entries = paymentEntries(BigInt(estimate.missing), estimate)
  const shown = shownAmounts(entries, { rounding: 'up' }).at(-1)
  return shown && { ...shown, lovelace: -shown.lovelace }
}

/**
 * What is to be sent to the paying address, and why it is not what the mint costs: some ADA has to
 * stay there, and some may be there.
 * @param estimate undefined where the build, and no estimate, says what is missing
 */
export const paymentEntries = (
  missing: bigint,
  estimate: Funds | undefined,
): readonly AmountEntry[] => {
  const amount = fundingFor(missing)
  const more = amount - missing
  const total = { term: words.amount, lovelace: String(amount), isTotal: true }
  if (estimate !== undefined && BigInt(estimate.missing) === missing) {
    const held = heldOf(estimate)
    return [
      total,
      { term: text.minting.mint.totalCost, lovelace: estimate.total, isShared: true },
      { term: words.left, lovelace: String(BigInt(estimate.left) + more), hint: words.leftHint },
      ...(held === 0 ? [] : [{ term: words.held, lovelace: -held }]),
    ]
  }
  return more < 10_000n
    ? [total]
    : [
        total,
        { term: words.missing, lovelace: String(missing), isShared: true },
        { term: words.more, lovelace: String(more), hint: words.leftHint },
      ]
}
