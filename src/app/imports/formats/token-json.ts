import { z } from 'zod'
import { isJsonObject, type Json, jsonValue, listOf } from '#values/bounds/bounded.ts'
import { countText } from '#values/text/format.ts'
import { limits } from '#values/bounds/limits.ts'
import { createFileMatcher, folderOfName, fileStem } from '../plan/match-files.ts'
import type { FileEntry } from '../plan/plan-types.ts'
import { isStill } from '../plan/read-work.ts'
import {
  assetNames,
  numberAtEnd,
  numberIn,
  patternOfSeeds,
  withFolderNames,
} from './asset-names.ts'
import { createImageFinder, createWorkFinder } from './find-media.ts'
import type { MadeNames } from './format.ts'
import type { NamedValue, RecordWork, TokenRecord } from './record-table.ts'
import { newReading, traitsIn, type ValueReading, valueText } from './token-values.ts'

/** What wallets of other chains and their programs read: kept as columns that are left out. */
const extraKeys = [
  'edition',
  'symbol',
  'external_url',
  'animation_url',
  'youtube_url',
  'background_color',
  'seller_fee_basis_points',
  'dna',
  'date',
  'compiler',
] as const

type ExtraKey = (typeof extraKeys)[number]

/** The metadata of one token, as far as it can be read. */
export type TokenJson = {
  readonly raw: Readonly<Record<string, Json>>
  readonly name: string
  readonly description: string
  readonly image: string
  readonly traits: readonly NamedValue[]
  readonly extras: Readonly<Partial<Record<ExtraKey, string>>>
} & Readonly<ValueReading>

/**
 * The metadata of one token as most generators write it (ERC-721, Metaplex). A value of another form
 * costs that value alone, unless none of the attributes can be read.
 */
export const tokenJson = jsonValue.transform((json, context): TokenJson => {
  const read = readToken(json)
  if (typeof read !== 'string') return read
  context.addIssue({ code: 'custom', message: read })
  return z.NEVER
})

const readToken = (raw: Json): TokenJson | string => {
  if (Array.isArray(raw)) return 'must be an object for one token, and is a list'
  if (!isJsonObject(raw)) return 'must be an object'
  const { name, image, attributes } = raw
  if ((name ?? image ?? attributes ?? undefined) === undefined && raw['721'] !== undefined)
    return 'is CIP-25 metadata (label 721), which has a file for each token or one label for all'
  if ((name ?? image ?? attributes ?? undefined) === undefined)
    return 'has neither a name nor an image nor attributes, so it describes no token'
  // Whoever copies the attributes would lose it without a word.
  if (isJsonObject(attributes) && Object.hasOwn(attributes, '__proto__'))
    return 'attributes: the name __proto__ is not allowed; rename it'
  const reading = newReading()
  const traits = traitsIn(attributes, reading)
  const [first] = reading.unread
  if (traits.length === 0 && first !== undefined) return `${first.place}: ${first.why}`
  const text = (key: string): string => valueText(raw[key], key, reading) ?? ''
  return {
    raw,
    name: text('name'),
    description: text('description'),
    image: text('image'),
    traits,
    extras: Object.fromEntries(
      extraKeys.flatMap((key) => (raw[key] === undefined ? [] : [[key, text(key)]])),
    ),
    ...reading,
  }
}

export const tokenList = listOf(tokenJson)

/** A token's metadata and the file that it is from, where each has its own. */
export type DescribedToken = {
  readonly json: TokenJson
  readonly file?: FileEntry | undefined
  /** The name of its image without the ending, where the format says it otherwise. */
  readonly stem?: string
}

export type TokenRecords = {
  readonly records: readonly TokenRecord[]
  readonly notes: readonly string[]
  readonly made: MadeNames
}

/**
 * What each token amounts to. Its image is the file that the metadata names, or else the file of
 * the same name as the metadata (`1.json` and `1.png`), never the one at the same place of a list.
 * @param works the files that tokens may be made of
 * @param fallback a name for tokens that share none
 */
export const recordsOf = (
  tokens: readonly DescribedToken[],
  works: readonly FileEntry[],
  fallback: string,
): TokenRecords => {
  const imageOf = createImageFinder(works)
  const workOf = createWorkFinder(works)
  const numbers = tokens.map(numberOf)
  const seeds = tokens.map(({ json }, at) => ({ name: json.name, number: numbers[at] }))
  const { names, notes: nameNotes } = withFolderNames(
    assetNames(seeds, fallback),
    tokens.map(({ file }) => file?.name ?? ''),
  )
  const records = tokens.map(({ json, file, stem }, at): TokenRecord => {
    const image = imageOf(json.image, stem ?? stemFor(file, numbers[at]), file)
    return {
      fields: {
        asset_name: names[at] ?? '',
        name: json.name,
        image,
        ...(json.description === '' ? {} : { description: json.description }),
      },
      works: worksBeside(image, json, workOf, file),
      traits: json.traits,
      extras: [...extrasOf(json), ...(file === undefined ? [] : [['source', file.name] as const])],
      reshaped: json.reshaped,
      unread: json.unread.map(({ place, why }) => `${sourceOf(file, at)}, ${place}: ${why}`),
    }
  })
  return {
    records,
    made: { seeds, pattern: patternOfSeeds(seeds) },
    notes: [
      ...royaltyNotes(tokens),
      ...nameNotes,
      ...nestedNotes(tokens),
      ...otherImageNotes(tokens, records, works),
      ...unreadNotes(tokens, workOf),
    ],
  }
}

/** What a finding calls the place of a token: its file, or its place in a list. */
const sourceOf = (file: FileEntry | undefined, at: number): string => file?.name ?? `[${at}]`

