import { z } from 'zod'
import { listOf, recordOf, shortText } from '#shared/bounded.ts'
import { readCid } from '#core/content/cid.ts'
import { readIpfsUri } from '#core/content/ipfs-address.ts'
import { mediaTypeOfName } from '#core/content/media.ts'
import { limits } from '#shared/limits.ts'
import { baseOf, createFileMatcher, sameName, stemOf } from '../plan/match-files.ts'
import type { FileEntry } from '../plan/plan-types.ts'
import { isImageAddress } from '../plan/read-image.ts'
import { assetNames, numberAtEnd, numberIn } from './asset-names.ts'
import type { NamedValue, RecordWork, TokenRecord } from './record-table.ts'

/** Text, and what JSON writes without quotes, as text. Empty for null. */
const plainValue = z.unknown().transform((value, context): string => {
  if (value === null || value === undefined) return ''
  if (typeof value === 'boolean') return String(value)
  if (typeof value === 'string' && value.length <= limits.longTextChars) return value
  // A larger number has lost digits already when it is read.
  if (typeof value === 'number' && (!Number.isInteger(value) || Number.isSafeInteger(value)))
    return String(value)
  const message =
    typeof value === 'number'
      ? 'is a number of more digits than JSON programs keep; write it in quotes'
      : 'must be text, a number, true or false'
  context.addIssue({ code: 'custom', message })
  return z.NEVER
})

const trait = z.object({ trait_type: plainValue.optional(), value: plainValue.optional() })

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

/** Metaplex: the files of a token, its image among them. Others write anything under this name. */
const properties = z
  .looseObject({
    files: listOf(z.object({ uri: plainValue.optional(), type: plainValue.optional() })).nullish(),
  })
  .nullish()
  .catch(undefined)

const extras = Object.fromEntries(extraKeys.map((key) => [key, plainValue.optional()]))

/** The metadata of one token as most generators write it (ERC-721, Metaplex). */
export const tokenJson = z
  .looseObject({
    name: plainValue.optional(),
    description: plainValue.optional(),
    image: plainValue.optional(),
    attributes: z.union([listOf(trait), recordOf(plainValue, shortText)]).nullish(),
    properties,
    ...extras,
  })
  .refine(
    ({ name, image, attributes }) => (name ?? image ?? attributes ?? undefined) !== undefined,
    {
      message: 'has neither a name nor an image nor attributes, so it describes no token',
    },
  )
export type TokenJson = z.output<typeof tokenJson>

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
  const seeds = tokens.map(({ json }, at) => ({ name: textOf(json.name), number: numbers[at] }))
  const names = assetNames(seeds, fallback)
  const records = tokens.map(({ json, file, stem }, at): TokenRecord => {
    const image = imageOf(textOf(json.image), stem ?? stemFor(file, numbers[at]))
    return {
      fields: {
        asset_name: names[at] ?? '',
        name: textOf(json.name),
        image,
        ...(textOf(json.description) === '' ? {} : { description: textOf(json.description) }),
      },
      works: worksBeside(image, json, workOf),
      traits: traitsOf(json),
      extras: [...extrasOf(json), ...(file === undefined ? [] : [['source', file.name] as const])],
    }
  })
  return { records, notes: [...royaltyNotes(tokens), ...unreadNotes(tokens, workOf)] }
}

type WorkFinder = ReturnType<typeof createWorkFinder>

/** What `animation_url` and Metaplex's files name beside the image, each once. */
const worksBeside = (image: string, json: TokenJson, workOf: WorkFinder): readonly RecordWork[] => {
  const named = [workOf(textOf(json['animation_url'])), ...filesOf(json).map(workOfFile(workOf))]
  const works = new Map<string, RecordWork>()
  for (const work of named)
    if (work !== undefined && work.src !== image && !works.has(work.src)) works.set(work.src, work)
  return [...works.values()]
}

type PropertyFile = NonNullable<NonNullable<TokenJson['properties']>['files']>[number]

const filesOf = ({ properties: given }: TokenJson): readonly PropertyFile[] => given?.files ?? []

const workOfFile =
  (workOf: WorkFinder) =>
  ({ uri = '', type = '' }: PropertyFile): RecordWork | undefined =>
    workOf(uri, type === '' ? undefined : type)

export const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

const stemFor = (file: FileEntry | undefined, number: string | undefined): string =>
  file === undefined ? (number ?? '') : stemOf(file.name)

