import type { Network } from '#cardano/network.ts'
import type { Database } from '#platform/db/database.ts'
import type { HomeDatabase } from '#platform/db/database-names.ts'
import { isKnown, openDatabase } from '#platform/db/open-database.ts'
import { submissionSchema } from './schema.ts'

const fileOf = (home: string, network: Network): HomeDatabase => ({
  home,
  name: `submissions/${network}.db`,
})

/**
 * The submissions of a data folder, apart from its studio's. One database per network, since a
 * round queries one gateway about all unfinished transactions in it.
 * @throws ColdpressError `corrupt`
 */
export const openHomeSubmissions = (home: string, network: Network): Database =>
  openDatabase(fileOf(home, network), [submissionSchema])

/** Whether anything was ever sent, also if its journal was lost since. */
export const hasHomeSubmissions = (home: string, network: Network): boolean =>
  isKnown(fileOf(home, network))
