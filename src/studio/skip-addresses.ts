import { Database } from '#core/db/database.ts'
import { studioSchemas } from './schemas.ts'
import { studioDatabases } from './studio-databases.ts'
import { skipIndexes } from './store/skipped-addresses.ts'

/** More than any studio reserves between two backups. */
const skipped = 10_000

/**
 * Leaves out, in the studios of a data folder that was restored from a backup, the next addresses of
 * their wallets: since the backup each may have been given to a buyer, whose payment must not count
 * for another one's sale. The studios look for such payments then (`sales/search-skipped.ts`).
 */
export const skipAddresses = (home: string): void => {
  for (const path of studioDatabases(home)) {
    const database = new Database(path, studioSchemas)
    try {
      skipIndexes(database, skipped, new Date().toISOString())
    } finally {
      database.close()
    }
  }
}
