import { describe, expect, it } from 'vitest'
import { hasOnlyNotes } from '#renderer/views/import/draft/issues/toolbar.tsx'

describe('the next step beside the issues of an import', () => {
  it('is offered when only notes are left', () => {
    expect(hasOnlyNotes({ errors: 0, warnings: 0, issues: 2 })).toBe(true)
    expect(hasOnlyNotes({ errors: 1, warnings: 0, issues: 2 })).toBe(false)
    expect(hasOnlyNotes({ errors: 0, warnings: 1, issues: 2 })).toBe(false)
    expect(hasOnlyNotes({ errors: 0, warnings: 0, issues: 0 })).toBe(false)
  })
})
