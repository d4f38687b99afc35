import { describe, expect, it } from 'vitest'
import { mapColumns } from '#app/imports/plan/columns.ts'
import { withoutCommentRows, withoutSectionRows } from '#app/imports/plan/left-out-rows.ts'
import { readTable } from '#app/imports/table/table.ts'
import type { Table } from '#app/imports/table/table-types.ts'
import { writeCsv } from '../table/write-csv.ts'
import { fileOf } from './plan-fixture.ts'

type Rows = readonly (readonly string[])[]

const files = [fileOf('a.png'), fileOf('7.png')]
const left = (table: Table) => ({
  rows: table.rows.map(({ row }) => row),
  notes: table.issues.flatMap(({ rule, message }) => (rule === 'left_out_rows' ? message : [])),
})
const withoutComments = (rows: Rows) => left(withoutCommentRows(readTable(writeCsv(rows))))
const withoutSections = (rows: Rows) => {
  const table = readTable(writeCsv(rows))
  const { columns } = mapColumns(table, { tags: [], required: [] }, files)
  return left(withoutSectionRows(table, columns, files))
}

describe('comments between the rows of a table', () => {
  const header = ['name', 'image', 'year']
  const token = ['Dusk', 'a.png', '2019']

  it.each([
    [['# sold works', '', '']],
    [['', '#sold', '']],
    [['// old', '', '']],
    [['## 2019', '', '']],
    [['# 2019', '', '']],
    // a comma in a comment that nobody quoted
    [['# sold works', ' 2019']],
  ])('are left out and named: %s', (comment) => {
    expect(withoutComments([header, token, comment, token])).toEqual({
      rows: [2, 4],
      notes: [`Row 3 is left out as a comment: "${comment.find((cell) => cell !== '')}".`],
    })
  })

  it.each([
    [['#1', '', '']],
    [['#REF!', '', '']],
    [['#N/A', '', '']],
    [['#DIV/0!', '', '']],
    [['', '//cdn.example/a.png', '']],
    [['# 1', 'a.png', '2019']],
    [['#dusk', 'a.png', '']],
  ])('are not %s', (row) => {
    expect(withoutComments([header, token, row])).toEqual({ rows: [2, 3], notes: [] })
  })

  it('are none where a table has one column, or nothing else', () => {
    expect(withoutComments([['name'], ['Dusk'], ['# 1']]).notes).toEqual([])
    expect(withoutComments([header, ['# sold', '', '']]).notes).toEqual([])
  })

  it('are counted where there are many', () => {
    const rows = Array.from({ length: 1_010 }, (_, at) => [`# part ${at}`, '', ''])
    expect(withoutComments([header, token, ...rows]).notes).toEqual([
      'Rows 3, 4, 5, 6, 7, 8, 9, 10 and 1,002 more are left out as comments, such as "# part 0".',
    ])
  })
})

describe('headings between the rows of a table', () => {
  it.each<readonly [string, Rows, readonly number[]]>([
    [
      'texts in a column of neither names nor images',
      [
        ['year', 'title', 'image'],
        ['2019', '', ''],
        ['2019', 'Dusk', 'a.png'],
      ],
      [3],
    ],
    [
      'texts in the column of images that are none',
      [
        ['image', 'title', 'year'],
        ['Drawings', '', ''],
        ['a.png', 'Dusk', '2019'],
      ],
      [3],
    ],
    [
      'not a title alone, nor an image or an asset name',
      [
        ['image', 'title', 'asset_name'],
        ['a.png', 'Dusk', 'M1'],
        ['', 'Lost', ''],
        ['7.png', '', ''],
        ['7', '', ''],
        ['missing.png', '', ''],
        ['https://x.example/1', '', ''],
        ['', '', 'M2'],
      ],
      [2, 3, 4, 5, 6, 7, 8],
    ],
    [
      'not numbers that name the images',
      [
        ['No', 'title', 'year'],
        ['7', 'Dusk', ''],
        ['7', '', ''],
      ],
      [2, 3],
    ],
    [
      'not cells beyond the header',
      [
        ['year', 'image'],
        ['2019', '', 'x'],
        ['2019', 'a.png'],
      ],
      [2, 3],
    ],
    [
      'none in a table without images',
      [
        ['year', 'title'],
        ['2019', ''],
        ['2019', 'Dusk'],
      ],
      [2, 3],
    ],
  ])('are %s', (_what, rows, numbers) => {
    expect(withoutSections(rows).rows).toEqual(numbers)
  })
})
