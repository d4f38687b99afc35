import { z } from 'zod'
import { longText, shortText } from '#values/bounds/bounded.ts'
import { logEntry, logKinds, logLevels, type LogEntry } from '#contract/log/entry.ts'
import { columns, type Database, type Schema } from '#platform/db/database.ts'

/**
 * The app's log entries. `searched` holds message and details in lower case, because SQLite lowers
 * only ASCII letters.
 */
export const logSchema: Schema = {
  name: 'events',
  steps: [
    `CREATE TABLE app_log (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      at TEXT NOT NULL,
      level TEXT NOT NULL,
      kind TEXT NOT NULL,
      message TEXT NOT NULL,
      details TEXT NOT NULL,
      searched TEXT NOT NULL
    ) STRICT`,
  ],
}

const logRow = z.object({
  id: z.int(),
  at: shortText,
  level: z.enum(logLevels),
  kind: z.enum(logKinds),
  message: longText,
  details: columns.json(logEntry.shape.details),
})

export type NewLogEntry = Pick<LogEntry, 'level' | 'kind' | 'message'> &
  Partial<Pick<LogEntry, 'details'>>

export type LogQuery = {
  /** Id of the last entry seen; null for the newest. */
  readonly before: number | null
  readonly limit: number
  /** Null: all. */
  readonly kinds: readonly LogEntry['kind'][] | null
  readonly levels: readonly LogEntry['level'][] | null
  /** Text that stands in the message or the details, in whatever case. */
  readonly search: string
}

/** The app's own log: append-only and bounded. */
export type EventLog = {
  readonly append: (entry: NewLogEntry) => LogEntry
  /** Newest first. `total`: the number of matches on all pages. */
  readonly page: (query: LogQuery) => {
    readonly entries: LogEntry[]
    readonly total: number
  }
}

const defaultMaxEntries = 100_000
/** UTF-16 units of one text; a longer sentence is not meant for a person. */
const longestText = 2_000

export const createEventLog = (deps: {
  readonly db: Database
  readonly now?: () => Date
  /** The number of entries to keep; older ones are deleted. */
  readonly maxEntries?: number
}): EventLog => {
  const { db, now = () => new Date(), maxEntries = defaultMaxEntries } = deps
  return {
    append: (entry) => {
      const details = Object.fromEntries(
        Object.entries(entry.details ?? {}).map(([name, value]) => [name, cutText(value)]),
      )
      const whole = { ...entry, at: now().toISOString(), message: cutText(entry.message), details }
      // Not synced: the entry may be lost in a power failure without harm.
      const id = db.transactUnsynced(() => insert(db, whole, maxEntries))
      return { id, ...whole }
    },
    page: (query) => ({ entries: find(db, query), total: count(db, query) }),
  }
}

const cutText = (text: string): string =>
  text.length <= longestText
    ? text
    : `${text.slice(0, longestText).replace(/[\uD800-\uDBFF]$/u, '')}…`

const idRow = z.object({ id: z.int() })

const insert = (db: Database, entry: Omit<LogEntry, 'id'>, maxEntries: number): number => {
  const { at, level, kind, message, details } = entry
  const searched = [message, ...Object.values(details)].join('\n').toLowerCase()
  const added = db.get(
    idRow,
    `INSERT INTO app_log (at, level, kind, message, details, searched)
     VALUES (:at, :level, :kind, :message, :details, :searched) RETURNING id`,
    { at, level, kind, message, details: JSON.stringify(details), searched },
  )
  const id = added?.id ?? 0
  // Ids have no gaps, so the newest `keep` entries are above this id.
  db.run('DELETE FROM app_log WHERE id <= :last', { last: id - maxEntries })
  return id
}

const fits = `(:kinds IS NULL OR kind IN (SELECT value FROM json_each(:kinds)))
  AND (:levels IS NULL OR level IN (SELECT value FROM json_each(:levels)))
  AND (:search = '' OR instr(searched, :search) > 0)`

const filterOf = ({ kinds, levels, search }: LogQuery) => ({
  kinds: kinds === null ? null : JSON.stringify(kinds),
  levels: levels === null ? null : JSON.stringify(levels),
  search: search.trim().toLowerCase(),
})

const find = (db: Database, query: LogQuery): LogEntry[] =>
  db.all(
    logRow,
    `SELECT id, at, level, kind, message, details FROM app_log
     WHERE id < coalesce(:before, 9223372036854775807) AND ${fits}
     ORDER BY id DESC LIMIT :limit`,
    { ...filterOf(query), before: query.before, limit: query.limit },
  )

const count = (db: Database, query: LogQuery): number =>
  db.get(
    z.object({ total: z.int() }),
    `SELECT count(*) AS total FROM app_log WHERE ${fits}`,
    filterOf(query),
  )?.total ?? 0
