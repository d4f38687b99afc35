import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { backup, DatabaseSync } from 'node:sqlite'
import { isPortable } from './home-file.ts'
import { systemCode } from '../disk/disk-error.ts'
import { ColdpressError } from '#shared/errors.ts'
import { databaseError } from '../db/database-error.ts'

/** Stays behind: what is made again, what belongs to this computer, and what the vault exports itself. */
const leftBehind: ReadonlySet<string> = new Set([
  'cache',
  'crashes',
  'window',
  'window.json',
  'home.lock',
  'moved.json',
  'updates',
  'secrets',
  'vault.json',
  'vault.lock',
])

/** Copies from before an update or an import, unfinished files, logs, and SQLite's own files. */
const isLeftBehind = (name: string): boolean =>
  leftBehind.has(name.split('/')[0] ?? '') ||
  name === 'content/index.db' ||
  /(?:\.tmp|\.part|\.log|\.log\.1|-wal|-shm|-journal)$/u.test(name) ||
  /\.db\.before-update-/u.test(name) ||
  /^(?:import-ready|import-placing|import-\d|export-\d|before-import-)/u.test(name)

const isImage = (name: string): boolean => /^content\/(?:objects|archives)\//u.test(name)

export type HomePart = { readonly name: string; readonly size: number }

/** The files of a data folder that move with it; names with slashes on every system. */
export const partsOf = async (home: string, withImages: boolean): Promise<readonly HomePart[]> => {
  const parts: HomePart[] = []
  const walk = async (folder: string): Promise<void> => {
    for (const entry of await readdir(join(home, folder), { withFileTypes: true })) {
      const name = folder === '' ? entry.name : `${folder}/${entry.name}`
      if (isLeftBehind(name) || (!withImages && isImage(`${name}/`))) continue
      if (entry.isDirectory()) await walk(name)
      else if (entry.isFile()) {
        if (!isPortable(name)) throw unportable(name)
        const facts = await stat(join(home, name)).catch(ignoreMissing)
        if (facts !== undefined) parts.push({ name, size: facts.size })
      }
    }
  }
  await walk('')
  return parts
}

const unportable = (name: string): ColdpressError =>
  new ColdpressError(
    'conflict',
    `The data folder holds the file ${name}, whose name not every system can have. Move it out of the data folder, then export again.`,
  )

/** It went between the listing and now. */
const ignoreMissing = (error: unknown): undefined => {
  if (systemCode(error) === 'ENOENT') return undefined
  throw error
}

export const isDatabase = ({ name }: HomePart): boolean => name.endsWith('.db')

/**
 * The order in which databases are copied while they are in use. What a studio names is in `app.db`
 * before the studio names it, and what it sent is on a chain that is copied later.
 */
export const copyOrder = (one: HomePart, other: HomePart): number =>
  copyRank(one.name) - copyRank(other.name)

const copyRank = (name: string): number => {
  if (/^studio\/\w+\.db$/u.test(name)) return 0
  return name.endsWith('.chain.db') ? 2 : 1
}

/** A whole copy of a database that other processes may be writing to (SQLite's backup API). */
export const snapshotDatabase = async (from: string, to: string): Promise<void> => {
  try {
    const connection = new DatabaseSync(from, { readOnly: true, timeout: 10_000 })
    try {
      await backup(connection, to)
    } finally {
      connection.close()
    }
  } catch (error) {
    throw databaseError(from, error)
  }
}
