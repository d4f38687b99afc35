/**
 * Text that Coldpress did not write (names, messages of services, paths, cells), fit to be shown
 * beside its own words: on one line, and nothing in it is invisible or moves, recolours or turns
 * around what stands next to it. What a reader could not see is shown as an escape: `\n`, `\u{202e}`.
 * Emoji stay whole, though some hold joiners. A backslash that was typed stays as it is, so the
 * result is for reading and cannot be decoded.
 */
export const printable = (text: string): string =>
  text.replaceAll(emojiOrUnseen, (found: string, emoji?: string) => emoji ?? escaped(found))

/** As {@link printable}, for text whose line breaks are Coldpress's own. */
export const printableLines = (text: string): string => text.split('\n').map(printable).join('\n')

/** One line of JSON with the same value in it, and nothing invisible. */
export const printableJson = (value: unknown): string =>
  JSON.stringify(value).replaceAll(emojiOrUnseen, (found: string, emoji?: string) =>
    emoji === undefined
      ? Array.from({ length: found.length }, (_, at) => unitEscape(found.charCodeAt(at))).join('')
      : emoji,
  )

/**
 * Controls, format characters (bidi, zero width, tags), line and paragraph separators, halves of
 * characters, and whatever else Unicode says is shown as nothing, such as the Hangul fillers.
 */
const emojiOrUnseen =
  /(\p{RGI_Emoji})|[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\p{Default_Ignorable_Code_Point}]/gv

const shortEscapes: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' }

const escaped = (character: string): string =>
  shortEscapes[character] ?? `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`

const unitEscape = (unit: number): string => `\\u${unit.toString(16).padStart(4, '0')}`
