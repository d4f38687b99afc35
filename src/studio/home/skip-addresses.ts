import { givenAddressesPath, openGivenAddresses } from '#chain/sale-addresses/given-addresses.ts'
import { leaveOutNext } from '../sales/reserve/next-index.ts'
import { findWallets } from '../store/sale-wallets.ts'
import { eachStudio } from './studio-databases.ts'

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
