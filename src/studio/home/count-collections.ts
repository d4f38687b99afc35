import type { Network } from '#cardano/network.ts'
import { openKnown } from '#platform/db/open-database.ts'
import { studioSchemas } from '../schemas.ts'
import { allCollections } from '../store/collections.ts'
import { studioDatabase } from './studio-databases.ts'

/**
 * The number of collections of a data folder's studio on one network.
 * @throws ColdpressError as `openDatabase`
 */
export const countCollections = (home: string, network: Network): number => {
  const database = openKnown(studioDatabase(home, network), studioSchemas)
  if (database === undefined) return 0
  try {
    return allCollections(database).length
  } finally {
    database.close()
  }
}
