import type { TableEdit } from '#shared/calls/imports.ts'
import { tokenColumns } from './columns.ts'
import type { Issue } from '../table/issues.ts'
import type { Table, TableColumn } from '../table/table-types.ts'
import { headerKey } from '../table/shape-table.ts'

/** The table edit of an issue's fix; undefined if it has none. */
export const fixEdit = (found: Issue, table: Table): TableEdit | undefined => {
  const { fix, row } = found
  if (fix === undefined) return undefined
  const { kind, value } = fix
  if (kind === 'remove_row' || kind === 'fit_row') return row === null ? undefined : { kind, row }
  const column = fix.column ?? letterOfIssue(found, table)
  if (column === undefined) return undefined
  if (kind === 'rename') return { kind, column, to: value }
  return row === null ? undefined : { kind: 'set', row, column, value }
}

/**
 * The letter of an issue's column (see {@link Issue.column}); undefined if the table has no such
 * column.
 */
export const letterOfIssue = (
  { rule, column, value }: Issue,
  { columns }: Table,
): string | undefined => {
  if (column === null || rule === 'missing_column' || rule === 'missing_tag_column')
    return undefined
  const isField = tokenColumns.some((name) => name === column)
  const named = ({ header }: TableColumn): boolean =>
    isField ? headerKey(header) === column : header === column
  const second =
    rule === 'duplicate_header'
      ? columns.find((one) => one.letter === value && one.header === column)
      : columns.find((one) => one.header === '' && one.letter === column && rule === 'empty_header')
  return (second ?? columns.find(named))?.letter
}
