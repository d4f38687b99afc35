import type { Json } from '#values/bounds/bounded.ts'
import { limits } from '#values/bounds/limits.ts'

/** A token's attributes are some hundred characters. */
const mostCharacters = 64 * 1024

/**
 * A list or an object in a cell, as JSON or as Python writes its values (`[{'Hat': None}]`); undefined
 * for any other text. Numbers are the digits that are written.
 */
export const readCellJson = (cell: string): Json | undefined => {
  const text = cell.trim()
  if (!/^[[{]/u.test(text) || text.length > mostCharacters) return undefined
  try {
    const reader: Reader = { text, at: 0 }
    const value = readValue(reader, 0)
    return reader.at === text.length ? value : undefined
  } catch (error) {
    if (error instanceof NotReadable) return undefined
    throw error
  }
}

class NotReadable extends Error {}

type Reader = { readonly text: string; at: number }

const readValue = (reader: Reader, depth: number): Json => {
  if (depth > limits.jsonDepth) throw new NotReadable()
  readPattern(reader, blanks)
  const start = reader.text[reader.at]
  const value =
    start === '{'
      ? Object.fromEntries(readItems(reader, '}', () => readEntry(reader, depth + 1)))
      : start === '['
        ? readItems(reader, ']', () => readValue(reader, depth + 1))
        : start === '"' || start === "'"
          ? readText(reader)
          : readWord(reader)
  readPattern(reader, blanks)
  return value
}

const readEntry = (reader: Reader, depth: number): [string, Json] => {
  readPattern(reader, blanks)
  const name = readText(reader)
  readPattern(reader, blanks)
  requireNext(reader, ':')
  return [name, readValue(reader, depth)]
}

/** What stands between brackets, with a comma after each but the last. */
const readItems = <T>(reader: Reader, end: string, readItem: () => T): T[] => {
  const items: T[] = []
  reader.at += 1
  readPattern(reader, blanks)
  if (reader.text[reader.at] !== end)
    for (;;) {
      items.push(readItem())
      if (reader.text[reader.at] !== ',') break
      reader.at += 1
    }
  requireNext(reader, end)
  return items
}

const blanks = /\s*/uy
const plainText = /[^"'\\]*/uy
const bareWord = /[\w.+-]*/uy

/** The text from here on that the pattern allows. */
const readPattern = (reader: Reader, pattern: RegExp): string => {
  pattern.lastIndex = reader.at
  const [found = ''] = pattern.exec(reader.text) ?? []
  reader.at += found.length
  return found
}

const requireNext = (reader: Reader, character: string): void => {
  if (reader.text[reader.at] !== character) throw new NotReadable()
  reader.at += 1
}

const readText = (reader: Reader): string => {
  const quote = reader.text[reader.at]
  if (quote !== '"' && quote !== "'") throw new NotReadable()
  reader.at += 1
  let value = ''
  for (;;) {
    value += readPattern(reader, plainText)
    const next = reader.text[reader.at]
    if (next === undefined) throw new NotReadable()
    if (next === '\\') value += readEscape(reader)
    else reader.at += 1
    if (next === quote) return value
    if (next !== '\\') value += next
  }
}

const escape =
  /\\(?:u(?<four>[\da-fA-F]{4})|U(?<eight>[\da-fA-F]{8})|x(?<two>[\da-fA-F]{2})|(?<one>["'\\/bfnrt]))/uy

const escaped: Readonly<Record<string, string>> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' }

const readEscape = (reader: Reader): string => {
  escape.lastIndex = reader.at
  const found = escape.exec(reader.text)
  if (found === null) throw new NotReadable()
  reader.at += found[0].length
  const { four, eight, two, one = '' } = found.groups ?? {}
  const digits = four ?? eight ?? two
  if (digits === undefined) return escaped[one] ?? one
  const code = Number.parseInt(digits, 16)
  if (code > 0x10_ff_ff) throw new NotReadable()
  return String.fromCodePoint(code)
}

const words: Readonly<Record<string, Json>> = {
  true: true,
  True: true,
  false: false,
  False: false,
  null: null,
  None: null,
  nan: null,
  NaN: null,
}

const readWord = (reader: Reader): Json => {
  const found = readPattern(reader, bareWord)
  if (Object.hasOwn(words, found)) return words[found] ?? null
  if (/^-?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/iu.test(found)) return found
  throw new NotReadable()
}
