import { join } from 'node:path'
import { type HomeDatabase, databasePath } from '#platform/db/database-names.ts'
import { startWithLog } from '#platform/disk/log-file.ts'
import type { Secret } from '#platform/secret/secret.ts'
import { type RunningDevnet, startDevnet } from './server.ts'

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
