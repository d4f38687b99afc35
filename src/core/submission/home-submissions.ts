import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Network } from '../cardano/network.ts'
import { Database } from '../db/database.ts'
import { submissionSchema } from './schema.ts'

const fileOf = (home: string, network: Network): string =>
  join(home, 'submissions', `${network}.db`)

/**
 * What a data folder sends by itself, apart from its studio. A database for each network: a round of
 * following asks one gateway about everything unfinished that it finds, and another network's would
 * be looked for in vain.
 * @throws ColdpressError `corrupt`
 */
export const openHomeSubmissions = (home: string, network: Network): Database =>
  new Database(fileOf(home, network), [submissionSchema])

/** False: nothing was ever sent. */
export const hasHomeSubmissions = (home: string, network: Network): boolean =>
  existsSync(fileOf(home, network))
