/** Markup that is safe to send. */
export type Markup = { readonly markup: string }

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

type Insert = string | number | bigint | Markup | readonly Markup[]

/**
 * A template that escapes its values, unless they are markup made by this function, or lists of it.
 * Text from the chain stays text.
 */
export const markup = (pieces: TemplateStringsArray, ...inserts: readonly Insert[]): Markup => ({
  markup: pieces.reduce((page, piece, index) => {
    const insert = inserts[index - 1]
    return page + (insert === undefined ? '' : writeInsert(insert)) + piece
  }),
})

const writeInsert = (insert: Insert): string => {
  if (isList(insert)) return insert.map(({ markup: text }) => text).join('')
  if (typeof insert === 'object') return insert.markup
  return String(insert).replaceAll(/[&<>"']/gu, (character) => entities[character] ?? '')
}

const isList = (insert: Insert): insert is readonly Markup[] => Array.isArray(insert)
