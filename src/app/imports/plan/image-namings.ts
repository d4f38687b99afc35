import { countText, numberText } from '#values/text/format.ts'
import { issueOf, readable, type Issue } from '../table/issues.ts'
import type { Table } from '../table/table-types.ts'
import type { MappedColumn } from './column-target.ts'
import type { ImageNaming } from './match-image.ts'
import type { RowReading } from './plan-row.ts'

type Use = { count: number; readonly row: number; readonly file: string }

/**
 * Counts the rows that name their image otherwise than by the file's name, and those without one: one
 * note says so of all.
 */
export const createNamingCount = () => {
  const uses = new Map<ImageNaming, Use>()
  let without = 0
  return {
    count: ({ row, image, imageBy, issues }: RowReading): void => {
      if (image === undefined && issues.some(lacksImage)) without += 1
      if (imageBy === undefined || image?.kind !== 'file') return
      const known = uses.get(imageBy)
      if (known === undefined) uses.set(imageBy, { count: 1, row, file: image.file.name })
      else known.count += 1
    },
    notes: (table: Table, column: MappedColumn | undefined): readonly Issue[] => {
      const header = column && table.columns[column.index]
      if (column === undefined || header === undefined) return []
      const name = header.header === '' ? `column ${header.letter}` : `"${readable(header.header)}"`
      const ref = { row: table.headerRow, column: 'image' }
      const few = without > 1 && without * 2 > table.rows.length
      return [
        ...(few ? [issueOf('few_images', fewImages(table.rows.length, without, name), ref)] : []),
        ...[...uses].map(([by, { count, row, file }]) => {
          const lead =
            column.isShared === true
              ? `No column holds the images, so ${name} names them`
              : `The images in ${name}`
          const message = `${lead}: ${countText(count, 'cell')} ${count === 1 ? 'is' : 'are'} taken by ${ways[by]}, in row ${row} for ${file}.`
          return issueOf('file_name_differs', message, ref)
        }),
      ]
    },
  }
}

const lacksImage = ({ rule, column }: Issue): boolean =>
  column === 'image' && (rule === 'missing_image' || rule === 'file_not_found')

const fewImages = (rows: number, without: number, name: string): string =>
  `${numberText(rows - without)} of ${countText(rows, 'row')} have an image: in ${numberText(without)} the cell of ${name} is empty or names a file that the folder lacks. Add the files, or leave these rows out.`

const ways: Readonly<Record<ImageNaming, string>> = {
  address: 'the end of a web address, of which nothing is fetched',
  path: 'the end of a path from another place',
  part: 'the part of the path that differs from row to row',
  stem: 'the name of the file without its ending',
  first: 'the first of the files that they list',
}
