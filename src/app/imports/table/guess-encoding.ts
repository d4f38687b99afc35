import type { TableEncoding } from '#values/text/text-encoding.ts'
import { type Language, languages } from './languages.ts'
import { pairShares } from './pair-shares.ts'

/** A text in one of the encodings that it may have. */
export type DecodedText = {
  readonly encoding: TableEncoding
  /** The language whose letters it has. */
  readonly language: string
  /** A word of it that another encoding would show otherwise. */
  readonly word: string
}

type Candidate = Omit<DecodedText, 'word'> & { readonly text: string; readonly score: number }

/** A candidate below has letters that no language writes where they are. */
const leastScore = 0.5
/** A candidate that is better by less is not clear. */
const leastLead = 0.1

const sampleBytes = 16 * 1024
const mostCandidates = 4

/**
 * Judges by its letters in which encoding a text is that is no UTF-8: those of one language, where
 * that language writes them. The words of the other cells decide between languages.
 * @returns the likely ones, the best first, and whether that is clear
 */
export const guessEncoding = (
  bytes: Uint8Array,
): { readonly isClear: boolean; readonly found: readonly DecodedText[] } => {
  const sample = linesBeyondAscii(bytes)
  const words = asciiWords(bytes.subarray(0, sampleBytes))
  const hasMacLines = bytes.includes(0x0d) && !bytes.includes(0x0a)
  const candidates = distinct(
    [...bySingleBytes(sample, words, hasMacLines), ...byPairs(sample)].toSorted(
      (a, b) => b.score - a.score,
    ),
  )
  const best = candidates[0]?.score ?? 0
  const likely = candidates.filter(({ score }) => best >= leastScore && best - score < leastLead)
  const found = (likely.length === 0 ? candidates : likely).slice(0, mostCandidates)
  return { isClear: likely.length === 1, found: withWords(found) }
}

/** Shows each with the first word in which they differ. */
const withWords = (candidates: readonly Candidate[]): readonly DecodedText[] => {
  const words = candidates.map(({ text }) => wordsBeyondAscii(text))
  const [first = [], ...others] = words
  const at = first.findIndex((word, place) => others.every((list) => list[place] !== word))
  return candidates.map(({ encoding, language }, index) => ({
    encoding,
    language,
    word: words[index]?.[Math.max(0, at)] ?? '',
  }))
}

const wordsBeyondAscii = (text: string): readonly string[] =>
  text.match(/[\p{L}\p{M}'’-]{0,20}[^\0-\u007F][\p{L}\p{M}'’-]{0,20}/gu) ?? []

/** Encodings in which the text is the same are one candidate: the first of them. */
const distinct = (candidates: readonly Candidate[]): readonly Candidate[] => {
  const texts = new Set<string>()
  return candidates.filter(({ text }) => !texts.has(text) && texts.add(text))
}

const isLineEnd = (byte: number | undefined): boolean => byte === 0x0a || byte === 0x0d

/** The lines that hold bytes beyond ASCII, up to the size of a sample. */
const linesBeyondAscii = (bytes: Uint8Array): Uint8Array => {
  const lines: number[] = []
  let start = 0
  let isWanted = false
  for (let at = 0; at <= bytes.length && lines.length < sampleBytes; at++) {
    const byte = bytes[at]
    if (byte !== undefined && byte >= 0x80) isWanted = true
    if (byte !== undefined && !isLineEnd(byte)) continue
    if (isWanted) lines.push(...bytes.subarray(start, Math.min(at, start + sampleBytes)), 0x0a)
    start = at + 1
    isWanted = false
  }
  return Uint8Array.from(lines)
}

const asciiWords = (bytes: Uint8Array): ReadonlySet<string> =>
  new Set(
    Buffer.from(bytes)
      .toString('latin1')
      .toLowerCase()
      .split(/[^a-z\u0080-\u00FF]+/u),
  )

const decode = (bytes: Uint8Array, encoding: TableEncoding): string | undefined => {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes)
  } catch {
    return undefined
  }
}

const singleBytes = [...new Set(languages.flatMap(({ encodings }) => encodings))]

/** Old Macs ended lines with CR alone. Of the others, most tables come from Western Europe. */
const likelihoodOf = (encoding: TableEncoding, hasMacLines: boolean): number => {
  if (hasMacLines) return encoding === 'macintosh' ? 0.3 : 0
  return encoding === 'windows-1252' ? 0.05 : 0
}

const bySingleBytes = (
  sample: Uint8Array,
  words: ReadonlySet<string>,
  hasMacLines: boolean,
): readonly Candidate[] =>
  singleBytes.flatMap((encoding) => {
    const text = decode(sample, encoding)
    if (text === undefined) return []
    const own = languages.filter(({ encodings }) => encodings.includes(encoding))
    const characters = charactersBeyondAscii(text, own)
    return own.map((language) => ({
      encoding,
      language: language.name,
      text,
      score:
        letterScore(characters, language) +
        wordScore(words, language) +
        likelihoodOf(encoding, hasMacLines),
    }))
  })

