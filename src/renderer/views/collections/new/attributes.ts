import type { AttributeRow } from '#renderer/stores/new-collection.ts'

/** A tag's word made of an attribute's name: one word without the marks that make a tag. */
export const wordFor = (name: string): string => {
  const word = name.trim().toLowerCase().replace(/[<>]/gu, '').replace(/\s+/gu, '_')
  return word === '' ? 'value' : word
}

/** The text with the tag put in at `at`; text that is empty becomes the lone tag. */
export const withTag = (text: string, tag: string, at: number): string =>
  text === '' ? tag : `${text.slice(0, at)}${tag}${text.slice(at)}`

export const moved = (
  rows: readonly AttributeRow[],
  from: number,
  by: -1 | 1,
): readonly AttributeRow[] => {
  const to = from + by
  const row = rows[from]
  if (row === undefined || to < 0 || to >= rows.length) return rows
  return rows.toSpliced(from, 1).toSpliced(to, 0, row)
}

export const changed = (
  rows: readonly AttributeRow[],
  id: number,
  change: Partial<Omit<AttributeRow, 'id'>>,
): readonly AttributeRow[] => rows.map((row) => (row.id === id ? { ...row, ...change } : row))

/** One more row, with an id that no row has. */
export const added = (rows: readonly AttributeRow[]): readonly AttributeRow[] => [
  ...rows,
  { id: Math.max(0, ...rows.map(({ id }) => id)) + 1, name: '', text: '' },
]
