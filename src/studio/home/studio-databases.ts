import type { Database } from '#platform/db/database.ts'
import { type Network, networks } from '#cardano/network.ts'
import type { HomeDatabase } from '#platform/db/database-names.ts'
import { openKnown } from '#platform/db/open-database.ts'
import { studioSchemas } from '../schemas.ts'

/** The database of a data folder's studio on one network. */
export const studioDatabase = (home: string, network: Network): HomeDatabase => ({
  home,
  name: `studio/${network}.db`,
})

/**
 * Runs with the database of each studio that a data folder has, beside whatever serves it.
 * @throws ColdpressError as `openDatabase`, for a lost one too
 */
export const eachStudio = <T>(
  home: string,
  work: (database: Database, network: Network) => T,
): readonly T[] =>
  networks.flatMap((network) => {
    const database = openKnown(studioDatabase(home, network), studioSchemas)
    if (database === undefined) return []
    try {
      return [work(database, network)]
    } finally {
      database.close()
    }
  })
