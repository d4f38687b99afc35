import { capitalized } from '#values/text/text.ts'
import { limits } from '#values/bounds/limits.ts'
import { eachInPieces, type Pieces } from '../table/pieces.ts'
import { type PatternPart, type PatternValues, valueOf } from './name-pattern.ts'

const longest = limits.ledgerAssetNameBytes

/**
 * The asset name that a pattern makes, in ASCII, so that every explorer shows it: `RiverAtDusk` of
 * "River at dusk". Words that have no room are left out, a number or an ID never is. Undefined where
 * the token has nothing for a word of the pattern, or nothing in these letters.
 */
export const assetNameBy = (
  parts: readonly PatternPart[],
  values: PatternValues,
): string | undefined => {
  const pieces = parts.map((part) => pieceOf(part, values))
  if (pieces.includes(undefined)) return undefined
  const fixed = pieces.reduce((sum, piece) => sum + (piece?.text?.length ?? 0), 0)
  let room = Math.max(0, longest - fixed)
  const texts = pieces.map((piece) => {
    if (piece?.words === undefined) return piece?.text ?? ''
    const text = joinWords(piece.words, room)
    room -= text.length
    return text
  })
  return withinLimit(texts, parts)
}

type Piece = { readonly text?: string; readonly words?: readonly string[] }

const pieceOf = (part: PatternPart, values: PatternValues): Piece | undefined => {
  if ('text' in part) return { text: plainLetters(part.text).replaceAll(/[^\u0020-\u007E]/gu, '') }
  const value = valueOf(part, values)
  if (value === undefined) return undefined
  if (part.word === 'number' || part.word === 'row') return { text: value }
  if (part.word === 'id') {
    const text = plainLetters(value).replaceAll(/[^\w.-]/gu, '')
    return text === '' ? undefined : { text }
  }
  const words = wordsOf(value)
  return words.length === 0 ? undefined : { words }
}

/** A long text of the pattern makes room for the numbers. */
const withinLimit = (texts: readonly string[], parts: readonly PatternPart[]): string => {
  let excess = texts.reduce((sum, text) => sum + text.length, 0) - longest
  const shortened = texts.map((text, at) => {
    const part = parts[at]
    if (excess <= 0 || part === undefined || !('text' in part)) return text
    const short = text.slice(0, Math.max(0, text.length - excess))
    excess -= text.length - short.length
    return short
  })
  return shortened.join('').trim().slice(0, longest)
}

/** Latin letters that Unicode does not take apart into one of ASCII and a mark. */
const latinLetters: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  Æ: 'Ae',
  œ: 'oe',
  Œ: 'Oe',
  ø: 'o',
  Ø: 'O',
  ł: 'l',
  Ł: 'L',
  đ: 'd',
  Đ: 'D',
  ð: 'd',
  þ: 'th',
  ı: 'i',
}

const plainLetters = (text: string): string =>
  text
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[ßæÆœŒøØłŁđĐðþı]/gu, (letter) => latinLetters[letter] ?? '')

/** More than any name holds. */
const longestRead = 1_000

const wordsOf = (text: string): readonly string[] =>
  plainLetters(text.slice(0, longestRead))
    .replaceAll(/['’]/gu, '')
    .split(/[^a-z0-9]+/iu)
    .filter((word) => word !== '')
    .map((word, at) => (at === 0 ? word : capitalized(word)))

/** As many whole words as fit, and of the first one at least its beginning. */
const joinWords = (words: readonly string[], room: number): string => {
  let text = ''
  for (const word of words) {
    if (text.length + word.length > room) break
    text += word
  }
  return text === '' ? (words[0] ?? '').slice(0, room) : text
}

/** What sets the asset names of rows apart that would have the same one. */
export type NamedRow = {
  readonly name: string | undefined
  /** The row's own number, ID and file, as far as it has them. */
  readonly own: readonly string[]
}

/**
 * Makes the names unique in the order of the rows, so that a row at the end changes no other: the
 * first keeps a name, the next gets what it has of its own at the end, or else its place among the
 * equal ones. Names that differ by case alone count as equal.
 */
export function* distinctNames(
  rows: Iterable<NamedRow>,
): Pieces<{ readonly names: readonly (string | undefined)[]; readonly changed: number }> {
  const taken = new Set<string>()
  const places = new Map<string, number>()
  const isFree = (name: string): boolean => !taken.has(name.toLowerCase())
  const distinct = ({ name, own }: NamedRow & { readonly name: string }): string => {
    if (isFree(name)) return name
    const ofItsOwn = own.map((suffix) => withSuffix(name, suffix)).find(isFree)
    if (ofItsOwn !== undefined) return ofItsOwn
    const key = name.toLowerCase()
    let place = places.get(key) ?? 1
    let numbered = name
    while (!isFree(numbered)) {
      place += 1
      numbered = withSuffix(name, String(place))
    }
    places.set(key, place)
    return numbered
  }
  const names: (string | undefined)[] = []
  let changed = 0
  yield* eachInPieces(rows, ({ name, own }) => {
    const made = name === undefined ? undefined : distinct({ name, own })
    if (made !== undefined) taken.add(made.toLowerCase())
    if (made !== name) changed += 1
    names.push(made)
  })
  return { names, changed }
}

/** A number is set apart from another one, and words from the name. */
const withSuffix = (name: string, given: string): string => {
  const suffix = wordsOf(given)
    .join('')
    .slice(0, longest / 2)
  if (suffix === '') return name
  const end = /^\d+$/u.test(suffix) && !/\d$/u.test(name) ? suffix : `-${suffix}`
  return name.slice(0, longest - end.length) + end
}
