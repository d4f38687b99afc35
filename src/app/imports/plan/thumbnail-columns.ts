import { mediaTypeOfName } from '#media/content/media.ts'
import { issueOf, type Issue } from '../table/issues.ts'
import type { Table, TableColumn } from '../table/table-types.ts'
import { isWordFor } from './column-words.ts'
import type { FileMatcher } from './match-files.ts'
import { createImageMatcher } from './match-image.ts'
import { isSamePicture, isSized } from './picture-sizes.ts'
import type { FileEntry } from './plan-types.ts'

type Column = { readonly index: number; readonly column: TableColumn }

/**
 * The columns whose cells name other sizes of the images: what is on chain is the image itself. The
 * files may be missing, as where only the originals were copied.
 */
export const findThumbnails = <Wanted extends Column>(
  table: Table,
  columns: readonly Wanted[],
  image: number,
): readonly Wanted[] =>
  columns.filter(({ index, column }) => {
    const cells = table.rows.map((row) => pathOf(row.cells[index]))
    const pictures = cells.filter((cell) => mediaTypeOfName(cell)?.startsWith('image/') === true)
    if (pictures.length === 0 || !isMost(pictures, cells)) return false
    if (saysThumbnail(column.header)) return true
    const copies = table.rows.filter((row, at) => isCopy(cells[at] ?? '', pathOf(row.cells[image])))
    return isMost(copies, cells)
  })

const isMost = (some: readonly unknown[], cells: readonly string[]): boolean =>
  some.length * 2 > cells.filter((cell) => cell !== '').length

const isCopy = (cell: string, image: string): boolean =>
  (isSized(cell) || isSized(image)) && isSamePicture(cell, image)

/** A cell without the query of an address. */
const pathOf = (cell = ''): string =>
  cell
    .trim()
    .replaceAll('\\', '/')
    .replace(/^(?<address>https?:[^?#]*).*$/iu, '$<address>')

/** `Thumb`, `image_small` and `Vorschau-URL` do. */
export const saysThumbnail = (header: string): boolean =>
  [header, ...header.split(/[\s_.:()-]+/u)].some((word) => isWordFor(word, 'thumbnail'))

/** The files that these columns name. */
export const thumbnailFiles = (
  { rows }: Table,
  columns: readonly number[],
  matcher: FileMatcher,
): ReadonlySet<FileEntry> =>
  new Set(
    columns.flatMap((index) => {
      const cells = rows.map((row) => (row.cells[index] ?? '').trim())
      const match = createImageMatcher(matcher, () => cells)
      return cells.flatMap((cell) => {
        const found = cell === '' ? undefined : match(cell)
        return found?.kind === 'found' ? [found.file] : []
      })
    }),
  )

export const thumbnailIssue = ({ header, letter }: TableColumn, row: number): Issue =>
  issueOf(
    'thumbnail_column',
    `"${header}" names other sizes of the images, so the column is left out.`,
    {
      row,
      column: header,
      fix: {
        kind: 'rename',
        column: letter,
        value: `custom:${header}`,
        label: `Make it the custom attribute "${header}"`,
      },
    },
  )
