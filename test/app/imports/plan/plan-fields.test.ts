import { describe, expect, it } from 'vitest'
import { planImport } from '#app/imports/plan/plan.ts'
import { readTable } from '#app/imports/table/table.ts'
import {
  collectionOf,
  fileOf,
  issuesOf,
  plainHeader,
  plainRow,
  planOf,
  rulesOf,
  withCell,
} from './plan-fixture.ts'
import { writeCsv } from '../table/write-csv.ts'

describe('a faultless table', () => {
  it('becomes token requests, every cell a string', () => {
    const plan = planOf({
      rows: [
        ['image', 'name', 'asset_name', 'description', 'media_type', 'hat', 'custom:Edition'],
        ['1.png', '007', 'Bean1', '1e5', 'image/png', '007', '=1+1'],
      ],
      files: ['1.png'],
      metadata: { attributes: { Hat: '<hat>' } },
    })
    expect(plan.issues).toEqual([])
    expect(plan.tokens).toMatchObject([
      {
        row: 2,
        assetName: 'Bean1',
        state: 'new',
        request: {
          asset_name: 'Bean1',
          name: '007',
          description: '1e5',
          media_type: 'image/png',
          metadata_attributes: [{ tag: '<hat>', value: '007' }],
          custom_attributes: { Edition: '=1+1' },
        },
        image: { kind: 'file', file: { name: '1.png' } },
      },
    ])
    expect(plan.counts).toEqual({
      rows: 1,
      new: 1,
      done: 0,
      compare: 0,
      change: 0,
      priced: 0,
      errors: 0,
      warnings: 0,
    })
  })

  it('shares the attributes of equal value between tokens, which a large table has many of', () => {
    const { tokens } = planOf({
      rows: [
        ['asset_name', 'name', 'image', 'hat'],
        ['Bean1', 'Bean', '1.png', 'cap'],
        ['Bean2', 'Bean', '2.png', 'cap'],
        ['Bean3', 'Bean', '3.png', 'bow'],
      ],
      files: ['1.png', '2.png', '3.png'],
      metadata: { attributes: { Hat: '<hat>' } },
    })
    const [first, second, third] = tokens.map(({ request }) => request.metadata_attributes?.[0])
    expect(second).toBe(first)
    expect(third).toEqual({ tag: '<hat>', value: 'bow' })
  })

  it("gives tags in the collection's order and custom attributes in the table's", () => {
    const plan = planOf({
      rows: [
        ['asset_name', 'name', 'image', 'z', 'hat', 'a', 'eyes'],
        ['Bean1', 'Bean', '1.png', '1', 'cap', '2', 'blue'],
      ],
      files: ['1.png'],
      metadata: { attributes: { Eyes: '<eyes>', Hat: '<hat>' } },
    })
    const [token] = plan.tokens
    expect(token?.request.metadata_attributes?.map(({ tag }) => tag)).toEqual(['<eyes>', '<hat>'])
    expect(Object.keys(token?.request.custom_attributes ?? {})).toEqual(['z', 'a'])
  })

  it('leaves empty optional cells out', () => {
    const plan = planOf({
      rows: [
        ['asset_name', 'name', 'image', 'description', 'media_type', 'Mood'],
        ['Bean1', 'Bean', '1.png', '', ' ', ''],
      ],
      files: ['1.png'],
    })
    expect(plan.tokens[0]?.request).toEqual({
      asset_name: 'Bean1',
      name: 'Bean',
      metadata_attributes: [],
      custom_attributes: {},
    })
  })

  it('refuses a custom attribute that is called __proto__ and keeps one called constructor', () => {
    expect(withCell('__proto__', 'x').issues.map(({ rule }) => rule)).toContain('forbidden_name')
    const custom = withCell('constructor', 'x').tokens[0]?.request.custom_attributes ?? {}
    expect(Object.entries(custom)).toEqual([['constructor', 'x']])
  })
})

