import { issueOf, type Issue } from '../issues.ts'
import { letterOf } from '../shape-table.ts'

/** Cells that are shown as one. Its text is that of the first. Rows count from 1, columns from 0. */
export type MergedRange = {
  readonly top: number
  readonly bottom: number
  readonly left: number
  readonly right: number
}

/** The first column of a range, each row of which got the range's text. */
export type FilledRange = Pick<MergedRange, 'top' | 'bottom'> & { readonly column: number }

/** Says for each column which merged cells count for all of their rows. */
export const mergedCellNotes = (filled: readonly FilledRange[]): readonly Issue[] =>
  [...Map.groupBy(filled, ({ column }) => column)].map(([column, ranges]) => {
    const letter = letterOf(column)
    const shown = ranges.slice(0, 3).map(({ top, bottom }) => `${letter}${top}:${letter}${bottom}`)
    const more = ranges.length > 3 ? ` and ${ranges.length - 3} more` : ''
    return issueOf(
      'format_note',
      `Column ${letter}: the text of merged cells counts for each of their rows (${shown.join(', ')}${more}).`,
      { row: ranges[0]?.top ?? 1, column: letter },
    )
  })
