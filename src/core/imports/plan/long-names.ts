import { limits } from '#shared/limits.ts'
import { bytesOf, charsOf } from '#shared/text.ts'
import type { MetadataTemplate } from '#shared/wire/collection.ts'
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
  return (name) => {
    const value = cutAtWord(name)
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

const { maxChars, maxBytes } = limits.tokenText
const ellipsis = '…'
const room = { chars: maxChars - 1, bytes: maxBytes - bytesOf(ellipsis) }

/** A cut that leaves less of a name is no word of it. */
const fewestChars = 8

const words = new Intl.Segmenter('en', { granularity: 'word' })
const letters = new Intl.Segmenter('en', { granularity: 'grapheme' })

/**
 * The beginning of a name, as many whole words as a token's name has room for, with an ellipsis. A
 * word that is longer than that is cut between what people see as letters, as an emoji.
 */
export const cutAtWord = (name: string): string => {
  // a character has at most two units
  const start = name.slice(0, 2 * maxChars)
  const ofWords = beginning(words, start).replace(/[\s\p{Pd}\p{Ps}\p{Pi},;:.]+$/u, '')
  const cut = charsOf(ofWords) < fewestChars ? beginning(letters, start).trimEnd() : ofWords
  return `${cut}${ellipsis}`
}

const beginning = (segmenter: Intl.Segmenter, text: string): string => {
  let cut = ''
  for (const { segment } of segmenter.segment(text)) {
    const longer = cut + segment
    if (charsOf(longer) > room.chars || bytesOf(longer) > room.bytes) break
    cut = longer
  }
  return cut
}