describe('limits of the interface', () => {
  const fields = ['asset_name', 'name', 'description'] as const

  it.each(fields)('%s: 2 to 32 characters are accepted, as code points', (field) => {
    for (const value of ['ab', 'x'.repeat(32), '🫘'.repeat(8)])
      expect(withCell(field, value).counts.errors).toBe(0)
  })

  it.each(fields)('text_too_short: %s of 1 character', (field) => {
    expect(issuesOf(withCell(field, 'a'), 'text_too_short')).toMatchObject([
      { severity: 'error', row: 2, column: field, value: 'a' },
    ])
  })

  it.each(fields)('text_too_long: %s of 33 characters', (field) => {
    const [found] = issuesOf(withCell(field, 'x'.repeat(33)), 'text_too_long')
    expect(found).toMatchObject({ severity: 'error', row: 2, column: field })
    expect(found?.message).toContain('33 characters, at most 32 allowed')
  })

  it.each(fields)('text_too_many_bytes: %s of 22 characters and 66 bytes', (field) => {
    expect(rulesOf(withCell(field, '豆'.repeat(22)))).toEqual(['text_too_many_bytes'])
  })

  it('asset_name_over_ledger_limit: 33 bytes, which the interface allows', () => {
    const plan = withCell('asset_name', `${'豆'.repeat(10)}abc`)
    expect(issuesOf(plan, 'asset_name_over_ledger_limit')).toMatchObject([
      { severity: 'error', row: 2, column: 'asset_name' },
    ])
    expect(rulesOf(withCell('asset_name', `${'豆'.repeat(10)}ab`))).toEqual([
      'asset_name_not_ascii',
    ])
    expect(rulesOf(withCell('name', `${'豆'.repeat(10)}abc`))).toEqual([])
  })

  it('invalid_media_type: no MIME type', () => {
    expect(rulesOf(withCell('media_type', 'png'))).toEqual(['invalid_media_type'])
  })

  it('invalid_text: a lone surrogate, which no file can hold but an editor can', () => {
    for (const column of ['asset_name', 'name', 'image', 'Mood'])
      expect(rulesOf(planWithTyped(column, 'ab\uD800'))).toContain('invalid_text')
  })
})

/** As if the text were typed into a table on screen: CSV bytes cannot hold it. */
const planWithTyped = (column: string, value: string) => {
  const header = [...new Set(['asset_name', 'name', 'image', column])]
  const table = readTable(writeCsv([header, header.map((name) => `${name}-cell`)]))
  const cells = header.map((name) => (name === column ? value : 'typed'))
  return planImport({
    table: { ...table, rows: [{ row: 2, cells }] },
    files: [fileOf('typed.png')],
    collection: collectionOf(),
  })
}

