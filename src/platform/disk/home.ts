import { existsSync, type Stats, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import envPaths from 'env-paths'
import { clockIssue } from '#values/networks/clock.ts'
import { ColdpressError, isColdpressError, messageOf } from '#values/errors/errors.ts'
import { diskError, systemCode } from './disk-error.ts'

/** A data folder: the vault of the platform's default one has the plain service name. */
export type Home = { readonly path: string; readonly isDefault: boolean }

/**
 * The folder that the user chose, or the platform's own for Coldpress. A variable of a script that was
 * not set leaves an empty or blank one: it must not lead to the real data folder.
 * @throws ColdpressError `usage` for an empty choice
 */
export const homeOf = (chosen: string | undefined): Home => {
  if (chosen?.trim() === '')
    throw new ColdpressError(
      'usage',
      "COLDPRESS_HOME: the value is empty. Set it to a folder, or unset it to use this user's own data folder. Nothing was done.",
    )
  const own = envPaths('Coldpress', { suffix: '' }).data
  const path = chosen === undefined ? own : resolve(chosen)
  return { path, isDefault: path === own }
}

/**
 * A sentence about a clock that is certainly wrong, as far as this program and this home can know.
 */
export const clockIssueIn = (home: string, now = new Date()): string | undefined =>
  clockIssue(now, statOf(join(home, 'app.db'))?.mtime)

/** Undefined also where this user may not look: opening the home says so. */
const statOf = (path: string): Stats | undefined => {
  try {
    return statSync(path, { throwIfNoEntry: false })
  } catch {
    return undefined
  }
}

const readOnlyCodes: ReadonlySet<string> = new Set(['EROFS', 'EACCES', 'EPERM'])

/**
 * The error of a home that is a file, is not writable, or is on a full disk. `ways` names the
 * options for another folder, such as `--home or COLDPRESS_HOME`.
 */
export const homeError = (home: string, ways: string, error: unknown): unknown => {
  const named = diskError(error)
  const code = systemCode(error)
  if (isColdpressError(named) || code === undefined) return named
  const user = process.getuid?.()
  const owner = statOf(home)?.uid
  if (readOnlyCodes.has(code) && user !== undefined && owner !== undefined && owner !== user)
    return new ColdpressError(
      'read_only',
      `The data folder ${home} belongs to another user of this computer. Each user has a data folder and a vault of their own. Use Coldpress as that user, or give another folder with ${ways}.`,
      { cause: error },
    )
  if (readOnlyCodes.has(code) && existsSync(home))
    return new ColdpressError(
      'read_only',
      `The data folder ${home} cannot be read or written by this user, or its disk is read-only: ${messageOf(error)}. What is stored in it is kept. Make it writable for yourself, then try again.`,
      { cause: error },
    )
  return new ColdpressError(
    'usage',
    `The data folder ${home} cannot be used: ${messageOf(error)}. Give a folder that can be written, with ${ways}.`,
    { cause: error },
  )
}
