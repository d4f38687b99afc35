import { countText, numberText } from '#shared/format.ts'
import { limits } from '#shared/limits.ts'
import { bytesOf } from '#shared/text.ts'
import type { MetadataTemplate } from '#shared/wire/collection.ts'
import { ofTemplate, readText, wordOf } from '#core/cardano/template.ts'
import { issueOf, readable, type Issue } from '../table/issues.ts'
import { eachInPieces, type Pieces } from '../table/pieces.ts'
import type { Table, TableRow } from '../table/table-types.ts'
import type { MappedColumn } from './column-target.ts'
import { addressIssue } from './file-address.ts'
import { misspeltField } from './misspelt-field.ts'

/** How often a column has a value, and in which row first. */
type Use = { count: number; readonly row: number }

/**
 * The distinct values of a column, in the order in which they are met. There may be as many as rows:
 * what is made of them holds as little as it can.
 */
type Values = ReadonlyMap<string, Use>

/** What the values of one attribute show only together, and how its name reads to wallets. */
export function* columnIssues(
  table: Table,
  column: MappedColumn,
  template: MetadataTemplate | undefined,
): Pieces<readonly Issue[]> {
  const { kind, name } = column.target
  if (kind !== 'tag' && kind !== 'custom') return []
  const values = yield* valuesOf(table, column)
  return [
    ...(kind === 'custom' ? nameIssue(table, column) : []),
    ...constantIssue(table, column, values),
    ...(yield* piecesIssue(table, column, values)),
    ...(yield* spellingIssues(table, column, values)),
    ...(yield* onceIssues(table, column, values)),
    ...(sourceWords(template).has(wordOf(name)) ? yield* sourceIssues(table, column) : []),
  ]
}

const cellOf = (cells: readonly string[], { index }: MappedColumn): string =>
  (cells[index] ?? '').trim()

function* valuesOf({ rows }: Table, column: MappedColumn): Pieces<Values> {
  const values = new Map<string, Use>()
  yield* eachInPieces(rows, ({ row, cells }) => {
    const value = cellOf(cells, column)
    if (value === '') return
    const known = values.get(value)
    if (known === undefined) values.set(value, { count: 1, row })
    else known.count += 1
  })
  return values
}

const nameIssue = ({ headerRow }: Table, { label, target }: MappedColumn): readonly Issue[] => {
  const field = misspeltField(target.name)
  if (field === undefined) return []
  const message = `The attribute "${readable(target.name)}" is named almost like the field ${field}, which wallets read instead of it.`
  return [issueOf('misspelt_field', message, { row: headerRow, column: label })]
}

/** In fewer rows, chance explains what a column has in common. */
const fewestRows = 10

const constantIssue = (
  { rows, headerRow }: Table,
  { label }: MappedColumn,
  values: Values,
): readonly Issue[] => {
  const [only, second] = values
  if (rows.length < fewestRows || only === undefined || second !== undefined) return []
  const [value, { count }] = only
  if (count < rows.length) return []
  const message = `"${label}" is "${readable(value)}" in all ${numberText(count)} rows. A fixed attribute of the collection says the same.`
  return [issueOf('constant_column', message, { row: headerRow, column: label, value })]
}

function* piecesIssue(
  { headerRow }: Table,
  { label }: MappedColumn,
  values: Values,
): Pieces<readonly Issue[]> {
  let first: { readonly value: string; readonly row: number } | undefined
  let count = 0
  yield* eachInPieces(values, ([value, one]) => {
    if (bytesOf(value) <= limits.metadatumBytes) return
    first ??= { value, row: one.row }
    count += one.count
  })
  if (first === undefined) return []
  const message = `"${label}" has more than ${limits.metadatumBytes} bytes in ${countText(count, 'row')}, first in row ${first.row}. Such a text stands on chain as a list of pieces.`
  return [issueOf('text_in_pieces', message, { row: headerRow, column: label, value: first.value })]
}

/** Equal for values that differ only by case, white space or Unicode form. */
const spellingKey = (value: string): string =>
  value.normalize('NFKC').toLowerCase().replaceAll(/\s+/gu, ' ').trim()

function* spellingIssues(
  table: Table,
  column: MappedColumn,
  values: Values,
): Pieces<readonly Issue[]> {
  const usual = yield* usualSpellings(values)
  return yield* issuesOfRows(usual.size === 0 ? [] : table.rows, ({ row, cells }) => {
    const value = cellOf(cells, column)
    const other = usual.get(value)
    if (other === undefined) return []
    const times = countText(values.get(other)?.count ?? 0, 'row')
    const message = `Row ${row}, ${column.label}: "${readable(value)}" differs from "${readable(other)}" in ${times} only by case, white space or Unicode form.`
    const fix = { kind: 'set_value', value: other, label: `Write ${readable(other)}` } as const
    return [issueOf('similar_values', message, { row, column: column.label, value, fix })]
  })
}

/** The most frequent spelling of each value that has a more frequent one. */
function* usualSpellings(values: Values): Pieces<ReadonlyMap<string, string>> {
  const firsts = new Map<string, string>()
  const groups = new Map<string, string[]>()
  yield* eachInPieces(values.keys(), (value) => {
    const key = spellingKey(value)
    const first = firsts.get(key)
    const group = groups.get(key)
    if (first === undefined) firsts.set(key, value)
    else if (group === undefined) groups.set(key, [first, value])
    else group.push(value)
  })
  const usual = new Map<string, string>()
  for (const group of groups.values()) {
    const [first, ...rest] = byCount(group, values)
    for (const value of rest) usual.set(value, first)
  }
  return usual
}

function* issuesOfRows(
  rows: readonly TableRow[],
  issuesOf: (row: TableRow) => readonly Issue[],
): Pieces<readonly Issue[]> {
  const issues: Issue[] = []
  yield* eachInPieces(rows, (row) => issues.push(...issuesOf(row)))
  return issues
}

/** The most frequent first; of equal ones the earlier. */
const byCount = (group: readonly string[], values: Values): readonly [string, ...string[]] => {
  const count = (value: string): number => values.get(value)?.count ?? 0
  const [first, ...rest] = group.toSorted((a, b) => count(b) - count(a))
  if (first === undefined) throw new RangeError('A group of values is never empty.')
  return [first, ...rest]
}

/** Above this share the values are meant to be unique, such as numbers. */
const mostOnce = 0.1

function* onceIssues(
  { rows }: Table,
  { label }: MappedColumn,
  values: Values,
): Pieces<readonly Issue[]> {
  if (rows.length < fewestRows) return []
  const most = rows.length * mostOnce
  const once: { readonly value: string; readonly row: number }[] = []
  yield* eachInPieces(values, ([value, { count, row }]) => {
    // one more shows that there are too many
    if (count === 1 && once.length <= most) once.push({ value, row })
  })
  if (once.length > most) return []
  return once.map(({ value, row }) =>
    issueOf('value_used_once', `Row ${row}, ${label}: no other token has "${readable(value)}".`, {
      row,
      column: label,
      value,
    }),
  )
}

/** The words of tags that the collection's files take their address from. */
const sourceWords = ofTemplate(
  ({ files = [] }): ReadonlySet<string> =>
    new Set(
      files.flatMap(({ src }) => {
        const text = readText(src)
        return text.kind === 'tag' ? [text.word] : []
      }),
    ),
)

const sourceIssues = ({ rows }: Table, column: MappedColumn): Pieces<readonly Issue[]> =>
  issuesOfRows(rows, ({ row, cells }) =>
    addressIssue(cellOf(cells, column), `Row ${row}, ${column.label}: the file`, {
      row,
      column: column.label,
    }),
  )
