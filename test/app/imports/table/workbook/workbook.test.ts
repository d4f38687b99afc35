import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { inTurns } from '#app/imports/table/pieces.ts'
import { shapingRaw } from '#app/imports/table/raw-table.ts'
import { readRawTable } from '#app/imports/table/read-raw-table.ts'
import type { Table } from '#app/imports/table/table-types.ts'
import type { ColdpressError } from '#values/errors/errors.ts'
import { isColdpressError } from '#values/errors/errors.ts'
import { sheetOf, textCells, xlsxOf as workbookOf } from '../../../../support/workbook.ts'
import { type ZipEntry, zipOf } from '../../../../support/zip.ts'

/** In this process: table-process.test.ts and test/attacks read in one of their own. */
const readTable = async (bytes: Uint8Array, sheet?: string): Promise<Table> =>
  await inTurns(shapingRaw(await readRawTable(bytes, { sheet })))

/** See make.py there. */
const fixtures = join(import.meta.dirname, '../../../../fixtures/workbooks')
const readFixture = async (name: string, sheet?: string) =>
  await readTable(await readFile(join(fixtures, name)), sheet)

const errorOf = async (reading: Promise<unknown>): Promise<ColdpressError> => {
  const error: unknown = await reading.then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  if (isColdpressError(error, 'invalid')) return error
  throw new Error('the workbook was read')
}

describe('a workbook of LibreOffice', () => {
  for (const name of ['libreoffice.xlsx', 'libreoffice.ods'])
    it(`is read from ${name} as the texts that its cells show, formulas as their results`, async () => {
      const { columns, rows, headerRow, issues } = await readFixture(name, 'Prints 2026')
      expect(columns.map(({ header }) => header)).toEqual([
        'Asset_Name',
        'name',
        'image',
        'plant',
        'edition',
        'printed',
        'story',
        'price',
        'share',
        'framed',
        'label',
      ])
      expect(headerRow).toBe(4)
      expect(issues).toEqual([])
      expect(rows).toEqual([
        {
          row: 5,
          cells: [
            'Herbarium01',
            'Fern No. 1',
            '01-fern.JPG',
            'Fern',
            '007',
            '01.03.2026',
            'One line\nand  another',
            '1,234.50 ADA',
            '26%',
            'TRUE',
            'Fern No. 1 of 1',
          ],
        },
        {
          row: 6,
          cells: [
            'Herbarium02',
            '  Olive No. 2',
            '2',
            '<Olive> & co.',
            '014',
            '02.03.2026',
            '',
            '2,469.00 ADA',
            '26%',
            'FALSE',
            '  Olive No. 2 of 2',
          ],
        },
        {
          row: 7,
          cells: [
            'Herbarium03',
            'Ginkgo No. 3',
            'sub/10.png',
            'ü'.repeat(32),
            '021',
            '3 March 2026',
            '',
            '3,703.50 ADA',
            '26%',
            'FALSE',
            'Ginkgo No. 3 of 3',
          ],
        },
      ])
    })

  for (const name of ['libreoffice.xlsx', 'libreoffice.ods'])
    it(`with several sheets in ${name} asks which, and leaves hidden and empty ones out`, async () => {
      const { message, details } = await errorOf(readFixture(name))
      expect(message).toBe('The workbook has the sheets "Notes", "Prints 2026". Choose one.')
      expect(details).toEqual({ rule: 'sheet_ambiguous', sheets: ['Notes', 'Prints 2026'] })
      expect((await readFixture(name, 'Old')).columns).toHaveLength(1)
      const unknown = await errorOf(readFixture(name, 'Prints'))
      expect(unknown.details).toMatchObject({ rule: 'sheet_missing' })
      expect((await errorOf(readFixture(name, 'Empty'))).message).toContain('"Empty" is empty')
    })
})

it('a workbook that was never computed says which formula has no result', async () => {
  const { message } = await errorOf(readFixture('openpyxl.xlsx', 'Prints 2026'))
  expect(message).toContain('no result of the formula in cell K5')
})

