import { join } from 'node:path'
import { databasePath, type HomeDatabase } from '#platform/db/database-names.ts'
import { startWithLog } from '#platform/disk/log-file.ts'
import type { Secret } from '#platform/secret/secret.ts'
import { type RunningDevnet, startDevnet } from './server.ts'
import { timeOf } from '#cardano/slots.ts'
import { openKnown } from '#platform/db/open-database.ts'
import { newestSlot } from './chain/blocks.ts'
import { chainSchema } from './chain/schema.ts'

/** The database of a data folder's practice chain. */
export const chainDatabase = (home: string): HomeDatabase => ({
  home,
  name: 'studio/devnet.chain.db',
})

/**
 * Starts the devnet of a data folder on loopback. Several may run at once: they share the chain's
 * database, and each has its own port and token.
 * @param options.port absent or 0: any free port
 * @throws ColdpressError as `startDevnet` does
 */
export const startHomeDevnet = (options: {
  readonly home: string
  readonly token: Secret
  readonly port?: number
}): Promise<RunningDevnet> => {
  const folder = join(options.home, 'studio')
  return startWithLog(join(folder, 'devnet.chain.log'), (log) =>
    startDevnet({
      ...options,
      database: databasePath(chainDatabase(options.home)),
      log,
    }),
  )
}

/** A clock that is corrected by seconds catches up by itself. */
const toleratedSeconds = 60

/**
 * The time of the newest block of a data folder's devnet where that is ahead of the clock: the clock
 * was set back since. Until then every block carries this one slot, so on this chain no time passes.
 * @throws ColdpressError as `openDatabase`
 */
export const timeAhead = (home: string, now = new Date()): Date | undefined => {
  const database = openKnown(chainDatabase(home), [chainSchema])
  if (database === undefined) return undefined
  try {
    const slot = newestSlot(database)
    if (slot === undefined) return undefined
    const time = timeOf('devnet', BigInt(slot))
    return time.getTime() - now.getTime() > toleratedSeconds * 1000 ? time : undefined
  } finally {
    database.close()
  }
}
