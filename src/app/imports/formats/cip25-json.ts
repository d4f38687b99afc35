import { isUtf8 } from 'node:buffer'
import { isJsonObject, type Json, jsonValue } from '#values/bounds/bounded.ts'
import { errorBy } from '#values/errors/error-rules.ts'
import { importErrors } from '#contract/imports/errors.ts'
import { countText } from '#values/text/format.ts'
import { printable } from '#values/text/printable.ts'
import { readable } from '../table/issues.ts'
import type { NamedValue } from './record-table.ts'
import { isListOfValues, joinTexts } from '#values/text/text-pieces.ts'
import { type ReshapedValue, textsOf } from './value-shapes.ts'

/** Metadata of tokens by CIP-25, as it is or will be on chain. */
export const cip25Json = jsonValue.refine(
  (value) => isCip25(value),
  'has no "721" with a policy and tokens in it',
)

/** One token of such a file. */
export type Cip25Token = {
  readonly assetName: string
  readonly fields: Readonly<Record<string, Json>>
  /** Its name is written as hex where the version of the metadata has text. */
  readonly isFromHex?: boolean
}

type JsonObject = Readonly<Record<string, Json>>

export const isCip25 = (value: unknown): boolean =>
  isJsonObject(value) &&
  isJsonObject(value['721']) &&
  Object.values(value['721']).some(isJsonObject)

/**
 * Every token of the file, whatever its policy. In version 2 a name is hexadecimal bytes.
 * @throws ColdpressError `invalid` for a name that is no text
 */
export const tokensOfCip25 = (value: Json, file: string): readonly Cip25Token[] => {
  const standard = isJsonObject(value) ? value['721'] : undefined
  if (!isJsonObject(standard)) return []
  const isHex = Number(standard['version'] ?? 1) === 2
  return Object.values(standard)
    .filter(isJsonObject)
    .flatMap((policy): readonly Cip25Token[] => {
      const tokens = Object.entries(policy).flatMap(([key, json]) =>
        isJsonObject(json) ? [{ key, fields: json }] : [],
      )
      const isFromHex = !isHex && areHexNames(tokens.map(({ key }) => key))
      return tokens.map(({ key, fields }) => ({
        assetName: isHex || isFromHex ? nameOfHex(key, file) : key,
        fields,
        ...(isFromHex ? { isFromHex } : {}),
      }))
    })
}

/**
 * Whether names in metadata of version 1 are the hex of names, as a node's own tools print them: each
 * is the hex of text with a letter in it, which hardly any name is by chance.
 */
const areHexNames = (keys: readonly string[]): boolean =>
  keys.some((key) => /[a-f]/iu.test(key)) &&
  keys.every((key) => {
    const text = /^(?:[0-9a-f]{2}){4,}$/iu.test(key) ? textOfHex(key) : undefined
    return text !== undefined && /\p{L}/u.test(text) && !/\p{C}/u.test(text)
  })

/** What the person is told of names that are written as hex. */
export const hexNotes = (tokens: readonly Pick<Cip25Token, 'isFromHex'>[]): readonly string[] => {
  const found = tokens.filter(({ isFromHex }) => isFromHex === true).length
  if (found === 0) return []
  return [
    `The metadata has the asset names of ${countText(found, 'token')} as hex, where its version has text; they are read as the names that the hex stands for.`,
  ]
}

const nameOfHex = (hex: string, file: string): string => {
  const text = textOfHex(hex)
  if (text !== undefined) return text
  throw errorBy(
    importErrors,
    'format_asset_name',
    { file },
    `${printable(file)}: the asset name ${readable(printable(hex))} is not UTF-8 text, and Coldpress mints only names that are. Give the token another name.`,
  )
}

/** Undefined for bytes that are not UTF-8. */
const textOfHex = (hex: string): string | undefined => {
  const digits = hex.replace(/^0x/u, '')
  if (digits.length % 2 !== 0 || !/^[0-9a-f]+$/iu.test(digits)) return hex
  const bytes = Buffer.from(digits, 'hex')
  return isUtf8(bytes) ? bytes.toString() : undefined
}

