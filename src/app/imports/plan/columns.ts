import { mediaTypeOfName } from '#media/content/media.ts'
import { countText } from '#values/text/format.ts'
import { issueOf, readable, type Issue } from '../table/issues.ts'
import type { Table } from '../table/table-types.ts'
import {
  type ColumnTarget,
  headerOf,
  isField,
  type MappedColumn,
  targetKey,
  tokenColumns,
} from './column-target.ts'
import { withoutInvisible } from './cell-text.ts'
import { isInALanguage, isWordFor } from './column-words.ts'
import { createFileMatcher } from './match-files.ts'
import { findThumbnails, thumbnailIssue } from './thumbnail-columns.ts'
import { isImageAddress } from './read-image.ts'
import { guessColumns, type Guesses, type UnknownColumn } from './guess-columns.ts'
import type { FileEntry } from './plan-types.ts'
import { isOfWorks } from './work-columns.ts'
import { type ColumnMap, type CollectionTags, namedColumns, customFix } from './named-columns.ts'

export type GuessedColumns = ColumnMap & {
  /** Targets that no column fills and several could. */
  readonly unclear: Guesses['ambiguous']
  /** The places of the columns that are left out because they name other sizes of the images. */
  readonly thumbnails: readonly number[]
}

/**
 * Maps columns to token fields, the collection's tags (`color` or `<color>`), and custom attributes
 * (`custom:<key>`, or any other header). `ignore:<key>` leaves a column out. Case is ignored where
 * that is unambiguous. A bare name matches a field before a tag. A column of unknown name may fill
 * a target that no column fills: see {@link guessColumns}.
 */
export const mapColumns = (
  table: Table,
  collectionTags: CollectionTags,
  files: readonly FileEntry[] = [],
): GuessedColumns => {
  const { columns, unknown, taken, repeats, issues } = namedColumns(table, collectionTags)
  const absent = wantedTargets(collectionTags.required).filter(
    (target) => !taken.has(targetKey(target)),
  )
  const guesses = guessColumns(table, unknown, absent, files)
  const filled = new Set(guesses.found.values())
  const { shared } = guesses
  const isFilled = (target: ColumnTarget): boolean =>
    filled.has(target) || (shared !== undefined && isField(target, 'image'))
  const gaps = absent.filter((target) => !isFilled(target))
  const guessed = [
    ...(shared === undefined ? [] : [sharedColumn(shared)]),
    ...columns.map((column) => withGuess(column, guesses.found.get(column.index))),
  ]
  const image = guessed.find(({ target }) => isField(target, 'image'))
  const free = unknown.filter(
    ({ index, column }) => !guesses.found.has(index) && !isOfWorks(column.header),
  )
  const thumbnails = image === undefined ? [] : findThumbnails(table, free, image.index)
  const leftOut = new Set(thumbnails.map(({ index }) => index))
  const repeated = repeats.filter(({ unclear }) => !guesses.found.has(unclear))
  const second = new Set(repeated.map(({ index }) => index))
  return {
    columns: guessed
      .filter(({ index }) => !second.has(index))
      .map((column) => (leftOut.has(column.index) ? withoutUse(column) : column)),
    unclear: guesses.ambiguous,
    thumbnails: [...leftOut],
    issues: [
      ...issues,
      ...repeated.flatMap((repeat) => repeat.issues),
      ...unseenIssues(table),
      ...(gaps.length === 0 ? [] : headerMissing(table, files)),
      ...gaps.flatMap((target) => gapIssue(target, guesses, table, files)),
      ...thumbnails.map(({ column }) => thumbnailIssue(column, table.headerRow)),
      ...unknown
        .filter(({ index }) => !leftOut.has(index))
        .map((column) => unknownIssue(column, guesses, table)),
    ],
  }
}

const withoutUse = (column: MappedColumn): MappedColumn => ({
  ...column,
  target: { kind: 'ignored', name: column.label },
})

/** A header with an invisible character looks like another, and is not the same name. */
const unseenIssues = ({ columns, headerRow }: Table): readonly Issue[] =>
  columns.flatMap(({ header, letter }) => {
    const seen = withoutInvisible(header, true).trim()
    if (seen === header || seen === '') return []
    const message = `The header of column ${letter} looks like "${seen}", but holds a character that cannot be seen: it is another name.`
    const fix = {
      kind: 'rename',
      column: letter,
      value: seen,
      label: 'Remove the unseen characters',
    } as const
    return [
      issueOf('invisible_character', message, {
        row: headerRow,
        column: header,
        value: header,
        fix,
      }),
    ]
  })

