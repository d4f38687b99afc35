import { countText } from '#shared/format.ts'
import { issueOf, readable, type Issue } from '../table/issues.ts'
import type { Table } from '../table/table-types.ts'
import type { MappedColumn } from './column-target.ts'
import type { ImageNaming } from './match-image.ts'
import type { RowReading } from './plan-row.ts'

type Use = { count: number; readonly row: number; readonly file: string }

/** Counts the rows that name their image otherwise than by the file's name: one note says so of all. */
export const createNamingCount = () => {
  const uses = new Map<ImageNaming, Use>()
  return {
    count: ({ row, image, imageBy }: RowReading): void => {
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
      return [...uses].map(([by, { count, row, file }]) => {
        const lead =
          column.isShared === true
            ? `No column holds the images, so ${name} names them`
            : `The images in ${name}`
        const message = `${lead}: ${countText(count, 'cell')} ${count === 1 ? 'is' : 'are'} taken by ${ways[by]}, in row ${row} for ${file}.`
        return issueOf('file_name_differs', message, ref)
      })
    },
  }
}

const ways: Readonly<Record<ImageNaming, string>> = {
  address: 'the end of a web address, of which nothing is fetched',
  path: 'the end of a path from another place',
  part: 'the part of the path that differs from row to row',
  stem: 'the name of the file without its ending',
}
