/** Lengths of text, the same in Node and in the browser. */

/** Unicode code points: the interface counts characters this way. */
export const charsOf = (text: string): number => {
  let count = 0
  for (const _ of text) count += 1
  return count
}

/**
 * Bytes in UTF-8, where a lone surrogate counts as the replacement character. Counted without
 * encoding, because every text is measured.
 */
export const bytesOf = (text: string): number => {
  let bytes = text.length
  for (let index = 0; index < text.length; index += 1) {
    const unit = text.charCodeAt(index)
    if (unit < 0x80) continue
    const isPair =
      unit >= 0xd800 && unit < 0xdc00 && (text.charCodeAt(index + 1) & 0xfc00) === 0xdc00
    if (isPair) index += 1
    bytes += unit < 0x800 ? 1 : 2
  }
  return bytes
}

/**
 * False with a lone surrogate: UTF-8 cannot hold it, so the ledger would hold other text than was
 * typed.
 */
export const isWellFormed = (text: string): boolean => text.isWellFormed()

/** Orders `2.png` before `10.png`, upper and lower case alike, the same on every machine. */
const natural = new Intl.Collator('en', { numeric: true, sensitivity: 'base' })
export const naturalOrder = (a: string, b: string): number =>
  natural.compare(a, b) || (a < b ? -1 : a > b ? 1 : 0)

const longestQuote = 64

/** A sender's text made safe inside a message. */
export const quoted = (text: string): string =>
  JSON.stringify(text.length > longestQuote ? `${text.slice(0, longestQuote)}…` : text)

/** The beginning of a sentence. */
export const capitalized = (words: string): string => {
  const [first = ''] = words
  return `${first.toUpperCase()}${words.slice(first.length)}`
}
