import type { KeyboardEvent } from 'react'
import type { MappedColumnView } from '#contract/imports/draft-view.ts'
import type { TargetRow } from '#renderer/data/import-draft.ts'

export const rowHeight = 32

/** A cell by its row index and column index; the titles of the columns are row −1. */
export type Cell = { readonly row: number; readonly column: number }

/** Cells that are selected together, by the indexes of their first and last row and column. */
export type CellRange = {
  readonly top: number
  readonly bottom: number
  readonly left: number
  readonly right: number
}

/** The range between two cells; the titles are none of it. */
export const rangeBetween = (one: Cell, other: Cell): CellRange => ({
  top: Math.max(0, Math.min(one.row, other.row)),
  bottom: Math.max(0, one.row, other.row),
  left: Math.min(one.column, other.column),
  right: Math.max(one.column, other.column),
})

export const cellId = ({ row, column }: Cell): string => `import-cell-${row}-${column}`

/** The cell that a key leads to; undefined for other keys. */
export const nextCell = (
  { key, ctrlKey, metaKey }: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey'>,
  { row, column }: Cell,
  total: number,
  height: number,
): Cell | undefined => {
  const page = Math.max(1, Math.floor(height / rowHeight) - 2)
  const isFar = ctrlKey || metaKey
  switch (key) {
    case 'ArrowDown':
      return { row: isFar ? total - 1 : row + 1, column }
    case 'ArrowUp':
      return { row: isFar ? 0 : row - 1, column }
    case 'ArrowRight':
      return { row, column: column + 1 }
    case 'ArrowLeft':
      return { row, column: column - 1 }
    case 'PageDown':
      return { row: row + page, column }
    case 'PageUp':
      return { row: Math.max(0, row - page), column }
    case 'Home':
      return { row: isFar ? 0 : row, column: 0 }
    case 'End':
      return { row: isFar ? total - 1 : row, column: Number.MAX_SAFE_INTEGER }
    default:
      return undefined
  }
}

export const cellOfTarget = (
  { index, letter }: TargetRow,
  columns: readonly MappedColumnView[],
): Cell => ({
  row: index,
  column: Math.max(
    0,
    columns.findIndex((column) => column.letter === letter),
  ),
})

/**
 * The cells that a spreadsheet puts on the clipboard: tabs between them, a line for each row. A cell
 * with a tab, a line break or a quotation mark stands in quotation marks, which are doubled inside.
 */
export const cellsOfClipboard = (text: string): readonly (readonly string[])[] => {
  const rows: string[][] = [[]]
  for (const [, quoted, plain = '', end] of text.matchAll(copiedCell)) {
    rows.at(-1)?.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'))
    if (end === undefined || end === '') break
    if (end !== '\t') rows.push([])
  }
  // the last line has an end, too
  if (rows.length > 1 && rows.at(-1)?.join('') === '') rows.pop()
  return rows
}

const copiedCell = /(?:"((?:[^"]|"")*)"(?=\t|\r?\n|$)|([^\t\r\n]*))(\t|\r\n|\n|\r|$)/gu
