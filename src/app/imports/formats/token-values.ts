import { isJsonObject, type Json } from '#values/bounds/bounded.ts'
import { limits } from '#values/bounds/limits.ts'
import type { NamedValue } from './record-table.ts'
import { isListOfValues, joinTexts } from '#values/text/text-pieces.ts'
import { type ReshapedValue, textsOf } from './value-shapes.ts'

/** A value of a file that nobody can read, where it stands and what it should be. */
export type UnreadValue = { readonly place: string; readonly why: string }

/** The values of one file, and what of them was found on the way. */
export type ValueReading = {
  readonly unread: UnreadValue[]
  readonly reshaped: ReshapedValue[]
  /** Whether lists of attributes were inside a list. */
  isNested: boolean
}

export const newReading = (): ValueReading => ({ unread: [], reshaped: [], isNested: false })

type JsonObject = Readonly<Record<string, Json>>

/**
 * Text, and what JSON writes without quotes, as text. A list of texts is one text, as in CIP-25.
 * Empty for null; undefined for what is unread.
 */
export const valueText = (
  value: Json | undefined,
  place: string,
  reading: ValueReading,
  name = place,
): string | undefined => {
  if (value === null || value === undefined) return ''
  if (typeof value === 'boolean') return String(value)
  if (typeof value === 'string' && value.length <= limits.longTextChars) return value
  // A larger number has lost digits already when it is read.
  if (typeof value === 'number' && (!Number.isInteger(value) || Number.isSafeInteger(value)))
    return String(value)
  const texts = textsOf(value)
  if (texts !== undefined) {
    const text = joinTexts(texts)
    if (isListOfValues(texts)) reading.reshaped.push({ name, shape: 'list', example: text })
    return text
  }
  reading.unread.push({ place, why: whyNoText(value) })
  return undefined
}

const whyNoText = (value: Json): string => {
  if (typeof value === 'number')
    return 'is a number of more digits than JSON programs keep; write it in quotes'
  if (typeof value === 'string')
    return `has ${value.length} characters; ${limits.longTextChars} is the most`
  return 'must be text, a number, true or false'
}

const noTrait = 'must be an object with trait_type and value'

/** The traits of `attributes`: a list of objects, also inside further lists, or an object of values. */
export const traitsIn = (attributes: Json | undefined, reading: ValueReading): NamedValue[] => {
  const place = 'attributes'
  if (attributes === null || attributes === undefined) return []
  if (Array.isArray(attributes)) return listedTraits(attributes, place, reading)
  if (isJsonObject(attributes)) return namedValues(attributes, place, reading)
  reading.unread.push({ place, why: `must be a list of objects with trait_type and value` })
  return []
}

const listedTraits = (list: readonly Json[], place: string, reading: ValueReading): NamedValue[] =>
  list.flatMap((item, at) => {
    const here = `${place}[${at}]`
    if (Array.isArray(item)) {
      const traits = listedTraits(item, here, reading)
      reading.isNested ||= traits.length > 0
      return traits
    }
    if (isJsonObject(item)) return traitOf(item, here, reading)
    reading.unread.push({ place: here, why: noTrait })
    return []
  })

/** What programs call the name of a trait; the first that is there. */
const nameKeys = ['trait_type', 'traitType', 'type', 'key', 'name'] as const

const traitOf = (item: JsonObject, place: string, reading: ValueReading): NamedValue[] => {
  const nameKey = nameKeys.find((key) => item[key] !== undefined)
  if (item['value'] === undefined && nameKey === undefined) return namedValues(item, place, reading)
  if (item['value'] === undefined && nameKey !== 'trait_type') {
    reading.unread.push({ place, why: noTrait })
    return []
  }
  const name = nameKey === undefined ? '' : valueText(item[nameKey], `${place}.${nameKey}`, reading)
  const value = valueText(item['value'], `${place}.value`, reading, name)
  return name === undefined || value === undefined ? [] : [[name, value]]
}

/** `{"Eyes": "Red"}` */
const namedValues = (values: JsonObject, place: string, reading: ValueReading): NamedValue[] =>
  Object.entries(values).flatMap(([name, value]): readonly NamedValue[] => {
    const text = valueText(value, `${place}.${name}`, reading, name)
    return text === undefined ? [] : [[name, text]]
  })
