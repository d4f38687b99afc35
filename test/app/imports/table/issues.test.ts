import { describe, expect, it } from 'vitest'
import { countByRule, issueOf, readable } from '#app/imports/table/issues.ts'

describe('issue', () => {
  it('takes its severity from its rule', () => {
    expect(issueOf('missing_value', 'Row 2.', { row: 2 })).toEqual({
      severity: 'error',
      rule: 'missing_value',
      row: 2,
      column: null,
      message: 'Row 2.',
    })
    expect(issueOf('custom_column', '').severity).toBe('info')
  })

  it('bounds the value it shows without cutting a character', () => {
    expect(readable('🫘'.repeat(80))).toBe('🫘'.repeat(80))
    expect(readable('🫘'.repeat(81))).toBe(`${'🫘'.repeat(79)}…`)
    expect(issueOf('invalid_image', '', { value: 'x'.repeat(9000) }).value).toHaveLength(80)
  })
})

describe('countByRule', () => {
  it('puts errors first, then what occurs most', () => {
    const of = (rule: Parameters<typeof issueOf>[0]) => issueOf(rule, '')
    expect(
      countByRule([
        of('custom_column'),
        of('unused_file'),
        of('missing_value'),
        of('unused_file'),
        of('duplicate_file'),
        of('empty_file'),
        of('empty_file'),
      ]),
    ).toEqual([
      { rule: 'empty_file', severity: 'error', count: 2 },
      { rule: 'missing_value', severity: 'error', count: 1 },
      { rule: 'unused_file', severity: 'warning', count: 2 },
      { rule: 'duplicate_file', severity: 'warning', count: 1 },
      { rule: 'custom_column', severity: 'info', count: 1 },
    ])
  })
})
