import { describe, expect, it } from 'vitest'
import type { IssueView } from '#contract/imports/draft-view.ts'
import {
  cellOf,
  fileCellOf,
  isAboutColumns,
  shortMessage,
} from '#renderer/views/import/draft/check/issue-cells.ts'
import { issueFits } from '#renderer/views/import/draft/check/use-issues.ts'

const issue = (change: Partial<IssueView>): IssueView => ({
  severity: 'error',
  rule: 'file_not_found',
  row: 14,
  column: 'image',
  letter: 'D',
  value: 'Fern.PNG',
  message: 'Row 14, image: the folder has no file "Fern.PNG".',
  ...change,
})

describe('an issue', () => {
  it('is found by words of its message, its value, its column and its row', () => {
    expect(issueFits(issue({}), 'fern.png')).toBe(true)
    expect(issueFits(issue({}), 'row 14  image')).toBe(true)
    expect(issueFits(issue({}), 'image olive')).toBe(false)
    expect(issueFits(issue({ row: null, column: null, message: 'Too few' }), '14')).toBe(false)
  })

  it('is shortened by the row and column that stand beside it', () => {
    expect(shortMessage(issue({}))).toBe('The folder has no file "Fern.PNG".')
    expect(shortMessage(issue({ message: 'Row 14: too many cells.' }))).toBe('Too many cells.')
    const whole = 'No row names the file fern.png.'
    expect(shortMessage(issue({ row: null, column: null, message: whole }))).toBe(whole)
  })

  it('leads to its cell, and to a file where an image is meant', () => {
    expect(cellOf(issue({}))).toEqual({ row: 14, letter: 'D' })
    expect(cellOf(issue({ letter: null }))).toBeUndefined()
    expect(fileCellOf(issue({}))).toEqual({ row: 14, letter: 'D' })
    expect(fileCellOf(issue({ column: 'name' }))).toBeUndefined()
    expect(fileCellOf(issue({ rule: 'missing_column', row: 1 }))).toBeUndefined()
    expect(isAboutColumns(issue({ rule: 'unknown_tag' }))).toBe(true)
  })
})
