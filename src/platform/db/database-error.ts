import { platformErrors } from '#values/errors/platform-errors.ts'
import { errorBy, detailsOf } from '#values/errors/error-rules.ts'
import { accessSync, constants, existsSync, statfsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { type ErrorDetails, ColdpressError, messageOf } from '#values/errors/errors.ts'
import { diskError } from '../disk/disk-error.ts'
import { damagedParts } from './damage.ts'
import { givenAddressesName } from './database-names.ts'
import { sqlite, sqliteCode } from './sqlite-code.ts'

/**
 * Translates an error of SQLite. Only a damaged file is called damaged. Other errors stay
 * unchanged.
 */
export const databaseError = (path: string, error: unknown): unknown => {
  const code = sqliteCode(error)
  if (code === undefined) return diskError(error)
  if (code === sqlite.full) return diskIsFull(path, error)
  if (code === sqlite.busy || code === sqlite.locked) return isBusy(path, error)
  if (code === sqlite.readOnly) return readOnlyError(path, error)
  if (code === sqlite.corrupt || code === sqlite.notADatabase) return isDamaged(path, error)
  if (code !== sqlite.ioError && code !== sqlite.cannotOpen) return error
  // Creating the journal file fails with this code for any reason of the disk.
  if (!hasRoom(path)) return diskIsFull(path, error)
  return isWritable(path) ? cannotReach(path, error) : readOnlyError(path, error)
}

const diskIsFull = (path: string, cause: unknown): ColdpressError =>
  new ColdpressError(
    'disk_full',
    `The disk has no room left to write ${path}. What is stored in it is kept. Free some space, then try again.`,
    { details: { file: path }, cause },
  )

export const readOnlyError = (path: string, cause: unknown): ColdpressError =>
  new ColdpressError(
    'read_only',
    `${path} cannot be written: the file, its folder or the disk is read-only for this user. What is stored in it is kept. Make them writable for yourself, then try again.`,
    { details: { file: path }, cause },
  )

const isBusy = (path: string, cause: unknown): ColdpressError =>
  new ColdpressError(
    'busy',
    `Another process has been writing to ${path} for more than 10 seconds. Wait for it or end it, then try again.`,
    { details: { file: path }, cause },
  )

const cannotReach = (path: string, cause: unknown): ColdpressError =>
  new ColdpressError(
    'internal',
    `The system could not read or write ${path}. Check the disk for errors, then try again.`,
    { details: { file: path }, cause },
  )

const isDamaged = (path: string, cause: unknown): ColdpressError =>
  damagedDatabase(path, damagedParts(path, 'quick_check'), cause)

/** @param parts as `damage.ts` names them */
export const damagedDatabase = (
  path: string,
  parts: readonly string[],
  cause?: unknown,
): ColdpressError => {
  const where = parts.length === 0 ? '' : `: ${parts.join(', ')}`
  return new ColdpressError('corrupt', `${path} is damaged${where}. ${adviceForDamaged(path)}`, {
    details: { file: path, parts, ...ruleForDamaged(path) },
    cause,
  })
}

/** For an error in a sound file, such as one in a migration step. */
export const notOpened = (path: string, cause: unknown): ColdpressError =>
  new ColdpressError(
    'internal',
    `${path} could not be opened: ${messageOf(cause)}. Nothing in it was changed. Report this with the sentence as it stands here.`,
    { details: { file: path }, cause },
  )

/**
 * What to do about a damaged file before it gets worse. An older copy of one database would not fit
 * the others, and would give addresses to buyers a second time: a backup is imported as a whole.
 */
export const adviceForDamaged = (path: string): string =>
  adviceByFile.find(([ending]) => path.endsWith(ending))?.[1] ??
  'Nothing in it was changed. Copy the whole data folder before you try anything; then import the last backup of the data folder. Do not put back a copy of this file alone.'

/** Names what to type where commands are known; see the command line's `error-advice.ts`. */
export const ruleForDamaged = (path: string): ErrorDetails =>
  adviceByFile.some(([ending]) => path.endsWith(ending))
    ? {}
    : detailsOf(platformErrors, 'damaged', {})

/** Files that Coldpress makes again. */
const adviceByFile: readonly (readonly [ending: string, advice: string])[] = [
  [
    join('content', 'index.db'),
    'It is only the index of the stored files, which are safe beside it. Move it away together with index.db-wal and index.db-shm. Coldpress makes a new one and enters each file again when it reads it.',
  ],
  [
    givenAddressesName,
    'It only records how many addresses were given to buyers. Start Coldpress again: it sets the file aside, makes a new one, and leaves out addresses that may be in use.',
  ],
]

/** For an empty file that nothing shows the use of. */
export const emptyDatabase = (path: string): ColdpressError =>
  new ColdpressError('corrupt', `${path} is empty (0 bytes). ${adviceForDamaged(path)}`, {
    details: { file: path, ...ruleForDamaged(path) },
  })

/** For a file of which nothing is left. @param state such as `is empty (0 bytes)` */
export const emptiedError = (path: string, name: string, state: string): ColdpressError =>
  lostError(
    path,
    name,
    `${path} ${state}, but this data folder was using it. What it held is gone.`,
  )

export const missingError = (path: string, name: string): ColdpressError =>
  lostError(path, name, `${path} is missing, but this data folder was using it.`)

const lostError = (path: string, name: string, what: string): ColdpressError =>
  errorBy(
    platformErrors,
    'database_lost',
    { file: path, database: name },
    `${what} No new one was begun. ${adviceForLost}`,
  )

const adviceForLost =
  'If you moved the file yourself, put it back. Otherwise copy the whole data folder before you try anything; then import the last backup of the data folder.'

/** An id in the database says which data folder it is of. */
export const ofAnotherHome = (path: string, name: string): ColdpressError =>
  errorBy(
    platformErrors,
    'database_lost',
    { file: path, database: name },
    `${path} belongs to another data folder: it does not carry the id that ${recordHere} names. Nothing in it was changed. Move it back to where it came from, and put this data folder's own file in its place.`,
  )

/** An older copy, or another data folder's, from before databases carried an id. */
export const unmarked = (path: string, name: string): ColdpressError =>
  errorBy(
    platformErrors,
    'database_lost',
    { file: path, database: name },
    `${path} is not the file that this data folder was using: that one carried the id that ${recordHere} names, and this one carries none. Nothing in it was changed. Put this data folder's own file in its place; without it, import the last backup of the data folder.`,
  )

/** Some program moved, replaced or deleted a file that is open. */
export const movedAway = (path: string): ColdpressError =>
  errorBy(
    platformErrors,
    'moved_away',
    { file: path },
    `${path} was moved, replaced or deleted while it was open, so what is written is lost when this process ends. End Coldpress before files of its data folder change; then import the last backup of the data folder, or put the file back that was there.`,
  )
const recordHere = 'home.json'

export const tooNew = (path: string, details: Readonly<Record<string, unknown>>): ColdpressError =>
  errorBy(
    platformErrors,
    'too_new',
    { file: path, ...details },
    `${path} was written by a newer version of Coldpress. Update Coldpress to open it.`,
  )

/** For tables of an earlier checkout. Nothing has been released, so there is no migration. */
export const otherTables = (
  path: string,
  details: Readonly<Record<string, unknown>> = {},
): ColdpressError =>
  new ColdpressError(
    'corrupt',
    `${path} was written by an earlier checkout of Coldpress, whose tables this version cannot read. Nothing in it was changed. Keep your keys: vault.json and the folder secrets stay readable. Move everything else out of the data folder, start Coldpress again, then restore your policies from their backups.`,
    { details: { file: path, ...details } },
  )

/** Less than SQLite needs to start: its shared-memory file alone has 32 KiB. */
const minFreeBytes = 64 * 1024

const hasRoom = (path: string): boolean => {
  try {
    const { bavail, bsize } = statfsSync(dirname(path))
    return bavail * bsize >= minFreeBytes
  } catch {
    return true
  }
}

const isWritable = (path: string): boolean =>
  [dirname(path), path].filter((file) => existsSync(file)).every(mayWrite)

const mayWrite = (path: string): boolean => {
  try {
    accessSync(path, constants.W_OK)
    return true
  } catch {
    return false
  }
}
