import { tagPattern } from '#shared/wire/fields.ts'
import type { AttributeRow } from './draft.ts'

/**
 * The tag in the attribute's own spelling, which is the header of its column too. Undefined: the
 * name is empty or has blanks, and a tag is one word without angle brackets.
 */
export const tagFor = (name: string): string | undefined => {
  const tag = `<${name.trim()}>`
  return tagPattern.test(tag) ? tag : undefined
}

/** The text with the tag inserted at `at`; empty text becomes the lone tag. */
export const withTag = (text: string, tag: string, at: number): string =>
  text === '' ? tag : `${text.slice(0, at)}${tag}${text.slice(at)}`

/** An empty row, with an id that no row has. */
export const newAttribute = (rows: readonly AttributeRow[]): AttributeRow => ({
  id: Math.max(0, ...rows.map(({ id }) => id)) + 1,
  name: '',
  text: '',
})
