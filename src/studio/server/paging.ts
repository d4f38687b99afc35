import { z } from 'zod'
import type { Database, NamedParameters } from '#platform/db/database.ts'
import { longText } from '#values/bounds/bounded.ts'
import { ColdpressError } from '#values/errors/errors.ts'
import { limits } from '#values/bounds/limits.ts'
import type { PageQuery } from '#contract/page.ts'

/**
 * Where a page starts. Rows are walked by `seq`, which only ever grows: a row that is added while a
 * client pages lies before the first page or after the last one, never between.
 */
export type PageStart = {
  readonly size: number
  readonly order: 'asc' | 'desc'
  /** `seq` of the last row that was answered. */
  readonly after: number | undefined
}

/** A cursor holds for one list (`scope` names it with its filters) in one order. */
const cursorShape = z.tuple([z.int().nonnegative(), z.enum(['asc', 'desc']), longText])

/** @throws ColdpressError `invalid` for a cursor of another list, another order, or of nobody. */
export const pageStart = (query: PageQuery, scope: string): PageStart => {
  const size = query.size ?? limits.pageSize.default
  const order = query.order ?? 'desc'
  if (query.cursor === undefined || query.cursor === '') return { size, order, after: undefined }
  const [after, ofOrder, ofScope] = readCursor(query.cursor)
  if (ofScope !== scope || ofOrder !== order) {
    throw new ColdpressError(
      'invalid',
      'cursor: belongs to a list with another order or other filters. Keep them while paging.',
    )
  }
  return { size, order, after }
}

const readCursor = (cursor: string): z.output<typeof cursorShape> => {
  try {
    return cursorShape.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8')))
  } catch {
    throw new ColdpressError(
      'invalid',
      'cursor: not one that this studio gave. Leave it out to start from the beginning.',
    )
  }
}

/**
 * The rows of a page and one more, which tells whether there is a next page.
 * @param select ends with its conditions; `WHERE true` if there are none
 * @param table the name of the table with `seq` in a `select` of several
 */
export const rowsOfPage = <Row extends z.ZodType>(
  database: Database,
  row: Row,
  {
    select,
    table,
    ...parameters
  }: { readonly select: string; readonly table?: string } & NamedParameters,
  { order, after, size }: PageStart,
): z.output<Row>[] => {
  const seq = table === undefined ? 'seq' : `${table}.seq`
  const [compare, first] = order === 'asc' ? ['>', 0] : ['<', Number.MAX_SAFE_INTEGER]
  return database.all(
    row,
    `${select} AND ${seq} ${compare} :after ORDER BY ${seq} ${order} LIMIT :rows`,
    { ...parameters, after: after ?? first, rows: size + 1 },
  )
}

export const pageOfRows = <Row extends { readonly seq: number }, Item>(
  rows: readonly Row[],
  start: PageStart,
  scope: string,
  view: (row: Row) => Item,
): { data: Item[]; cursor: string | null } => {
  const shown = rows.slice(0, start.size)
  const last = shown.at(-1)
  const more = rows.length > start.size && last !== undefined
  const cursor = more
    ? Buffer.from(JSON.stringify([last.seq, start.order, scope])).toString('base64url')
    : null
  return { data: shown.map(view), cursor }
}
