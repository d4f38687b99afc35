import type { RowOrder } from '#contract/imports/calls.ts'
import type { ImportDraft, MappedColumnView, TableEdit } from '#contract/imports/draft-view.ts'
import { type DraftRow, fetchRows } from '#renderer/data/import-draft.ts'
import { attempt, useNotices } from '#renderer/stores/notices.ts'
import { text } from '#renderer/text/en.ts'
import { editDraftTable } from '../edit-table.ts'
import { type CellRange, cellsOfClipboard } from './grid-cells.ts'

const words = text.importing.draft.issues.rows

/** As many as one step of a draft takes. */
const mostEdits = 20_000

/** Edits of many cells of the table, in the order that it is shown in. Each is one step. */
export const useCellEdits = ({
  draft: { id: draftId, columns },
  order,
  total,
}: {
  readonly draft: ImportDraft
  readonly order: RowOrder | undefined
  readonly total: number
}) => {
  /** Writes into the cells of a range. A column that nobody can write into is left out, and named. */
  const write = (
    { top, bottom, left, right }: CellRange,
    valueAt: (row: number, column: number, rows: readonly DraftRow[]) => string | undefined,
    skipFirst = false,
  ): void => {
    const chosen = columns.slice(left, right + 1)
    const open = chosen.filter(({ fixed }) => fixed === null)
    const closed = chosen.find(({ fixed }) => fixed !== null)
    const { notify } = useNotices.getState()
    if (closed?.fixed) notify('info', words.fixed[closed.fixed])
    if (open.length === 0) return
    if ((bottom - top + 1) * open.length > mostEdits) {
      notify('bad', words.tooMany(mostEdits))
      return
    }
    void attempt(async () => {
      const rows = await fetchRows(draftId, order, { from: top, to: bottom })
      const edits = rows.flatMap((row, at) =>
        skipFirst && at === 0
          ? []
          : open.flatMap((column): TableEdit[] => {
              const index = columns.indexOf(column)
              const value = valueAt(at, index - left, rows)
              if (value === undefined || row.cells[index] === value) return []
              return [{ kind: 'set', row: row.row, column: column.letter, value }]
            }),
      )
      await editDraftTable(edits)
    })
  }
  return {
    /** The first row of the range into all others; of one cell into those below it. */
    fillDown: (range: CellRange) => {
      const isOne = range.top === range.bottom
      write(
        isOne ? { ...range, bottom: total - 1 } : range,
        (_, column, rows) => rows[0]?.cells[range.left + column],
        true,
      )
    },
    /** What a spreadsheet copied, from the first cell of the range; one cell fills all of the range. */
    paste: (range: CellRange, clipboard: string) => {
      const cells = cellsOfClipboard(clipboard)
      const width = Math.max(...cells.map(({ length }) => length))
      const [[only] = []] = cells
      if (cells.length === 1 && width === 1) return write(range, () => only)
      const bottom = range.top + cells.length - 1
      const right = range.left + width - 1
      if (bottom >= total || right >= columns.length)
        useNotices.getState().notify('info', words.cut(cells.length, width))
      write(
        {
          ...range,
          bottom: Math.min(bottom, total - 1),
          right: Math.min(right, columns.length - 1),
        },
        (row, column) => cells[row]?.[column],
      )
    },
  }
}

/** Why nobody can write into a cell of the column; undefined: anybody can. */
export const fixedReason = (column: MappedColumnView | undefined): string | undefined =>
  column?.fixed ? words.fixed[column.fixed] : undefined