describe('cells that need a look', () => {
  it('missing_value: with what the rest of the row suggests', () => {
    const missing = (column: string, files: readonly string[] = ['1.png']) =>
      issuesOf(withCell(column, ' ', { files }), 'missing_value')[0]
    expect(missing('name')).toMatchObject({
      severity: 'error',
      row: 2,
      column: 'name',
      fix: { kind: 'set_value', value: 'Bean1' },
    })
    expect(missing('image', ['bean1.PNG'])).toMatchObject({
      fix: { kind: 'pick_file', value: 'bean1.PNG' },
    })
    // The stem "1" is too short for an asset name.
    expect(missing('asset_name')).not.toHaveProperty('fix')
    const plan = planOf({
      rows: [plainHeader, ['', 'Bean', 'art/Bean7.png']],
      files: ['art/Bean7.png'],
    })
    expect(issuesOf(plan, 'missing_value')).toMatchObject([{ fix: { value: 'Bean7' } }])
  })

  it('missing_image: offers to leave the row out where no file has its name', () => {
    const [found] = issuesOf(withCell('image', '', { files: ['1.png'] }), 'missing_image')
    expect(found).toMatchObject({
      severity: 'error',
      row: 2,
      column: 'image',
      fix: { kind: 'remove_row', label: 'Leave the row out' },
    })
  })

  it('surrounding_whitespace: is reported, and left out of what is uploaded', () => {
    const header = ['asset_name', 'name', 'image', 'hat', 'Mood']
    const plan = planOf({
      rows: [header, [' Bean1', 'Bean ', '\t1.png', 'cap\n', '\u00A0calm']],
      files: ['1.png'],
      metadata: { attributes: { Hat: '<hat>' } },
    })
    const found = issuesOf(plan, 'surrounding_whitespace')
    expect(new Set(found.map(({ column }) => column))).toEqual(new Set(header))
    expect(found[0]).toMatchObject({ severity: 'warning', row: 2, fix: { kind: 'trim' } })
    expect(plan.tokens).toMatchObject([
      {
        request: {
          asset_name: 'Bean1',
          name: 'Bean',
          metadata_attributes: [{ value: 'cap' }],
          custom_attributes: { Mood: 'calm' },
        },
        image: { file: { name: '1.png' } },
      },
    ])
  })

  it.each([
    ['asset_name', 'Be\u200Ban1', 'Bean1'],
    ['name', 'Bean\n#1', 'Bean #1'],
    ['description', 'a\u202Eb', 'ab'],
    ['custom:Mood', 'a\u0007b', 'ab'],
  ])('invisible_character: in %s', (column, value, fixed) => {
    const plan = withCell(column, value)
    expect(issuesOf(plan, 'invisible_character')).toMatchObject([
      { severity: 'warning', column, fix: { kind: 'set_value', value: fixed } },
    ])
  })

  it.each([
    0x34f, 0x61c, 0x115f, 0x1160, 0x180e, 0x2065, 0x206a, 0x2800, 0x3164, 0xffa0, 0xfff0, 0xe0000,
    0xe0001, 0xe0041, 0xe007f,
  ])('invisible_character: what Unicode displays as nothing or a blank, 0x%x', (code) => {
    const plan = withCell('name', `Be${String.fromCodePoint(code)}an`)
    expect(issuesOf(plan, 'invisible_character')).toMatchObject([
      { fix: { kind: 'set_value', value: 'Bean' } },
    ])
  })

  it('invisible_character: not the joiners of emoji, nor line breaks in longer texts', () => {
    expect(rulesOf(withCell('name', '👩\u200D🎨 art ❤\uFE0F'))).toEqual([])
    const england = '\u{1F3F4}\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}\u{E007F}'
    expect(rulesOf(withCell('name', `Kit ${england}`))).toEqual([])
    expect(rulesOf(withCell('description', 'line 1\nline 2'))).toEqual([])
    expect(rulesOf(withCell('custom:Lore', 'line 1\r\nline 2'))).toEqual([])
  })

  it.each([
    ['\u0084Dusk\u0093', '„Dusk“'],
    ['\u0093Dusk\u0094 \u0096 5 \u0080', '“Dusk” – 5 €'],
    ['L\u0092été\u0085', 'L’été…'],
  ])('misread_character: %j means %s', (value, meant) => {
    const plan = withCell('name', value)
    expect(rulesOf(plan)).toEqual(['misread_character'])
    expect(plan.issues).toMatchObject([{ column: 'name', fix: { value: meant } }])
  })

  it('misread_character: what means none is named, and no fix takes anything out', () => {
    const plan = withCell('name', 'Wi\u0081nter')
    expect(rulesOf(plan)).toEqual(['misread_character'])
    expect(plan.issues[0]).not.toHaveProperty('fix')
    const both = withCell('name', '\u0084Du\u200Bsk\u0093')
    expect(issuesOf(both, 'invisible_character')).toMatchObject([{ fix: { value: '„Dusk“' } }])
  })

  it('replacement_character: a letter that was lost before', () => {
    expect(issuesOf(withCell('name', 'Caf\uFFFD'), 'replacement_character')).toMatchObject([
      { severity: 'warning', column: 'name' },
    ])
  })

  it('spreadsheet_error: what a broken formula leaves', () => {
    expect(rulesOf(withCell('custom:Mood', '#REF!'))).toEqual(['spreadsheet_error'])
    expect(rulesOf(withCell('custom:Mood', '#1'))).toEqual([])
  })

  it('row_too_long: its row is not planned, the others are', () => {
    const plan = planOf({
      rows: [plainHeader, plainRow, ['Bean2', 'Bean', '2.png', 'more']],
      files: ['1.png', '2.png'],
    })
    expect(rulesOf(plan)).toEqual(['row_too_long'])
    expect(plan.tokens.map(({ row }) => row)).toEqual([2])
  })
})