it('the only sheet is read by itself, with dates from 1904 and numbers of 15 digits', async () => {
  const { sheet, rows } = await readFixture('xlsxwriter.xlsx')
  expect(sheet).toEqual({ name: 'Tokens', all: ['Tokens'] })
  expect(rows.map(({ cells }) => cells)).toEqual([
    ['Bean0001', 'Bean #1', '1.png', '2026-03-01', '0.333333333333333'],
  ])
})

const xml = '<?xml version="1.0" encoding="UTF-8"?>'
const xlsxOf = (sheet: string, more: readonly ZipEntry[] = []): Buffer =>
  workbookOf({ One: `${xml}${sheet}` }, more)
const cellsOf = async (rows: string, more?: readonly ZipEntry[]) => {
  const table = await readTable(xlsxOf(sheetOf(rows), more))
  return [table.columns.map(({ header }) => header), ...table.rows.map(({ cells }) => cells)]
}

describe('a workbook of another program', () => {
  it('may leave out where cells are, write rich texts, and say how a word is pronounced', async () => {
    const shared = `<sst><si><r><t>Fe</t></r><r><t xml:space="preserve">rn _x0031_</t></r><rPh><t>x</t></rPh></si></sst>`
    const rows = `<row>${textCells('name', 'ink')}</row><row><c t="s"><v>0</v></c><c t="e"><v>#N/A</v></c></row>`
    expect(await cellsOf(rows, [{ name: 'xl/sharedStrings.xml', content: shared }])).toEqual([
      ['name', 'ink'],
      ['Fern 1', '#N/A'],
    ])
  })

  it('shows numbers in built-in formats, and without any as they are', async () => {
    const styles = `<styleSheet><numFmts><numFmt numFmtId="170" formatCode="[$-409]d\\-mmm\\-yy;@"/><numFmt numFmtId="171" formatCode="&quot;No. &quot;0"/></numFmts><cellStyleXfs><xf numFmtId="9"/></cellStyleXfs><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="170"/><xf numFmtId="171"/><xf numFmtId="49"/></cellXfs></styleSheet>`
    const number = (style: number, value: string): string => `<c s="${style}"><v>${value}</v></c>`
    const values = [
      number(0, '1234567890123'),
      number(1, '45000'),
      number(2, '45000'),
      number(3, '7'),
      number(4, '12'),
      number(0, '0.30000000000000004'),
    ]
    const rows = `<row>${textCells('a', 'b', 'c', 'd', 'e', 'f')}</row><row>${values.join('')}</row>`
    const [, shown] = await cellsOf(rows, [{ name: 'xl/styles.xml', content: styles }])
    expect(shown).toEqual(['1234567890123', '3/15/2023', '15-Mar-23', 'No. 7', '12', '0.3'])
  })

  it('with cells beyond the header names the column that has none', async () => {
    const table = await readTable(
      xlsxOf(sheetOf(`<row>${textCells('name')}</row><row>${textCells('Fern', 'more')}</row>`)),
    )
    expect(table.issues.map(({ rule, column }) => [rule, column])).toEqual([['empty_header', 'B']])
  })
})

const odsOf = (cells: string, more: readonly ZipEntry[] = []): Buffer =>
  zipOf([
    {
      name: 'content.xml',
      content: `${xml}<office:document-content><office:spreadsheet><table:table table:name="One">${cells}</table:table></office:spreadsheet></office:document-content>`,
    },
    ...more,
  ])

it('an OpenDocument sheet keeps blanks and repeated cells, and leaves comments out', async () => {
  const cells = `<table:table-row><table:table-cell table:number-columns-repeated="2"><text:p>a</text:p></table:table-cell><table:table-cell table:number-columns-repeated="16382"/></table:table-row>
    <table:table-row table:number-rows-repeated="2"><table:table-cell office:value="7"/><table:table-cell><office:annotation><text:p>no</text:p></office:annotation><text:p>x<text:s text:c="2"/><text:span>y</text:span></text:p><text:p>z</text:p></table:table-cell></table:table-row>
    <table:table-row table:number-rows-repeated="1048570"><table:table-cell table:number-columns-repeated="16384"/></table:table-row>`
  const { rows, width } = await readTable(odsOf(cells))
  expect(width).toBe(2)
  expect(rows).toEqual([
    { row: 2, cells: ['7', 'x  y\nz'] },
    { row: 3, cells: ['7', 'x  y\nz'] },
  ])
})

