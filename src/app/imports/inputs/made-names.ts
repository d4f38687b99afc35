import type { TableEdit } from '#contract/imports/draft-view.ts'
import { countText } from '#values/text/format.ts'
import { limits } from '#values/bounds/limits.ts'
import { charsOf } from '#values/text/text.ts'
import { plainName } from '../formats/asset-names.ts'
import type { MadeNames } from '../formats/format.ts'
import {
  assetNamePattern,
  displayNamePattern,
  fillPattern,
  readPattern,
} from '../formats/name-pattern.ts'
import { assetNameBy, distinctNames } from '../formats/pattern-asset-name.ts'
import { collectionTags } from '../plan/collection-tags.ts'
import { isField, type MappedColumn, type TokenColumn } from '../plan/column-target.ts'
import { isWordFor } from '../plan/column-words.ts'
import { isHeaderMissing, mapColumns } from '../plan/columns.ts'
import type { CollectionTags } from '../plan/named-columns.ts'
import type { FileEntry, PlanCollection } from '../plan/plan-types.ts'
import { withoutSectionRows } from '../plan/left-out-rows.ts'
import { editing } from '../table/edit-table.ts'
import { type Issue, issueOf, readable } from '../table/issues.ts'
import { inTurns, type Pieces } from '../table/pieces.ts'
import type { Table, TableColumn } from '../table/table-types.ts'
import { type NameSources, readRows, type RowWords } from './row-words.ts'

export type Naming = NameSources & {
  readonly tags: CollectionTags
  readonly files: readonly FileEntry[]
  /** The pattern of names for a table without them. */
  readonly names?: string | undefined
  /** The pattern that was asked for or used before; null: before there were patterns. */
  readonly assetNames?: string | null | undefined
  /** Whether that pattern was asked for, so that a note says where it is of no use. */
  readonly isAsked?: boolean
}

export type NamedTable = {
  readonly table: Table
  /** The patterns that made them; undefined where none did. */
  readonly assetNames: string | undefined
  readonly names: string | undefined
}

/**
 * The table without the headings between its rows and with the names that it lacks, as
 * {@link makingNames} makes them for a collection.
 */
export const nameTable = async (
  table: Table,
  {
    naming,
    files,
    collection: { name: collection, metadata },
  }: Pick<Naming, 'files'> & {
    readonly naming: Omit<Naming, 'collection' | 'tags' | 'files'>
    readonly collection: Pick<PlanCollection, 'name' | 'metadata'>
  },
  signal?: AbortSignal,
): Promise<NamedTable> => {
  const tags = collectionTags(metadata ?? undefined)
  return await inTurns(makingNames(table, { ...naming, tags, files, collection }), signal)
}

/**
 * The table with the names and asset names that its rows lack: in columns at its end, or in the empty
 * cells of its names. Each is made by a pattern of what belongs to the row, so that a row at the end
 * changes no earlier one.
 * @throws ColdpressError `invalid` for a pattern that cannot be read
 */
export function* makingNames(given: Table, naming: Naming): Pieces<NamedTable> {
  const { columns } = mapColumns(given, naming.tags, naming.files)
  const asked = naming.assetNames ?? undefined
  if (asked !== undefined) readPattern(asked, assetNamePattern)
  if (given.rows.length === 0 || isHeaderMissing(given, naming.files))
    return { table: given, assetNames: undefined, names: undefined }
  const own = naming.made === undefined ? withoutSectionRows(given, columns, naming.files) : given
  yield
  const rows = yield* readRows(own, columns, naming)
  const title = columnOfField(own, columns, 'name')
  const names = lacksNames(own, columns, rows)
    ? displayNames(rows, naming, title !== undefined)
    : undefined
  yield
  const titled =
    names === undefined
      ? rows
      : rows.map((row, at) => ({ ...row, title: row.title ?? names.texts[at] }))
  const assetNames = lacksAssetNames(own, columns, naming)
    ? yield* assetNamesOf(titled, naming, { asked, hasTitles: title !== undefined })
    : undefined
  yield
  const made = [assetNames, names].filter((column) => column !== undefined)
  const notes = [
    ...made.map(({ note }) => issueOf('made_names', note)),
    ...(naming.isAsked === true && asked !== undefined && assetNames === undefined
      ? [unusedPattern(asked)]
      : []),
  ]
  if (notes.length === 0) return { table: own, assetNames: undefined, names: undefined }
  const edits = [
    ...(assetNames === undefined ? [] : columnEdits(own, 'asset_name', assetNames.texts)),
    ...(names === undefined
      ? []
      : title === undefined
        ? columnEdits(own, 'name', names.texts)
        : cellEdits(own, title.letter, names.texts)),
  ]
  const table = edits.length === 0 ? own : yield* editing(own, edits)
  return {
    table: { ...table, issues: [...notes, ...table.issues] },
    assetNames: assetNames?.pattern,
    names: names?.pattern,
  }
}

