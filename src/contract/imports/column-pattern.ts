/** A text of a row made by a pattern: `{Title}` is the row's cell below that header. */

/** Parts of a pattern: a text, or the place of the column that is meant. */
export type ColumnPattern = readonly (string | number)[]

/** The name of a column without what its header says of its meaning. */
export const plainHeader = (header: string): string =>
  header
    .replace(/^(?:custom|ignore):/iu, '')
    .replace(/^<(?<word>.*)>$/u, '$<word>')
    .trim()

const wordKey = (header: string): string => plainHeader(header).normalize('NFC').toLowerCase()

/** @returns the first word that names no column, where one does */
export const readColumnPattern = (
  pattern: string,
  headers: readonly string[],
): { readonly parts: ColumnPattern } | { readonly unknown: string } => {
  const parts: (string | number)[] = []
  for (const text of pattern.split(/(\{[^{}]*\})/u)) {
    if (!/^\{.*\}$/su.test(text)) {
      if (text !== '') parts.push(text)
      continue
    }
    const word = text.slice(1, -1)
    const index = headers.findIndex((header) => wordKey(header) === wordKey(word))
    if (index === -1) return { unknown: word }
    parts.push(index)
  }
  return { parts }
}

/** Empty where every column that is meant is. */
export const fillColumnPattern = (parts: ColumnPattern, cells: readonly string[]): string => {
  const cellAt = (index: number) => (cells[index] ?? '').trim()
  const places = parts.filter((part) => typeof part === 'number')
  if (places.length > 0 && places.every((index) => cellAt(index) === '')) return ''
  return parts
    .map((part) => (typeof part === 'number' ? cellAt(part) : part))
    .join('')
    .trim()
}
