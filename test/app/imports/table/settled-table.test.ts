import { describe, expect, it } from 'vitest'
import { withHeader } from '#app/imports/plan/header-row.ts'
import { withNamedIndex } from '#app/imports/inputs/open-source.ts'
import { editTable } from '#app/imports/table/edit-table.ts'
import { joinCells } from '#app/imports/table/join-cells.ts'
import { withShownText } from '#app/imports/table/shown-text.ts'
import { readTable } from '#app/imports/table/table.ts'

const read = (text: string) => readTable(new TextEncoder().encode(text))
const headers = ({ columns }: ReturnType<typeof read>) => columns.map(({ header }) => header)

describe('the header of a table', () => {
  it.for([
    ['a title of a spreadsheet', 'Table 1,,\nasset_name,name,image\na,b,1.png\n', 2],
    [
      'a title, a date and a blank line',
      'Beans,,\n2026-11-28,,\n\nasset_name,name,image\na,b,1.png\n',
      4,
    ],
    ['a title over merged cells', 'Beans,Beans,Beans\nasset_name,name,image\na,b,1.png\n', 2],
    ['a title without delimiters', 'Beans\n\nasset_name;name;image\na;b;1.png\n', 3],
    ['words that no rule knows', 'Meine Bohnen,,\ntitulo,imagen,ojos\na,1.png,rojo\n', 2],
    ['several titles of unknown words', 'Herons,\nJune\n\ntitulo,imagen\na,1.png\n', 4],
    ['a title above an index', 'Herons,,\n,titulo,imagen\n0,a,1.png\n', 2],
    ['no title', 'asset_name,name,image\nBean,name,1.png\n', 1],
    ['one column of two', 'image,\n1.png,x\n', 1],
    ['tokens without a header', 'Bean1,Bean 1,1.png\nBean2,Bean 2,2.png\n', 1],
  ] as const)('is recognised below %s', ([, text, row]) => {
    const table = withHeader(read(text), undefined)
    expect(table.headerRow).toBe(row)
    expect(table.issues.some(({ rule }) => rule === 'header_row')).toBe(row > 1)
  })

  it('is the row that was chosen, and rows keep their numbers', () => {
    const table = withHeader(read('x,y\na,b\nc,d\n'), 2)
    expect(headers(table)).toEqual(['a', 'b'])
    expect(table.rows).toMatchObject([{ row: 3, cells: ['c', 'd'] }])
    expect(() => withHeader(read('x,y\na,b\n'), 9)).toThrow('has no row 9')
  })

  it('stays said after an edit, as does what was found in a row that is left', () => {
    const table = withHeader(read('Title,\nname,image\na,1\nb,2\n'), undefined)
    const edited = editTable(table, [{ kind: 'remove_row', row: 3 }])
    expect(edited.issues.map(({ rule }) => rule)).toContain('header_row')
  })
})

describe('comments above a header', () => {
  const below = (head: string, text = 'titulo,imagen,ojos\na,1.png,rojo\n') => read(head + text)

  it.for([
    ['of some lines', '# Herons, a series\n\n// "Dusk" and others\n', 4],
    ['with a quotation mark', '# 5" tall\n', 2],
    ['with Mac line ends', '# Herons\r# 2026\r', 3],
    ['below the line of Excel', 'sep=,\n# Herons\n', 2],
  ] as const)('are left out: %s', ([, head, row]) => {
    const table = below(head)
    expect(headers(table)).toEqual(['titulo', 'imagen', 'ojos'])
    expect(table).toMatchObject({ headerRow: row, delimiter: ',' })
    expect(table.issues).toMatchObject([{ rule: 'header_row' }])
  })

  it('may hold the header itself, without its mark', () => {
    expect(headers(below('# Herons\n# name,image,eyes\n', 'a,1.png,red\n'))).toEqual([
      'name',
      'image',
      'eyes',
    ])
    expect(headers(below('#,name,image\n', '1,a,1.png\n'))).toEqual(['#', 'name', 'image'])
  })

  it('are none where each row begins so', () => {
    const rows = Array.from({ length: 300 }, (_, at) => `#${at},b\n`)
    const table = below(`#,name\n${rows.join('')}`, '')
    expect(headers(table)).toEqual(['#', 'name'])
    expect(table.rows).toHaveLength(300)
  })

  it('stay said below a title', () => {
    const table = withHeader(read('# Herons\nTitle,\nname,image\na,1.png\n'), undefined)
    expect(table.headerRow).toBe(3)
    expect(table.issues.map(({ message }) => message)).toContain(
      '1 comment above the header is left out.',
    )
  })
})

