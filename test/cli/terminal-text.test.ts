import { describe, expect, it } from 'vitest'
import { issuesText } from '#cli/commands/import/import-answers.ts'
import { shellWord } from '#values/text/shell-word.ts'

describe('what a terminal is shown', () => {
  it('quotes what a shell would take apart', () => {
    expect(shellWord('/tmp/coldpress-demo-a1_B2')).toBe('/tmp/coldpress-demo-a1_B2')
    expect(shellWord("my shop's $HOME")).toBe(`'my shop'\\''s $HOME'`)
    expect(shellWord('')).toBe("''")
  })

  it('shows five issues of a rule and says where the others are', () => {
    const issues = Array.from({ length: 8 }, (_, index) => ({
      rule: 'file_not_found' as const,
      severity: 'error' as const,
      row: index + 2,
      column: 'image',
      message: 'gone.png is not in the folder',
    }))
    const text = issuesText(issues)
    expect(text.match(/gone\.png/gu)).toHaveLength(5)
    expect(text).toContain('… and 3 more; --report FILE.csv writes all')
  })
})