/** What the token's metadata says, under the names that the format gives it. */
export type Cip25Fields = {
  readonly name: string
  readonly image: string
  readonly description: string
  readonly mediaType: string
  readonly traits: readonly NamedValue[]
  /** What stands in `files`, but for the image itself and what a template leaves to be filled. */
  readonly files: readonly { readonly src: string; readonly type: string | undefined }[]
  readonly reshaped: readonly ReshapedValue[]
}

/** What the values of one token become. */
type ValuesReading = { readonly traits: NamedValue[]; readonly reshaped: ReshapedValue[] }

/** Of forks of HashLips that write `location` for `image`, which no wallet reads, too. */
export const fieldsOfToken = (token: JsonObject): Cip25Fields => {
  const reading: ValuesReading = { traits: [], reshaped: [] }
  const own = (name: string): string => fieldOf(token, name, reading)
  const image = own('image') || own('location')
  const files = filesIn(token['files'])
  if (files === undefined) leaveOut('files', reading)
  const mediaType = own('mediaType')
  const oldType = mediaType === '' ? mediaTypeIn(token['type']) : undefined
  if (oldType !== undefined)
    reading.reshaped.push({ name: 'type', shape: 'oldType', example: oldType })
  for (const [name, value] of Object.entries(token)) {
    if (ownFields.has(name) || (name === 'type' && oldType !== undefined)) continue
    if (groups.has(name.toLowerCase()) && textOf(value) === undefined)
      readGroup(value, name, reading)
    else readValue(name, value, reading)
  }
  return {
    name: own('name'),
    image,
    description: own('description'),
    mediaType: oldType ?? mediaType,
    files: (files ?? []).filter(({ src }) => src !== image && !isPlaceholder(src)),
    ...reading,
  }
}

/** A field of CIP-25 itself, which is text. */
const fieldOf = (token: JsonObject, name: string, { reshaped }: ValuesReading): string => {
  const text = textOf(token[name])
  const texts = textsOf(token[name])
  if (texts !== undefined && text !== undefined && isListOfValues(texts))
    reshaped.push({ name, shape: 'list', example: text })
  return text ?? ''
}

/** What older metadata has in place of `mediaType`. */
const mediaTypeIn = (type: Json | undefined): string | undefined =>
  typeof type === 'string' &&
  /^(?:image|video|audio|model|text|application)\/[\w.+-]+$/iu.test(type)
    ? type
    : undefined

/** `<asset_name>`, as templates have it. */
export const isPlaceholder = (text: string): boolean => /^<[^<>]*>$/u.test(text)

/** One file or a list of them, as CIP-25 allows; undefined for anything else. */
const filesIn = (value: Json | undefined): Cip25Fields['files'] | undefined => {
  if (value === undefined) return []
  const parts: readonly Json[] = Array.isArray(value) ? value : [value]
  const files = parts.flatMap((part) => {
    const src = isJsonObject(part) ? textOf(part['src']) : undefined
    const type = isJsonObject(part) ? textOf(part['mediaType']) : undefined
    if (src === undefined) return []
    return [{ src, type: type === undefined || isPlaceholder(type) ? undefined : type }]
  })
  return files.length === parts.length ? files : undefined
}

const ownFields: ReadonlySet<string> = new Set([
  'name',
  'image',
  'location',
  'description',
  'mediaType',
  'files',
])

const groups: ReadonlySet<string> = new Set(['attributes', 'properties', 'traits'])

