/** Pure facts about text, the same in Node and in the browser. */

const encoder = new TextEncoder()

/** Unicode code points, which is how the interface counts characters. */
export const charsOf = (text: string): number => Array.from(text).length

export const bytesOf = (text: string): number => encoder.encode(text).length

/** Lone surrogates cannot be written as UTF-8; what the ledger would hold is not what was typed. */
export const isWellFormed = (text: string): boolean => text.isWellFormed()

/** Orders `2.png` before `10.png`, upper and lower case alike, the same on every machine. */
const natural = new Intl.Collator('en', { numeric: true, sensitivity: 'base' })
export const naturalOrder = (a: string, b: string): number =>
  natural.compare(a, b) || (a < b ? -1 : a > b ? 1 : 0)
