import { describe, expect } from 'vitest'
import { readCellJson } from '#app/imports/formats/cell-json.ts'
import { spreadingCells } from '#app/imports/formats/spread-cells.ts'
import { atOnce } from '#app/imports/table/pieces.ts'
import { readTable } from '#app/imports/table/table.ts'
import { folderTest as it } from '../../../support/folder-test.ts'
import { writeCsv } from '../table/write-csv.ts'
import { images, readFiles } from './fixture.ts'

const spread = (header: string, ...cells: readonly string[]) => {
  const table = readTable(
    writeCsv([['name', header], ...cells.map((cell, at) => [`Heron ${at}`, cell])]),
  )
  const { columns, rows, issues } = atOnce(spreadingCells(table))
  return {
    headers: columns.map((column) => column.header).slice(1),
    rows: rows.map((row) => row.cells.slice(2)),
    rules: issues.map(({ rule }) => rule),
    messages: issues.map(({ message }) => message),
  }
}

describe('attributes in a cell', () => {
  it.each([
    ['Python', `[{'trait_type': 'Hat', 'value': 'Red'}, {'trait_type': "Owner's", 'value': None}]`],
    ['JSON', '[{"trait_type": "Hat", "value": "Red"}]'],
    ['an object', '{"Hat": "Red"}'],
    ['a dictionary', "{'Hat': 'Red',\n 'Beak': nan}"],
  ])('become columns: %s', (_, cell) => {
    expect(spread('attributes', cell)).toEqual({
      headers: ['ignore:attributes', 'Hat'],
      rows: [['Red']],
      rules: ['format_note'],
      messages: [
        '"attributes" holds lists of attributes: each becomes a column of its own ("Hat").',
      ],
    })
  })

  it('keep numbers as they are written, and their names where a field has the same', () => {
    const cell = '{"price": 1.50, "Seen": True, "name": "Dusk", "Level": 12345678901234567890}'
    const { headers, rows } = spread('traits', cell)
    expect(headers).toEqual(['ignore:traits', 'custom:price', 'Seen', 'custom:name', 'Level'])
    expect(rows).toEqual([['1.50', 'true', 'Dusk', '12345678901234567890']])
  })

  it('that cannot be read are a warning of their row, and an empty list is none', () => {
    const { rows, messages, rules } = spread(
      'attributes',
      '{"Hat": "Red"}',
      '{"Hat": "Blue"',
      '[]',
      '{"Hat": ["x", {"y": 1}]}',
      '{"Hat": "Green"}',
    )
    expect(rows).toEqual([['Red'], [''], [''], [''], ['Green']])
    expect(rules).toEqual(['format_note', 'value_not_read', 'value_not_read'])
    expect(messages[1]).toBe(
      'Row 3, attributes: not read: it is neither JSON nor a list or dictionary of Python.',
    )
    expect(messages[2]).toContain('Row 5, attributes: not read: attributes.Hat must be text')
  })

  it('beside a column of the same values stay in that one', () => {
    const table = readTable(
      writeCsv([
        ['Hat', 'traits'],
        ['Red', "{'Hat': 'Red', 'Beak': 'Long'}"],
      ]),
    )
    expect(atOnce(spreadingCells(table)).columns.map(({ header }) => header)).toEqual([
      'Hat',
      'ignore:traits',
      'Beak',
    ])
  })

  it.each([
    ['a text in brackets', '[Untitled]'],
    ['text behind the list', '{"Hat": "Red"} and more'],
    ['a comma too many', '{"Hat": "Red",}'],
    ['an escape that is none', String.raw`{"Hat": "\q"}`],
    ['a list of numbers', '[1890, 1891]'],
    ['code', "[__import__('os').system('true')]"],
    ['what is too deep', '['.repeat(5000) + ']'.repeat(5000)],
    ['what is too long', `{"Hat": "${'x'.repeat(70_000)}"}`],
  ])('are not %s, which stays a text', (_, cell) => {
    expect(spread('note', cell)).toMatchObject({ headers: ['note'], rules: [] })
  })

  it('are a list of texts, which becomes one text in its own column', () => {
    const cells = ["['oil', 'canvas']", 'ink', '[]', '["a", ["b"]]', '[7, "of 9"]', "['x', 'y'"]
    const found = spread('medium', ...cells)
    expect(found.headers).toEqual(['medium'])
    expect(found.messages).toEqual([
      '"medium" holds lists: each becomes one text, such as "oil, canvas".',
    ])
    const table = readTable(writeCsv([['name', 'medium'], ...cells.map((cell) => ['Heron', cell])]))
    expect(atOnce(spreadingCells(table)).rows.map((row) => row.cells[1])).toEqual([
      'oil, canvas',
      'ink',
      '',
      '["a", ["b"]]',
      '7, of 9',
      "['x', 'y'",
    ])
  })

  it('of more names than a collection has stay a text', () => {
    const cells = Array.from({ length: 600 }, (_, at) => `{"n${at}": "x"}`)
    expect(spread('note', ...cells)).toMatchObject({ headers: ['note'], rules: [] })
  })

  it('are read with the escapes of both', () => {
    expect(readCellJson(String.raw`{"a": "\u00e9\"\n\/", 'b': '\x41\U0001F426\''}`)).toEqual({
      a: 'é"\n/',
      b: "A🐦'",
    })
    expect(spread('traits', String.raw`{"Hat": "R\u0000d"}`).rows).toEqual([['R\uFFFDd']])
    expect(Object.keys(Object(readCellJson('{"__proto__": "x"}')))).toEqual(['__proto__'])
  })

  it('are columns of an import, in any format of a table', async ({ folder }) => {
    const { rows, notes } = await readFiles(folder, {
      'beans.csv': "tokenID,name,file_name,attributes\n7,Bean #7,7.png,\"{'Eyes': 'Red'}\"\n",
      ...images('7.png'),
    })
    expect(rows).toMatchObject([{ asset_name: 'Bean0007', Eyes: 'Red' }])
    expect(notes.join()).toContain('"attributes" holds lists of attributes')
  })
})
