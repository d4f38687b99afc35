import type { Table, TableColumn } from '../table/table-types.ts'
import type { FileMatcher } from './match-files.ts'
import { matchImage, pictureKey } from './match-image.ts'
import type { FileEntry } from './plan-types.ts'

type Candidate = { readonly index: number; readonly column: TableColumn }

/** So many rows tell whether a column is worth all of its cells. */
const sampledRows = 20

/**
 * The columns that may hold the images: of those whose header says so, or else of all, the one that
 * most cells fit. Where equally many fit several, these are one if they hold the same pictures, as a
 * thumbnail beside its original. One column of a fitting header is enough where none fits.
 */
export const findImageColumns = <Column extends Candidate>(
  table: Table,
  { named, free }: { readonly named: readonly Column[]; readonly free: readonly Column[] },
  matcher: FileMatcher,
): readonly Column[] => {
  const ofNamed = bestColumns(named, table, matcher)
  if (ofNamed.length > 0) return ofNamed
  const ofFree = bestColumns(free, table, matcher)
  return ofFree.length > 0 ? ofFree : named
}

type Fitting<Column> = {
  readonly column: Column
  readonly files: readonly (FileEntry | undefined)[]
}

const bestColumns = <Column extends Candidate>(
  columns: readonly Column[],
  table: Table,
  matcher: FileMatcher,
): readonly Column[] => {
  const fitting = columns
    .map((column) => ({ column, files: filesNamed(table, column.index, matcher, 'file') }))
    .filter(({ files }) => isMost(countFound(files), table))
  const most = Math.max(...fitting.map(({ files }) => countFound(files)))
  const first = fitting.find(({ files }) => countFound(files) === most)
  if (first === undefined) return []
  const same = fitting.filter(({ files }) => holdSamePictures(first.files, files))
  const others = fitting.filter((one) => !same.includes(one) && countFound(one.files) === most)
  return [largest(same, first), ...others].map(({ column }) => column)
}

/** The column of the originals; of equal ones the first. */
const largest = <Column>(
  columns: readonly Fitting<Column>[],
  first: Fitting<Column>,
): Fitting<Column> => columns.toSorted((a, b) => bytesOf(b.files) - bytesOf(a.files))[0] ?? first

const bytesOf = (files: readonly (FileEntry | undefined)[]): number =>
  files.reduce((sum, file) => sum + (file?.size ?? 0), 0)

const holdSamePictures = (
  one: readonly (FileEntry | undefined)[],
  other: readonly (FileEntry | undefined)[],
): boolean =>
  one.every((file, at) => {
    const beside = other[at]
    return file === undefined || beside === undefined || pictureKey(file) === pictureKey(beside)
  })

/**
 * Where no column holds images: the column that names them by their names without the ending, such as
 * a number or a title, each row another file. It keeps its own meaning.
 */
export const findSharedColumn = (table: Table, matcher: FileMatcher): number | undefined => {
  const counts = table.columns.map((_, index) => {
    const files = filesNamed(table, index, matcher, 'stem').filter((file) => file !== undefined)
    return new Set(files).size === files.length ? files.length : 0
  })
  const most = Math.max(0, ...counts)
  return isMost(most, table) ? counts.indexOf(most) : undefined
}

const countFound = (files: readonly (FileEntry | undefined)[]): number =>
  files.filter((file) => file !== undefined).length

const isMost = (count: number, { rows }: Table): boolean => count * 2 > rows.length

/** The file that each row names in a column; none where few of the first rows name one. */
const filesNamed = (
  { rows }: Table,
  index: number,
  matcher: FileMatcher,
  by: 'file' | 'stem',
): readonly (FileEntry | undefined)[] => {
  const fileOf = ({ cells }: Table['rows'][number]): FileEntry | undefined => {
    const cell = (cells[index] ?? '').trim()
    const found = cell === '' ? undefined : matchImage(cell, matcher)
    if (found?.kind !== 'found') return undefined
    return (found.by === 'stem') === (by === 'stem') ? found.file : undefined
  }
  const step = Math.max(1, Math.ceil(rows.length / sampledRows))
  const sample = rows.filter((_, at) => at % step === 0)
  return countFound(sample.map(fileOf)) * 5 >= sample.length ? rows.map(fileOf) : []
}
