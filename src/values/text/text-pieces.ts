import { limits } from '../bounds/limits.ts'
import { bytesOf } from './text.ts'

/** Whether a list holds several values, and not the pieces of one text. */
export const isListOfValues = (texts: readonly string[]): boolean =>
  texts.length > 1 && !isOneText(texts)

/** One text of its pieces, or several values with commas between them. */
export const joinTexts = (texts: readonly string[]): string =>
  texts.join(isListOfValues(texts) ? ', ' : '')

const isAddress = (text: string): boolean => /^(?:data:|[a-z][a-z0-9+.-]*:\/\/)/iu.test(text)

/** Bytes that each piece of a long text has, but for a character of up to 4 that did not fit. */
const fullPiece = limits.metadatumBytes - 3

/**
 * CIP-25 cuts a text of more than 64 bytes into pieces: where the bytes end, at a blank, or an address
 * after its scheme.
 */
const isOneText = (texts: readonly string[]): boolean => {
  const [first = '', ...others] = texts
  if (isAddress(first)) return !others.some(isAddress)
  return others.every((next, at) => {
    const text = texts[at] ?? ''
    const bytes = bytesOf(text)
    const isFull = bytes >= fullPiece && bytes <= limits.metadatumBytes
    return isFull || /\s$/u.test(text) || /^\s/u.test(next)
  })
}