const unusedPattern = (pattern: string): Issue =>
  issueOf(
    'made_names',
    `The asset names are those of the table or its files, so the pattern ${readable(pattern)} makes none.`,
  )

/** Fills a column, which the table may have. */
export const columnEdits = (
  table: Table,
  header: string,
  texts: readonly (string | undefined)[],
): readonly TableEdit[] => [
  ...(table.columns.some((column) => column.header === header || column.letter === header)
    ? []
    : [{ kind: 'add_column', header, value: '' } as const]),
  ...cellEdits(table, header, texts),
]

const cellEdits = (
  { rows }: Table,
  column: string,
  texts: readonly (string | undefined)[],
): readonly TableEdit[] =>
  rows.flatMap(({ row }, at) => {
    const value = texts[at]
    return value === undefined ? [] : [{ kind: 'set', row, column, value } as const]
  })

export const columnOfField = (
  table: Table,
  columns: readonly MappedColumn[],
  field: TokenColumn,
): TableColumn | undefined => {
  const index = columns.find(({ target }) => isField(target, field))?.index
  return index === undefined ? undefined : table.columns[index]
}

/**
 * Whether no column fills the name, and none could: which of several it is, a person says. Or whether
 * rows lack theirs that have no asset name either, which else is offered as the name.
 */
const lacksNames = (
  table: Table,
  columns: readonly MappedColumn[],
  rows: readonly RowWords[],
): boolean => {
  const isFilled = (field: TokenColumn): boolean =>
    columnOfField(table, columns, field) !== undefined
  if (isFilled('name')) return !isFilled('asset_name') && rows.some(isUnnamed)
  return !columns.some(
    ({ index, target }) =>
      target.kind === 'custom' && isWordFor(table.columns[index]?.header ?? '', 'name'),
  )
}

/** Whether the table has none, or those that its format made. */
const lacksAssetNames = (
  table: Table,
  columns: readonly MappedColumn[],
  { made, assetNames }: Naming,
): boolean => {
  if (made === undefined) return columnOfField(table, columns, 'asset_name') === undefined
  return assetNames !== null && table.columns.some(({ header }) => header === 'asset_name')
}

export type MadeColumn = {
  readonly pattern: string
  /** One for each row; undefined where the row keeps its own. */
  readonly texts: readonly (string | undefined)[]
  readonly note: string
}

const hasLetter = (text: string | undefined): boolean => /\p{L}/u.test(text ?? '')

const isUnnamed = ({ title }: RowWords): boolean => title === undefined

/**
 * Names of the rows that have none: that of the file, or the collection's with a number.
 * @param hasColumn some rows may have one
 */
const displayNames = (
  rows: readonly RowWords[],
  { names }: Naming,
  hasColumn: boolean,
): MadeColumn => {
  const unnamed = rows.filter(isUnnamed)
  const pattern = names ?? namePatternFor(unnamed)
  const parts = readPattern(pattern, displayNamePattern)
  const longest = limits.tokenText.maxChars - longestEnd(rows)
  const texts = rows.map((row) => {
    if (!isUnnamed(row)) return undefined
    const collection = Array.from(row.collection ?? '')
      .slice(0, longest)
      .join('')
      .trim()
    return fillPattern(parts, { ...row, collection }) ?? ''
  })
  const who = hasColumn
    ? `${countText(unnamed.length, 'row has', 'rows have')} no name: it is`
    : 'No column gives names: they are'
  return {
    pattern,
    texts,
    note: `${who} made by the pattern ${readable(pattern)}, ${examples(texts)}.`,
  }
}

/** Room for " #" and the longest number. */
const longestEnd = (rows: readonly RowWords[]): number =>
  rows.reduce(
    (most, { number = '', row = '' }) => Math.max(most, number.length + 2, row.length + 2),
    0,
  )

const namePatternFor = (rows: readonly RowWords[]): string => {
  if (rows.every(({ file }) => hasLetter(file) && charsOf(file ?? '') > 1)) return '{file}'
  return isDistinct(rows.map(({ number }) => number))
    ? '{collection} #{number}'
    : '{collection} #{row}'
}

