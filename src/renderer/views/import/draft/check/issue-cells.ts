import { capitalized } from '#values/text/text.ts'
import type { IssueView } from '#contract/imports/draft-view.ts'

/** Rules about columns, which are fixed in the columns step. */
const columnRules: ReadonlySet<string> = new Set([
  'empty_header',
  'duplicate_header',
  'missing_column',
  'missing_tag_column',
  'unknown_tag',
  'forbidden_name',
  'guessed_column',
  'price_column',
  'custom_column',
  'repeated_text',
  'empty_column',
  'clashing_attribute',
])

export const isAboutColumns = ({ rule }: IssueView): boolean => columnRules.has(rule)

/** The message without its position, where that is shown separately. */
export const shortMessage = ({
  row,
  column,
  message,
}: Pick<IssueView, 'row' | 'message'> & { readonly column?: string | null }): string => {
  const ofCell = column === undefined ? `Row ${row}, ` : `Row ${row}, ${column}: `
  const place = [ofCell, `Row ${row}: `].find((start) => message.startsWith(start))
  if (row === null || place === undefined) return message
  return capitalized(message.slice(place.length))
}

export type IssueCellRef = { readonly row: number; readonly letter: string }

/** The cell of an issue, if it has one. */
export const cellOf = ({ row, letter }: IssueView): IssueCellRef | undefined =>
  row === null || letter === null ? undefined : { row, letter }

/** The cell for another file's name. */
export const fileCellOf = (issue: IssueView): IssueCellRef | undefined =>
  issue.column === 'image' && !isAboutColumns(issue) ? cellOf(issue) : undefined

/** The row to skip instead of fixing its error, if it has one. */
export const skippableRow = ({ severity, row }: IssueView): number | undefined =>
  severity === 'error' && row !== null ? row : undefined
