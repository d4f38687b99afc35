import { platformErrors } from '#values/errors/platform-errors.ts'
import { isErrorBy } from '#values/errors/error-rules.ts'
import { Database } from './database.ts'
import { emptiedError, missingError, ofAnotherHome, unmarked } from './database-error.ts'
import {
  databaseAt,
  databasesOnDisk,
  type HomeDatabase,
  isRemade,
  databasePath,
} from './database-names.ts'
import { type DatabaseState, databaseStateOf, homeMarkSchema, peekAt } from './home-mark.ts'
import {
  addToRecord,
  type HomeRecord,
  keepRecord,
  readRecord,
  homeRecordOf,
} from './home-record.ts'
import { requireRegularFile } from './regular-file.ts'
import type { Schema } from './schema.ts'

/**
 * Opens a database of a data folder, and begins it where the data folder never had it. The only way:
 * what the data folder has lost is an error and never begun again unasked.
 * @throws ColdpressError `corrupt` for one that is damaged, missing, emptied, of another data folder
 * or newer than this program; `disk_full`, `read_only`, `busy`
 */
export const openDatabase = (at: HomeDatabase, schemas: readonly Schema[]): Database =>
  withRecord(
    () => (isRemade(at.name) ? readRecord(at.home) : homeRecordOf(at.home)),
    (record) => openBy(record, at, schemas),
  )

/**
 * What a first look calls lost is looked at once more: meanwhile another process may have stored the
 * first record of the data folder, or finished the database.
 */
const withRecord = <R, T>(find: () => R, work: (record: R) => T): T => {
  try {
    return work(find())
  } catch (error) {
    if (!isErrorBy(error, platformErrors, 'database_lost')) throw error
    return work(find())
  }
}

const openBy = (
  record: HomeRecord | undefined,
  at: HomeDatabase,
  schemas: readonly Schema[],
): Database => {
  const path = databasePath(at)
  requireFile(at, record)
  let found: DatabaseState | undefined
  const database = new Database(path, [...schemas, homeMarkSchema], (opened) => {
    found = databaseStateOf((row, sql) => opened.get(row, sql))
    requireOwn(at, record, found)
  })
  try {
    if (record !== undefined) enter(database, at, { record, isMarked: found?.id !== undefined })
    return database
  } catch (error) {
    database.close()
    throw error
  }
}

/** Opens the database in a file as {@link databaseAt} finds it, or one in memory (`:memory:`). */
export const openDatabaseAt = (path: string, schemas: readonly Schema[]): Database =>
  path === ':memory:' ? new Database(path, schemas) : openDatabase(databaseAt(path), schemas)

/** Marks a database and enters it into the record, in this order: what is entered is never new, and marked. */
const enter = (
  database: Database,
  { home, name }: HomeDatabase,
  { record, isMarked }: { readonly record: HomeRecord; readonly isMarked: boolean },
): void => {
  const { id, databases, marked } = keepRecord(home, record)
  if (!isMarked) database.insert('home_mark', { id }, 'ON CONFLICT DO NOTHING')
  const isEntered = [databases, marked].every((names) => names.includes(name))
  if (!isRemade(name) && !isEntered) addToRecord(home, name)
}

/**
 * Opens a database for a reader, which never begins one.
 * @returns undefined where the data folder never had it
 * @throws ColdpressError as {@link openDatabase}
 */
export const openKnown = (at: HomeDatabase, schemas: readonly Schema[]): Database | undefined =>
  isKnown(at) ? openDatabase(at, schemas) : undefined

/** Whether a data folder has a database, or had one that it has lost. */
export const isKnown = (at: HomeDatabase): boolean =>
  isRecorded(homeRecordOf(at.home), at.name) || holdsTables(at)

const holdsTables = (at: HomeDatabase): boolean =>
  requireRegularFile(databasePath(at)) !== undefined && peekAt(databasePath(at)).isEmpty !== true

/** The names of all databases that a data folder has, or has lost. */
export const databasesOf = (home: string): readonly string[] => [
  ...new Set([...databasesOnDisk(home), ...homeRecordOf(home).databases]),
]

/**
 * Checks whether what lies at a name can be the data folder's own, without opening it for changes.
 * @throws ColdpressError `corrupt`
 */
export const requireSound = (at: HomeDatabase): void =>
  withRecord(
    () => homeRecordOf(at.home),
    (record) => {
      requireFile(at, record)
      requireOwn(at, record, peekAt(databasePath(at)))
    },
  )

const isRecorded = (record: HomeRecord | undefined, name: string): boolean =>
  record?.databases.includes(name) === true

const requireFile = (at: HomeDatabase, record: HomeRecord | undefined): void => {
  const path = databasePath(at)
  const size = requireRegularFile(path)
  if (size === undefined && isRecorded(record, at.name)) throw missingError(path, at.name)
  if (size === 0 && isRecorded(record, at.name))
    throw emptiedError(path, at.name, 'is empty (0 bytes)')
}

const requireOwn = (
  at: HomeDatabase,
  record: HomeRecord | undefined,
  { isEmpty, id, lacksMark }: DatabaseState,
): void => {
  const path = databasePath(at)
  if (isEmpty === true && isRecorded(record, at.name))
    throw emptiedError(path, at.name, 'holds no tables')
  if (id !== undefined && record !== undefined && id !== record.id)
    throw ofAnotherHome(path, at.name)
  if (lacksMark && record?.marked.includes(at.name) === true) throw unmarked(path, at.name)
}
