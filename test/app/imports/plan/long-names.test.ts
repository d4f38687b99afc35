import { describe, expect, it } from 'vitest'
import { cutAtWord } from '#app/imports/plan/long-names.ts'
import { planImport } from '#app/imports/plan/plan.ts'
import { editTable } from '#app/imports/table/edit-table.ts'
import { readTable } from '#app/imports/table/table.ts'
import { limits } from '#values/bounds/limits.ts'
import { textError } from '#contract/fields.ts'
import { writeCsv } from '../table/write-csv.ts'
import { collectionOf, fileOf, fixedTable } from './plan-fixture.ts'

const family = '👨‍👩‍👧‍👦'

describe('a name that is too long for a token', () => {
  it.each([
    ['Moths above the slow canal, at night, from the bank', 'Moths above the slow canal, at…'],
    ['Moths above the slow pond, below a lamp', 'Moths above the slow pond…'],
    [`Moths ${'m'.repeat(40)}`, `Moths ${'m'.repeat(25)}…`],
    ['x'.repeat(33), `${'x'.repeat(31)}…`],
    ['蛾'.repeat(30), `${'蛾'.repeat(20)}…`],
    [family.repeat(9), `${family.repeat(2)}…`],
    ['a\u0301'.repeat(40), `${'a\u0301'.repeat(15)}…`],
    ['\uD83D'.repeat(40), expect.stringMatching(/…$/u)],
  ])('%s is cut as %s', (name, cut) => expect(cutAtWord(name)).toEqual(cut))

  it('is cut within all limits of a token', () => {
    for (const letter of ['x', 'é', '蛾', family, '🇫🇷', 'ab ', 'é, '])
      expect(textError(cutAtWord(letter.repeat(40)), limits.tokenText)).toBeUndefined()
  })

  const long = 'Moths above the slow canal, at night, from the bank'
  const cut = 'Moths above the slow canal, at…'
  const header = ['asset_name', 'name', 'image']
  const inputOf = (headers: readonly string[], ...rows: readonly (readonly string[])[]) => ({
    table: readTable(writeCsv([[...header, ...headers], ...rows])),
    files: [fileOf('1.png'), fileOf('2.png')],
    collection: collectionOf(),
  })
  const short = ['M2', 'Lamps', '2.png']

  it('is cut by all fixes and stays whole as the attribute "Title"', async () => {
    const input = inputOf([], ['M1', long, '1.png'], short)
    expect(planImport(input).issues.find(({ rule }) => rule === 'text_too_long')?.fix).toEqual({
      kind: 'shorten',
      value: cut,
      to: 'custom:Title',
      label: `Write "${cut}" and keep the whole name as the attribute "Title"`,
    })
    const { table, fixed } = await fixedTable(input)
    expect([...fixed]).toEqual([['text_too_long', 1]])
    const { tokens, counts } = planImport({ ...input, table })
    expect(counts).toMatchObject({ errors: 0, new: 2 })
    expect(tokens.map(({ request }) => [request.name, request.custom_attributes])).toEqual([
      [cut, { Title: long }],
      ['Lamps', {}],
    ])
  })

  it.each(['Title', 'title'])(
    'stays whole as "Title" where the names are in the column %s',
    async (named) => {
      const rows = [['asset_name', named, 'image'], ['M1', long, '1.png'], short]
      const input = { ...inputOf([]), table: readTable(writeCsv(rows)) }
      const { table } = await fixedTable(input)
      const { tokens, counts } = planImport({ ...input, table })
      expect(counts).toMatchObject({ errors: 0, new: 2 })
      expect(tokens.map(({ request }) => [request.name, request.custom_attributes])).toEqual([
        [cut, { Title: long }],
        ['Lamps', {}],
      ])
    },
  )

  it('is cut for each row alone, and two of them may be called the same', () => {
    const input = inputOf([], ['M1', long, '1.png'], ['M2', `${long} again`, '2.png'])
    const edit = (row: number) =>
      ({ kind: 'shorten', row, column: 'B', value: cut, to: 'custom:Title' }) as const
    const table = editTable(editTable(input.table, [edit(2)]), [edit(3)])
    expect(planImport({ ...input, table }).counts).toMatchObject({ errors: 0, new: 2 })
    expect(table.rows.map(({ cells }) => cells.at(-1))).toEqual([long, `${long} again`])
    expect(() => editTable(input.table, [edit(9)])).toThrow('no row 9')
  })

  it('is cut to another name than those that begin alike, and a later one changes no earlier', async () => {
    const names = [
      long,
      `${long} again`,
      `${long}, a long lost photograph`,
      `${long}, another photograph`,
      long,
    ]
    const namesOf = async (count: number) => {
      const rows = names.slice(0, count).map((name, at) => [`M${at}`, name, '1.png'])
      return (await fixedTable(inputOf([], ...rows))).table.rows.map(({ cells }) => cells[1])
    }
    const cuts = [
      cut,
      'Moths above the slow… again',
      'Moths above the slow… photograph',
      'Moths above the slow canal… 2',
      cut,
    ]
    for (const count of [1, 2, 3, 4, 5]) expect(await namesOf(count)).toEqual(cuts.slice(0, count))
    const short = inputOf([], ['M1', cut, '1.png'], ['M2', long, '1.png'])
    expect((await fixedTable(short)).table.rows[1]?.cells[1]).toBe(
      'Moths above the slow canal… bank',
    )
  })

  it('keeps cells beyond the header where they are', () => {
    const { table } = inputOf([], ['M1', long, '1.png', 'beyond'], short)
    const edited = editTable(table, [
      { kind: 'shorten', row: 2, column: 'name', value: cut, to: 'custom:Title' },
    ])
    expect(edited.rows[0]?.written).toEqual(['M1', cut, '1.png', long, 'beyond'])
  })

  it('stays whole under another name where a column or the collection has "Title"', async () => {
    const titleOf = async (input: ReturnType<typeof inputOf>) =>
      (await fixedTable(input)).table.columns.map(({ header: one }) => one).slice(3)
    const row = ['M1', long, '1.png']
    expect(await titleOf(inputOf(['Title'], [...row, 'A night']))).toEqual([
      'Title',
      'custom:Full title',
    ])
    expect(await titleOf(inputOf(['Title'], [...row, ''], [...short, 'Lamps']))).toEqual(['Title'])
    const template = { name: '<name>', attributes: { Title: '<Title>' } }
    const tagged = {
      ...inputOf(['Title'], [...row, 'A night']),
      collection: collectionOf(template),
    }
    expect(await titleOf(tagged)).toEqual(['Title', 'custom:Full title'])
    const both = inputOf(['Title', 'Full title'], [...row, 'A night', 'Another'])
    expect((await fixedTable(both)).fixed.size).toBe(0)
  })
})
