import type { TableEdit } from '#contract/imports/calls.ts'
import type { Table } from '../table/table-types.ts'
import { headerOf, type MappedColumn } from './column-target.ts'
import { isCustom } from './named-columns.ts'
import { createFileMatcher } from './match-files.ts'
import type { FileEntry } from './plan-types.ts'
import { worksWithoutPlace } from './work-columns.ts'

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
