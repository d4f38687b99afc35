import { accessSync, constants, existsSync, statfsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { ColdpressError, messageOf } from '#shared/errors.ts'
import { diskError } from '../disk/disk-error.ts'
import { damagedParts } from './damage.ts'
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
  if (code === sqlite.readOnly) return isReadOnly(path, error)
  if (code === sqlite.corrupt || code === sqlite.notADatabase) return isDamaged(path, error)
  if (code !== sqlite.ioError && code !== sqlite.cannotOpen) return error
  // Creating the journal file fails with this code for any reason of the disk.
  if (!hasRoom(path)) return diskIsFull(path, error)
  return isWritable(path) ? cannotReach(path, error) : isReadOnly(path, error)
}

const diskIsFull = (path: string, cause: unknown): ColdpressError =>
  new ColdpressError(
    'disk_full',
    `The disk has no room left to write ${path}. What is stored in it is kept. Free some space, then try again.`,
    { details: { file: path }, cause },
  )

const isReadOnly = (path: string, cause: unknown): ColdpressError =>
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

const isDamaged = (path: string, cause: unknown): ColdpressError => {
  const parts = damagedParts(path, 'quick_check')
  const where = parts.length === 0 ? '' : `: ${parts.join(', ')}`
  return new ColdpressError('corrupt', `${path} is damaged${where}. ${adviceForDamaged(path)}`, {
    details: { file: path, parts },
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

/** What to do about a damaged file before it gets worse. */
export const adviceForDamaged = (path: string): string =>
  path.endsWith(contentIndex)
    ? 'It is only the index of the stored files, which are safe beside it. Move it away together with index.db-wal and index.db-shm. Coldpress makes a new one and enters each file again when it reads it.'
    : 'Nothing in it was changed. Copy the whole data folder before you try anything; then restore this file from a backup.'

const contentIndex = join('content', 'index.db')

/** @param proof a file that shows that the data folder was in use */
export const emptied = (path: string, proof: string): ColdpressError =>
  new ColdpressError(
    'corrupt',
    `${path} is empty (0 bytes), but this data folder was in use: ${proof} is there. The file was cut off. ${adviceForDamaged(path)}`,
    { details: { file: path } },
  )

export const tooNew = (path: string, details: Readonly<Record<string, unknown>>): ColdpressError =>
  new ColdpressError(
    'corrupt',
    `${path} was written by a newer version of Coldpress. Update Coldpress to open it.`,
    { details: { file: path, rule: 'too_new', ...details } },
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
  [dirname(path), path].filter((one) => existsSync(one)).every(mayWrite)

const mayWrite = (path: string): boolean => {
  try {
    accessSync(path, constants.W_OK)
    return true
  } catch {
    return false
  }
}
