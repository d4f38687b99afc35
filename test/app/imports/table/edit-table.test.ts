import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { TableEdit } from '#contract/imports/draft-view.ts'
import type { Table } from '#app/imports/table/table-types.ts'
import { countMatches, editTable } from '#app/imports/table/edit-table.ts'
import { issueOf } from '#app/imports/table/issues.ts'
import { readTable } from '#app/imports/table/table.ts'
import { writeTable, writeTableWithoutGaps } from '#app/imports/table/write-table.ts'
import { writeCsv } from './write-csv.ts'

// Thousands of tables: on a busy machine they take their time.
const tableOf = (...rows: readonly (readonly string[])[]): Table => readTable(writeCsv(rows))
const beans = tableOf(['name', 'image', 'Mood'], ['a', '1', 'x'], ['b', '2', 'y'], ['c', '3', 'z'])
const rowsOf = ({ rows }: Table) => rows.map(({ row, cells }) => [row, ...cells])
const headersOf = ({ columns }: Table) => columns.map(({ letter, header }) => `${letter} ${header}`)

describe('editTable', () => {
  it('keeps what was said about how the folder was read', () => {
    const note = issueOf('format_note', 'Images were found by number.')
    const edits = [{ kind: 'rename', column: 'C', to: 'ignore:Mood' }] as const
    expect(editTable({ ...beans, issues: [note] }, edits).issues).toEqual([note])
  })

  it('sets the cell that a spreadsheet shows there, by letter or by header', () => {
    const edited = editTable(beans, [
      { kind: 'set', row: 3, column: 'A', value: 'B' },
      { kind: 'set', row: 4, column: 'Mood', value: ' Z, "z"\n' },
    ])
    expect(rowsOf(edited)).toEqual([
      [2, 'a', '1', 'x'],
      [3, 'B', '2', 'y'],
      [4, 'c', '3', ' Z, "z"\n'],
    ])
    expect(rowsOf(beans)[1]).toEqual([3, 'b', '2', 'y'])
  })

  it('replaces a text in some columns, as it is written or in large and small letters', () => {
    const table = tableOf(['name', 'Mood'], ['Fern $1', 'fern'], ['A FERN', 'x (fern)'])
    const replace = { kind: 'replace', find: 'fern', value: '$& moss' } as const
    const exact = editTable(table, [{ ...replace, columns: ['A', 'B'], matchesCase: true }])
    expect(rowsOf(exact)).toEqual([
      [2, 'Fern $1', '$& moss'],
      [3, 'A FERN', 'x ($& moss)'],
    ])
    const some = editTable(table, [{ ...replace, columns: ['A'], matchesCase: false }])
    expect(rowsOf(some)).toEqual([
      [2, '$& moss $1', 'fern'],
      [3, 'A $& moss', 'x (fern)'],
    ])
    const search = { columns: ['A', 'B'], find: '(fern)', matchesCase: false }
    expect(countMatches(table, search)).toBe(1)
    expect(countMatches(table, { ...search, find: 'fern' })).toBe(4)
  })

  it('adds a column whose cells are made of others by a pattern', () => {
    const made = editTable(beans, [
      { kind: 'set', row: 3, column: 'Mood', value: ' ' },
      { kind: 'fill_column', header: 'custom:Caption', pattern: '{name}, {mood}' },
      { kind: 'fill_column', header: 'description', pattern: '{Mood}' },
      { kind: 'fill_column', header: 'Artist', pattern: 'Ada' },
    ])
    expect(headersOf(made).slice(3)).toEqual(['D custom:Caption', 'E description', 'F Artist'])
    expect(rowsOf(made).map((row) => row.slice(4))).toEqual([
      ['a, x', 'x', 'Ada'],
      // Nothing is made of empty cells alone.
      ['b,', '', 'Ada'],
      ['c, z', 'z', 'Ada'],
    ])
    const unknown = { kind: 'fill_column', header: 'x', pattern: '{Colour}' } as const
    expect(() => editTable(beans, [unknown])).toThrow('"Colour", which the table lacks')
  })

  it('hits the right rows after others were removed in the same batch and before', () => {
    const once = editTable(beans, [
      { kind: 'remove_row', row: 2 },
      { kind: 'set', row: 4, column: 'name', value: 'C' },
    ])
    expect(rowsOf(once)).toEqual([
      [3, 'b', '2', 'y'],
      [4, 'C', '3', 'z'],
    ])
    expect(
      rowsOf(editTable(once, [{ kind: 'set', row: 3, column: 'name', value: 'B' }]))[0],
    ).toEqual([3, 'B', '2', 'y'])
  })

  it('leaves alone a row that the batch has removed', () => {
    const edited = editTable(beans, [
      { kind: 'remove_row', row: 3 },
      { kind: 'set', row: 3, column: 'name', value: 'gone' },
      { kind: 'remove_row', row: 3 },
      { kind: 'fit_row', row: 3 },
    ])
    expect(rowsOf(edited)).toEqual([
      [2, 'a', '1', 'x'],
      [4, 'c', '3', 'z'],
    ])
  })

  it('means by a header what it was before the batch', () => {
    const edited = editTable(beans, [
      { kind: 'rename', column: 'name', to: 'title' },
      { kind: 'rename', column: 'Mood', to: 'name' },
      { kind: 'set', row: 2, column: 'name', value: 'A' },
      { kind: 'set', row: 2, column: 'title', value: 'AA' },
    ])
    expect(headersOf(edited)).toEqual(['A title', 'B image', 'C name'])
    expect(rowsOf(edited)[0]).toEqual([2, 'AA', '1', 'x'])
  })

  it('takes a letter before a header that reads like one', () => {
    const table = tableOf(['B', 'x'], ['1', '2'])
    const edited = editTable(table, [{ kind: 'set', row: 2, column: 'B', value: 'hit' }])
    expect(rowsOf(edited)).toEqual([[2, '1', 'hit']])
  })

  it('adds a column with a value in every row, and names it at once', () => {
    const edited = editTable(beans, [
      { kind: 'add_column', header: ' <hat> ', value: 'none' },
      { kind: 'set', row: 3, column: '<hat>', value: 'cap' },
    ])
    expect(headersOf(edited).at(-1)).toBe('D <hat>')
    expect(edited.rows.map(({ cells }) => cells.at(-1))).toEqual(['none', 'cap', 'none'])
  })

  it('keeps what stands beyond the header until a person decides', () => {
    const table = tableOf(['a', 'b'], ['1', '2', 'more'], ['3'])
    const edited = editTable(table, [
      { kind: 'set', row: 2, column: 'A', value: 'one' },
      { kind: 'add_column', header: 'c', value: 'new' },
    ])
    expect(edited.rows[0]?.written).toEqual(['one', '2', 'new', 'more'])
    expect(edited.rows[1]?.cells).toEqual(['3', '', 'new'])
    expect(edited.issues.map(({ rule, row }) => [rule, row])).toEqual([['row_too_long', 2]])
    const fitted = editTable(edited, [{ kind: 'fit_row', row: 2 }])
    expect(fitted.issues).toEqual([])
    expect(fitted.rows[0]).toEqual({ row: 2, cells: ['one', '2', 'new'] })
  })

  it('shares the rows that it leaves as they were, also beside an empty column', () => {
    const wide = tableOf(['name', '', 'Mood'], ['a', '', 'x'], ['b', ''], ['c', '', 'z'])
    const { rows } = editTable(wide, [
      { kind: 'set', row: 4, column: 'A', value: 'C' },
      { kind: 'set', row: 2, column: 'A', value: 'a' },
    ])
    expect(rows.map((row, at) => row === wide.rows[at])).toEqual([true, true, false])
    const fitted = editTable(wide, [{ kind: 'fit_row', row: 3 }])
    expect(fitted.rows.map((row, at) => row === wide.rows[at])).toEqual([true, false, true])
  })

  it('tells the issues of the table as it is now', () => {
    const rules = (table: Table) => table.issues.map(({ rule }) => rule)
    const twice = editTable(beans, [{ kind: 'rename', column: 'Mood', to: 'Name' }])
    expect(rules(twice)).toEqual(['duplicate_header'])
    expect(rules(editTable(twice, [{ kind: 'rename', column: 'C', to: 'Mood' }]))).toEqual([])
    const none = editTable(
      beans,
      [2, 3, 4].map((row) => ({ kind: 'remove_row', row })),
    )
    expect(rules(none)).toEqual(['no_rows'])
  })

  it.each<[string, TableEdit]>([
    ['a row that is not there', { kind: 'set', row: 9, column: 'A', value: '' }],
    ['the header as a row', { kind: 'remove_row', row: 1 }],
    ['a column that is not there', { kind: 'rename', column: 'D', to: 'x' }],
    ['a header of nothing', { kind: 'rename', column: 'A', to: ' ' }],
    ['a NUL', { kind: 'set', row: 2, column: 'A', value: 'a\0' }],
    ['half a character', { kind: 'add_column', header: 'x', value: '\uD800' }],
  ])('an edit of the table is refused: %s', (_, edit) => {
    expect(() => editTable(beans, [edit])).toThrow(expect.objectContaining({ code: 'invalid' }))
  })

  it('takes ten thousand rows and edits', () => {
    const many = Array.from({ length: 10_000 }, (_, at) => [
      `t${at}`,
      ...Array.from({ length: 19 }, () => 'x'),
    ])
    const header = Array.from({ length: 20 }, (_, at) => `h${at}`)
    const table = tableOf(header, ...many)
    const edits = many.map((_, at): TableEdit => ({
      kind: 'set',
      row: at + 2,
      column: 'T',
      value: 'y',
    }))
    const edited = editTable(table, edits)
    expect(edited.rows.every(({ cells }) => cells[19] === 'y')).toBe(true)
  })
})

