import { describe, expect, it } from 'vitest'
import type { ImportDraft } from '#contract/imports/draft-view.ts'
import { stepStates, workLeft } from '#renderer/views/import/draft/steps.ts'
import { emptyDraft } from '../empty-draft.ts'

const counts = {
  rows: 5,
  new: 3,
  done: 1,
  compare: 1,
  priced: 0,
  invalidRows: null,
  errors: 0,
  warnings: 0,
  issues: 0,
  files: 5,
}

const draftWith = (change: Partial<ImportDraft>): ImportDraft => ({
  ...emptyDraft,
  columns: [{ header: 'name', letter: 'A', target: { kind: 'field', name: 'name' }, samples: [] }],
  targets: [{ kind: 'field', name: 'name', header: 'name', required: true }],
  counts,
  ...change,
})

const wordsOf = (change: Partial<ImportDraft>) =>
  Object.values(stepStates(draftWith(change))).map(({ tone, words }) => `${tone}: ${words}`)

describe('the steps of a draft', () => {
  it('say that everything is ready', () => {
    expect(wordsOf({})).toEqual([
      'good: All filled',
      'good: No issues',
      'plain: 5 tokens',
      'plain: As they are',
      'good: Ready',
    ])
  })

  it('say what stands against the start', () => {
    expect(
      wordsOf({
        columns: [],
        counts: {
          ...counts,
          new: 0,
          done: 0,
          compare: 0,
          priced: 0,
          invalidRows: null,
          errors: 1,
          warnings: 4,
          issues: 7,
        },
        settings: { maxPixels: 2_000, format: 'webp', quality: 80 },
      }),
    ).toEqual([
      'bad: 1 not filled',
      'bad: 1 error',
      'warn: No tokens',
      'plain: 2,000 px, WebP',
      'bad: Errors first',
    ])
  })

  it('say what the options change about images', () => {
    const kept = { maxPixels: null, format: 'keep', quality: 90 } as const
    expect(wordsOf({ settings: { ...kept, square: true } })[3]).toBe('plain: Squares')
    const all = { ...kept, maxPixels: 500, square: true, withoutLocation: true, srgb: true }
    expect(wordsOf({ settings: all })[3]).toBe('plain: 500 px, Squares, No GPS, sRGB')
    expect(wordsOf({ settings: { ...kept, keepsProfile: true } })[3]).toBe('plain: As they are')
  })

  it('say that the import can start without the rows that have errors', () => {
    const invalid = { ...counts, new: 3, errors: 2, issues: 2, invalidRows: 1 }
    expect(wordsOf({ counts: invalid })[4]).toBe('warn: Without 1 row')
  })

  it('say that warnings and notes are left, and that there is nothing to do', () => {
    expect(wordsOf({ counts: { ...counts, warnings: 2, issues: 3 } })[1]).toBe('warn: 2 warnings')
    expect(wordsOf({ counts: { ...counts, issues: 1 } })[1]).toBe('good: 1 note')
    const allThere = { ...counts, new: 0, compare: 0, priced: 0, invalidRows: null, done: 5 }
    expect(wordsOf({ counts: allThere })[4]).toBe('plain: Nothing to do')
    expect(workLeft(allThere)).toBe(0)
  })
})
