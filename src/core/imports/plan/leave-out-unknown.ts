import type { TableEdit } from '#shared/calls/imports.ts'
import type { Table } from '../table/table-types.ts'
import { headerOf, type MappedColumn } from './column-target.ts'
import { isCustom } from './columns.ts'

/** The edits that leave out the columns which are attributes only because nothing knows their header. */
export const leaveOutUnknown = (table: Table, columns: readonly MappedColumn[]): TableEdit[] =>
  columns.flatMap(({ index, target }): TableEdit[] => {
    const column = table.columns[index]
    if (column === undefined || target.kind !== 'custom' || isCustom(column.header)) return []
    const to = headerOf({ kind: 'ignored', name: column.header })
    return [{ kind: 'rename', column: column.letter, to }]
  })