const isDistinct = (texts: readonly (string | undefined)[]): boolean =>
  !texts.includes(undefined) && new Set(texts).size === texts.length

function* assetNamesOf(
  rows: readonly RowWords[],
  { made }: Naming,
  { asked, hasTitles }: { readonly asked: string | undefined; readonly hasTitles: boolean },
): Pieces<MadeColumn | undefined> {
  const pattern =
    asked ??
    (made === undefined ? yield* assetPatternFor(rows, hasTitles) : yield* patternOf(made, rows))
  return pattern === undefined ? undefined : yield* madeAssetNames(rows, pattern)
}

export function* madeAssetNames(rows: readonly RowWords[], pattern: string): Pieces<MadeColumn> {
  const nameOf = namerOf(pattern)
  const bare = rows.values().map((row) => ({ name: nameOf(row), own: ownTexts(row) }))
  const { names, changed } = yield* distinctNames(bare)
  const texts = names.map((name) => name ?? '')
  return { texts, pattern, note: assetNamesNote(pattern, texts, changed) }
}

const assetNamesNote = (pattern: string, texts: MadeColumn['texts'], changed: number): string =>
  [
    `Asset names are made by the pattern ${readable(pattern)}, ${examples(texts)}.`,
    ...(changed === 0
      ? []
      : [
          `${countText(changed, 'row')} would have the name of an earlier one: ${changed === 1 ? 'its' : 'their'} number, ID, file or order is at the end.`,
        ]),
    ...(/\{row[:}]/u.test(pattern)
      ? ['A row that is inserted above others changes theirs: give the rows numbers.']
      : []),
  ].join(' ')

const ownTexts = ({ number, id, file }: RowWords): readonly string[] =>
  [number, id, file].filter((text) => text !== undefined)

type Namer = (row: RowWords) => string | undefined

const namerOf = (pattern: string): Namer => {
  const parts = readPattern(pattern, assetNamePattern)
  return (row) => assetNameBy(parts, { ...row, collection: asciiName(row.collection) })
}

/** A name without such a letter gives its tokens a plain one. */
const asciiName = (name = ''): string => (plainName(name) === '' ? 'Token' : name)

/** That of the format, where every row gets another name by it. */
function* patternOf({ pattern }: MadeNames, rows: readonly RowWords[]): Pieces<string | undefined> {
  return pattern !== undefined && (yield* fitsRows(pattern, rows)) ? pattern : undefined
}

/**
 * The first pattern whose names are whole and unique: of the title, the ID, the number, the file; else
 * titles that are not unique, and last the place in the table. A title that is missing is an error of
 * its row, and not of the pattern.
 */
function* assetPatternFor(rows: readonly RowWords[], hasTitles: boolean): Pieces<string> {
  const titled = hasTitles ? rows.filter(({ title }) => title !== undefined) : []
  if (yield* fitsRows('{title}', titled)) return '{title}'
  for (const pattern of ['{id}', '{collection}{number:4}', '{file}'])
    if (yield* fitsRows(pattern, rows)) return pattern
  if (yield* fitsRows('{title}', titled, { isUnique: false })) return '{title}'
  return '{collection}{row:4}'
}

/** Whether a pattern makes a whole name of every row, and of each another. */
function* fitsRows(
  pattern: string,
  rows: readonly RowWords[],
  { isUnique = true }: { readonly isUnique?: boolean } = {},
): Pieces<boolean> {
  const nameOf = namerOf(pattern)
  const names = new Set<string>()
  for (const [at, row] of rows.entries()) {
    if (at % rowsAtOnce === rowsAtOnce - 1) yield
    const name = nameOf(row)
    if (!isWholeName(name)) return false
    names.add(name.toLowerCase())
    if (isUnique && names.size <= at) return false
  }
  return rows.length > 0
}

/** A name takes some 10 microseconds. */
const rowsAtOnce = 200

const isWholeName = (name: string | undefined): name is string =>
  name !== undefined && name.length >= limits.tokenText.minChars && /[a-z]/iu.test(name)

const shownExamples = 2

export const examples = (texts: MadeColumn['texts']): string => {
  const filled = texts.flatMap((text = '') => (text === '' ? [] : [text]))
  const some = [...new Set(filled)].slice(0, shownExamples)
  return some.length === 0
    ? 'which fits no row'
    : `such as ${some.map((text) => readable(text)).join(' and ')}`
}
