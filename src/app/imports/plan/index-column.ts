import { editTable } from '../table/edit-table.ts'
import { issueOf } from '../table/issues.ts'
import { headerKey } from '../table/shape-table.ts'
import type { Table } from '../table/table-types.ts'

/**
 * The table with a name for the index that programs write as a first column without one: a number or
 * a text of each row's own. Where the table names its tokens and images itself, the index is left out.
 */
export const withNamedIndex = (table: Table): Table => {
  const [first] = table.columns
  if (first?.letter !== 'A' || first.header !== '' || table.rows.length === 0) return table
  const cells = table.rows.map((row) => (row.cells[0] ?? '').trim())
  if (cells.includes('') || new Set(cells).size < cells.length) return table
  const name = cells.every((cell) => /^\d+$/u.test(cell)) ? 'number' : 'id'
  const headers = new Set(table.columns.map(({ header }) => headerKey(header)))
  const isNeeded = !headers.has(name) && !(headers.has('asset_name') && headers.has('image'))
  const to = isNeeded ? name : `ignore:${name}`
  const named = editTable(table, [{ kind: 'rename', column: 'A', to }])
  const what = isNeeded ? `It is read as "${name}"` : 'It is left out'
  const note = issueOf(
    'index_column',
    `Column A has no name and another ${name === 'number' ? 'number' : 'text'} in each row, as programs number their rows. ${what}.`,
    { row: table.headerRow, column: to },
  )
  return { ...named, issues: [note, ...named.issues] }
}
