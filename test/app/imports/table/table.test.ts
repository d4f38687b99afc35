import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readTable } from '#app/imports/table/table.ts'
import { isColdpressError, type ColdpressError } from '#values/errors/errors.ts'
import { encode, writeCsv, type CsvForm } from './write-csv.ts'

const bytes = (text: string) => new TextEncoder().encode(text)
const read = (text: string) => readTable(bytes(text))
const cellsOf = (text: string) => read(text).rows.map(({ cells }) => cells)
const headersOf = (text: string) => read(text).columns.map(({ header }) => header)
const rulesOf = (text: string) => read(text).issues.map(({ rule }) => rule)

const tableError = (input: Uint8Array): ColdpressError => {
  try {
    readTable(input)
  } catch (error) {
    if (isColdpressError(error, 'invalid')) return error
    throw error
  }
  throw new Error('the table was read')
}

describe('a bare cell that a spreadsheet shows as text', () => {
  it.each([
    ['="0001",b', ['="0001"', 'b']],
    ['a,="0001"', ['a', '="0001"']],
    ['="1,\n""2""",=""', ['="1,\n""2"""', '=""']],
    ['"x,=""1"",y",b', ['x,="1",y', 'b']],
    ['"x,="",y",="1"', ['x,=",y', '="1"']],
    ['"=""0001""",b', ['="0001"', 'b']],
  ])('%j', (row, cells) => {
    const text = `asset_name,name\n${row}\n`
    expect(cellsOf(text)).toEqual([cells])
  })

  it.each(['a,b="1"', 'a,="1"2', 'a,x="1",="2"', 'a,="1'])(
    'leaves every other quote inside a cell an error: %j',
    (row) => {
      expect(() => read(`asset_name,name\n${row}\n`)).toThrow(/^Row 2/u)
    },
  )

  it('of any text is read as it is written, whatever is beside it', () => {
    const text = fc.string({ unit: fc.constantFrom('a', '=', '"', ',', '\n', '\r') })
    fc.assert(
      fc.property(fc.array(fc.tuple(text, text), { minLength: 1, maxLength: 5 }), (pairs) => {
        const quoted = (one: string): string => `"${one.replaceAll('"', '""')}"`
        const rows = pairs.map(
          ([one, other]) => `=${quoted(one)},${quoted(other)},=${quoted(other)}`,
        )
        expect(cellsOf(['asset_name,name,Eyes', ...rows].join('\n'))).toEqual(
          pairs.map(([one, other]) => [`=${quoted(one)}`, other, `=${quoted(other)}`]),
        )
      }),
    )
  })
})

describe('a title above the header', () => {
  const table = ['asset_name;name;image;Eyes', 'Bean1;Bean 1;1.png;Red', 'Bean2;Bean 2;2.png;Red']
  it.each([
    [['Beans, the first drop'], table],
    [['Beans, the first drop', 'by Ann, Bob', 'for | all'], table],
    [['Beans, the first drop'], table.slice(0, 1)],
    [['Beans, the first drop'], table.slice(0, 2)],
    [['Beans, the first drop'], table.map((row) => row.replace('Red', 'Red, and blue'))],
    [[], table.map((row, at) => (at === 0 ? row : `${row}, 1,5`))],
  ])('does not decide the delimiter: %j', (titles, rows) => {
    expect(read([...titles, ...rows].join('\n')).delimiter).toBe(';')
  })

  it('nor do decimal commas in a table with a row too short', () => {
    const rows = Array.from({ length: 15 }, (_, at) => `Bean${at};${at},5${at === 7 ? ';' : ''}`)
    expect(read(['asset_name;price', ...rows].join('\n')).delimiter).toBe(';')
  })
})

