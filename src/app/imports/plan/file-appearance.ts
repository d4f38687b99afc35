import { withoutInvisible } from './cell-text.ts'

/**
 * Equal for file names that a person takes for the same: whatever their blanks (macOS writes U+202F
 * before PM), dashes and quotes, full-width letters, and blanks more than once.
 */
export const appearanceOf = (name: string): string =>
  withoutInvisible(name, true)
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[\p{Pd}\u2212]/gu, '-')
    .replaceAll(/['`\u00B4\u2018-\u201B\u2032]/gu, "'")
    .replaceAll(/["\u201C-\u201F\u2033\u00AB\u00BB]/gu, '"')
    .replaceAll(/\s+/gu, ' ')
    .trim()

/** How German and Nordic letters are written where a name may hold only those of English. */
const spelledOut: ReadonlyMap<string, string> = new Map([
  ['\u00E4', 'ae'],
  ['\u00F6', 'oe'],
  ['\u00FC', 'ue'],
  ['\u00DF', 'ss'],
  ['\u00E5', 'aa'],
  ['\u00E6', 'ae'],
  ['\u00F8', 'oe'],
])

/** `M\u00FCller` is `mueller`. */
export const spellOut = (text: string): string =>
  Array.from(
    text.normalize('NFC').toLowerCase(),
    (letter) => spelledOut.get(letter) ?? letter,
  ).join('')

/** As websites write a title into the name of a file: `River at dusk` is `river-at-dusk`. */
export const slugOf = (text: string): string =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    .replaceAll(/^-|-$/gu, '')
    .replace(/^0+(?=\d+$)/u, '')
