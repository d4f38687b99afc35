/**
 * Makes text that Coldpress did not write (names, messages of services, paths, cells) safe to show
 * beside its own: one line, without invisible characters or any that move, recolour or reverse the
 * text beside them. Such characters become escapes: `\n`, `\u{202e}`. Emoji stay whole, though some
 * contain joiners. A typed backslash stays as it is, so the result cannot be decoded.
 */
export const printable = (text: string): string =>
  text.replaceAll(emojiOrUnseen, (found: string, emoji?: string) => emoji ?? escapeCharacter(found))

/** Like {@link printable}, for text with line breaks of Coldpress's own. */
export const printableLines = (text: string): string => text.split('\n').map(printable).join('\n')

/** JSON in one line with the same value and no invisible characters. */
export const printableJson = (value: unknown): string =>
  JSON.stringify(value).replaceAll(emojiOrUnseen, (found: string, emoji?: string) =>
    emoji === undefined
      ? Array.from({ length: found.length }, (_, at) => unitEscape(found.charCodeAt(at))).join('')
      : emoji,
  )

/**
 * Controls, format characters (bidi, zero width, tags), line and paragraph separators, lone
 * surrogates, and other characters that Unicode displays as nothing, such as the Hangul fillers.
 */
const emojiOrUnseen =
  /(\p{RGI_Emoji})|[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\p{Default_Ignorable_Code_Point}]/gv

const shortEscapes: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' }

const escapeCharacter = (character: string): string =>
  shortEscapes[character] ?? `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`

const unitEscape = (unit: number): string => `\\u${unit.toString(16).padStart(4, '0')}`
