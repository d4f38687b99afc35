import { describe, expect, it as plainIt, vi } from 'vitest'
import { openWorkbook } from '#app/imports/table/workbook/open-workbook.ts'
import { type Content, images, readFiles } from '../app/imports/formats/fixture.ts'
import { folderTest as it } from '../support/folder-test.ts'
import { sheetOf, textCells, textSheet, xlsxOf } from '../support/workbook.ts'
import { zipOf } from '../support/zip.ts'

vi.setConfig({ testTimeout: 120_000 })

const honest = ['asset_name', 'name', 'image'] as const
const row = `<row>${textCells(...honest)}</row><row>${textCells('Bean1', 'Bean 1', '1.png')}</row>`

const odsOf = (rows: string): Buffer =>
  zipOf([
    {
      name: 'content.xml',
      content: `<document><spreadsheet><table name="One">${rows}</table></spreadsheet></document>`,
    },
  ])

/** A workbook whose list names one part many times. */
const repeatedPart = (sheets: number): Buffer => {
  const relation = (id: string, type: string, target: string): string =>
    `<Relationship Id="${id}" Type="http://x/${type}" Target="${target}"/>`
  const listed = Array.from({ length: sheets }, (_, at) => `<sheet name="${at}" r:id="s"/>`)
  return zipOf([
    {
      name: '_rels/.rels',
      content: `<r>${relation('a', 'officeDocument', '/xl/workbook.xml')}</r>`,
    },
    { name: 'xl/workbook.xml', content: `<workbook>${listed.join('')}</workbook>` },
    {
      name: 'xl/_rels/workbook.xml.rels',
      content: `<r>${relation('s', 'worksheet', 'sheet.xml')}</r>`,
    },
    { name: 'xl/sheet.xml', content: textSheet(['asset_name'], ['Bean1']) },
  ])
}

const attributes = (count: number): string =>
  Array.from({ length: count }, (_, at) => ` a${at}="1"`).join('')

const attacks: readonly (readonly [string, string, Content, string])[] = [
  [
    'elements without end in each other',
    'tokens.xlsx',
    xlsxOf({ One: sheetOf(`${row}${'<a>'.repeat(20_000)}${'</a>'.repeat(20_000)}`) }),
    'nests more than 256 elements',
  ],
  [
    'attributes without end',
    'tokens.xlsx',
    xlsxOf({ One: sheetOf(`${row}<a${attributes(20_000)}/>`) }),
    'more than 256 attributes',
  ],
  [
    'a thousand sheets that are one part',
    'tokens.xlsx',
    repeatedPart(1000),
    'two of its sheets are the part xl/sheet.xml',
  ],
  [
    'formats without end',
    'tokens.xlsx',
    xlsxOf({ One: sheetOf(row) }, [
      {
        name: 'xl/styles.xml',
        content: `<s><cellXfs>${Array.from({ length: 70_000 }, (_, at) => `<xf numFmtId="${at}"/>`).join('')}</cellXfs></s>`,
      },
    ]),
    'more than 65,536 formats of cells',
  ],
  [
    'cells that are repeated a billion times',
    'tokens.ods',
    odsOf(
      `<table-row>${'<table-cell number-columns-repeated="16384"><p>a</p></table-cell>'.repeat(20)}</table-row>`,
    ),
    'a row has more cells than any spreadsheet',
  ],
  [
    'merged cells that are the whole sheet, again and again',
    'tokens.xlsx',
    xlsxOf({
      One: sheetOf(
        `${row}${Array.from({ length: 400 }, () => '<mergeCell ref="A1:XFD1048576"/>').join('')}`,
      ),
    }),
    'more than 5,000,000 merged cells',
  ],
  ['a line of commas', 'tokens.csv', `${honest.join()}\n${','.repeat(20_000)}`, '16,384 columns'],
  [
    'lines of commas',
    'tokens.csv',
    `${honest.join()}\n${`${','.repeat(16_000)}\n`.repeat(320)}`,
    '5,000,000 cells',
  ],
  ['line ends alone', 'tokens.csv', `${honest.join()}${'\n'.repeat(1_100_000)}`, '1,048,576 rows'],
  [
    'a wide header over many short rows',
    'tokens.csv',
    `${Array.from({ length: 10_000 }, (_, at) => `c${at}`).join()}\n${'a\n'.repeat(600)}`,
    '5,000,000 cells',
  ],
  ['JSON of millions of values', 'tokens.json', `[${'0,'.repeat(5_100_000)}0]`, '5,000,000 values'],
  [
    'JSON that is broken at its end',
    'tokens.json',
    `[${'{"name":"Bean","x":1},'.repeat(300_000)}{"name":}]`,
    'line 1, column 6600010: a value is missing',
  ],
]

describe('a table from somebody else, made to exhaust whoever reads it, is refused in words:', () => {
  for (const [what, name, content, message] of attacks)
    it(what, async ({ folder }) => {
      const reading = readFiles(folder, { [name]: content, ...images('1.png') })
      await expect(reading).rejects.toMatchObject({
        code: 'invalid',
        message: expect.stringContaining(message),
      })
    })

  plainIt('parts that are small each and too much together', async () => {
    const sheet = textSheet(['asset_name'], ['Bean1'])
    const workbook = await openWorkbook(xlsxOf({ One: sheet, Two: sheet }), {
      totalBytes: sheet.length * 2 - 1,
    })
    await workbook.readXml('xl/worksheets/sheet0.xml', {})
    await expect(workbook.readXml('xl/worksheets/sheet1.xml', {})).rejects.toMatchObject({
      message: expect.stringContaining('bytes in all of its parts'),
      details: { rule: 'workbook_too_large' },
    })
  })
})
