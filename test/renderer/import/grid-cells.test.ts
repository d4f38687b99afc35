import { describe, expect, it } from 'vitest'
import { cellsOfClipboard } from '#renderer/views/import/draft/check/grid-cells.ts'

describe('cells that a spreadsheet copied', () => {
  it('are read by tabs and lines, with the last line ended or not', () => {
    expect(cellsOfClipboard('a\tb\r\nc\t\r\n')).toEqual([
      ['a', 'b'],
      ['c', ''],
    ])
    expect(cellsOfClipboard('a\nb')).toEqual([['a'], ['b']])
    expect(cellsOfClipboard('only')).toEqual([['only']])
  })

  it('may hold tabs, line breaks and quotation marks', () => {
    expect(cellsOfClipboard('"a\nb\t""c"""\td\ne "f"\tg')).toEqual([
      ['a\nb\t"c"', 'd'],
      ['e "f"', 'g'],
    ])
  })
})
