import { randomBytes } from 'node:crypto'
import {
  existsSync,
  linkSync,
  lstatSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { shortText } from '#values/bounds/bounded.ts'
import { jsonOf } from '#values/text/json-of.ts'
import { diskError, systemCode } from '../disk/disk-error.ts'
import { temporaryName } from '../disk/temporary-file.ts'
import {
  databasesOnDisk,
  isDatabase,
  isRemade,
  databasesToLose,
  wasUsed,
} from './database-names.ts'
import { peekAt } from './home-mark.ts'

/** Ten times as many as a data folder can have. */
const mostDatabases = 100

/** A name that no database has is left out: one must not make the whole record void. */
const namesShape = z
  .array(shortText)
  .max(mostDatabases)
  .transform((names) => names.filter((name) => /^(?:[a-z]+\/)?[\w.-]+\.db$/u.test(name)))

const recordShape = z.object({
  format: z.literal(1),
  id: z.string().regex(/^[0-9a-f]{32}$/u),
  databases: namesShape,
  /** Those that are known to carry the id. */
  marked: namesShape.default([]),
})

/**
 * What a data folder knows about its databases apart from them: the id that each carries, the names
 * of those that it has begun, and of those that were given the id, which older versions did not. Without it a lost database looks like one that is still to come.
 */
export type HomeRecord = Readonly<Omit<z.output<typeof recordShape>, 'format'>>

export const recordName = 'home.json'

const mostBytes = 64 * 1024

/** Undefined where there is none, or none that can be read: it is made again from what is there. */
export const readRecord = (home: string): HomeRecord | undefined => {
  const path = join(home, recordName)
  const stats = statSync(path, { throwIfNoEntry: false })
  if (stats === undefined || !stats.isFile() || stats.size > mostBytes) return undefined
  return recordShape.safeParse(jsonOf(readFileSync(path, 'utf8'))).data
}

/**
 * The record of a data folder; of one without it, what its files show: the id that its databases
 * carry, those that are there, and those of which only what lay beside them is left.
 */
export const homeRecordOf = (home: string): HomeRecord => readRecord(home) ?? takeInventory(home)

const takeInventory = (home: string): HomeRecord => {
  // Copies that somebody keeps there, by names of their own, are nobody's loss once they go.
  const own = databasesOnDisk(home).filter(isDatabase)
  const found = own.map((name) => ({ name, ...peekAt(join(home, name)) }))
  // One that is locked may be one that another process begins: its own opening enters it.
  const held = found.filter(({ isEmpty }) => isEmpty === false).map(({ name }) => name)
  const emptied = found
    .filter(({ name, isEmpty }) => isEmpty === true && wasUsed({ home, name }, false))
    .map(({ name }) => name)
  const lost = databasesToLose(home).filter(
    (name) => !found.some((database) => database.name === name) && wasUsed({ home, name }, true),
  )
  const id =
    found.find((database) => database.id !== undefined)?.id ?? randomBytes(16).toString('hex')
  return {
    id,
    databases: [...new Set([...held, ...emptied, ...lost])].filter((name) => !isRemade(name)),
    marked: found
      .filter((database) => database.id === id && !isRemade(database.name))
      .map(({ name }) => name),
  }
}

/** Stores the record of a data folder that has none. @returns the one that is stored then */
export const keepRecord = (home: string, record: HomeRecord): HomeRecord => {
  const read = identityOf(home)
  const stored = readRecord(home)
  if (stored !== undefined) return stored
  // One that cannot be read gives way, but not what another process has stored since.
  if (read !== undefined && identityOf(home) === read)
    rmSync(join(home, recordName), { force: true, recursive: true })
  write(home, record, linkOrRename)
  return readRecord(home) ?? record
}

/** Of what lies at the record's path, to tell it from what comes to lie there. */
const identityOf = (home: string): string | undefined => {
  const stats = lstatSync(join(home, recordName), { bigint: true, throwIfNoEntry: false })
  return stats && [stats.dev, stats.ino, stats.size, stats.mtimeNs].join(' ')
}

/** Adds a database that carries the id. Of two processes at once one may be forgotten, which its next opening adds again. */
export const addToRecord = (home: string, name: string): void =>
  change(home, (names) => [...names, name])

export const removeFromRecord = (home: string, removed: readonly string[]): void =>
  change(home, (names) => names.filter((name) => !removed.includes(name)))

const change = (home: string, changed: (names: readonly string[]) => readonly string[]): void => {
  const { id, ...lists } = homeRecordOf(home)
  const [databases = [], marked = []] = [lists.databases, lists.marked].map((names) => [
    ...new Set(changed(names)),
  ])
  write(home, { id, databases, marked }, renameSync)
}

/** The bytes of a record. */
export const homeRecordText = ({ id, databases, marked }: HomeRecord): string => {
  const lists = { databases: databases.toSorted(), marked: marked.toSorted() }
  return `${JSON.stringify({ format: 1, id, ...lists }, null, 2)}\n`
}

const write = (
  home: string,
  record: HomeRecord,
  place: (from: string, to: string) => void,
): void => {
  // A name that is swept when the process dies before its end.
  const temporary = join(home, `record-${temporaryName()}`)
  try {
    writeFileSync(temporary, homeRecordText(record), { mode: 0o600, flag: 'wx', flush: true })
    place(temporary, join(home, recordName))
  } catch (error) {
    throw diskError(error)
  } finally {
    rmSync(temporary, { force: true })
  }
}

/** Never replaces the record of another process, where the file system has links. */
const linkOrRename = (from: string, to: string): void => {
  try {
    linkSync(from, to)
  } catch (error) {
    if (systemCode(error) !== 'EEXIST' && !existsSync(to)) renameSync(from, to)
  }
}
