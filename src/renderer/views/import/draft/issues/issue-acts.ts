import type { IssueFacts } from '#shared/calls/imports.ts'

/** Rules that are about columns: they are settled where columns are mapped. */
const columnRules: ReadonlySet<string> = new Set([
  'empty_header',
  'duplicate_header',
  'missing_column',
  'missing_tag_column',
  'unknown_tag',
  'forbidden_name',
  'similar_column',
  'custom_column',
  'empty_column',
  'clashing_attribute',
])

export const isAboutColumns = ({ rule }: IssueFacts): boolean => columnRules.has(rule)

/** The message without the place before it, where the place stands beside it. */
export const shortMessage = ({ row, column, message }: IssueFacts): string => {
  const place = [`Row ${row}, ${column}: `, `Row ${row}: `].find((one) => message.startsWith(one))
  if (row === null || place === undefined) return message
  const rest = message.slice(place.length)
  return rest.slice(0, 1).toUpperCase() + rest.slice(1)
}

export type CellRef = { readonly row: number; readonly letter: string }

/** The cell that an issue speaks of, if it speaks of one. */
export const cellOf = ({ row, letter }: IssueFacts): CellRef | undefined =>
  row === null || letter === null ? undefined : { row, letter }

/** The cell that another file's name would go to. */
export const fileCellOf = (issue: IssueFacts): CellRef | undefined =>
  issue.column === 'image' && !isAboutColumns(issue) ? cellOf(issue) : undefined
