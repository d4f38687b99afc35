import { isUtf8 } from 'node:buffer'
import { jsonValue, type Json } from '#shared/bounded.ts'
import { ColdpressError } from '#shared/errors.ts'
import { countText } from '#shared/format.ts'
import { limits } from '#shared/limits.ts'
import { printable } from '#shared/printable.ts'
import { isImageAddress } from '../plan/read-image.ts'
import { readable } from '../table/issues.ts'
import type { NamedValue } from './record-table.ts'

/** Metadata of tokens by CIP-25, as it is or will be on chain. */
export const cip25Json = jsonValue.refine(
  (value) => isCip25(value),
  'has no "721" with a policy and tokens in it',
)

/** One token of such a file. */
export type Cip25Token = {
  readonly assetName: string
  readonly facts: Readonly<Record<string, Json>>
}

type JsonObject = Readonly<Record<string, Json>>

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export const isCip25 = (value: unknown): boolean =>
  isObject(value) && isObject(value['721']) && Object.values(value['721']).some(isObject)

/**
 * Every token of the file, whatever its policy. In version 2 a name is hexadecimal bytes.
 * @throws ColdpressError `invalid` for a name that is no text
 */
export const tokensOfCip25 = (value: Json, file: string): readonly Cip25Token[] => {
  const standard = isObject(value) ? value['721'] : undefined
  if (!isObject(standard)) return []
  const isHex = Number(standard['version'] ?? 1) === 2
  return Object.values(standard)
    .filter(isObject)
    .flatMap((policy) =>
      Object.entries(policy).flatMap(([key, facts]) =>
        isObject(facts) ? [{ assetName: isHex ? nameOfHex(key, file) : key, facts }] : [],
      ),
    )
}

const nameOfHex = (hex: string, file: string): string => {
  const text = textOfHex(hex)
  if (text !== undefined) return text
  throw new ColdpressError(
    'invalid',
    `${printable(file)}: the asset name ${readable(printable(hex))} is not UTF-8 text, and Coldpress mints only names that are. Give the token another name.`,
    { details: { rule: 'format_asset_name', file } },
  )
}

/** Undefined for bytes that are not UTF-8. */
export const textOfHex = (hex: string): string | undefined => {
  const digits = hex.replace(/^0x/u, '')
  if (digits.length % 2 !== 0 || !/^[0-9a-f]+$/iu.test(digits)) return hex
  const bytes = Buffer.from(digits, 'hex')
  return isUtf8(bytes) ? bytes.toString() : undefined
}

/** What the token's metadata says, under the names that the format gives it. */
export type Cip25Facts = {
  readonly name: string
  readonly image: string
  readonly description: string
  readonly mediaType: string
  readonly traits: readonly NamedValue[]
  /** What stands in `files`, but for the image itself and what a template leaves to be filled. */
  readonly files: readonly { readonly src: string; readonly type: string | undefined }[]
  /** The names of values that no column can hold. */
  readonly unread: readonly string[]
  /** The names of lists of several values, which became one text. */
  readonly joined: readonly string[]
}

/** Of forks of HashLips that write `location` for `image`, which no wallet reads, too. */
export const factsOfToken = (facts: JsonObject): Cip25Facts => {
  const traits: NamedValue[] = []
  const unread: string[] = []
  const image = (textOf(facts['image']) ?? '') || (textOf(facts['location']) ?? '')
  const files = filesIn(facts['files'])
  if (files === undefined) unread.push('files')
  for (const [name, value] of Object.entries(facts)) {
    if (ownFields.has(name)) continue
    const text = textOf(value)
    if (text !== undefined) traits.push([name, text])
    else if (groups.has(name.toLowerCase())) traits.push(...groupTraits(value))
    else unread.push(name)
  }
  return {
    name: textOf(facts['name']) ?? '',
    image,
    description: textOf(facts['description']) ?? '',
    mediaType: textOf(facts['mediaType']) ?? '',
    traits,
    files: (files ?? []).filter(({ src }) => src !== image && !isPlaceholder(src)),
    unread,
    joined: Object.keys(facts).filter((name) => name !== 'files' && isJoined(facts[name])),
  }
}

/** `<asset_name>`, as templates have it. */
export const isPlaceholder = (text: string): boolean => /^<[^<>]*>$/u.test(text)

/** One file or a list of them, as CIP-25 allows; undefined for anything else. */
const filesIn = (value: Json | undefined): Cip25Facts['files'] | undefined => {
  if (value === undefined) return []
  const parts: readonly Json[] = Array.isArray(value) ? value : [value]
  const files = parts.flatMap((part) => {
    const src = isObject(part) ? textOf(part['src']) : undefined
    const type = isObject(part) ? textOf(part['mediaType']) : undefined
    if (src === undefined) return []
    return [{ src, type: type === undefined || isPlaceholder(type) ? undefined : type }]
  })
  return files.length === parts.length ? files : undefined
}

/** Whether it is a list of several values, or a group of traits that has one. */
const isJoined = (value: Json | undefined): boolean => {
  if (isObject(value)) return Object.values(value).some(isJoined)
  if (!Array.isArray(value)) return false
  const texts = textsOf(value)
  return texts === undefined ? value.some(isJoined) : texts.length > 1 && !isOneText(texts)
}

/** What the person is told of lists, by the tokens that have them. */
export const joinedNotes = (all: readonly Pick<Cip25Facts, 'joined'>[]): readonly string[] =>
  countEach(all.flatMap(({ joined }) => joined)).map(
    ([name, count]) =>
      `"${name}" of ${countText(count, 'token')} is a list; its values become one text with commas between them.`,
  )

/** Each text once, and how often it comes. */
export const countEach = (texts: readonly string[]): readonly (readonly [string, number])[] => {
  const counts = new Map<string, number>()
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1)
  return [...counts]
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
const groupTraits = (group: Json | undefined): readonly NamedValue[] => {
  const parts = Array.isArray(group) ? group : [group]
  return parts.flatMap((part: Json): readonly NamedValue[] => {
    if (!isObject(part)) return []
    const name = textOf(part['trait_type'])
    if (name !== undefined) return [[name, textOf(part['value']) ?? '']]
    return Object.entries(part).flatMap(([key, value]) => {
      const text = textOf(value)
      return text === undefined ? [] : [[key, text] as const]
    })
  })
}

/** A text, a number, or a list of texts: pieces of a long one, or several values. */
const textOf = (value: Json | undefined): string | undefined => {
  if (typeof value === 'string') return value
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  const texts = textsOf(value)
  return texts?.join(isOneText(texts) ? '' : ', ')
}

const textsOf = (value: Json | undefined): readonly string[] | undefined => {
  if (!Array.isArray(value)) return undefined
  const parts: readonly Json[] = value
  const isText = parts.every((part) => typeof part === 'string' || typeof part === 'number')
  return isText ? parts.map(String) : undefined
}

/** Bytes that each piece of a long text has, but for a character of up to 4 that did not fit. */
const fullPiece = limits.metadatumBytes - 3

/** CIP-25 cuts a text of more than 64 bytes into pieces, and an address also after its scheme. */
const isOneText = (texts: readonly string[]): boolean => {
  const [first = '', ...others] = texts
  if (isImageAddress(first)) return !others.some(isImageAddress)
  return texts.slice(0, -1).every((text) => {
    const bytes = Buffer.byteLength(text)
    return bytes >= fullPiece && bytes <= limits.metadatumBytes
  })
}
