import { join } from 'node:path'
import { type Network, networks } from '#core/cardano/network.ts'
import { Database } from '#core/db/database.ts'
import { unknownPaymentText } from './sales/unknown-payment-text.ts'
import { studioSchemas } from './schemas.ts'
import { findSkipped, findUnknownPayments } from './store/skipped-addresses.ts'
import { studioDatabases } from './studio-databases.ts'

/** What a studio that was restored from a backup found at the addresses that it skipped. */
export type RestoredStudio = {
  readonly network: Network
  /** Whether all of them were searched once. */
  readonly isSearched: boolean
  /** A text for each payment whose sale is not known. */
  readonly payments: readonly string[]
}

/** The studios of a data folder that were restored from a backup with a wallet in it. */
export const restoredStudios = (home: string): readonly RestoredStudio[] => {
  const paths = new Set(studioDatabases(home))
  return networks.flatMap((network) => {
    const path = join(home, 'studio', `${network}.db`)
    return paths.has(path) ? restoredStudio(path, network) : []
  })
}

const restoredStudio = (path: string, network: Network): readonly RestoredStudio[] => {
  const database = new Database(path, studioSchemas)
  try {
    const skipped = findSkipped(database)
    if (skipped.length === 0) return []
    const isSearched = skipped.every(({ asked_at: askedAt }) => askedAt !== null)
    return [
      { network, isSearched, payments: findUnknownPayments(database).map(unknownPaymentText) },
    ]
  } finally {
    database.close()
  }
}
