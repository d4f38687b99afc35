import type { Table, TableColumn } from '../table/table-types.ts'
import type { FileMatcher } from './match-files.ts'
import { createImageMatcher } from './match-image.ts'
import { isSamePicture, isSized } from './picture-sizes.ts'
import type { FileEntry } from './plan-types.ts'
import { isImageAddress } from './read-image.ts'
import { findThumbnails, saysThumbnail } from './thumbnail-columns.ts'

type Candidate = { readonly index: number; readonly column: TableColumn }

/** So many rows tell whether a column is worth all of its cells. */
const sampledRows = 20

export type ImageColumns<Column> = {
  /** The columns that may hold the images: several are a question. */
  readonly columns: readonly Column[]
  /**
   * `fits`: most rows name an image. `named`: the header says so, and fewer do. `few`: fewer do, and
   * nothing else says so.
   */
  readonly by: 'fits' | 'named' | 'few'
}

/**
 * The columns that may hold the images: of those whose header says so, or else of all, the one that
 * most cells fit. Where equally many fit several, these are one if they hold the same pictures, as a
 * thumbnail beside its original. One column of a fitting header is enough where few cells fit.
 */
export const findImageColumns = <Column extends Candidate>(
  table: Table,
  { named, free }: { readonly named: readonly Column[]; readonly free: readonly Column[] },
  matcher: FileMatcher,
): ImageColumns<Column> => {
  const fittingBy = (columns: readonly Column[], by: 'file' | 'stem') =>
    columns.map((column) => ({ column, files: filesNamed(table, column.index, matcher, by) }))
  const ofNamed = fittingBy(named, 'file')
  const others = fittingBy(
    free.filter((column) => !named.includes(column)),
    'file',
  )
  const all = [...ofNamed, ...others]
  const stems = fittingBy(named, 'stem').filter(({ files }) => isDistinct(files))
  const plain = others.filter(({ column }) => !saysThumbnail(column.column.header))
  for (const group of [ofNamed, stems, plain]) {
    const fitting = group.filter(({ files }) => isMost(countFound(files), table))
    if (fitting.length > 0) return { columns: bestColumns(fitting, all), by: 'fits' }
  }
  const [only, second] = named
  if (only === undefined || second !== undefined) return bestOfFew(table, named, all)
  return { columns: named, by: holdsAddresses(table, only.index) ? 'fits' : 'named' }
}

/** The best of columns that name few images, or thumbnails. */
const bestOfFew = <Column extends Candidate>(
  table: Table,
  named: readonly Column[],
  all: readonly Fitting<Column>[],
): ImageColumns<Column> => {
  const isFound = ({ files }: Fitting<Column>): boolean => countFound(files) > 0
  const columns = bestColumns(all.filter(isFound), all)
  if (columns.every((column) => named.includes(column)))
    return { columns: columns.length > 0 ? columns : named, by: 'named' }
  const missing = all.filter((column) => !isFound(column)).map(({ column }) => column)
  const isWhole = all.some(({ files }) => isMost(countFound(files), table))
  return { columns, by: isWhole && !holdOriginals(table, missing, columns) ? 'fits' : 'few' }
}

/** Whether columns name originals of which the folder has only the thumbnails. */
const holdOriginals = <Column extends Candidate>(
  table: Table,
  columns: readonly Column[],
  thumbnails: readonly Column[],
): boolean => {
  const plain = columns.filter(({ column }) => !saysThumbnail(column.header))
  return thumbnails.some(({ index }) => findThumbnails(table, plain, index).length > 0)
}

const holdsAddresses = ({ rows }: Table, index: number): boolean =>
  rows.some(({ cells }) => isImageAddress((cells[index] ?? '').trim()))

type Fitting<Column> = {
  readonly column: Column
  readonly files: readonly (FileEntry | undefined)[]
}

const bestColumns = <Column>(
  fitting: readonly Fitting<Column>[],
  all: readonly Fitting<Column>[],
): readonly Column[] => {
  const most = Math.max(...fitting.map(({ files }) => countFound(files)))
  const first = fitting.find(({ files }) => countFound(files) === most)
  if (first === undefined) return []
  const same = [first, ...all].filter(
    ({ files }) => countFound(files) * 2 > most && holdSamePictures(first.files, files),
  )
  const others = fitting.filter(
    (column) => !same.includes(column) && countFound(column.files) === most,
  )
  return [largest(same, first), ...others].map(({ column }) => column)
}

/** The column of the originals; of equal ones that whose names say no size, then the first. */
const largest = <Column>(
  columns: readonly Fitting<Column>[],
  first: Fitting<Column>,
): Fitting<Column> =>
  columns.toSorted(
    (a, b) => bytesOf(b.files) - bytesOf(a.files) || sizedOf(a.files) - sizedOf(b.files),
  )[0] ?? first

const bytesOf = (files: readonly (FileEntry | undefined)[]): number =>
  files.reduce((sum, file) => sum + (file?.size ?? 0), 0)

const sizedOf = (files: readonly (FileEntry | undefined)[]): number =>
  files.filter((file) => file !== undefined && isSized(file.name)).length

const holdSamePictures = (
  a: readonly (FileEntry | undefined)[],
  b: readonly (FileEntry | undefined)[],
): boolean =>
  a.every((file, at) => {
    const beside = b[at]
    return file === undefined || beside === undefined || isSamePicture(file.name, beside.name)
  })

/**
 * Where no column holds images: the columns that name them by their names without the ending, such as
 * a number or a title, each row another file. Several are a question if they name other files.
 */
export const findSharedColumns = (table: Table, matcher: FileMatcher): readonly Candidate[] => {
  const found = table.columns
    .map((column, index) => ({
      column: { index, column },
      files: filesNamed(table, index, matcher, 'stem'),
    }))
    .filter(({ files }) => isMost(countFound(files), table) && isDistinct(files))
  const most = Math.max(...found.map(({ files }) => countFound(files)))
  const [first, ...others] = found.filter(({ files }) => countFound(files) === most)
  if (first === undefined) return []
  const different = others.filter(({ files }) => files.some((file, at) => file !== first.files[at]))
  return [first, ...different].map(({ column }) => column)
}

const isDistinct = (files: readonly (FileEntry | undefined)[]): boolean =>
  new Set(files.filter((file) => file !== undefined)).size === countFound(files)

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
  const cells = rows.map((row) => (row.cells[index] ?? '').trim())
  const match = createImageMatcher(matcher, () => cells)
  const fileOf = (cell: string): FileEntry | undefined => {
    const found = cell === '' ? undefined : match(cell)
    if (found?.kind !== 'found') return undefined
    return (found.by === 'stem') === (by === 'stem') ? found.file : undefined
  }
  const step = Math.max(1, Math.ceil(rows.length / sampledRows))
  const sample = cells.filter((_, at) => at % step === 0)
  return countFound(sample.map(fileOf)) * 5 >= sample.length ? cells.map(fileOf) : []
}