const text = fc.string({
  unit: fc.constantFrom(...Array.from('ab7 ,;|\t"\r\n=é豆🫘\uFEFF')),
  maxLength: 6,
})
const records = fc.array(fc.array(text, { maxLength: 5 }), { minLength: 1, maxLength: 8 })
const readable = (rows: readonly (readonly string[])[]): Table | undefined => {
  try {
    return readTable(writeCsv(rows.map((cells) => (cells.length === 0 ? [''] : cells))))
  } catch {
    return undefined
  }
}
/** A table that was written is in UTF-8 with commas, whatever it was read from. */
const inOurForm = (table: Table): Table => ({ ...table, encoding: 'utf-8', delimiter: ',' })

const edit = fc.oneof(
  fc.record({
    kind: fc.constant('set' as const),
    row: fc.integer({ min: 1, max: 8 }),
    column: fc.constantFrom('A', 'B', 'C'),
    value: text,
  }),
  fc.record({
    kind: fc.constant('rename' as const),
    column: fc.constantFrom('A', 'B'),
    to: fc.oneof(text, fc.constantFrom('sep=;', '"sep=|"', 'sep=#')),
  }),
  fc.record({
    kind: fc.constantFrom('remove_row' as const, 'fit_row' as const),
    row: fc.integer({ min: 1, max: 8 }),
  }),
  fc.record({ kind: fc.constant('add_column' as const), header: text, value: text }),
)

