import { join } from 'node:path'
import { ColdpressError } from '#values/errors/errors.ts'
import { lockFile } from '#platform/db/lock-file.ts'

/**
 * Locks a home's vault against all other processes.
 * @returns releases the lock
 * @throws ColdpressError `timeout` when another process holds it for longer than `timeoutMs`
 */
export const lockHome = async (home: string, timeoutMs: number): Promise<() => void> => {
  const release = await lockFile(join(home, 'vault.lock'), timeoutMs)
  if (release !== undefined) return release
  throw new ColdpressError(
    'timeout',
    'Another Coldpress process is changing the vault and does not finish. Close it, then try again.',
  )
}