/** Its edition, the number in its file's name, or the one at the end of its own name. */
const numberOf = ({ json, file }: DescribedToken): string | undefined => {
  const edition = textOf(json['edition'])
  if (/^\d{1,18}$/u.test(edition)) return edition
  const inFile = file === undefined ? undefined : numberIn(stemOf(file.name))
  return inFile ?? numberAtEnd(textOf(json.name))
}

const traitsOf = ({ attributes }: TokenJson): readonly NamedValue[] => {
  if (attributes === null || attributes === undefined) return []
  if (!Array.isArray(attributes)) return Object.entries(attributes)
  return attributes.map(({ trait_type: name = '', value = '' }) => [name, value] as const)
}

const extrasOf = (json: TokenJson): readonly NamedValue[] =>
  extraKeys.flatMap((key) => {
    const value = textOf(json[key])
    return value === '' ? [] : [[key, value] as const]
  })

/**
 * The name of the file of a token's image, or what the metadata says where no file fits. A file
 * that the metadata names and the folder lacks stays missing: no other one takes its place.
 */
export const createImageFinder = (works: readonly FileEntry[]) => {
  const matcher = createFileMatcher(works)
  return (image: string, stem: string): string => {
    const names = namesIn(image)
    for (const name of names) {
      const found = matcher.match(name)
      if (found.kind === 'found' && mayBe(image, found.file)) return found.file.name
    }
    if (readCid(image.replace(/^ipfs:\/\//iu, '')) !== undefined) return image
    const named = names.findLast((name) => mediaTypeOfName(name) !== undefined)
    const ofStem = stem === '' || named !== undefined ? undefined : matcher.withStem(stem)
    if (ofStem !== undefined) return ofStem.name
    // A placeholder such as ipfs://NewUriToReplace/1.png names a file that is missing.
    return /^ipfs:\/\/[^/]+$|^https?:/iu.test(image) ? image : missingName(image, named) || stem
  }
}

/**
 * What goes beside the image: the file of the folder that is named, or an IPFS address whose media
 * type is given or shows in its name.
 */
export const createWorkFinder = (works: readonly FileEntry[]) => {
  const matcher = createFileMatcher(works)
  return (address: string, given?: string): RecordWork | undefined => {
    for (const name of namesIn(address)) {
      const found = matcher.match(name)
      if (found.kind === 'found' && mayBe(address, found.file)) return { src: found.file.name }
    }
    const ipfs = readIpfsUri(address)
    const type = given ?? mediaTypeOfName(ipfs?.path ?? '')
    return ipfs === undefined || type === undefined ? undefined : { src: ipfs.uri, type }
  }
}

/** A path may start above or below the folder that was chosen, and names no file of another one. */
const mayBe = (image: string, { name }: FileEntry): boolean => {
  if (isImageAddress(image)) return true
  const path = sameName(`/${image.replaceAll('\\', '/').replace(/^(?:\.{0,2}\/)+/u, '')}`)
  return path.endsWith(`/${sameName(name)}`) || sameName(`/${name}`).endsWith(path)
}

/** A path stays whole: its last part alone could name a file of another folder. */
const missingName = (image: string, named: string | undefined): string =>
  isImageAddress(image) ? (named ?? baseOf(image)) : image

/** What a file may be called in the folder. Only an address has a query and a fragment. */
const namesIn = (image: string): readonly string[] => {
  const plain = isImageAddress(image) ? image.replace(/[?#].*$/u, '') : image
  return [image, baseOf(image), plain, baseOf(plain)].filter((name) => name !== '')
}

const royaltyNotes = (tokens: readonly DescribedToken[]): readonly string[] => {
  const points = tokens.map(({ json }) => Number(textOf(json['seller_fee_basis_points']) || 0))
  const most = Math.max(0, ...points)
  return most === 0
    ? []
    : [
        `The files state a royalty of ${most / 100}%. On Cardano it belongs to the collection and needs a Cardano address: set it there.`,
      ]
}

/** Its files are unread where one is neither in the folder nor on IPFS nor the image. */
const unreadProperties = (json: TokenJson, workOf: WorkFinder): readonly string[] => {
  const isUnread = filesOf(json).some(
    (file) => workOfFile(workOf)(file) === undefined && file.uri !== json.image,
  )
  const names = Object.keys(json.properties ?? {}).filter(
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
    tokens.flatMap(({ json }) => [...Object.keys(json), ...unreadProperties(json, workOf)]),
  )
  const names = [...unread].filter((name) => !readKeys.has(name) && name.length <= 40).slice(0, 10)
  return names.length === 0 ? [] : [`Not read from the files: ${names.join(', ')}.`]
}
