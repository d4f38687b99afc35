const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** Characters that terminals draw over two columns. https://www.unicode.org/reports/tr11/ */
const wide =
  /^(?:\p{Emoji_Presentation}|\p{RGI_Emoji}|[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Hangul}\u{3000}-\u{303e}\u{ff01}-\u{ff60}\u{ffe0}-\u{ffe6}])/v

const isAscii = (text: string): boolean => /^[\u{20}-\u{7e}]*$/u.test(text)

const charactersOf = (text: string): readonly { readonly character: string; width: number }[] =>
  [...segmenter.segment(text)].map(({ segment }) => ({
    character: segment,
    width: wide.test(segment) ? 2 : 1,
  }))

/** Columns that a printable text takes in a terminal. */
export const displayWidth = (text: string): number =>
  isAscii(text) ? text.length : charactersOf(text).reduce((sum, { width }) => sum + width, 0)

/** As much of the text's beginning as these columns hold. */
export const cutEnd = (text: string, width: number): string => {
  let left = width
  return charactersOf(text)
    .filter((at) => (left -= at.width) >= 0)
    .map(({ character }) => character)
    .join('')
}

/** The text without its middle, where it takes more columns than these. */
export const fitMiddle = (text: string, width: number): string => {
  if (displayWidth(text) <= width) return text
  const end = Math.floor((width - 1) / 2)
  const characters = charactersOf(text)
  let taken = 0
  const tail = characters.toReversed().filter((at) => (taken += at.width) <= end)
  const head = cutEnd(text, width - 1 - end)
  return `${head}…${tail
    .toReversed()
    .map(({ character }) => character)
    .join('')}`
}
