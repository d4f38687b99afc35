import { describe, expect, it } from 'vitest'
import type { ImportDraft } from '#contract/imports/draft-view.ts'
import {
  type Checked,
  stepAfter,
  stepStates,
  workLeft,
} from '#renderer/views/import/draft/steps.ts'
import { emptyDraft } from '../empty-draft.ts'

const counts = {
  rows: 5,
  new: 3,
  done: 1,
  compare: 1,
  change: 0,
  priced: 0,
  invalidRows: null,
  errors: 0,
  warnings: 0,
  issues: 0,
  files: 5,
}

const draftWith = (change: Partial<ImportDraft>): ImportDraft => ({
  ...emptyDraft,
  columns: [
    {
      header: 'name',
      letter: 'A',
      target: { kind: 'field', name: 'name' },
      samples: [],
      isNumber: false,
      fixed: null,
      isMade: false,
    },
  ],
  targets: [{ kind: 'field', name: 'name', header: 'name', required: true }],
  counts,
  ...change,
})

const wordsOf = (change: Partial<ImportDraft>, checked: Checked = 'done') =>
  Object.values(stepStates(draftWith(change), checked)).map(
    ({ tone, words }) => `${tone}: ${words}`,
  )

describe('the steps of a draft', () => {
  it('say that everything is ready', () => {
    expect(wordsOf({})).toEqual([
      'good: 5 tokens',
      'good: All filled',
      'good: No issues',
      'good: Ready',
    ])
  })

  it('call nothing good while the images are being checked', () => {
    expect(wordsOf({}, 'running').slice(2)).toEqual([
      'plain: Checking images',
      'plain: Ready so far',
    ])
    expect(wordsOf({}, 'stopped').slice(2)).toEqual([
      'plain: Images not all checked',
      'plain: Ready so far',
    ])
    expect(wordsOf({ counts: { ...counts, warnings: 2, issues: 2 } }, 'running')[2]).toBe(
      'warn: 2 warnings',
    )
  })

  it('say what stands against the start', () => {
    expect(
      wordsOf({
        columns: [],
        counts: {
          ...counts,
          rows: 0,
          new: 0,
          done: 0,
          compare: 0,
          change: 0,
          priced: 0,
          invalidRows: null,
          errors: 1,
          warnings: 4,
          issues: 7,
        },
      }),
    ).toEqual(['warn: No tokens', 'bad: 1 field not filled', 'bad: 1 error', 'bad: Errors first'])
  })

  it('name what is wrong with images, and call what is left out no success', () => {
    const rules: ImportDraft['rules'] = [
      { rule: 'file_not_found', severity: 'error', count: 11 },
      { rule: 'missing_image', severity: 'error', count: 1 },
      { rule: 'image_damaged', severity: 'error', count: 2 },
    ]
    expect(wordsOf({ rules })[0]).toBe('bad: 12 images missing')
    expect(wordsOf({ rules: rules.slice(2) })[0]).toBe('bad: 2 images to fix')
    const left = { kind: 'ignored', name: 'No' } as const
    const columns = draftWith({}).columns.flatMap((column) => [
      column,
      { ...column, letter: 'B', header: 'ignore:No', target: left },
    ])
    expect(wordsOf({ columns })[1]).toBe('plain: 1 column left out')
  })

  it('say what is changed about images, and that files name the tokens where no table does', () => {
    const kept = { maxPixels: null, format: 'keep', quality: 90 } as const
    expect(wordsOf({ settings: { ...kept, square: true } })[1]).toBe('good: Squares')
    const all = { ...kept, maxPixels: 500, square: true, withoutLocation: true, srgb: true }
    expect(wordsOf({ settings: all })[1]).toBe('good: 500 px, Squares, No GPS, sRGB')
    expect(wordsOf({ settings: { ...kept, maxPixels: 2_000, format: 'webp' } })[1]).toBe(
      'good: 2,000 px, WebP',
    )
    expect(wordsOf({ settings: { ...kept, keepsProfile: true } })[1]).toBe('good: All filled')
    expect(wordsOf({ source: { ...emptyDraft.source, format: 'folder' } })[1]).toBe(
      'good: Named by file',
    )
  })

  it('say that the import can start without the rows that have errors', () => {
    const invalid = { ...counts, new: 3, errors: 2, issues: 2, invalidRows: 1 }
    expect(wordsOf({ counts: invalid })[3]).toBe('warn: Without 1 row')
  })

  it('say that warnings and notes are left, and that there is nothing to do', () => {
    expect(wordsOf({ counts: { ...counts, warnings: 2, issues: 3 } })[2]).toBe('warn: 2 warnings')
    expect(wordsOf({ counts: { ...counts, issues: 1 } })[2]).toBe('good: 1 note')
    const allThere = {
      ...counts,
      new: 0,
      compare: 0,
      change: 0,
      priced: 0,
      invalidRows: null,
      done: 5,
    }
    expect(wordsOf({ counts: allThere })[3]).toBe('plain: Nothing to do')
    expect(workLeft(allThere)).toBe(0)
  })
})

describe('the way on', () => {
  const named = { ...emptyDraft.source, assetNames: '{title}' }
  const left: ImportDraft['columns'][number] = {
    header: 'ignore:No',
    letter: 'B',
    target: { kind: 'ignored', name: 'No' },
    samples: [],
    isNumber: true,
    fixed: null,
    isMade: false,
  }

  it('passes a step without anything to decide', () => {
    expect(stepAfter('pictures', draftWith({}))).toBe('cost')
    expect(stepAfter('details', draftWith({ counts: { ...counts, issues: 3 } }))).toBe('cost')
  })

  it('leads to the details where names are made, a column is left out or a field lacks one', () => {
    const changes: readonly Partial<ImportDraft>[] = [
      { source: named },
      { columns: [left] },
      { columns: [] },
    ]
    for (const change of changes) expect(stepAfter('pictures', draftWith(change))).toBe('details')
    const files = { ...named, format: 'folder' } as const
    expect(stepAfter('pictures', draftWith({ source: files }))).toBe('cost')
  })

  it('leads to the check where there are errors or warnings', () => {
    for (const found of [{ errors: 1 }, { warnings: 1 }])
      expect(stepAfter('pictures', draftWith({ counts: { ...counts, ...found } }))).toBe('check')
  })
})
