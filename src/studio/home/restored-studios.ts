import type { Network } from '#cardano/network.ts'
import type { Database } from '#platform/db/database.ts'
import { unknownPaymentText } from '../sales/unknown/unknown-payment-text.ts'
import { findSkipped, findUnknownPayments } from '../store/skipped-addresses.ts'
import { eachStudio } from './studio-databases.ts'

/** What a studio found at addresses that no sale has: those that it skipped, and of deleted sales. */
export type RestoredStudio = {
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
