import { statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import envPaths from 'env-paths'
import { clockIssue } from '../../shared/clock.ts'
import { ColdpressError, isColdpressError, messageOf } from '../../shared/errors.ts'
import { diskFault, systemCode } from './disk-fault.ts'

/** A data folder: the vault of the platform's default one has the plain service name. */
export type Home = { readonly path: string; readonly isDefault: boolean }

/** The folder that the user chose, or the platform's own for Coldpress. */
export const homeOf = (chosen: string | undefined): Home => {
  const own = envPaths('Coldpress', { suffix: '' }).data
  const path = chosen === undefined || chosen === '' ? own : resolve(chosen)
  return { path, isDefault: path === own }
}

/** A sentence for a clock that cannot be right, as far as this program and this home can tell. */
export const clockIssueIn = (home: string, now = new Date()): string | undefined =>
  clockIssue(now, statSync(join(home, 'app.db'), { throwIfNoEntry: false })?.mtime)

/**
 * What the system says of a home that is a file, cannot be written, or is on a full disk.
 * `ways` tells how another folder is given, such as `--home or COLDPRESS_HOME`.
 */
export const homeFault = (home: string, ways: string, error: unknown): unknown => {
  const named = diskFault(error)
  if (isColdpressError(named) || systemCode(error) === undefined) return named
  return new ColdpressError(
    'usage',
    `The data folder ${home} cannot be used: ${messageOf(error)}. Give a folder that can be written, with ${ways}.`,
    { cause: error },
  )
}
