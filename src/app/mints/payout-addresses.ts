import type { Collection } from '#contract/collections/collection.ts'

/** The addresses of a collection's payout, whichever of its forms it has. */
export const payoutAddressesOf = (payout: Collection['payout_address']): readonly string[] =>
  typeof payout === 'string' ? [payout] : (payout ?? []).map(({ addr }) => addr)
