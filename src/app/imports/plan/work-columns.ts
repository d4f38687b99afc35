import { limits } from '#values/bounds/limits.ts'
import type { MetadataTemplate } from '#contract/collections/collection.ts'
import { issueOf, type Issue } from '../table/issues.ts'
import { headerKey } from '../table/shape-table.ts'
import type { Table } from '../table/table-types.ts'
import type { MappedColumn } from './column-target.ts'
import type { FileMatcher } from './match-files.ts'
import type { FileEntry } from './plan-types.ts'
import { isImageAddress } from './read-image.ts'

type FileTemplate = NonNullable<MetadataTemplate['files']>[number]

/** Which work of a token a header names: `work` the first, `work_2` the second. Undefined: none. */
const workNumber = (header: string): number | undefined => {
  const found = /^<?work(?:[ _-]?(?<number>[1-9]\d?))?>?$/u.exec(headerKey(header))
  if (found === null) return undefined
  const number = Number(found.groups?.['number'] ?? 1)
  return number <= limits.worksPerToken ? number : undefined
}

/** The header of the column that holds this work of each token. */
export const workHeader = (number: number): string => (number === 1 ? 'work' : `work_${number}`)

/** The header of the column that holds the media type of this work, where it is an address. */
export const workTypeHeader = (number: number): string => `${workHeader(number)}_type`

/** Whether a header names a work or the type of one. */
export const isOfWorks = (header: string): boolean =>
  workNumber(header) !== undefined || isWorkType(header)

export const isWorkType = (header: string): boolean =>
  /_type>?$/u.test(headerKey(header)) &&
  workNumber(headerKey(header).replace(/_type(?=>?$)/u, '')) !== undefined

/** The entry of a template's `files` for a work: its address and its type are tags. */
export const fileOfWork = (number: number): FileTemplate => {
  const word = workHeader(number)
  return { name: '<name>', media_type: `<${workTypeHeader(number)}>`, src: `<${word}>` }
}

/** The columns of works for which the collection's metadata has no place, by their numbers. */
export const worksWithoutPlace = (
  table: Pick<Table, 'rows'>,
  columns: readonly MappedColumn[],
  matcher: FileMatcher,
): ReadonlyMap<number, MappedColumn> => {
  const namesFile = ({ index }: MappedColumn): boolean =>
    table.rows.some(({ cells }) => {
      const cell = (cells[index] ?? '').trim()
      return isImageAddress(cell) || matcher.match(cell).kind === 'found'
    })
  return new Map(
    columns.flatMap((column) => {
      const number = column.target.kind === 'custom' ? workNumber(column.label) : undefined
      return number === undefined || !namesFile(column) ? [] : [[number, column] as const]
    }),
  )
}

/**
 * The same as issues: without a place, a token would have the file's name as an attribute. Rows
 * without an image say themselves what they lack.
 * @param image the index of the column of images
 */
export const homelessWorks = (
  table: Table,
  works: readonly MappedColumn[],
  image: number | undefined,
  tokens: number,
): readonly Issue[] =>
  works
    .filter(({ index }) =>
      table.rows.some(({ cells }) => isFilled(cells, index) && isFilled(cells, image)),
    )
    .map(({ label }) =>
      issueOf(
        'no_files_template',
        tokens === 0
          ? 'Some files go beside the images, and the collection has no place for them yet. The import can add it, while the collection has no token. Or leave the files out.'
          : "This collection can't take extra files any more, because it already has tokens. Leave the files out, or import into a new collection.",
        {
          row: table.headerRow,
          column: label,
          fix: { kind: 'rename', value: `ignore:${label}`, label: 'Leave the files out' },
        },
      ),
    )

/** The files of columns of works that somebody has left out. */
export const filesLeftOut = (
  { rows }: Pick<Table, 'rows'>,
  columns: readonly MappedColumn[],
  matcher: FileMatcher,
): readonly FileEntry[] => {
  const works = columns.filter(
    ({ target }) => target.kind === 'ignored' && workNumber(target.name) !== undefined,
  )
  if (works.length === 0) return []
  return rows.flatMap(({ cells }) =>
    works.flatMap(({ index }) => {
      const found = matcher.match((cells[index] ?? '').trim())
      return found.kind === 'found' ? [found.file] : []
    }),
  )
}

const isFilled = (cells: readonly string[], index: number | undefined): boolean =>
  index === undefined || (cells[index] ?? '').trim() !== ''
