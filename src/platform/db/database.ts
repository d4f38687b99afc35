import { existsSync, mkdirSync, rmSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'
import { z } from 'zod'
import { documentText } from '#values/bounds/bounded.ts'
import { ColdpressError, isColdpressError, messageOf } from '#values/errors/errors.ts'
import { describeIssues } from '#values/errors/issues.ts'
import {
  adviceForDamaged,
  databaseError,
  movedAway,
  notOpened,
  ruleForDamaged,
} from './database-error.ts'
import { findDamageInTurns } from './damage.ts'
import { migrate } from './migrate.ts'
import { insertion, replacing, type DatabaseRow, updating } from './rows.ts'
import type { Schema } from './schema.ts'

export type { Schema } from './schema.ts'

export type NamedParameters = Readonly<Record<string, SQLInputValue>>

/** By name (`:id`), or by position (`?`), which is faster for thousands of rows. */
export type Parameters = NamedParameters | readonly SQLInputValue[]

const patience = 'PRAGMA busy_timeout = 10000;'

/**
 * A cache of 500 kB instead of SQLite's 2 MB: an import has three databases open, and the system keeps
 * their pages too (docs/benchmarks.md).
 */
const settings = `
  PRAGMA journal_mode = WAL;
  PRAGMA synchronous = FULL;
  PRAGMA foreign_keys = ON;
  PRAGMA cache_size = -500;
`

/**
 * One SQLite file in WAL mode, so that the app and the command line can share it. Every commit is
 * synced, because a journal must not lose its last entry. Rows are parsed when they are read. Those of
 * a data folder are opened by `open-database.ts` alone, which knows whether one should be there.
 */
export class Database {
  readonly #path: string
  readonly #connection: DatabaseSync
  readonly #statements = new Map<string, StatementSync>()
  /** Of the file that is open; another one may come to stand at its path. */
  readonly #inode: bigint | undefined
  /** Work of {@link transactTogether} that waits for its commit. */
  #waiting: Waiting[] = []

  /**
   * @param check looks at the file as it is before anything in it changes; what it throws is thrown
   * @throws ColdpressError `corrupt` when the file is damaged or newer than this program;
   * `disk_full`, `read_only`, `busy`
   */
  constructor(
    path: string,
    schemas: readonly Schema[],
    check: (database: Database) => void = () => undefined,
  ) {
    this.#path = path
    if (path !== ':memory:') mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
    const isNew = path !== ':memory:' && !existsSync(path)
    this.#connection = this.#attempt(() => new DatabaseSync(path))
    try {
      this.script(patience)
      check(this)
      this.script(settings)
      migrate(this, schemas, path)
      this.#inode = inodeOf(path)
    } catch (error) {
      this.#connection.close()
      if (isNew) removeEmpty(path)
      throw isColdpressError(error) ? error : notOpened(path, error)
    }
  }

  /** Runs one statement; returns the number of changed rows. */
  run(sql: string, parameters: Parameters = {}): number {
    return this.#attempt(() => {
      const statement = this.#prepare(sql)
      const { changes } = isList(parameters)
        ? statement.run(...parameters)
        : statement.run(parameters)
      return Number(changes)
    })
  }

  /**
   * Writes a row: booleans as 0 or 1, bigints as text, lists and records as JSON; a text as it is,
   * in a column of JSON too. Names come from code, never from input.
   * @returns whether it was inserted
   */
  insert(table: string, row: DatabaseRow, onConflict = ''): boolean {
    const { sql, values } = insertion(table, row, onConflict)
    return this.run(sql, values) > 0
  }

  /** Inserts a row, or replaces the one that has the same keys. */
  upsert(table: string, row: DatabaseRow, ...keys: readonly string[]): void {
    this.insert(table, row, replacing(row, keys))
  }

  /** Changes the rows with these keys, which are never null. @returns their number */
  update(table: string, change: DatabaseRow, key: DatabaseRow): number {
    const { sql, values } = updating(table, change, key)
    return this.run(sql, values)
  }

  /** Runs several statements without parameters. */
  script(sql: string): void {
    this.#attempt(() => this.#connection.exec(sql))
  }

  get<T extends z.ZodType>(
    row: T,
    sql: string,
    parameters: NamedParameters = {},
  ): z.output<T> | undefined {
    const found = this.#attempt(() => this.#prepare(sql).get(parameters))
    return found === undefined ? undefined : this.#parseRow(row, found, sql)
  }

  all<T extends z.ZodType>(row: T, sql: string, parameters: NamedParameters = {}): z.output<T>[] {
    return this.#attempt(() => this.#prepare(sql).all(parameters)).map((found) =>
      this.#parseRow(row, found, sql),
    )
  }

  /** Rows one at a time, for results that should not be in memory at once. */
  *each<T extends z.ZodType>(
    row: T,
    sql: string,
    parameters: NamedParameters = {},
  ): Generator<z.output<T>> {
    const rows = this.#attempt(() => this.#connection.prepare(sql).iterate(parameters))
    for (;;) {
      const next = this.#attempt(() => rows.next())
      if (next.done === true) return
      yield this.#parseRow(row, next.value, sql)
    }
  }

  /**
   * Many questions as one reading, for each alone locks the file: half the time of thousands. The
   * function must be synchronous.
   */
  reading<T>(work: () => T): T {
    if (this.#connection.isTransaction) return work()
    this.script('BEGIN')
    try {
      return work()
    } finally {
      this.script('ROLLBACK')
    }
  }

  /** All or nothing. The function must be synchronous: a transaction never spans an await. */
  transact<T>(work: () => T): T {
    if (this.#connection.isTransaction) return work()
    this.script('BEGIN IMMEDIATE')
    try {
      const result = work()
      this.script('COMMIT')
      return result
    } catch (error) {
      if (this.#connection.isTransaction) this.script('ROLLBACK')
      throw error
    }
  }

  /**
   * A transaction that survives a kill of the process at once, and a power failure only after the
   * next synced commit: for data that can be computed again.
   */
  transactUnsynced<T>(work: () => T): T {
    if (this.#connection.isTransaction) return work()
    this.script('PRAGMA synchronous = NORMAL')
    try {
      return this.transact(work)
    } finally {
      this.script('PRAGMA synchronous = FULL')
    }
  }

  /**
   * Like {@link transact}, in one transaction with all that is asked for in the same turn of the
   * event loop, since each commit waits for the disk. Work that throws is undone by itself.
   * @returns what the work returned, once it is committed
   */
  transactTogether<T>(work: () => T): Promise<T> {
    if (this.#waiting.length === 0) setImmediate(() => this.#commitWaiting())
    return new Promise((resolve, reject) => {
      this.#waiting.push({
        run: () => {
          const result = this.#undoneAlone(work)
          return () => resolve(result)
        },
        reject,
      })
    })
  }

  #commitWaiting(): void {
    const waiting = this.#waiting
    this.#waiting = []
    if (waiting.length === 0) return
    try {
      const settle = this.transact(() =>
        waiting.map(({ run, reject }) => {
          try {
            return run()
          } catch (error) {
            // Some errors of the disk end the whole transaction.
            if (!this.#connection.isTransaction) throw error
            return () => reject(error)
          }
        }),
      )
      for (const one of settle) one()
    } catch (error) {
      for (const { reject } of waiting) reject(error)
    }
  }

  #undoneAlone<T>(work: () => T): T {
    this.script('SAVEPOINT one')
    try {
      return work()
    } catch (error) {
      if (this.#connection.isTransaction) this.script('ROLLBACK TO one')
      throw error
    } finally {
      if (this.#connection.isTransaction) this.script('RELEASE one')
    }
  }

  /**
   * Commits a change that means nothing, of the number in the header that no table needs.
   * @throws ColdpressError as any other change would, and when the file is not at its path any more:
   * what is written then is lost with the process
   */
  tryWrite(): void {
    if (inodeOf(this.#path) !== this.#inode) throw movedAway(this.#path)
    this.transact(() => {
      const { user_version: before } = this.get(headerRow, 'PRAGMA user_version') ?? headerStart
      this.script(`PRAGMA user_version = ${(before + 1) % headerNumbers}`)
    })
  }

  /** The damaged parts of the file, as it is on the disk; none when it is sound. */
  async findDamage(): Promise<readonly string[]> {
    return this.#path === ':memory:' ? [] : findDamageInTurns(this.#path)
  }

  close(): void {
    this.#commitWaiting()
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

  #attempt<T>(work: () => T): T {
    try {
      return work()
    } catch (error) {
      throw databaseError(this.#path, error)
    }
  }

  #parseRow<T extends z.ZodType>(row: T, found: unknown, sql: string): z.output<T> {
    const parsed = parse(row, found)
    if (parsed.success) return parsed.data
    const table = /\b(?:FROM|INTO|UPDATE)\s+(\w+)/u.exec(sql)?.[1]
    throw new ColdpressError(
      'corrupt',
      `A stored row${table === undefined ? '' : ` of table ${table}`} in ${this.#path} does not have the shape that this version of Coldpress writes. ${adviceForDamaged(this.#path)}`,
      {
        details: {
          file: this.#path,
          sql,
          errors: parsed.errors,
          ...ruleForDamaged(this.#path),
        },
      },
    )
  }
}

type Waiting = {
  /** @returns reports the result after the commit */
  readonly run: () => () => void
  readonly reject: (error: unknown) => void
}

const isList = (parameters: Parameters): parameters is readonly SQLInputValue[] =>
  Array.isArray(parameters)

type Parsed<T> =
  | { readonly success: true; readonly data: T }
  | { readonly success: false; readonly errors: string }

/** A column's reader, such as that of a script, may throw. */
const parse = <T extends z.ZodType>(row: T, found: unknown): Parsed<z.output<T>> => {
  try {
    const parsed = row.safeParse(found)
    return parsed.success ? parsed : { success: false, errors: describeIssues(parsed.error) }
  } catch (error) {
    return { success: false, errors: messageOf(error) }
  }
}

const headerRow = z.object({ user_version: z.int() })
const headerStart = { user_version: 0 }
/** SQLite keeps it in 32 bits with a sign. */
const headerNumbers = 2 ** 31

/** Undefined in memory, and where no file is. */
const inodeOf = (path: string): bigint | undefined =>
  path === ':memory:' ? undefined : statSync(path, { bigint: true, throwIfNoEntry: false })?.ino

/** A full disk leaves the name of a new database without a byte, which later looks like a lost one. */
const removeEmpty = (path: string): void => {
  if (statSync(path, { throwIfNoEntry: false })?.size === 0) rmSync(path, { force: true })
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
