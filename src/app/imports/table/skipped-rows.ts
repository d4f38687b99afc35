import type { Table } from './table-types.ts'

/** A row that an import leaves out. */
export type SkippedRow = {
  /** As a spreadsheet shows it. */
  readonly row: number
  /** Its first error; null: the user left it out. */
  readonly message: string | null
}

/** The table as if these rows were not in it. */
export const withoutRows = (table: Table, skipped: readonly SkippedRow[]): Table => {
  if (skipped.length === 0) return table
  const numbers = new Set(skipped.map(({ row }) => row))
  return {
    ...table,
    rows: table.rows.filter(({ row }) => !numbers.has(row)),
    issues: table.issues.filter(({ row }) => row === null || !numbers.has(row)),
  }
}