const nestedNotes = (tokens: readonly DescribedToken[]): readonly string[] => {
  const nested = tokens.filter(({ json }) => json.isNested).length
  return nested === 0
    ? []
    : [
        `The attributes of ${countText(nested, 'token')} are lists inside a list; they are read as one list.`,
      ]
}

/** Files with another image than the one of their own name, which may be by mistake. */
const otherImageNotes = (
  tokens: readonly DescribedToken[],
  records: readonly TokenRecord[],
  works: readonly FileEntry[],
): readonly string[] => {
  const { withStem } = createFileMatcher(works)
  const others = tokens.flatMap(({ file }, at) => {
    const image = records[at]?.fields.image ?? ''
    const folder = folderOfName(file?.name ?? '')
    const own = file && withStem(fileStem(file.name), { isWanted: isStill, folder })
    return own === undefined || own.name === image
      ? []
      : [`${file?.name} names ${image}, and not ${own.name}`]
  })
  return others.length === 0
    ? []
    : [
        `The metadata of ${countText(others.length, 'token')} names another image than the one with the name of its file, and the named one counts: ${others[0]}.`,
      ]
}

/** What all files call the collection: Metaplex's `collection`, an object with a name, or a text. */
export const sharedCollection = (tokens: readonly DescribedToken[]): string | undefined => {
  const [name = '', second] = new Set(
    tokens.map(({ json: { raw } }) =>
      textOf(isJsonObject(raw['collection']) ? raw['collection']['name'] : raw['collection']),
    ),
  )
  const isName = name !== '' && name.length <= limits.longTextChars
  return second === undefined && isName ? name : undefined
}

type WorkFinder = ReturnType<typeof createWorkFinder>

/** What `animation_url` and Metaplex's files name beside the image, each once. */
const worksBeside = (
  image: string,
  json: TokenJson,
  workOf: WorkFinder,
  beside: FileEntry | undefined,
): readonly RecordWork[] => {
  const named = [
    workOf(json.extras.animation_url ?? '', undefined, beside),
    ...filesOf(json).map((file) => workOfFile(workOf, file, beside)),
  ]
  const works = new Map<string, RecordWork>()
  for (const work of named)
    if (work !== undefined && work.src !== image && !works.has(work.src)) works.set(work.src, work)
  return [...works.values()]
}

type PropertyFile = { readonly uri: string; readonly type: string }

/** Metaplex: the files of a token, its image among them. Others write anything under this name. */
const filesOf = ({ raw: { properties } }: TokenJson): readonly PropertyFile[] => {
  const files = isJsonObject(properties) ? properties['files'] : undefined
  if (!Array.isArray(files)) return []
  const parts: readonly Json[] = files
  return parts.map((part) => {
    const { uri, type } = isJsonObject(part) ? part : {}
    return { uri: textOf(uri), type: textOf(type) }
  })
}

const workOfFile = (
  workOf: WorkFinder,
  { uri, type }: PropertyFile,
  beside?: FileEntry,
): RecordWork | undefined => workOf(uri, type === '' ? undefined : type, beside)

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

const stemFor = (file: FileEntry | undefined, number: string | undefined): string =>
  file === undefined ? (number ?? '') : fileStem(file.name)

/** Its edition, the number in its file's name, or the one at the end of its own name. */
const numberOf = ({ json, file }: DescribedToken): string | undefined => {
  const edition = json.extras.edition ?? ''
  if (/^\d{1,18}$/u.test(edition)) return edition
  const inFile = file === undefined ? undefined : numberIn(fileStem(file.name))
  return inFile ?? numberAtEnd(json.name)
}

const extrasOf = (json: TokenJson): readonly NamedValue[] =>
  extraKeys.flatMap((key) => {
    const value = json.extras[key] ?? ''
    return value === '' ? [] : [[key, value] as const]
  })

const royaltyNotes = (tokens: readonly DescribedToken[]): readonly string[] => {
  const points = tokens.map(({ json }) => Number(json.extras.seller_fee_basis_points ?? 0) || 0)
  const most = Math.max(0, ...points)
  return most === 0
    ? []
    : [
        `The files state a royalty of ${most / 100}%. On Cardano it belongs to the collection and needs a Cardano address: set it there.`,
      ]
}

/** Its files are unread where one is neither in the folder nor on IPFS nor the image. */
const unreadProperties = (
  { json, file: beside }: DescribedToken,
  workOf: WorkFinder,
): readonly string[] => {
  const { properties } = json.raw
  if (!isJsonObject(properties)) return []
  const isUnread = filesOf(json).some(
    (file) => workOfFile(workOf, file, beside) === undefined && file.uri !== json.image,
  )
  const names = Object.keys(properties).filter(
    (name) => name !== 'category' && (name !== 'files' || isUnread),
  )
  return names.map((name) => `properties.${name}`)
}

const readKeys: ReadonlySet<string> = new Set([
  'name',
  'description',
  'image',
  'attributes',
  'properties',
  ...extraKeys,
])

/** What is in the files and read by nobody here is named, not dropped silently. */
const unreadNotes = (tokens: readonly DescribedToken[], workOf: WorkFinder): readonly string[] => {
  const unread = new Set(
    tokens.flatMap((token) => [...Object.keys(token.json.raw), ...unreadProperties(token, workOf)]),
  )
  if (sharedCollection(tokens) !== undefined) unread.delete('collection')
  const names = [...unread].filter((name) => !readKeys.has(name) && name.length <= 40).slice(0, 10)
  return names.length === 0 ? [] : [`Not read from the files: ${names.join(', ')}.`]
}
