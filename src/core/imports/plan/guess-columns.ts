import { headerKey } from '../table/shape-table.ts'
import type { Table, TableColumn } from '../table/table-types.ts'
import { type ColumnTarget, headerOf, type TokenColumn } from './column-target.ts'
import { createFileMatcher } from './match-files.ts'
import type { FileEntry } from './plan-types.ts'

/** A column that no rule gives a meaning, and its place in the table. */
export type UnknownColumn = { readonly index: number; readonly column: TableColumn }

export type Guesses = {
  /** What a column fills, by its index. */
  readonly found: ReadonlyMap<number, ColumnTarget>
  /** Targets that several columns could fill. */
  readonly ambiguous: ReadonlyMap<ColumnTarget, readonly TableColumn[]>
}

/**
 * Finds columns for the targets that none fills: by a synonym, and for the image also by values,
 * where each cell names a file of the folder. A target is filled only when a single column fits.
 */
export const guessColumns = (
  table: Table,
  unknown: readonly UnknownColumn[],
  absent: readonly ColumnTarget[],
  files: readonly FileEntry[],
): Guesses => {
  const found = new Map<number, ColumnTarget>()
  const ambiguous = new Map<ColumnTarget, readonly TableColumn[]>()
  const meant = new Map(unknown.map((one) => [one, targetsNamedBy(one.column.header, absent)]))
  for (const target of absent) {
    const free = unknown.filter(({ index }) => !found.has(index))
    const named = free.filter((one) => meant.get(one)?.includes(target))
    const fitting = isImage(target) ? byValues(table, named, free, files) : named
    const [only, second] = fitting
    if (only === undefined) continue
    const isClear = second === undefined && (meant.get(only)?.length ?? 0) <= 1
    if (isClear) found.set(only.index, target)
    else {
      const columns = fitting.map(({ column }) => column)
      ambiguous.set(target, columns)
    }
  }
  return { found, ambiguous }
}

const isImage = ({ kind, name }: ColumnTarget): boolean => kind === 'field' && name === 'image'

/** One column of a fitting name is enough; otherwise its cells decide. */
const byValues = (
  table: Table,
  named: readonly UnknownColumn[],
  free: readonly UnknownColumn[],
  files: readonly FileEntry[],
): readonly UnknownColumn[] => {
  if (named.length === 1 || files.length === 0) return named
  const { match } = createFileMatcher(files)
  const namesFiles = ({ index }: UnknownColumn): boolean =>
    table.rows.length > 0 &&
    table.rows.every(({ cells }) => match((cells[index] ?? '').trim()).kind === 'found')
  const fitting = (named.length > 0 ? named : free).filter(namesFiles)
  return fitting.length > 0 ? fitting : named
}

/** Other programs' names of a column, without spaces, dashes and brackets. None for money. */
const synonyms: Readonly<Record<TokenColumn, readonly string[]>> = {
  asset_name: ['asset', 'tokenid'],
  name: ['displayname', 'tokenname', 'title'],
  description: ['desc'],
  media_type: ['mimetype', 'mime'],
  image: ['filename', 'file', 'imagefile', 'imagename', 'picture', 'artwork'],
  price: [],
}

/** The targets that a header can mean: those of the same words, otherwise those of a synonym. */
const targetsNamedBy = (
  header: string,
  absent: readonly ColumnTarget[],
): readonly ColumnTarget[] => {
  const same = absent.filter((target) => plain(headerOf(target)) === plain(header))
  if (same.length > 0) return same
  return absent.filter(
    ({ kind, name }) => kind === 'field' && synonyms[name].includes(plain(header)),
  )
}

const plain = (header: string): string =>
  headerKey(header)
    .replace(/^(?:attributes|attribute|traits|trait)(?=[[|:])/u, '')
    .replaceAll(/[\s_\-<>[\]|:.]/gu, '')