const wordScore = (words: ReadonlySet<string>, language: Language): number =>
  Math.min(0.36, 0.12 * language.words.filter((word) => words.has(word)).length)

const beyondAscii = /[^\0-\u007F]/gu

type Character = {
  /** Where it is: 1 for a place in which a text has it, below 0 for one in which none does. */
  readonly place: number
  /** The languages whose letter it is, for one in a good place. */
  readonly languages: ReadonlySet<Language> | undefined
  readonly isLatin: boolean
}

const charactersBeyondAscii = (text: string, own: readonly Language[]): readonly Character[] =>
  [...text.matchAll(beyondAscii)].map(({ index, 0: character }) => {
    const isSign = !isLetter(character)
    const place = placeOf(text, index, character)
    const isByDigits = isBesideDigits(text, index)
    const isLatin = isSign || /\p{Script=Latin}/u.test(character)
    if (isByDigits) return { place: isSign ? place : -1, languages: undefined, isLatin }
    if (isSign || place < 0) return { place, languages: undefined, isLatin }
    const having = own.filter(({ letters }) => {
      letters.lastIndex = index
      return letters.test(text)
    })
    return { place, languages: new Set(having), isLatin }
  })

/** A table has names of other languages too. */
const ofOthers = 0.2
/** In other scripts each byte is a letter: two of them are in any text of pairs. */
const fewLetters = 3

const letterScore = (characters: readonly Character[], language: Language): number => {
  const scores = characters.map(({ place, languages: having }) => {
    if (having === undefined || having.has(language)) return place
    return having.size > 0 ? ofOthers : -1
  })
  const count = characters.length
  if (count === 0) return 0
  const isUnsure = count < fewLetters && characters.some(({ isLatin }) => !isLatin)
  return scores.reduce((sum, score) => sum + score, 0) / count - (isUnsure ? 0.3 : 0)
}

const placeOf = (text: string, at: number, character: string): number => {
  const [before, after] = [text[at - 1] ?? '', text[at + character.length] ?? '']
  if (isLetter(character)) return letterAt(character, before, after)
  return isElision(text, at) ? 1.3 : signAt(character, before, after)
}

const isBesideDigits = (text: string, at: number): boolean =>
  /\d\s?$/u.test(text.slice(Math.max(0, at - 2), at)) || /^\s?\d/u.test(text.slice(at + 1, at + 3))

const isLetter = (character: string): boolean => /\p{L}/u.test(character)
const isUpper = (character: string): boolean => /\p{Lu}/u.test(character)
const isLower = (character: string): boolean => /\p{Ll}/u.test(character)

const letterAt = (letter: string, before: string, after: string): number => {
  if (isUpper(letter) && isLower(before)) return -2
  if (letter !== 'ß' && isLower(letter) && isUpper(before) && isUpper(after)) return -2
  if (isMixed(letter, before) || isMixed(letter, after)) return -2
  return isLetter(before) || isLetter(after) ? 1 : 0.5
}

/** Whether a word has letters of two scripts. */
const isMixed = (letter: string, other: string): boolean =>
  isLetter(other) && /\p{Script=Latin}/u.test(letter) !== /\p{Script=Latin}/u.test(other)

/** `it’s`, `l’eau`: hardly another character stands there. */
const isElision = (text: string, at: number): boolean =>
  text[at] === '’' &&
  (/^’(?:[sdtm]|ll|re|ve)(?!\p{L})/iu.test(text.slice(at, at + 4)) ||
    /(?<!\p{L})(?:[cdjlmnst]|qu)’\p{L}$/iu.test(text.slice(Math.max(0, at - 3), at + 2)))

/** Signs say less than letters: they are the same in many encodings. */
const signAt = (sign: string, before: string, after: string): number => {
  if (/\p{C}/u.test(sign)) return -3
  const isInside = isLetter(before) && isLetter(after)
  if (/[’“„‘‚«‹¿¡]/u.test(sign)) return isLetter(before) ? (/[’“‘]/u.test(sign) ? 0.5 : -1) : 0.8
  if (/[”»›]/u.test(sign)) return isInside ? -1 : 0.8
  if (/[–—…•\u00A0·]/u.test(sign)) return isInside && sign !== '\u00A0' ? -0.5 : 0.8
  if (/[€£¥©®™°²³½¼¾×ºª§±†]/u.test(sign)) return isInside ? -2 : 0.8
  return isLetter(before) || isLetter(after) ? -2 : 0
}

const byPairs = (sample: Uint8Array): readonly Candidate[] =>
  pairShares(sample).flatMap(({ encoding, language, share }) => {
    const text = decode(sample, encoding)
    if (text === undefined) return []
    const mixed = [...text.matchAll(/(?<=[a-z])[^\0-\u007F]|[^\0-\u007F](?=[a-z])/giu)].length
    const all = [...text.matchAll(beyondAscii)].length
    return [{ encoding, language, text, score: share - mixed / all }]
  })
