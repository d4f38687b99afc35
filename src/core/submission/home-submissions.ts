import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Network } from '../cardano/network.ts'
import { Database } from '../db/database.ts'
import { submissionSchema } from './schema.ts'

const fileOf = (home: string, network: Network): string =>
  join(home, 'submissions', `${network}.db`)

/**
 * The submissions of a data folder, apart from its studio's. One database per network, since a
 * round queries one gateway about all unfinished transactions in it.
 * @throws ColdpressError `corrupt`
 */
export const openHomeSubmissions = (home: string, network: Network): Database =>
  new Database(fileOf(home, network), [submissionSchema])

/** Whether anything was ever sent. */
export const hasHomeSubmissions = (home: string, network: Network): boolean =>
  existsSync(fileOf(home, network))
