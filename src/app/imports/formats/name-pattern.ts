import type { ColdpressError } from '#values/errors/errors.ts'
import { errorBy } from '#values/errors/error-rules.ts'
import { importErrors } from '#contract/imports/errors.ts'
import { quoted } from '#values/text/text.ts'
import { numberIn } from './asset-names.ts'

/** What a pattern of names takes from a token; `row`: its place in the table. */
export type PatternWord = 'title' | 'number' | 'id' | 'file' | 'collection' | 'row'

export type PatternPart =
  | { readonly text: string }
  | { readonly word: PatternWord; readonly digits: number }

export type PatternValues = Readonly<Partial<Record<PatternWord, string | undefined>>>

/** Which words a pattern may have, and what it is a pattern of. */
type PatternUse = { readonly of: string; readonly words: readonly PatternWord[] }

export const assetNamePattern: PatternUse = {
  of: 'asset names',
  words: ['title', 'number', 'id', 'file', 'collection', 'row'],
}

/** Of tokens without a name. */
export const displayNamePattern: PatternUse = {
  of: 'names',
  words: ['file', 'number', 'id', 'collection', 'row'],
}

const fileNamePattern: PatternUse = { of: 'names', words: ['file', 'number'] }

const maxPattern = 200

const otherWords: Readonly<Record<string, PatternWord>> = { stem: 'file', name: 'title' }

const wordHelp: Readonly<Record<PatternWord, string>> = {
  title: "{title} for a token's name",
  number: '{number} or {number:4} for its number',
  id: '{id} for its ID',
  file: "{file} for its file's name",
  collection: "{collection} for the collection's name",
  row: '{row:4} for its place in the table',
}

/** @throws ColdpressError `invalid` for other braces, and where every token gets the same name */
export const readPattern = (pattern: string, use: PatternUse): readonly PatternPart[] => {
  if (pattern.length > maxPattern)
    throw invalidPattern(use, `has ${pattern.length} characters, at most ${maxPattern} are allowed`)
  const parts = pattern
    .split(/(\{[^{}]*\})/u)
    .filter((text) => text !== '')
    .map((text) => readPart(text, use) ?? { text })
  if (parts.some((part) => 'text' in part && /[{}]/u.test(part.text)))
    throw invalidPattern(use, `${quoted(pattern)} has braces that mean nothing`)
  if (parts.every((part) => 'text' in part || part.word === 'collection'))
    throw invalidPattern(use, `${quoted(pattern)} gives every token the same name`)
  return parts
}

const readPart = (text: string, { words }: PatternUse): PatternPart | undefined => {
  const found = /^\{(?<name>[a-z]+)(?::(?<digits>[1-9]|1\d))?\}$/u.exec(text)?.groups
  const name = found?.['name'] ?? ''
  const digits = found?.['digits']
  const word = words.find((candidate) => candidate === (otherWords[name] ?? name))
  if (word === undefined || (digits !== undefined && word !== 'number' && word !== 'row'))
    return undefined
  return { word, digits: Number(digits ?? 1) }
}

const invalidPattern = ({ of, words }: PatternUse, what: string): ColdpressError =>
  errorBy(
    importErrors,
    'name_pattern',
    {},
    `The pattern of ${of} ${what}. Use ${words.map((word) => wordHelp[word]).join(', ')}.`,
  )

/** The value that a part stands for, a number with its digits; undefined where the token has none. */
export const valueOf = (
  { word, digits }: Extract<PatternPart, { readonly word: PatternWord }>,
  values: PatternValues,
): string | undefined => {
  const value = values[word]
  return value === undefined || value === '' ? undefined : value.padStart(digits, '0')
}

/** Undefined where the token has nothing for a word of the pattern. */
export const fillPattern = (
  parts: readonly PatternPart[],
  values: PatternValues,
): string | undefined => {
  const texts = parts.map((part) => ('text' in part ? part.text : valueOf(part, values)))
  return texts.includes(undefined) ? undefined : texts.join('').trim()
}

/**
 * A token's name by the name of its file: `{stem}` is that name without its ending, `{number}` its
 * last number, `{number:4}` that with at least four digits. Undefined where the file has no number:
 * its place in the folder is none.
 * @throws ColdpressError `invalid` for any other braces
 */
export const nameByPattern = (pattern: string, stem: string): string | undefined =>
  fillPattern(readPattern(pattern, fileNamePattern), {
    file: stem.normalize('NFC'),
    number: numberIn(stem),
  })

/** Names of files are names of tokens, unless they are numbers alone: then the folder's comes first. */
export const defaultPattern = (stems: readonly string[], folder: string): string =>
  stems.every((stem) => /^\d+$/u.test(stem))
    ? `${folder.replaceAll(/[{}]/gu, '').replaceAll(/[_-]+/gu, ' ').trim().slice(0, 20)} #{number:4}`.trim()
    : '{stem}'
