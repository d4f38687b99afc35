import type { Table } from '../table/table-types.ts'

/**
 * Whether a column numbers its rows: whole numbers, each another one. Such a column is the number in
 * names. As an attribute it would make every token unique.
 */
export const isNumbering = ({ rows }: Pick<Table, 'rows'>, index: number): boolean => {
  const seen = new Set<string>()
  for (const { cells } of rows) {
    const cell = (cells[index] ?? '').trim()
    if (!/^\d{1,18}$/u.test(cell)) return false
    seen.add(cell.replace(/^0+(?=\d)/u, ''))
  }
  return rows.length > 1 && seen.size === rows.length
}
