import { describe, expect, it } from 'vitest'
import { issuesOf, planOf, plainHeader, withCell } from './plan-fixture.ts'

/** A table with one attribute, a row for each of its values. */
const withValues = (values: readonly string[], column = 'Ink') =>
  planOf({
    rows: [
      [...plainHeader, column],
      ...values.map((value, at) => [`Bean${at}`, `Bean ${at}`, `${at}.png`, value]),
    ],
    files: values.map((_, at) => `${at}.png`),
  })

const repeated = (value: string, times: number): readonly string[] =>
  Array.from({ length: times }, () => value)

describe('values of an attribute', () => {
  it('similar_values: the rarer spelling, with the usual one as its fix', () => {
    const plan = withValues(['blue', 'Blue', 'Blue ', 'Blue', 'BLUE  INK', 'Red'])
    expect(issuesOf(plan, 'similar_values')).toMatchObject([
      { severity: 'warning', row: 2, column: 'Ink', value: 'blue', fix: { value: 'Blue' } },
    ])
    expect(issuesOf(plan, 'surrounding_whitespace')).toMatchObject([{ row: 4 }])
  })

  it('similar_values: Unicode forms and white space count as spelling', () => {
    const plan = withValues([
      ...repeated('caf\u00E9', 2),
      'cafe\u0301',
      ...repeated('dark red', 2),
      'dark  red',
    ])
    expect(issuesOf(plan, 'similar_values')).toMatchObject([
      { row: 4, fix: { value: 'caf\u00E9' } },
      { row: 7, fix: { value: 'dark red' } },
    ])
  })

  it('similar_values: a tie is named and has no fix', () => {
    const tied = issuesOf(withValues(['Oak', 'oak', 'OAK', 'Ash', 'ash', 'ash']), 'similar_values')
    expect(tied.map(({ row, fix }) => [row, fix?.value])).toEqual([
      [3, undefined],
      [4, undefined],
      [5, 'ash'],
    ])
  })

  it.each([
    ['a Cyrillic letter', 'Oil on oak', '\u041Eil on oak'],
    ['a Cyrillic letter as a word', '12 x 10 cm', '12 \u0445 10 cm'],
    ['a Greek letter', 'Kelp', '\u039Aelp'],
    ['a raised digit', '10 m2', '10 m\u00B2'],
    ['a ligature', 'fire', '\uFB01re'],
  ])('similar_values: %s that looks alike is named and never written', (_, plain, other) => {
    for (const [usual, rare] of [
      [plain, other],
      [other, plain],
    ] as const) {
      const found = issuesOf(withValues([...repeated(usual, 3), rare]), 'similar_values')
      expect(found).toMatchObject([{ row: 5, value: rare }])
      expect(found[0]).not.toHaveProperty('fix')
    }
  })

  it('similar_values: no word is written as the column has it seldom', () => {
    const column = [
      ...repeated('12 X 10 cm', 2),
      '12 x 10 cm',
      ...repeated('8 x 6 cm', 3),
      ...repeated('\u00F6l auf holz', 2),
      '\u00D6l auf Holz',
      ...repeated('\u00D6l auf Leinwand', 4),
      ...repeated('Tusche', 2),
      'tusche',
    ]
    const found = issuesOf(withValues(column), 'similar_values')
    expect(found.map(({ value, fix }) => [value, fix?.value])).toEqual([
      ['12 x 10 cm', undefined],
      ['\u00D6l auf Holz', undefined],
      ['tusche', 'Tusche'],
    ])
  })

  it('similar_values: real words of another script, \u00DF and \u00B5 are no look-alikes', () => {
    const words = [
      'Stra\u00DFe',
      'STRASSE',
      '\u041C\u043E\u0445',
      '\u043C\u043E\u0445',
      '\u043C\u043E\u0445',
      'Mox',
    ]
    const found = issuesOf(withValues(words), 'similar_values')
    expect(found).toMatchObject([
      { value: '\u041C\u043E\u0445', fix: { value: '\u043C\u043E\u0445' } },
    ])
    expect(issuesOf(withValues(['10 \u00B5m', '10 mm']), 'similar_values')).toEqual([])
  })

  it('value_used_once: in a column whose other values repeat', () => {
    const plan = withValues([...repeated('Blue', 9), 'Bleu', ...repeated('Red', 10)])
    expect(issuesOf(plan, 'value_used_once')).toMatchObject([
      { severity: 'info', row: 11, column: 'Ink', value: 'Bleu' },
    ])
  })

  it('value_used_once: never where the values are meant to be unique', () => {
    const plan = withValues(Array.from({ length: 20 }, (_, at) => `No. ${at}`))
    expect(issuesOf(plan, 'value_used_once')).toEqual([])
  })

  it('constant_column: ten rows or more with one value', () => {
    expect(issuesOf(withValues(repeated('Blue', 10)), 'constant_column')).toMatchObject([
      { severity: 'info', row: 1, column: 'Ink', value: 'Blue' },
    ])
    expect(issuesOf(withValues(repeated('Blue', 9)), 'constant_column')).toEqual([])
    expect(issuesOf(withValues([...repeated('Blue', 9), '']), 'constant_column')).toEqual([])
  })

  it('text_in_pieces: once for the column, with the number of its rows', () => {
    const plan = withValues(
      ['x'.repeat(64), 'é'.repeat(33), 'é'.repeat(33), 'y'.repeat(65)],
      'Lore',
    )
    const found = issuesOf(plan, 'text_in_pieces')
    expect(found).toMatchObject([{ severity: 'info', row: 1, column: 'Lore' }])
    expect(found[0]?.message).toContain('in 3 rows, first in row 3')
  })

  it.each(['<eyes>', 'with <eyes> open'])('leftover_tag: %s', (value) => {
    expect(issuesOf(withCell('Mood', value), 'leftover_tag')).toMatchObject([
      { severity: 'warning', row: 2, column: 'Mood' },
    ])
  })

  it.each(['a < b > c', '<3', '5 > 3'])('leftover_tag: not %s', (value) => {
    expect(issuesOf(withCell('Mood', value), 'leftover_tag')).toEqual([])
  })

  it.each(['custom:mediatype', 'custom:Image', 'location'])(
    'misspelt_field: an attribute called %s',
    (column) => {
      expect(issuesOf(withCell(column, 'x'), 'misspelt_field')).toMatchObject([
        { severity: 'warning', row: 1, column },
      ])
    },
  )
})

describe('the sources of files', () => {
  const metadata = {
    image: '<image>',
    files: [{ name: '<name>', media_type: 'text/html', src: '<work>' }],
  }

  it('address_not_ipfs: a web address in the tag of a file', () => {
    const plan = withCell('work', 'https://example.com/1.html', { metadata })
    expect(issuesOf(plan, 'address_not_ipfs')).toMatchObject([{ row: 2, column: 'work' }])
  })

  it('query_string: behind an IPFS address', () => {
    const plan = withCell('work', 'ipfs://Qm/1.html?seed=7', { metadata })
    expect(issuesOf(plan, 'query_string')).toMatchObject([
      { severity: 'warning', row: 2, column: 'work' },
    ])
    expect(issuesOf(withCell('work', 'ipfs://Qm/1.html', { metadata }), 'query_string')).toEqual([])
  })
})
