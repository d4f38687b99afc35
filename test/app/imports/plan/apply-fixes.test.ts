import { describe, expect, it } from 'vitest'
import { planImport } from '#app/imports/plan/plan.ts'
import { readTable } from '#app/imports/table/table.ts'
import { writeCsv } from '../table/write-csv.ts'
import { collectionOf, fileOf, fixedTable } from './plan-fixture.ts'

/** Blanks, an ending that differs, a price that is none, and a row that its blanks hid as a repeated one. */
const input = {
  table: readTable(
    writeCsv([
      ['asset_name', 'name', 'image', 'price'],
      ['Bean1', ' Bean one ', '1.jpg', '25'],
      ['Bean2', 'Bean two', '2.png', ''],
      ['Bean2 ', 'Bean two', '2.png', ''],
    ]),
  ),
  files: [fileOf('1.png'), fileOf('2.png')],
  collection: collectionOf(),
}
const rowsOf = ({ table }: { readonly table: ReturnType<typeof readTable> }) =>
  table.rows.map(({ row, cells }) => [row, ...cells])

describe('the fixes of a table', () => {
  it('of one rule leave all others', async () => {
    const { table, fixed } = await fixedTable(input, new Set(['surrounding_whitespace']))
    expect([...fixed]).toEqual([['surrounding_whitespace', 2]])
    expect(rowsOf({ table })).toEqual([
      [2, 'Bean1', 'Bean one', '1.jpg', '25'],
      [3, 'Bean2', 'Bean two', '2.png', ''],
      [4, 'Bean2', 'Bean two', '2.png', ''],
    ])
  })

  it('of all errors and warnings also fix what another fix brought up, and choose nothing', async () => {
    const { table, fixed, removed } = await fixedTable(input)
    expect(new Map(fixed)).toEqual(
      new Map([
        ['surrounding_whitespace', 2],
        ['file_not_found', 1],
        ['duplicate_asset_name', 1],
      ]),
    )
    // The price stays a price: that it could be an attribute is a choice.
    expect(table.columns.map(({ header }) => header)).toContain('price')
    expect(rowsOf({ table })).toEqual([
      [2, 'Bean1', 'Bean one', '1.png', '25'],
      [3, 'Bean2', 'Bean two', '2.png', ''],
    ])
    expect(removed).toMatchObject([{ row: 4, message: expect.stringContaining('row 3') }])
    expect(planImport({ ...input, table }).counts).toMatchObject({ errors: 0, warnings: 0 })
  })

  it('make long descriptions an attribute of a free name, and leave them out only by name', async () => {
    const told = (text: string, ...headers: string[]) => ({
      ...input,
      table: readTable(
        writeCsv([
          ['asset_name', 'name', 'image', 'description', ...headers],
          ['Bean1', 'Bean one', '1.png', text, ...headers],
        ]),
      ),
    })
    const headerOf = async (given: ReturnType<typeof told>, rules?: ReadonlySet<string>) =>
      (await fixedTable(given, rules)).table.columns[3]?.header
    const long = 'A bean that climbs, and climbs on'
    expect(await headerOf(told(long))).toBe('custom:About')
    expect(await headerOf(told(long, 'about'))).toBe('custom:Story')
    const named = new Set(['text_too_long'])
    for (const given of [told(long, 'About', 'Story', 'Lore'), told('Climb! '.repeat(900))]) {
      expect(await headerOf(given)).toBe('description')
      expect(await headerOf(given, named)).toBe('ignore:description')
    }
  })

  it('of all take no fix that its rule alone may have, beside others of the same rule', async () => {
    const rows = [
      ['asset_name', 'name', 'image', 'description', 'About', 'Story', 'Lore'],
      ['Bean1', `Bean ${'x'.repeat(40)}`, '1.png', 'x'.repeat(40), 'a', 'b', 'c'],
    ]
    const { table, fixed } = await fixedTable({ ...input, table: readTable(writeCsv(rows)) })
    expect([...fixed]).toEqual([['text_too_long', 1]])
    expect(table.columns[3]?.header).toBe('description')
  })

  // Fault 14 of docs/faults.md.
  it('remove no row that is another token under the same name', async () => {
    const rows = [
      ['Bean1', 'Bean one', '1.png', '25'],
      ['Bean1', 'Bean one', '2.png', '25'],
      ['Bean1', 'Bean one', '1.png', '5'],
      ['Bean1', 'Bean one', '1.png', '25.0'],
      ['Bean1', 'Bean one', '1.png', 'much'],
      ['Bean1', 'Bean one', '1.png', '25', 'and more'],
    ]
    const table = readTable(writeCsv([['asset_name', 'name', 'image', 'price'], ...rows]))
    const result = await fixedTable({ ...input, table })
    expect(result.removed.map(({ row }) => row)).toEqual([5])
    expect(result.table.rows.map(({ row }) => row)).toEqual([2, 3, 4, 6, 7])
  })

  it('cut cells off only where their rule is named', async () => {
    const rows = [
      ['asset_name', 'name', 'image', 'description'],
      ['Bean1', 'Bean one', '1.png', 'A nice', ' red bean'],
    ]
    const long = { ...input, table: readTable(writeCsv(rows)) }
    expect((await fixedTable(long)).fixed.size).toBe(0)
    const { table } = await fixedTable(long, new Set(['row_too_long']))
    expect(planImport({ ...long, table }).counts).toMatchObject({ errors: 0 })
  })

  it('are none where no issue has one', async () => {
    expect((await fixedTable(input, new Set(['duplicate_header']))).fixed.size).toBe(0)
  })
})
