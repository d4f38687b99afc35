import type { TableEdit } from '#contract/imports/draft-view.ts'
import { headerOf, type MappedColumn } from './column-target.ts'
import { editTable } from '../table/edit-table.ts'
import { type Issue, issueOf, readable } from '../table/issues.ts'
import type { Table, TableColumn } from '../table/table-types.ts'
import { mapColumns } from './columns.ts'
import { type CollectionTags, isCustom } from './named-columns.ts'
import { createFileMatcher } from './match-files.ts'
import { isNumbering } from './number-column.ts'
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
 * The table without the unknown columns that number its rows, which are the number in names and no
 * attribute: the window leaves them out with all others that nobody knows.
 */
export const withoutNumbers = (table: Table, tags: CollectionTags): Table => {
  const edits = leaveOutUnknown(table, mapColumns(table, tags).columns).filter(
    (edit) =>
      edit.kind === 'rename' &&
      isNumbering(
        table,
        table.columns.findIndex(({ letter }) => letter === edit.column),
      ),
  )
  if (edits.length === 0) return table
  const edited = editTable(table, edits)
  const notes = edits.flatMap((edit) => {
    const header = table.columns.find(
      ({ letter }) => edit.kind === 'rename' && letter === edit.column,
    )?.header
    if (header === undefined) return []
    const message = `"${readable(header)}" numbers the rows and is left out: as an attribute it would make every token unique. Name it "custom:${readable(header)}" to keep it.`
    return [issueOf('number_column', message, { row: table.headerRow, column: `ignore:${header}` })]
  })
  return { ...edited, issues: [...notes, ...edited.issues] }
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
