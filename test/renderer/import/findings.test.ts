import { describe, expect, it } from 'vitest'
import type { FindingFacts } from '../../../src/shared/calls/imports.ts'
import {
  cellOf,
  fileCellOf,
  isAboutColumns,
  shortMessage,
} from '../../../src/renderer/views/import/draft/findings/finding-acts.ts'
import { findingFits } from '../../../src/renderer/views/import/draft/findings/search-findings.ts'

const finding = (change: Partial<FindingFacts>): FindingFacts => ({
  severity: 'error',
  rule: 'file_not_found',
  row: 14,
  column: 'image',
  letter: 'D',
  value: 'Fern.PNG',
  message: 'Row 14, image: the folder has no file "Fern.PNG".',
  ...change,
})

describe('a finding', () => {
  it('is found by words of its message, its value, its column and its row', () => {
    expect(findingFits(finding({}), 'fern.png')).toBe(true)
    expect(findingFits(finding({}), 'row 14  image')).toBe(true)
    expect(findingFits(finding({}), 'image olive')).toBe(false)
    expect(findingFits(finding({ row: null, column: null, message: 'Too few' }), '14')).toBe(false)
  })

  it('is told without the place that stands beside it', () => {
    expect(shortMessage(finding({}))).toBe('The folder has no file "Fern.PNG".')
    expect(shortMessage(finding({ message: 'Row 14: too many cells.' }))).toBe('Too many cells.')
    const whole = 'No row names the file fern.png.'
    expect(shortMessage(finding({ row: null, column: null, message: whole }))).toBe(whole)
  })

  it('leads to its cell, and to a file where an image is meant', () => {
    expect(cellOf(finding({}))).toEqual({ row: 14, letter: 'D' })
    expect(cellOf(finding({ letter: null }))).toBeUndefined()
    expect(fileCellOf(finding({}))).toEqual({ row: 14, letter: 'D' })
    expect(fileCellOf(finding({ column: 'name' }))).toBeUndefined()
    expect(fileCellOf(finding({ rule: 'missing_column', row: 1 }))).toBeUndefined()
    expect(isAboutColumns(finding({ rule: 'unknown_tag' }))).toBe(true)
  })
})
