/**
 * The controls U+0080 to U+009F are in no text that a person wrote: a program took Windows-1252 for
 * ISO 8859-1, where these bytes are quotation marks, dashes, the euro sign and a few letters.
 */
const misread = /[\u0080-\u009F]/gu

const windows1252 = new TextDecoder('windows-1252')

/** The text with the characters that were meant; the five controls that mean none there stay. */
export const withMeant = (text: string): string =>
  text.replace(misread, (control) => windows1252.decode(Uint8Array.of(control.charCodeAt(0))))

export const holdsMisread = (text: string): boolean => text.search(misread) !== -1
