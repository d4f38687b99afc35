import { tableLimits } from '../table-limits.ts'
import type { FilledRange, MergedRange } from './merged-cells.ts'
import { brokenWorkbook, tooLargeWorkbook } from './workbook-error.ts'
import type { SheetCells } from './workbook-sheet.ts'

/** Counts cells, characters and merged cells of a workbook across its sheets. */
export type CellBudget = { cells: number; characters: number; merged: number }

export const createCellBudget = (): CellBudget => ({ cells: 0, characters: 0, merged: 0 })

/** The rows of a sheet as they are read. Rows without text take no room. */
export interface SheetRows {
  /** `row` counts from 1, `column` from 0. */
  set(row: number, column: number, text: string): void
  /** Cells that are shown as one. */
  merge(range: MergedRange): void
  /** All rows in their order, each as wide as the widest. */
  all(): SheetCells
}

export const createSheetRows = (budget: CellBudget): SheetRows => {
  const rows = new Map<number, string[]>()
  const merged: MergedRange[] = []
  let width = 0
  const set = (row: number, column: number, text: string): void => {
    if (text.trim() === '') return
    requireCell(row, column)
    const cells = rows.get(row) ?? []
    rows.set(row, cells)
    budget.cells += Math.max(1, column + 1 - cells.length)
    budget.characters += text.length
    width = Math.max(width, column + 1)
    if (Math.max(budget.cells, rows.size * width) > tableLimits.cells)
      throw tooLargeWorkbook('cells', tableLimits.cells)
    if (budget.characters > tableLimits.characters)
      throw tooLargeWorkbook('characters', tableLimits.characters)
    cells[column] = text
  }
  return {
    set,
    merge: (range) => {
      const { top, bottom, left, right } = range
      requireCell(top, left)
      requireCell(bottom, right)
      budget.merged += (bottom - top + 1) * (right - left + 1)
      if (budget.merged > tableLimits.cells)
        throw tooLargeWorkbook('merged cells', tableLimits.cells)
      merged.push(range)
    },
    all: () => {
      const filled = fillMerged(rows, merged, set)
      return {
        rows: [...rows]
          .toSorted(([a], [b]) => a - b)
          .map(([row, cells]) => ({
            row,
            cells: Array.from({ length: width }, (_, at) => cells[at] ?? ''),
          })),
        filled,
      }
    },
  }
}

const requireCell = (row: number, column: number): void => {
  if (isWithin(row, 1, tableLimits.rows) && isWithin(column, 0, tableLimits.columns - 1)) return
  throw brokenWorkbook('a cell is in a row or column that no spreadsheet has')
}

const isWithin = (number: number, least: number, most: number): boolean =>
  Number.isInteger(number) && number >= least && number <= most

/**
 * Each row of merged cells gets their text, in their first column. A row in which nothing else stands
 * is only the height of the row above, and stays empty.
 */
const fillMerged = (
  rows: Map<number, string[]>,
  merged: readonly MergedRange[],
  set: SheetRows['set'],
): readonly FilledRange[] => {
  for (const range of merged) clearHidden(rows, range)
  for (const [row, cells] of rows) if (cells.every((text) => text === '')) rows.delete(row)
  return merged.flatMap(({ top, bottom, left }) => {
    const text = rows.get(top)?.[left] ?? ''
    const others = rowsBetween(top + 1, bottom).filter((row) => rows.has(row))
    if (text === '' || others.length === 0) return []
    for (const row of others) set(row, left, text)
    return [{ top, bottom, column: left }]
  })
}

/** Merged cells show the text of the first; some programs keep that of the others behind it. */
const clearHidden = (
  rows: ReadonlyMap<number, string[]>,
  { top, bottom, left, right }: MergedRange,
): void => {
  for (const row of rowsBetween(top, bottom)) {
    const cells = rows.get(row) ?? []
    const first = row === top ? left + 1 : left
    for (let column = first; column <= Math.min(right, cells.length - 1); column++)
      cells[column] = ''
  }
}

const rowsBetween = (first: number, last: number): readonly number[] =>
  Array.from({ length: last - first + 1 }, (_, at) => first + at)
