import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'
import { z } from 'zod'
import { documentText } from '../../shared/bounded.ts'
import { ColdpressError } from '../../shared/errors.ts'
import { describeIssues } from '../../shared/issues.ts'

/**
 * The tables of one domain, beside the code that owns them: `steps[n]` brings version n to n + 1.
 * A step that has shipped never changes.
 */
export type Schema = { readonly name: string; readonly steps: readonly string[] }

type NamedParameters = Readonly<Record<string, SQLInputValue>>

/** By name (`:id`), or in order (`?`), which is quicker for rows that are written by the thousand. */
export type Parameters = NamedParameters | readonly SQLInputValue[]

/**
 * One SQLite file: WAL, so that the app and the command line may share it; every commit synced,
 * because a journal that may lose its last entry is none. Rows are parsed on the way out.
 */
export class Database {
  readonly #connection: DatabaseSync
  readonly #statements = new Map<string, StatementSync>()

  /** @throws ColdpressError `corrupt` when the file is no database or newer than this program. */
  constructor(path: string, schemas: readonly Schema[]) {
    if (path !== ':memory:') mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
    this.#connection = new DatabaseSync(path)
    try {
      this.#connection.exec(
        'PRAGMA busy_timeout = 10000; PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON',
      )
      migrate(this, schemas, path)
    } catch (error) {
      this.#connection.close()
      if (error instanceof ColdpressError) throw error
      throw new ColdpressError(
        'corrupt',
        `${path} cannot be read as a Coldpress database. Restore it from a backup or move it away.`,
        { cause: error },
      )
    }
  }

  /** Runs one statement; answers how many rows it changed. */
  run(sql: string, parameters: Parameters = {}): number {
    const statement = this.#prepare(sql)
    const { changes } = isList(parameters)
      ? statement.run(...parameters)
      : statement.run(parameters)
    return Number(changes)
  }

  /** Runs several statements without parameters. */
  script(sql: string): void {
    this.#connection.exec(sql)
  }

  get<T extends z.ZodType>(
    row: T,
    sql: string,
    parameters: NamedParameters = {},
  ): z.output<T> | undefined {
    const found = this.#prepare(sql).get(parameters)
    return found === undefined ? undefined : parseRow(row, found, sql)
  }

  all<T extends z.ZodType>(row: T, sql: string, parameters: NamedParameters = {}): z.output<T>[] {
    return this.#prepare(sql)
      .all(parameters)
      .map((found) => parseRow(row, found, sql))
  }

  /** Rows one at a time, for results that should not stand in memory at once. */
  *each<T extends z.ZodType>(
    row: T,
    sql: string,
    parameters: NamedParameters = {},
  ): Generator<z.output<T>> {
    for (const found of this.#connection.prepare(sql).iterate(parameters))
      yield parseRow(row, found, sql)
  }

  /** All or nothing. The function must be synchronous: a transaction never spans an await. */
  transact<T>(work: () => T): T {
    if (this.#connection.isTransaction) return work()
    this.#connection.exec('BEGIN IMMEDIATE')
    try {
      const result = work()
      this.#connection.exec('COMMIT')
      return result
    } catch (error) {
      if (this.#connection.isTransaction) this.#connection.exec('ROLLBACK')
      throw error
    }
  }

  /**
   * A transaction whose commit survives a kill of the process at once, and a power failure only
   * from the next synced commit on: for what can be found out or done again.
   */
  transactUnsynced<T>(work: () => T): T {
    if (this.#connection.isTransaction) return work()
    this.#connection.exec('PRAGMA synchronous = NORMAL')
    try {
      return this.transact(work)
    } finally {
      this.#connection.exec('PRAGMA synchronous = FULL')
    }
  }

  close(): void {
    this.#statements.clear()
    if (this.#connection.isOpen) this.#connection.close()
  }

  #prepare(sql: string): StatementSync {
    const known = this.#statements.get(sql)
    if (known !== undefined) return known
    const statement = this.#connection.prepare(sql)
    this.#statements.set(sql, statement)
    return statement
  }
}

const isList = (parameters: Parameters): parameters is readonly SQLInputValue[] =>
  Array.isArray(parameters)

const parseRow = <T extends z.ZodType>(row: T, found: unknown, sql: string): z.output<T> => {
  const parsed = row.safeParse(found)
  if (parsed.success) return parsed.data
  throw new ColdpressError(
    'corrupt',
    'A stored row does not have the shape that this version of Coldpress writes.',
    { details: { sql, faults: describeIssues(parsed.error) } },
  )
}

const versionRow = z.object({ version: z.int() })

const migrate = (database: Database, schemas: readonly Schema[], path: string): void => {
  database.script(
    'CREATE TABLE IF NOT EXISTS schema_versions (name TEXT PRIMARY KEY, version INTEGER NOT NULL) STRICT',
  )
  for (const { name, steps } of schemas) {
    database.transact(() => {
      const current =
        database.get(versionRow, 'SELECT version FROM schema_versions WHERE name = :name', { name })
          ?.version ?? 0
      if (current > steps.length) {
        throw new ColdpressError(
          'corrupt',
          `${path} was written by a newer version of Coldpress. Update Coldpress to open it.`,
          {
            details: { schema: name, found: current, known: steps.length },
          },
        )
      }
      for (const step of steps.slice(current)) database.script(step)
      if (current < steps.length) {
        database.run(
          'INSERT INTO schema_versions (name, version) VALUES (:name, :version) ON CONFLICT (name) DO UPDATE SET version = :version',
          { name, version: steps.length },
        )
      }
    })
  }
}

/** Helpers for columns: SQLite has no booleans and no JSON type. */
export const columns = {
  boolean: z.union([z.literal(0), z.literal(1)]).transform((value) => value === 1),
  json: <T extends z.ZodType>(schema: T) =>
    documentText
      .transform((value, context): unknown => {
        try {
          return JSON.parse(value)
        } catch {
          context.addIssue({ code: 'custom', message: 'not JSON' })
          return z.NEVER
        }
      })
      .pipe(schema),
}