describe('encodings', () => {
  const text = 'asset_name;name\r\nBean1;Größe 🫘 豆\r\n'
  it.each<[string, CsvForm['encoding'], boolean]>([
    ['UTF-8', 'utf-8', false],
    ['UTF-8 with a byte order mark', 'utf-8', true],
    ['UTF-16LE', 'utf-16le', false],
    ['UTF-16LE with a byte order mark', 'utf-16le', true],
    ['UTF-16BE', 'utf-16be', false],
    ['UTF-16BE with a byte order mark', 'utf-16be', true],
  ])('a table is read in the encoding %s', (_, encoding, mark) => {
    const table = readTable(encode((mark ? '\uFEFF' : '') + text, encoding))
    expect(table.encoding).toBe(encoding)
    expect(table.columns.map(({ header }) => header)).toEqual(['asset_name', 'name'])
    expect(table.rows).toEqual([{ row: 2, cells: ['Bean1', 'Größe 🫘 豆'] }])
  })

  it('refuses damaged UTF-8 and names the byte and the line', () => {
    const whole = bytes('asset_name,name\nBean1,Café\nBean2,Größe\n')
    const error = tableError(whole.with(whole.length - 3, 0xff))
    expect(error.message).toContain('The table is UTF-8, but byte 39 (0xC3) on line 3')
    expect(error.message).toContain('CSV UTF-8')
    expect(error.details).toMatchObject({ rule: 'csv_encoding', byte: 39, line: 3 })
  })

  it('passes over a replacement character that the file holds before the invalid byte', () => {
    const head = bytes('é\n\uFFFD\n')
    expect(tableError(Uint8Array.of(...head, 0x41, 0xff)).details).toMatchObject({
      byte: head.length + 2,
      line: 3,
    })
  })

  it.each<[CsvForm['encoding'], string]>([
    ['utf-8', 'name'],
    ['utf-16le', '\uFEFFnames'],
    ['utf-16be', '\uFEFFnames'],
  ])(
    'a table of megabytes in %s keeps the characters that its pieces would cut',
    (encoding, header) => {
      const cell = '𝄞'.repeat(20)
      const table = readTable(encode(`${header}\n${`${cell}\n`.repeat(50_000)}`, encoding))
      expect(table.encoding).toBe(encoding)
      expect(new Set(table.rows.map(({ cells }) => cells[0]))).toEqual(new Set([cell]))
    },
  )

  it('refuses UTF-8 of megabytes that was cut inside a character', () => {
    const whole = bytes(`name\n${'Größe\n'.repeat(300_000)}é`)
    expect(tableError(whole.subarray(0, -1)).details).toMatchObject({ rule: 'csv_encoding' })
  })

  it('refuses UTF-16 that was cut inside a character', () => {
    const whole = encode('\uFEFFname,image\na,b\n', 'utf-16le')
    expect(tableError(whole.subarray(0, -1)).details).toMatchObject({ rule: 'csv_encoding' })
  })

  it.each([
    ['a workbook', [0x50, 0x4b, 0x03, 0x04, 0x14]],
    ['an old workbook', [0xd0, 0xcf, 0x11, 0xe0, 0xa1]],
    ['text with a NUL', [...bytes('asset_name,name,image\nBean1,Bean,bean1.png\n'), 0x00]],
  ])('a table in a wrong encoding is refused: %s', (_, content) => {
    expect(tableError(Uint8Array.from(content)).details).toMatchObject({ rule: 'csv_not_text' })
  })

  it.each(['', '\uFEFF', '\n\n', ' \r\n,,\r\n'])('refuses the empty table %j', (text) => {
    expect(tableError(bytes(text)).details).toMatchObject({ rule: 'csv_empty' })
  })
})