/** Whether the first row of a table is a token. */
export const isHeaderMissing = (table: Table, files: readonly FileEntry[]): boolean =>
  headerMissing(table, files).length > 0

/** A header names no file and no address: a first row that does is a token. */
const headerMissing = (
  { columns, headerRow }: Table,
  files: readonly FileEntry[],
): readonly Issue[] => {
  const { match } = createFileMatcher(files)
  const named = columns.find(
    ({ header }) =>
      header !== '' &&
      (isImageAddress(header) ||
        mediaTypeOfName(header) !== undefined ||
        match(header).kind === 'found'),
  )
  if (named === undefined) return []
  const what = isImageAddress(named.header) ? 'image' : 'file'
  const message = `Row ${headerRow} names the ${what} "${readable(named.header)}", so it seems to be a token: the table has no headers. Add a row above it that names the columns: asset_name, name, image.`
  return [issueOf('missing_column', message, { row: headerRow, column: 'image' })]
}

const withGuess = (column: MappedColumn, target: ColumnTarget | undefined): MappedColumn =>
  target === undefined
    ? column
    : { ...column, target, label: target.kind === 'field' ? target.name : column.label }

const sharedColumn = (index: number): MappedColumn => ({
  index,
  label: 'image',
  target: { kind: 'field', name: 'image' },
  isShared: true,
})

const wantedTargets = (tags: readonly string[]): readonly ColumnTarget[] => [
  ...tokenColumns.map((name) => ({ kind: 'field' as const, name })),
  ...tags.map((name) => ({ kind: 'tag' as const, name })),
]

const optional: ReadonlySet<string> = new Set(['description', 'media_type', 'price'])

/** A target that no column fills, and the columns that could. */
const gapIssue = (
  target: ColumnTarget,
  { ambiguous }: Guesses,
  { headerRow, rows }: Table,
  files: readonly FileEntry[],
): readonly Issue[] => {
  const name = headerOf(target)
  if (optional.has(name)) return []
  const candidates = (ambiguous.get(target) ?? []).map(({ header }) => `"${header}"`)
  const rename = candidates.length > 1 ? 'rename one' : 'rename it if so'
  const hint = candidates.length === 0 ? '' : ` It may be ${candidates.join(' or ')}: ${rename}.`
  const cellRef = { row: headerRow, column: name }
  if (target.kind === 'tag') {
    const message = `The collection's tag ${name} has no column; every token must give it a value.${hint}`
    return [issueOf('missing_tag_column', message, cellRef)]
  }
  const images = name === 'image' && hint === '' ? unnamedImages(files, rows.length) : ''
  const message = `The column ${name} is missing; every token needs it.${hint}${images}`
  return [issueOf('missing_column', message, cellRef)]
}

/** Equal counts are no reason to pair files and rows by their order: one that is missing would move all. */
const unnamedImages = (files: readonly FileEntry[], rows: number): string => {
  const images = files.filter(({ name }) => mediaTypeOfName(name)?.startsWith('image/') === true)
  const [first] = images
  if (first === undefined) return ''
  const found = `${countText(images.length, 'image')}, such as ${readable(first.name)}`
  return ` The folder has ${found}, and no column names them for the ${countText(rows, 'row')}. Add a column image with the name of each row's file.`
}

const unknownIssue = (
  { index, column: { header, letter } }: UnknownColumn,
  { found }: Guesses,
  { columns, headerRow: row }: Table,
): Issue => {
  const target = found.get(index)
  if (target === undefined)
    return issueOf('custom_column', `"${header}" becomes a custom attribute of every token.`, {
      row,
      column: header,
    })
  const others = columns.flatMap(({ header: other }, at) =>
    !found.has(at) && isTranslated(other, target) ? [`"${readable(other)}"`] : [],
  )
  const message = [
    `"${header}" is taken as ${headerOf(target)}. If it is something else, rename it.`,
    ...(others.length === 0 ? [] : [`In another language, ${others.join(', ')} is an attribute.`]),
  ].join(' ')
  return issueOf('guessed_column', message, { row, column: header, fix: customFix(letter, header) })
}

/** Whether a header means the same, and says its language. */
const isTranslated = (header: string, { kind, name }: ColumnTarget): boolean =>
  kind === 'field' && isInALanguage(header) && isWordFor(header, name)
