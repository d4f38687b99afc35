import type { PayoutAddress } from '#contract/collections/collection.ts'
import { sharesOf, weightsOf } from './shares.ts'

/** The receivers of a sale's income in their order, with the part that each of them gets. */
export const payoutShares = (payout: PayoutAddress) =>
  typeof payout === 'string'
    ? [{ address: payout, ratio: 1 }]
    : payout.map(({ addr: address, ratio }) => ({ address, ratio }))

type Output = { readonly address: string; readonly lovelace: bigint }

/**
 * The last outputs of a sale are its payouts, in order; they split the income by ratio.
 * @returns the first share that is not paid as `payout` says; undefined when all are
 */
export const unpaidShare = (
  outputs: readonly Output[],
  payout: PayoutAddress,
): { readonly position: number; readonly address: string } | undefined => {
  const payouts = payoutShares(payout)
  const paid = outputs.slice(-payouts.length)
  const income = paid.reduce((sum, { lovelace }) => sum + lovelace, 0n)
  const shares = sharesOf(income, weightsOf(payouts.map(({ ratio }) => ratio)))
  const position = payouts.findIndex(
    ({ address }, index) =>
      paid[index]?.address !== address || paid[index]?.lovelace !== shares[index],
  )
  const wrong = payouts[position]
  return wrong && { position, address: wrong.address }
}