describe('delimiters', () => {
  it.each([',', ';', '\t'])('the delimiter %j of a table is recognised', (delimiter) => {
    const table = read(`a${delimiter}b\n1${delimiter}2\n`)
    expect(table.delimiter).toBe(delimiter)
    expect(table.rows[0]?.cells).toEqual(['1', '2'])
  })

  it('does not count what stands in quotes', () => {
    expect(read('"a,b,c,d";e\n"1,2,3,4";5\n').delimiter).toBe(';')
  })

  it('prefers the delimiter that the rows share with the header', () => {
    expect(read('a, b, c;d;e\n1;2;3\n4;5;6\n').delimiter).toBe(';')
  })

  it('takes a table of one column for what it is', () => {
    expect(cellsOf('name\nBean\n')).toEqual([['Bean']])
  })

  it("honours Excel's own first line sep=, which is no row", () => {
    const table = read('sep=;\r\nname;image\r\na,b;c\r\n')
    expect(table.columns.map(({ header }) => header)).toEqual(['name', 'image'])
    expect(table.rows).toEqual([{ row: 2, cells: ['a,b', 'c'] }])
    expect(read('"sep=|"\na|b\n1|2\n').delimiter).toBe('|')
  })

  it('refuses a sep= line with a delimiter it does not know', () => {
    expect(tableError(bytes('sep=#\na#b\n')).details).toMatchObject({ rule: 'csv_delimiter' })
  })
})

describe('cells', () => {
  it('stay strings exactly as written', () => {
    const cells = ['007', '1e5', 'TRUE', '=1+1', ' a ', "'x", '2026-01-01', '0x1F']
    expect(cellsOf(`${'abcdefgh'.split('').join(',')}\n${cells.join(',')}\n`)).toEqual([cells])
  })

  it('hold doubled quotes, delimiters and line breaks inside quotes', () => {
    expect(cellsOf('a,b\r\n"say ""hi"", all","line 1\r\nline 2\nline 3"\r\n')).toEqual([
      ['say "hi", all', 'line 1\r\nline 2\nline 3'],
    ])
  })

  it.each(['\r\n', '\n', '\r'])('a row of a table ends with %j', (end) => {
    expect(cellsOf(['a,b', '1,2', '3,4'].join(end))).toEqual([
      ['1', '2'],
      ['3', '4'],
    ])
  })

  it('end with different line ends in one file', () => {
    expect(cellsOf('a\r\n1\n2\r3')).toEqual([['1'], ['2'], ['3']])
  })

  it('a cell of a table may be long', () => {
    const long = 'x'.repeat(300_000)
    expect(cellsOf(`a\n${long}\n`)).toEqual([[long]])
  })

  it.each([
    ['a quote that is never closed', 'a,b\n1,2\n"3,4\n', { rule: 'csv_quote', row: 3 }],
    ['text after a closing quote', 'a,b\n"1"x,2\n', { rule: 'csv_quote', row: 2, column: 'A' }],
    ['a quote in the middle', 'a,b\n1,2\n\n3,4"x"\n', { rule: 'csv_quote', row: 4, column: 'B' }],
  ])('refuses %s and names its place', (_, text, details) => {
    expect(tableError(bytes(text)).details).toMatchObject(details)
  })
})

describe('rows', () => {
  it('keep the numbers a spreadsheet shows, empty lines counted', () => {
    const table = read('a,b\n1,2\n\n , \n3,4\n\n')
    expect(table.headerRow).toBe(1)
    expect(table.rows.map(({ row }) => row)).toEqual([2, 5])
  })

  it('count a cell with line breaks as one row', () => {
    expect(read('a\n"1\n\n1"\n2\n').rows.map(({ row }) => row)).toEqual([2, 3])
  })

  it('start after a header that is not on the first line', () => {
    const table = read('\n\na,b\n1,2\n')
    expect([table.headerRow, table.rows[0]?.row]).toEqual([3, 4])
  })

  it('no_rows: a table that ends after its header', () => {
    expect(rulesOf('asset_name,name\n')).toEqual(['no_rows'])
  })

  it('row_too_long: a row with more cells than the header', () => {
    const [found] = read('a,b\n1,2\n1,2,3\n').issues
    expect(found).toMatchObject({ rule: 'row_too_long', severity: 'error', row: 3, value: '3' })
  })

  it('row_too_short: a row with fewer cells, which count as empty', () => {
    const table = read('a,b,c\n1\n')
    expect(table.issues).toMatchObject([{ rule: 'row_too_short', row: 2 }])
    expect(table.rows[0]?.cells).toEqual(['1', '', ''])
  })

  it('may end with delimiters', () => {
    expect(rulesOf('a,b\n1,2,,\n')).toEqual([])
  })
})

