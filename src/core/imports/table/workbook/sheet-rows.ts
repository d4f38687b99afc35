import type { WrittenRow } from '../shape-table.ts'
import { brokenWorkbook, tooLargeWorkbook } from './workbook-error.ts'
import { workbookLimits } from './workbook-limits.ts'

/** Counts cells and characters of a workbook across its sheets. */
export type CellBudget = { cells: number; characters: number }

export const createCellBudget = (): CellBudget => ({ cells: 0, characters: 0 })

/** The rows of a sheet as they are read. Rows without text take no room. */
export interface SheetRows {
  /** `row` counts from 1, `column` from 0. */
  set(row: number, column: number, text: string): void
  /** All rows in their order, each as wide as the widest. */
  all(): readonly WrittenRow[]
}

/** As many as Excel and LibreOffice have. */
export const maxRow = 2 ** 20
export const maxColumn = 2 ** 14

export const createSheetRows = (budget: CellBudget): SheetRows => {
  const rows = new Map<number, string[]>()
  let width = 0
  return {
    set: (row, column, text) => {
      if (text.trim() === '') return
      if (!isWithin(row, 1, maxRow) || !isWithin(column, 0, maxColumn - 1))
        throw brokenWorkbook('a cell is in a row or column that no spreadsheet has')
      const cells = rows.get(row) ?? []
      rows.set(row, cells)
      budget.cells += Math.max(1, column + 1 - cells.length)
      budget.characters += text.length
      width = Math.max(width, column + 1)
      if (Math.max(budget.cells, rows.size * width) > workbookLimits.cells)
        throw tooLargeWorkbook('cells', workbookLimits.cells)
      if (budget.characters > workbookLimits.characters)
        throw tooLargeWorkbook('characters', workbookLimits.characters)
      cells[column] = text
    },
    all: () =>
      [...rows]
        .toSorted(([a], [b]) => a - b)
        .map(([row, cells]) => ({
          row,
          cells: Array.from({ length: width }, (_, at) => cells[at] ?? ''),
        })),
  }
}

const isWithin = (number: number, least: number, most: number): boolean =>
  Number.isInteger(number) && number >= least && number <= most
