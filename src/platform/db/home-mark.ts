import { DatabaseSync } from 'node:sqlite'
import { z } from 'zod'
import { shortText } from '#values/bounds/bounded.ts'
import { requireRegularFile } from './regular-file.ts'
import type { Schema } from './schema.ts'
import { sqlite, sqliteCode } from './sqlite-code.ts'

/** The id of the data folder that a database belongs to, in the database itself. */
export const homeMarkSchema: Schema = {
  name: 'home_mark',
  steps: ['CREATE TABLE home_mark (id TEXT NOT NULL PRIMARY KEY) STRICT, WITHOUT ROWID'],
}

/** What a file shows before anything in it is read. */
export type DatabaseState = {
  /** No bytes, or no tables. Undefined while another process has the file for itself. */
  readonly isEmpty: boolean | undefined
  /** Undefined for a database of an older version. */
  readonly id: string | undefined
  /** It was read, and has tables and no id. */
  readonly lacksMark: boolean
}

type Read = <T extends z.ZodType>(row: T, sql: string) => z.output<T> | undefined

const countRow = z.object({ tables: z.int(), marks: z.int() })
const idRow = z.object({ id: shortText })

/** @param read reads one row of the database */
export const databaseStateOf = (read: Read): DatabaseState => {
  const found = read(
    countRow,
    `SELECT count(*) AS tables, count(*) FILTER (WHERE name = 'home_mark') AS marks
     FROM sqlite_schema WHERE type = 'table'`,
  )
  const id = found?.marks === 1 ? read(idRow, 'SELECT id FROM home_mark LIMIT 1')?.id : undefined
  const isEmpty = found?.tables === 0
  return { isEmpty, id, lacksMark: !isEmpty && id === undefined }
}

/** A connection that changes nothing. @throws what SQLite throws; ColdpressError `corrupt` for a pipe */
export const openReadOnly = (path: string, timeout = 0): DatabaseSync => {
  requireRegularFile(path)
  return new DatabaseSync(path, { readOnly: true, timeout })
}

/** The state of a file; one that cannot be read is not empty. */
export const peekAt = (path: string): DatabaseState => {
  try {
    if (requireRegularFile(path) === 0) return { isEmpty: true, id: undefined, lacksMark: false }
    const connection = openReadOnly(path)
    try {
      return databaseStateOf((row, sql) => row.optional().parse(connection.prepare(sql).get()))
    } finally {
      connection.close()
    }
  } catch (error) {
    const code = sqliteCode(error)
    const isLocked = code === sqlite.busy || code === sqlite.locked
    return { isEmpty: isLocked ? undefined : false, id: undefined, lacksMark: false }
  }
}
