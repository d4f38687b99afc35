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

/** As websites write a title into the name of a file: `River at dusk` is `river-at-dusk`. */
export const slugOf = (text: string): string =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    .replaceAll(/^-|-$/gu, '')
    .replace(/^0+(?=\d+$)/u, '')
