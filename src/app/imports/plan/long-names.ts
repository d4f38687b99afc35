import { limits } from '#values/bounds/limits.ts'
import { bytesOf, charsOf } from '#values/text/text.ts'
import type { MetadataTemplate } from '#contract/collections/collection.ts'
import type { Fix } from '../table/issues.ts'
import { headerKey } from '../table/shape-table.ts'
import type { Table } from '../table/table-types.ts'
import { headerOf, isField, type MappedColumn } from './column-target.ts'
import { isLongText } from './long-descriptions.ts'
import { takenAttributes } from './taken-attributes.ts'

/** The attributes that a whole name may become, in the order of preference. */
const attributeNames = ['Title', 'Full title'] as const

/**
 * What makes a name valid that is too long: it is cut, and stays whole as an attribute of its token.
 * Undefined where no column is the name, or no attribute is free.
 */
export const longNameFix = (
  table: Table,
  mapped: readonly MappedColumn[],
  template: MetadataTemplate | undefined,
): ((name: string) => Fix) | undefined => {
  const index = mapped.find(({ target }) => isField(target, 'name'))?.index
  if (index === undefined) return undefined
  const header = wholeNameHeader(table, index, mapped, template)
  if (header === undefined) return undefined
  const attribute = header.replace(/^custom:/iu, '')
  const cuts = cutNames(table.rows.map(({ cells }) => (cells[index] ?? '').trim()))
  return (name) => {
    const value = cuts.get(name) ?? cutAtWord(name)
    const label = `Write "${value}" and keep the whole name as the attribute "${attribute}"`
    return { kind: 'shorten', value, to: header, label }
  }
}

/** The header of a column for whole names: a free one, or one that has nothing else in their rows. */
const wholeNameHeader = (
  { columns, rows }: Table,
  index: number,
  mapped: readonly MappedColumn[],
  template: MetadataTemplate | undefined,
): string | undefined => {
  const taken = takenAttributes(mapped, template)
  const long = rows.flatMap(({ cells }) => {
    const name = (cells[index] ?? '').trim()
    return isLongText(name) ? [{ name, cells }] : []
  })
  const isUsable = ({ index: at }: MappedColumn): boolean =>
    long.every(({ name, cells }) => ['', name].includes((cells[at] ?? '').trim()))
  for (const name of attributeNames) {
    if (!taken.has(headerKey(name))) return headerOf({ kind: 'custom', name })
    const own = mapped.find(
      ({ target }) => target.kind === 'custom' && headerKey(target.name) === headerKey(name),
    )
    if (own !== undefined && isUsable(own)) return columns[own.index]?.header
  }
  return undefined
}

/**
 * What long names are cut to. Two that begin alike stay apart: the later one keeps its last word, or
 * else gets a number, so that a row at the end changes no earlier one.
 */
const cutNames = (names: readonly string[]): ReadonlyMap<string, string> => {
  const taken = new Set(names.filter((name) => !isLongText(name)))
  const cuts = new Map<string, string>()
  const places = new Map<string, number>()
  for (const name of names) {
    if (!isLongText(name) || cuts.has(name)) continue
    const plain = cutAtWord(name)
    let cut = [plain, ...withLastWord(name)].find((candidate) => !taken.has(candidate))
    for (let place = places.get(plain) ?? 2; cut === undefined; place += 1) {
      const numbered = cutAtWord(name, ` ${place}`)
      if (!taken.has(numbered)) cut = numbered
      places.set(plain, place + 1)
    }
    taken.add(cut)
    cuts.set(name, cut)
  }
  return cuts
}

/** Of a name that ends with a short word: the beginning and that word. */
const withLastWord = (name: string): readonly string[] => {
  const [word] = /\s\S{1,10}$/u.exec(name) ?? []
  return word === undefined ? [] : [cutAtWord(name, ` ${word.trim()}`)]
}

const { maxChars, maxBytes } = limits.tokenText
const ellipsis = '…'
const room = { chars: maxChars - 1, bytes: maxBytes - bytesOf(ellipsis) }

/** A cut that leaves less of a name is no word of it. */
const fewestChars = 8

const words = new Intl.Segmenter('en', { granularity: 'word' })
const letters = new Intl.Segmenter('en', { granularity: 'grapheme' })

/**
 * The beginning of a name, as many whole words as a token's name has room for, with an ellipsis and
 * the ending. A word that is longer than that is cut between what people see as letters, as an emoji.
 */
export const cutAtWord = (name: string, ending = ''): string => {
  // a character has at most two units
  const start = name.slice(0, 2 * maxChars)
  const ofWords = cutBeforeEnding(words, start, ending).replace(/[\s\p{Pd}\p{Ps}\p{Pi},;:.]+$/u, '')
  const isShort = charsOf(ofWords) < fewestChars
  const cut = isShort ? cutBeforeEnding(letters, start, ending).trimEnd() : ofWords
  return `${cut}${ellipsis}${ending}`
}

const cutBeforeEnding = (segmenter: Intl.Segmenter, text: string, ending: string): string => {
  let cut = ''
  for (const { segment } of segmenter.segment(text)) {
    const longer = cut + segment
    if (charsOf(longer + ending) > room.chars || bytesOf(longer + ending) > room.bytes) break
    cut = longer
  }
  return cut
}