describe('a first column without a name', () => {
  const named = (text: string) => {
    const table = withNamedIndex(read(text))
    return [headers(table)[0], ...table.issues.map(({ rule }) => rule)]
  }

  it('is the number or the id of each row', () => {
    expect(named(',Hat\n0,Red\n1,Blue\n')).toEqual(['number', 'index_column'])
    expect(named(',Hat\nriver,Red\nlamps,Blue\n')).toEqual(['id', 'index_column'])
  })

  it('is left out beside a column of that name, or one of tokens and one of images', () => {
    expect(named(',Number\n0,7\n1,8\n')[0]).toBe('ignore:number')
    expect(named(',asset_name,image\n0,a,1.png\n')[0]).toBe('ignore:number')
  })

  it('keeps no name where two rows have the same, or one has none', () => {
    expect(named(',Hat\na,Red\na,Blue\n')).toEqual(['', 'empty_header'])
    expect(named(',Hat\na,Red\n,Blue\n')).toEqual(['', 'empty_header'])
    expect(named('Hat,\nRed,1\nBlue,2\n')).toEqual(['Hat', 'empty_header'])
  })
})

describe('text that a spreadsheet marked as such', () => {
  it('is read as it shows, with a note for each column', () => {
    const table = withShownText(
      read(
        `serial,note\n"=""0001""","say ""hi"""\n'0002,'tis\n'=1+1,="x"\n`.replace(
          ',="x"',
          ',plain',
        ),
      ),
    )
    expect(table.rows.map(({ cells }) => cells)).toEqual([
      ['0001', 'say "hi"'],
      ['0002', "'tis"],
      ['=1+1', 'plain'],
    ])
    expect(table.issues).toMatchObject([{ rule: 'spreadsheet_text', row: 2, column: 'serial' }])
    expect(table.issues[0]?.message).toContain('3 cells')
  })
})

describe('a row that a delimiter has cut apart', () => {
  it.for([
    [
      'curly quotes',
      ['a', '“He said', ' hello”', 'x'],
      3,
      ['a', '“He said, hello”', 'x'],
      'quotes',
    ],
    ['German quotes', ['„eins', 'zwei', 'drei“'], 1, ['„eins,zwei,drei“'], 'quotes'],
    ['single quotes', ["'one", "two'", 'x'], 2, ["'one,two'", 'x'], 'quotes'],
    [
      'a blank behind the comma',
      ['a', 'nice', ' red bean', 'x'],
      3,
      ['a', 'nice, red bean', 'x'],
      'blanks',
    ],
    ['nothing that says so', ['a', 'b', 'c', 'd', ''], 2, ['a', 'b,c,d'], 'end'],
    ['quotes that close in their cell', ['“a”', 'b', ' c'], 2, ['“a”', 'b, c'], 'blanks'],
  ] as const)('is joined by %s', ([, cells, width, joined, by]) => {
    expect(joinCells(cells, width, ',')).toEqual({ cells: joined, by })
  })

  it('keeps all text with its fix', () => {
    const table = read('name,quote\nBean,“He said, hello”\nBean 2,5’ tall\n')
    expect(table.issues).toMatchObject([
      {
        rule: 'row_too_long',
        row: 2,
        fix: { kind: 'join_row', label: 'Join the text in quotes into one cell' },
      },
    ])
    expect(table.issues[0]?.message).toContain('only straight double ones')
    const fixed = editTable(table, [{ kind: 'join_row', row: 2 }])
    expect(fixed.rows[0]?.cells).toEqual(['Bean', '“He said, hello”'])
    expect(fixed.issues).toEqual([])
  })
})

it('a table with | between its cells is read as such, and a | in a name is none', () => {
  const table = read('asset_name|name|image\nBean1|Bean, the first|1.png\n')
  expect(table).toMatchObject({ delimiter: '|' })
  expect(headers(table)).toEqual(['asset_name', 'name', 'image'])
  expect(read('tokenID,name,attributes|Eyes\n1,Bean,Red\n')).toMatchObject({ delimiter: ',' })
})
