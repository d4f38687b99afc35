import { givenAddressesPath, openGivenAddresses } from '#chain/sale-addresses/given-addresses.ts'
import { leaveOutNext } from '../sales/reserve/next-index.ts'
import { findWallets } from '../store/sale-wallets.ts'
import { eachStudio } from './studio-databases.ts'
import type { Network } from '#cardano/network.ts'
import type { Database } from '#platform/db/database.ts'
import { unknownPaymentText } from '../sales/unknown/unknown-payment-text.ts'
import { findSkipped, findUnknownPayments } from '../store/skipped-addresses.ts'

/**
 * Leaves out, in the studios of a data folder that was imported or is used again, the next addresses of
 * their wallets: each may have been given to a buyer elsewhere, whose payment must not count for
 * another one's sale. The studios look for such payments then (`sales/search-skipped.ts`).
 */
export const skipAddresses = (home: string): void => {
  const { given } = openGivenAddresses(givenAddressesPath(home))
  try {
    eachStudio(home, (database, network) => {
      const ids = findWallets(database).map(({ id }) => id)
      database.transact(() => {
        // The record may name a wallet that a copy of the database does not know.
        for (const walletId of new Set([...ids, ...given.wallets(network)]))
          leaveOutNext(
            { database, givenAddresses: given, network, now: () => new Date() },
            walletId,
          )
      })
    })
  } finally {
    given.close()
  }
}

/** What a studio found at addresses that no sale has: those that it skipped, and of deleted sales. */
type RestoredStudio = {
  readonly network: Network
  /** Whether all that it skipped were searched once. */
  readonly isSearched: boolean
  readonly hasSkipped: boolean
  /** A text for each payment whose sale is not known. */
  readonly payments: readonly string[]
  /** A text for each payment whose sale was deleted. */
  readonly ofDeleted: readonly string[]
}

/** The studios of a data folder that skipped addresses or found payments without a sale. */
export const restoredStudios = (home: string): readonly RestoredStudio[] =>
  eachStudio(home, restoredStudio)

const restoredStudio = (database: Database, network: Network): RestoredStudio => {
  const skipped = findSkipped(database)
  const found = findUnknownPayments(database)
  const textsOf = (isDeleted: boolean): readonly string[] =>
    found.filter(({ sale_id: sale }) => (sale !== null) === isDeleted).map(unknownPaymentText)
  return {
    network,
    hasSkipped: skipped.length > 0,
    isSearched: skipped.every(({ asked_at: askedAt }) => askedAt !== null),
    payments: textsOf(false),
    ofDeleted: textsOf(true),
  }
}
