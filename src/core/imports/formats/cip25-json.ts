import { jsonValue, type Json } from '#shared/bounded.ts'
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

/** Every token of the file, whatever its policy. In version 2 a name is hexadecimal bytes. */
export const tokensOfCip25 = (value: Json): readonly Cip25Token[] => {
  const standard = isObject(value) ? value['721'] : undefined
  if (!isObject(standard)) return []
  const isHex = Number(standard['version'] ?? 1) === 2
  return Object.values(standard)
    .filter(isObject)
    .flatMap((policy) =>
      Object.entries(policy).flatMap(([key, facts]) =>
        isObject(facts) ? [{ assetName: isHex ? textOfHex(key) : key, facts }] : [],
      ),
    )
}

export const textOfHex = (hex: string): string => {
  const digits = hex.replace(/^0x/u, '')
  if (digits.length % 2 !== 0 || !/^[0-9a-f]+$/iu.test(digits)) return hex
  return new TextDecoder().decode(Buffer.from(digits, 'hex'))
}

/** What the token's metadata says, under the names that the format gives it. */
export type Cip25Facts = {
  readonly name: string
  readonly image: string
  readonly description: string
  readonly mediaType: string
  readonly traits: readonly NamedValue[]
  /** The names of values that no column can hold. */
  readonly unread: readonly string[]
}

/** Of forks of HashLips that write `location` for `image`, which no wallet reads, too. */
export const factsOfToken = (facts: JsonObject): Cip25Facts => {
  const traits: NamedValue[] = []
  const unread: string[] = []
  for (const [name, value] of Object.entries(facts)) {
    if (ownFields.has(name)) continue
    const text = textOf(value)
    if (text !== undefined) traits.push([name, text])
    else if (groups.has(name.toLowerCase())) traits.push(...groupTraits(value))
    else unread.push(name)
  }
  return {
    name: textOf(facts['name']) ?? '',
    image: (textOf(facts['image']) ?? '') || (textOf(facts['location']) ?? ''),
    description: textOf(facts['description']) ?? '',
    mediaType: textOf(facts['mediaType']) ?? '',
    traits,
    unread,
  }
}

const ownFields: ReadonlySet<string> = new Set([
  'name',
  'image',
  'location',
  'description',
  'mediaType',
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

/** Bytes of one text on chain: a longer one is written in pieces of nearly that length. */
const fullPiece = 48

/** A text, a number, or a list of texts: pieces of a long one, or several values. */
const textOf = (value: Json | undefined): string | undefined => {
  if (typeof value === 'string') return value
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  if (!Array.isArray(value)) return undefined
  const parts: readonly Json[] = value
  if (!parts.every((part) => typeof part === 'string' || typeof part === 'number')) return undefined
  const texts = parts.map(String)
  const isOneText = texts.slice(0, -1).every((text) => Buffer.byteLength(text) >= fullPiece)
  const isAddress = /^(?:ipfs|https?):/iu.test(texts[0] ?? '')
  return texts.join(isOneText || isAddress ? '' : ', ')
}
