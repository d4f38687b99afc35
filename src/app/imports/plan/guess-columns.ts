import type { Table, TableColumn } from '../table/table-types.ts'
import {
  type ColumnTarget,
  headerOf,
  isField,
  type TokenColumn,
  tokenColumns,
} from './column-target.ts'
import { isInALanguage, isPlainestWord, isWordFor, wordKey } from './column-words.ts'
import { findImageColumns, findSharedColumns, type ImageColumns } from './image-columns.ts'
import { createFileMatcher, type FileMatcher } from './match-files.ts'
import type { FileEntry } from './plan-types.ts'
import { isOfWorks } from './work-columns.ts'

/** A column that no rule gives a meaning, and its place in the table. */
export type UnknownColumn = { readonly index: number; readonly column: TableColumn }

export type Guesses = {
  /** What a column fills, by its index. */
  readonly found: ReadonlyMap<number, ColumnTarget>
  /** Targets that several columns could fill. */
  readonly ambiguous: ReadonlyMap<ColumnTarget, readonly TableColumn[]>
  /** Where no column holds images: the column whose cells name them all the same. */
  readonly shared: number | undefined
}

/**
 * Finds columns for the targets that none fills: by a synonym, and for the image also by values,
 * where most cells name a file of the folder. A target is filled only when a single column fits.
 */
export const guessColumns = (
  table: Table,
  unknown: readonly UnknownColumn[],
  absent: readonly ColumnTarget[],
  files: readonly FileEntry[],
): Guesses => {
  const found = new Map<number, ColumnTarget>()
  const ambiguous = new Map<ColumnTarget, readonly TableColumn[]>()
  let shared: number | undefined
  const meant = new Map(
    unknown.map((column) => [column, targetsNamedBy(column.column.header, absent)]),
  )
  for (const target of absent) {
    const free = unknown.filter(({ index }) => !found.has(index))
    const named = free.filter(
      (column) =>
        meant.get(column)?.includes(target) &&
        !(isField(target, 'asset_name') && holdsIds(table, column)),
    )
    const { columns, by } =
      isField(target, 'image') && files.length > 0
        ? imageColumns(table, { named, free }, createFileMatcher(files))
        : { columns: plainest(named, target), by: 'named' }
    const [only, second] = columns
    if (only === undefined) continue
    const isClear = second === undefined && by !== 'few' && (meant.get(only)?.length ?? 0) <= 1
    if (!isClear)
      ambiguous.set(
        target,
        columns.map(({ column }) => column),
      )
    else if (by === 'stems') shared = only.index
    else found.set(only.index, target)
  }
  return { found, ambiguous, shared }
}

/** Where few rows name an image, names without their endings may be in another column. */
const imageColumns = (
  table: Table,
  candidates: Parameters<typeof findImageColumns<UnknownColumn>>[1],
  matcher: FileMatcher,
): {
  readonly columns: readonly UnknownColumn[]
  readonly by: ImageColumns<UnknownColumn>['by'] | 'stems'
} => {
  const free = candidates.free.filter(({ column }) => !isOfWorks(column.header))
  const own = findImageColumns(table, { ...candidates, free }, matcher)
  if (own.by === 'fits') return own
  const columns = findSharedColumns(table, matcher)
  return columns.length > 0 ? { columns, by: 'stems' } : own
}

/** Numbers under another program's word are IDs, of which names are made. */
const holdsIds = ({ rows }: Table, { index, column }: UnknownColumn): boolean =>
  isWordFor(column.header, 'id') &&
  rows.length > 0 &&
  rows.every(({ cells }) => /^\d*$/u.test((cells[index] ?? '').trim()))

/**
 * The one column of several that has the plainest word: `title` beside `artwork title`; or that says
 * no language, or the first where each does. Which of two words for files is the image, files alone
 * say.
 */
const plainest = (
  named: readonly UnknownColumn[],
  { kind, name }: ColumnTarget,
): readonly UnknownColumn[] => {
  if (kind !== 'field' || name === 'image') return named
  const found = named.filter(({ column }) => isPlainestWord(column.header, name))
  if (found.length === 1) return found
  const plain = named.filter(({ column }) => !isInALanguage(column.header))
  if (plain.length === 0) return named.slice(0, 1)
  return plain.length === 1 ? plain : named
}

/** The fields that a row of headers names, by their own names or a synonym. */
export const fieldsNamedBy = (headers: readonly string[]): ReadonlySet<TokenColumn> =>
  new Set(
    tokenColumns.filter((name) =>
      headers.some((header) => wordKey(name) === wordKey(header) || isWordFor(header, name)),
    ),
  )

/** The targets that a header can mean: those of the same words, otherwise those of a synonym. */
const targetsNamedBy = (
  header: string,
  absent: readonly ColumnTarget[],
): readonly ColumnTarget[] => {
  const same = absent.filter((target) => wordKey(headerOf(target)) === wordKey(header))
  if (same.length > 0) return same
  return absent.filter(({ kind, name }) => kind === 'field' && isWordFor(header, name))
}
