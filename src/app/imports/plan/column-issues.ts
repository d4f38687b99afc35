import { countText, numberText } from '#values/text/format.ts'
import { limits } from '#values/bounds/limits.ts'
import { bytesOf } from '#values/text/text.ts'
import type { MetadataTemplate } from '#contract/collections/collection.ts'
import { ofTemplate, readText, wordOf } from '#cardano/template.ts'
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
  const message = `"${label}" has more than ${limits.metadatumBytes} bytes in ${countText(count, 'row')}, first in row ${first.row}. Long text is stored in several pieces.`
  return [issueOf('text_in_pieces', message, { row: headerRow, column: label, value: first.value })]
}

/** Equal for values that differ only by case, white space or how Unicode composes a letter. */
const spellingKey = (value: string): string =>
  value.normalize('NFC').toLowerCase().replaceAll(/\s+/gu, ' ').trim()

/** Equal also for letters and digits that look alike, such as a Cyrillic \u0430 for an a, or \u00B2 for 2. */
const appearanceKey = (value: string): string => {
  const text = value.normalize('NFKC')
  const isMixed =
    /\p{Script=Latin}/u.test(text) && /[\p{Script=Cyrillic}\p{Script=Greek}]/u.test(text)
  return spellingKey(
    isMixed ? Array.from(text, (letter) => latinLookAlikes.get(letter) ?? letter).join('') : text,
  )
}

/** Letters of Cyrillic, then of Greek, that look like Latin ones. */
const latinLookAlikes: ReadonlyMap<string, string> = new Map(
  [
    [
      '\u0410\u0412\u0415\u041A\u041C\u041D\u041E\u0420\u0421\u0422\u0423\u0425\u0406\u0405\u0408\u0430\u0435\u043E\u043A\u0440\u0441\u0443\u0445\u0456\u0455\u0458',
      'ABEKMHOPCTYXISJaeokpcyxisj',
    ],
    [
      '\u0391\u0392\u0395\u0396\u0397\u0399\u039A\u039C\u039D\u039F\u03A1\u03A4\u03A5\u03A7\u03B1\u03BD\u03BF\u03C1\u03BA\u03C7',
      'ABEZHIKMNOPTYXavopkx',
    ],
  ].flatMap(([letters = '', latin = '']) =>
    Array.from(letters, (letter, at) => [letter, latin[at] ?? letter] as const),
  ),
)

function* spellingIssues(
  table: Table,
  column: MappedColumn,
  values: Values,
): Pieces<readonly Issue[]> {
  const groups = yield* similarValues(values)
  const words = groups.length === 0 ? new Map<string, number>() : yield* countWords(values)
  const others = new Map(groups.flatMap((group) => usualSpelling(group, values, words)))
  return yield* issuesOfRows(others.size === 0 ? [] : table.rows, ({ row, cells }) => {
    const value = cellOf(cells, column)
    const other = others.get(value)
    if (other === undefined) return []
    const times = countText(values.get(other.usual)?.count ?? 0, 'row')
    const message = `Row ${row}, ${column.label}: "${readable(value)}" differs from "${readable(other.usual)}" in ${times} only by case, white space, Unicode form or letters that look alike.`
    const fix = {
      kind: 'set_value',
      value: other.usual,
      label: `Write ${readable(other.usual)}`,
    } as const
    return [
      issueOf('similar_values', message, {
        row,
        column: column.label,
        value,
        ...(other.isClear ? { fix } : {}),
      }),
    ]
  })
}

/** Each group of values that look alike, of two or more. */
function* similarValues(values: Values): Pieces<readonly (readonly string[])[]> {
  const firsts = new Map<string, string>()
  const groups = new Map<string, string[]>()
  yield* eachInPieces(values.keys(), (value) => {
    const key = appearanceKey(value)
    const first = firsts.get(key)
    const group = groups.get(key)
    if (first === undefined) firsts.set(key, value)
    else if (group === undefined) groups.set(key, [first, value])
    else group.push(value)
  })
  return [...groups.values()]
}

/** In how many rows the column has each word, as it is spelt. */
function* countWords(values: Values): Pieces<ReadonlyMap<string, number>> {
  const words = new Map<string, number>()
  yield* eachInPieces(values, ([value, { count }]) => {
    for (const word of wordsOf(value)) words.set(word, (words.get(word) ?? 0) + count)
  })
  return words
}

const wordsOf = (value: string): readonly string[] => value.split(/\s+/u)

/**
 * The most frequent spelling of a group for each of its others. It is clear that it is meant only
 * where no other is as frequent, it has the same letters, and the column has none of its words more
 * often in the other spelling.
 */
const usualSpelling = (
  group: readonly string[],
  values: Values,
  words: ReadonlyMap<string, number>,
): readonly (readonly [string, { readonly usual: string; readonly isClear: boolean }])[] => {
  const [usual, ...rest] = byCount(group, values)
  const count = (value: string | undefined): number => values.get(value ?? '')?.count ?? 0
  const isTie = count(usual) === count(rest[0])
  const usualWords = wordsOf(usual)
  const isRarer = (word: string, at: number): boolean =>
    word !== usualWords[at] && (words.get(word) ?? 0) >= (words.get(usualWords[at] ?? '') ?? 0)
  return rest.map((value) => {
    const isClear =
      !isTie && spellingKey(value) === spellingKey(usual) && !wordsOf(value).some(isRarer)
    return [value, { usual, isClear }]
  })
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
    issueOf('value_used_once', `Row ${row}, ${label}: only this token has “${readable(value)}”.`, {
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
