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
    const plan = withValues(['caf\u00E9', 'cafe\u0301', 'dark  red', 'dark red'])
    expect(issuesOf(plan, 'similar_values')).toMatchObject([
      { row: 3, fix: { value: 'caf\u00E9' } },
      { row: 5, fix: { value: 'dark  red' } },
    ])
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