describe('merged cells', () => {
  const names = ['asset_name', 'name', 'artist', 'year']
  const [first, second, third] = [1, 2, 3].map(
    (at) => `<c r="A${at + 1}" t="inlineStr"><is><t>Bean${at}</t></is></c>`,
  )
  const at = (cell: string, text: string): string =>
    `<c r="${cell}" t="inlineStr"><is><t>${text}</t></is></c>`
  const cellsIn = ({ rows }: Table) => rows.map(({ cells }) => cells)

  it('of an Excel workbook count for each of their rows, with a note', async () => {
    const rows = `<row r="1">${textCells(...names)}</row>
      <row r="2">${first}${at('B2', 'One')}${at('C2', 'Ada')}${at('D2', '1901')}</row>
      <row r="3">${second}${at('B3', 'Two')}${at('C3', 'hidden')}</row>
      <row r="4">${third}${at('B4', 'Three')}${at('D4', '1903')}</row>`
    const merged = `<mergeCells><mergeCell ref="C2:C4"/><mergeCell ref="D2:D3"/><mergeCell ref="A9:D9"/></mergeCells>`
    const table = await readTable(
      xlsxOf(`<worksheet><sheetData>${rows}</sheetData>${merged}</worksheet>`),
    )
    expect(cellsIn(table)).toEqual([
      ['Bean1', 'One', 'Ada', '1901'],
      ['Bean2', 'Two', 'Ada', '1901'],
      ['Bean3', 'Three', 'Ada', '1903'],
    ])
    expect(table.issues).toEqual([
      expect.objectContaining({
        rule: 'format_note',
        column: 'C',
        message: 'Column C: the text of merged cells counts for each of their rows (C2:C4).',
      }),
      expect.objectContaining({
        column: 'D',
        message: 'Column D: the text of merged cells counts for each of their rows (D2:D3).',
      }),
    ])
  })

  it('make no row of one that is only the height of the row above', async () => {
    const rows = `<row r="1">${textCells(...names)}</row><row r="3">${at('A3', 'Bean1')}${at('B3', 'One')}</row>`
    const merged = ['A', 'B', 'C', 'D'].map((one) => `<mergeCell ref="${one}1:${one}2"/>`)
    const more = ['A', 'B'].map((one) => `<mergeCell ref="${one}3:${one}4"/>`)
    const table = await readTable(
      xlsxOf(
        `<worksheet><sheetData>${rows}</sheetData><mergeCells>${[...merged, ...more].join('')}</mergeCells></worksheet>`,
      ),
    )
    expect(table.rows.map(({ row }) => row)).toEqual([3])
    expect(table.issues.filter(({ rule }) => rule === 'format_note')).toEqual([])
  })

  it('of an OpenDocument workbook count for each of their rows too', async () => {
    const cell = (text: string, span = ''): string =>
      `<table:table-cell${span}><text:p>${text}</text:p></table:table-cell>`
    const row = (...cells: readonly string[]): string =>
      `<table:table-row>${cells.join('')}</table:table-row>`
    const spanned = ' table:number-rows-spanned="2" table:number-columns-spanned="2"'
    const table = await readTable(
      odsOf(
        [
          row(...names.map((name) => cell(name))),
          row(cell('Bean1'), cell('One'), cell('Ada', spanned), '<table:covered-table-cell/>'),
          row(
            cell('Bean2'),
            cell('Two'),
            '<table:covered-table-cell table:number-columns-repeated="2"><text:p>hidden</text:p></table:covered-table-cell>',
          ),
        ].join(''),
      ),
    )
    expect(cellsIn(table)).toEqual([
      ['Bean1', 'One', 'Ada', ''],
      ['Bean2', 'Two', 'Ada', ''],
    ])
    expect(table.issues[0]?.message).toContain('(C2:C3)')
  })
})

