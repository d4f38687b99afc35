import type { SQLInputValue } from 'node:sqlite'

/** A row to write, by column. */
export type DatabaseRow = Readonly<Record<string, unknown>>

/** A column's form: numbers of any size as text, lists and records as JSON. */
const stored = (value: unknown): SQLInputValue => {
  if (value === undefined || value === null) return null
  if (typeof value === 'boolean') return value ? 1 : 0
  if (typeof value === 'bigint') return String(value)
  if (typeof value === 'string' || typeof value === 'number') return value
  return value instanceof Uint8Array ? value : JSON.stringify(value)
}

const valuesOf = (row: DatabaseRow): readonly SQLInputValue[] => Object.values(row).map(stored)

const assignments = (row: DatabaseRow, between: string): string =>
  Object.keys(row)
    .map((name) => `${name} = ?`)
    .join(between)

/** @param onConflict appended after the values, such as `ON CONFLICT DO NOTHING` */
export const insertion = (table: string, row: DatabaseRow, onConflict: string) => {
  const names = Object.keys(row)
  const places = names.map(() => '?').join(', ')
  return {
    sql: `INSERT INTO ${table} (${names.join(', ')}) VALUES (${places}) ${onConflict}`,
    values: valuesOf(row),
  }
}

/** Replaces all columns except the keys of an existing row. */
export const replacing = (row: DatabaseRow, keys: readonly string[]): string => {
  const changed = Object.keys(row).filter((name) => !keys.includes(name))
  const changes = changed.map((name) => `${name} = excluded.${name}`).join(', ')
  return `ON CONFLICT (${keys.join(', ')}) DO UPDATE SET ${changes}`
}

export const updating = (table: string, change: DatabaseRow, key: DatabaseRow) => ({
  sql: `UPDATE ${table} SET ${assignments(change, ', ')} WHERE ${assignments(key, ' AND ')}`,
  values: [...valuesOf(change), ...valuesOf(key)],
})