/** `{Eyes: "Red"}`, `[{Eyes: "Red"}]` and `[{trait_type: "Eyes", value: "Red"}]`. */
const readGroup = (group: Json | undefined, groupName: string, reading: ValuesReading): void => {
  const parts: readonly (Json | undefined)[] = Array.isArray(group) ? group : [group]
  for (const part of parts) {
    const name = isJsonObject(part) ? textOf(part['trait_type']) : undefined
    if (Array.isArray(part)) readGroup(part, groupName, reading)
    else if (!isJsonObject(part)) leaveOut(groupName, reading)
    else if (name !== undefined) readValue(name, part['value'] ?? '', reading)
    else for (const [key, value] of Object.entries(part)) readValue(key, value, reading)
  }
}

/** One trait, or one for each value of an object. */
const readValue = (name: string, value: Json | undefined, reading: ValuesReading): void => {
  const { traits, reshaped } = reading
  const text = textOf(value)
  const inner = isJsonObject(value) ? innerValues(name, value) : undefined
  if (text !== undefined) {
    traits.push([name, text])
    const shape = shapeOf(value)
    if (shape !== undefined) reshaped.push({ name, shape, example: text })
  } else if (inner === undefined) leaveOut(name, reading)
  else {
    traits.push(...inner)
    for (const [example] of inner.slice(0, 1)) reshaped.push({ name, shape: 'object', example })
  }
}

/** `{first: "A"}` in `maker` is `maker_first`; undefined where a value is no text. */
const innerValues = (name: string, object: JsonObject): readonly NamedValue[] | undefined => {
  const values = Object.entries(object).flatMap(([key, value]): readonly NamedValue[] => {
    const text = textOf(value)
    return text === undefined ? [] : [[`${name}_${key}`, text]]
  })
  return values.length === Object.keys(object).length ? values : undefined
}

const leaveOut = (name: string, { reshaped }: ValuesReading): void => {
  reshaped.push({ name, shape: 'unread', example: '' })
}

const shapeOf = (value: Json | undefined): ReshapedValue['shape'] | undefined => {
  if (Number.isInteger(value)) return 'number'
  return isListOfValues(textsOf(value) ?? []) ? 'list' : undefined
}

/** A text, a number, or a list of texts: pieces of a long one, or several values. */
const textOf = (value: Json | undefined): string | undefined => {
  if (typeof value === 'string') return value
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  const texts = textsOf(value)
  return texts && joinTexts(texts)
}

/** The datum of a CIP-68 token in the JSON of the ledger: a map, its version, anything else. */
export const cip68Json = jsonValue.refine(
  (value) => metadataOf(value) !== undefined,
  'is no CIP-68 datum: a constructor whose first field is a map',
)

/** Its metadata under plain names, as CIP-25 writes it. */
export const fieldsOfCip68 = (value: Json): Readonly<Record<string, Json>> =>
  plainMap(metadataOf(value) ?? [])

const metadataOf = (value: Json): readonly Json[] | undefined => {
  const fields = isJsonObject(value) ? value['fields'] : undefined
  const first: Json | undefined = Array.isArray(fields) ? fields[0] : undefined
  const map = isJsonObject(first) ? first['map'] : undefined
  return Array.isArray(map) ? map : undefined
}

/** `{bytes}` is text, `{int}` a number, `{list}` and `{map}` hold more of them. */
const plainOf = (value: Json | undefined): Json => {
  if (!isJsonObject(value)) return null
  if (typeof value['bytes'] === 'string') return textOfHex(value['bytes']) ?? null
  if (typeof value['int'] === 'number') return value['int']
  if (Array.isArray(value['list'])) return value['list'].map((json: Json) => plainOf(json))
  if (Array.isArray(value['map'])) return plainMap(value['map'])
  return null
}

/** Entries whose names are no text are left out. */
const plainMap = (entries: readonly Json[]): Readonly<Record<string, Json>> =>
  Object.fromEntries(
    entries.flatMap((entry) => {
      const name = isJsonObject(entry) ? plainOf(entry['k']) : undefined
      return isJsonObject(entry) && typeof name === 'string' ? [[name, plainOf(entry['v'])]] : []
    }),
  )