describe('a workbook that means harm', () => {
  const ruleOf = async (bytes: Uint8Array) => (await errorOf(readTable(bytes))).details['rule']

  it('with entities is refused before one of them grows', async () => {
    const laughs = `<!DOCTYPE w [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;">]>`
    expect(await ruleOf(xlsxOf(`${laughs}${sheetOf(`<row>${textCells('&b;')}</row>`)}`))).toBe(
      'workbook_xml',
    )
    expect(await ruleOf(xlsxOf(sheetOf(`<row>${textCells('&b;')}</row>`)))).toBe('workbook')
    const odd = zipOf([{ name: 'content.xml', content: `${laughs}<a/>` }])
    expect(await ruleOf(odd)).toBe('workbook_xml')
  })

  it('that grows too much is not unpacked to its end, whatever size it states', async () => {
    const blanks = `${xml}<worksheet>${' '.repeat(8 * 1024 ** 2)}</worksheet>`
    const name = 'xl/worksheets/sheet0.xml'
    expect(await ruleOf(xlsxOf(blanks))).toBe('workbook_bomb')
    expect(
      await ruleOf(xlsxOf(sheetOf(''), [{ name, content: blanks, statedBytes: 100 }])),
    ).toMatch(/^workbook/u)
  })

  it('with too many parts, cells or characters is refused', async () => {
    const parts = Array.from({ length: 10_001 }, (_, at) => ({ name: `p${at}`, content: '' }))
    expect(await ruleOf(zipOf(parts))).toBe('workbook_too_large')
    const wide = `<row>${textCells('a')}</row>`
    const far = Array.from(
      { length: 400 },
      (_, at) => `<row><c r="XFD${at + 2}" t="inlineStr"><is><t>b</t></is></c></row>`,
    )
    expect(await ruleOf(xlsxOf(sheetOf(wide + far.join(''))))).toBe('workbook_too_large')
    const row = `<table:table-row table:number-rows-repeated="9999999"><table:table-cell table:number-columns-repeated="5"><text:p>a</text:p></table:table-cell></table:table-row>`
    expect(await ruleOf(odsOf(row))).toBe('workbook_too_large')
    const shared = `<sst><si><t>${'x'.repeat(30_000)}</t></si></sst>`
    const repeated = Array.from({ length: 2300 }, () => `<row><c t="s"><v>0</v></c></row>`).join('')
    const one = [{ name: 'xl/sharedStrings.xml', content: shared }]
    expect(await ruleOf(xlsxOf(sheetOf(repeated), one))).toBe('workbook_too_large')
  })

  it.each([
    ['is cut off', (bytes: Buffer) => bytes.subarray(0, bytes.length / 2)],
    ['has a broken part', () => xlsxOf('<worksheet><sheetData>')],
    ['has a sheet that is missing', () => zipOf([{ name: '_rels/.rels', content: '<a/>' }])],
    ['is no spreadsheet', () => zipOf([{ name: 'content.xml', content: '<a/>' }])],
  ])('or %s says that it cannot be read', async (_, change) => {
    const { message, details } = await errorOf(
      readTable(change(xlsxOf(sheetOf(`<row>${textCells('a')}</row>`)))),
    )
    expect(details['rule']).toBe('workbook')
    expect(message).toContain('save it again as .xlsx, .ods or CSV')
  })

  it('or another zip, or has a password, says what to do', async () => {
    const other = await errorOf(readTable(zipOf([{ name: 'a.txt', content: 'a' }])))
    expect(other.message).toContain('neither .xlsx nor .ods')
    const locked = odsOf('', [
      { name: 'META-INF/manifest.xml', content: '<m><manifest:encryption-data/></m>' },
    ])
    expect(await ruleOf(locked)).toBe('workbook_locked')
  })
})