/** Edits that this table refuses are left out. */
const edited = (table: Table, edits: readonly TableEdit[]): Table =>
  edits.reduce((before, one) => {
    try {
      return editTable(before, [one])
    } catch {
      return before
    }
  }, table)

describe('writeTable', () => {
  it('comes back as the same table: cells, numbers, letters and issues, after any edits', () => {
    fc.assert(
      fc.property(records, fc.array(edit, { maxLength: 6 }), (rows, edits) => {
        const read = readable(rows)
        fc.pre(read !== undefined)
        const table = edited(read, edits)
        expect(readTable(writeTable(table))).toEqual(inOurForm(table))
      }),
      { numRuns: 1000 },
    )
  })

  it('survives headers that look like the line that names a delimiter', () => {
    for (const header of ['sep=;', 'sep=#', 'sep=']) {
      const table = editTable(tableOf(['x'], ['1']), [{ kind: 'rename', column: 'A', to: header }])
      expect(readTable(writeTable(table))).toEqual(table)
    }
  })

  it('leaves no gaps in a table for a person to keep', () => {
    const table = editTable(tableOf(['a', '', 'c'], ['1', '', '3'], ['4', '', '6', 'more']), [
      { kind: 'remove_row', row: 2 },
    ])
    const kept = new TextDecoder().decode(writeTableWithoutGaps(table))
    expect(kept).toBe('a,c\r\n4,6,more\r\n')
    expect(Array.from(writeTableWithoutGaps(table).subarray(0, 3))).toEqual([0xef, 0xbb, 0xbf])
  })

  it('quotes as RFC 4180 says', () => {
    const table = tableOf(['a', 'b'], ['say "hi"', 'one\r\ntwo'], ['x;y', 'z'])
    expect(new TextDecoder().decode(writeTable(table))).toBe(
      'a,b\r\n"say ""hi""","one\r\ntwo"\r\n"x;y",z\r\n',
    )
  })
})
