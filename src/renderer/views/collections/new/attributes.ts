import type { AttributeRow } from './draft.ts'

/** The text with the tag inserted at `at`; empty text becomes the lone tag. */
export const withTag = (text: string, tag: string, at: number): string =>
  text === '' ? tag : `${text.slice(0, at)}${tag}${text.slice(at)}`

/** An empty row, with an id that no row has. */
export const newAttribute = (rows: readonly AttributeRow[]): AttributeRow => ({
  id: Math.max(0, ...rows.map(({ id }) => id)) + 1,
  name: '',
  text: '',
})
