import type { Collection } from '#contract/collections/collection.ts'
import { receiverWarnings } from '#cardano/receiver-warnings.ts'
import { payoutAddressesOf } from '../mints/payout-addresses.ts'

/** A collection as it is shown. Not every service warns of the receivers that it was given. */
export const withPayoutWarnings = <C extends Collection>(collection: C): C => {
  const payouts = receiverWarnings('payout address', payoutAddressesOf(collection.payout_address))
  const warnings = [...new Set([...(collection.warnings ?? []), ...payouts])]
  return warnings.length === 0 ? collection : { ...collection, warnings }
}