describe('headers', () => {
  it('are trimmed and get the letters of a spreadsheet', () => {
    const many = Array.from({ length: 28 }, (_, index) => ` h${index} `).join(',')
    const { columns } = read(`${many}\n`)
    expect(columns[0]).toEqual({ header: 'h0', letter: 'A' })
    expect(columns[25]?.letter).toBe('Z')
    expect(columns[26]?.letter).toBe('AA')
    expect(columns[27]?.letter).toBe('AB')
  })

  it('duplicate_header: ignoring case, spaces and Unicode form', () => {
    expect(read('Hat color,a,hatColor\n1,2,3\n').issues).toMatchObject([
      { rule: 'duplicate_header', row: 1, column: 'hatColor', value: 'C' },
    ])
    expect(rulesOf('caf\u00E9,cafe\u0301\n1,2\n')).toEqual(['duplicate_header'])
  })

  it('empty_header: a column with values and without a name', () => {
    expect(read('a,,b\n1,2,3\n').issues).toMatchObject([
      { rule: 'empty_header', column: 'B', severity: 'error' },
    ])
  })

  it('empty_column: a column with neither name nor value is left out', () => {
    const table = read('a,,b,\n1,,3,\n')
    expect(table.columns.map(({ letter }) => letter)).toEqual(['A', 'C'])
    expect(table.rows[0]?.cells).toEqual(['1', '3'])
    expect(table.issues).toMatchObject([{ rule: 'empty_column', severity: 'info' }])
  })

  it('the headers of a table keep their order', () => {
    expect(headersOf('z,a,m\n1,2,3\n')).toEqual(['z', 'a', 'm'])
  })
})

describe('any input', () => {
  it('gives a table or an error that is called invalid', () => {
    const pieces = fc.array(
      fc.oneof(
        fc.uint8Array({ maxLength: 8 }),
        fc
          .constantFrom('"', ',', ';', '\t', '\r', '\n', '\uFEFF', 'a', '""', 'sep=', 'é', '\0')
          .map(bytes),
      ),
    )
    fc.assert(
      fc.property(pieces, (parts) => {
        try {
          const table = readTable(Buffer.concat(parts))
          return table.rows.every(({ cells }) => cells.length === table.columns.length)
        } catch (error) {
          return isColdpressError(error, 'invalid')
        }
      }),
      { numRuns: 500 },
    )
  })

  it('comes back from every delimiter, line end and encoding as it was written', () => {
    const cell = fc.string({
      unit: fc.constantFrom(...Array.from('ab7 ,;\t"\r\n=é豆🫘')),
      maxLength: 8,
    })
    const form = fc.record<CsvForm>({
      delimiter: fc.constantFrom(',', ';', '\t'),
      lineEnd: fc.constantFrom('\r\n', '\n', '\r'),
      encoding: fc.constantFrom('utf-8', 'utf-16le', 'utf-16be'),
      mark: fc.boolean(),
      quoteAll: fc.boolean(),
    })
    const rows = fc.array(fc.tuple(fc.constant('x'), cell, cell), { minLength: 1, maxLength: 8 })
    fc.assert(
      fc.property(rows, form, (rows, form) => {
        const table = readTable(writeCsv([['asset_name', 'name', 'image'], ...rows], form))
        expect(table.rows.map(({ cells }) => cells)).toEqual(rows)
        expect(table.issues).toEqual([])
        expect([table.delimiter, table.encoding]).toEqual([form.delimiter, form.encoding])
      }),
      { numRuns: 300 },
    )
  })
})
