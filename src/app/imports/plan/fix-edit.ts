import type { TableEdit } from '#contract/imports/draft-view.ts'
import { headerOf, type MappedColumn } from './column-target.ts'
import type { Issue } from '../table/issues.ts'
import type { Table, TableColumn } from '../table/table-types.ts'
import { isCustom } from './named-columns.ts'
import { createFileMatcher } from './match-files.ts'
import type { FileEntry } from './plan-types.ts'
import { worksWithoutPlace } from './work-columns.ts'

/** A table with the meaning of its columns, as a plan has it. */
type PlannedTable = { readonly table: Table; readonly columns: readonly MappedColumn[] }

/** The table edit of an issue's fix; undefined if it has none. */
export const fixEdit = (found: Issue, planned: PlannedTable): TableEdit | undefined => {
  const { fix, row } = found
  if (fix === undefined) return undefined
  const { kind, value } = fix
  if (kind === 'remove_row' || kind === 'fit_row' || kind === 'join_row')
    return row === null ? undefined : { kind, row }
  const column = fix.column ?? letterOfIssue(found, planned)
  if (column === undefined) return undefined
  if (kind === 'rename') return { kind, column, to: value }
  if (row === null) return undefined
  return kind === 'shorten'
    ? { kind, row, column, value, to: fix.to ?? '' }
    : { kind: 'set', row, column, value }
}

/**
 * The letter of an issue's column (see {@link Issue.column}); undefined if the table has no such
 * column.
 */
export const letterOfIssue = (
  { rule, column, value }: Issue,
  { table, columns: mapped }: PlannedTable,
): string | undefined => {
  if (column === null || rule === 'missing_column' || rule === 'missing_tag_column')
    return undefined
  const { columns } = table
  if (rule === 'duplicate_header') {
    const second = columns.find(
      (candidate) => candidate.letter === value && candidate.header === column,
    )
    if (second !== undefined) return second.letter
  }
  if (
    rule === 'empty_header' &&
    columns.some((candidate) => candidate.header === '' && candidate.letter === column)
  )
    return column
  const field = mapped.find(({ target }) => target.kind === 'field' && target.name === column)
  const named = ({ header }: TableColumn): boolean => header === column
  return (field === undefined ? columns.find(named) : columns[field.index])?.letter
}

/**
 * The edits that leave out the columns which are attributes only because nothing knows their header.
 * A column of works stays: the plan says what the collection lacks for it.
 */
export const leaveOutUnknown = (
  table: Table,
  columns: readonly MappedColumn[],
  files: readonly FileEntry[] = [],
): TableEdit[] => {
  const works = new Set(worksWithoutPlace(table, columns, createFileMatcher(files)).values())
  return columns.flatMap((mapped): TableEdit[] => {
    const column = table.columns[mapped.index]
    if (column === undefined || mapped.target.kind !== 'custom') return []
    if (isCustom(column.header) || works.has(mapped)) return []
    const to = headerOf({ kind: 'ignored', name: column.header })
    return [{ kind: 'rename', column: column.letter, to }]
  })
}
