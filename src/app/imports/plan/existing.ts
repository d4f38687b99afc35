import { isDeepStrictEqual } from 'node:util'
import { countText } from '#values/text/format.ts'
import { joinPieces, textOfValue } from '#contract/tokens/attribute-value.ts'
import type { Token } from '#contract/tokens/token.ts'
import { imageOnChain } from '#contract/tokens/wallet-content.ts'
import { splitText } from '#cardano/metadata.ts'
import { readCid, sameContent } from '#media/content/cid.ts'
import { planOutput } from '#media/images/plan-output.ts'
import type {
  ExistingToken,
  FailedRow,
  FileEntry,
  KnownContents,
  PlannedImage,
  PlannedToken,
  PlannedWork,
  SourceSummary,
  TokenFields,
  TokenState,
} from './plan-types.ts'
import { isImageType } from './metadata-input.ts'
import { type Issue, issueOf, readable } from '../table/issues.ts'
import { isSameFile } from './same-file.ts'

/** Converts a token listed by the service. */
export const existingTokenIssue = (token: Token): ExistingToken => ({
  assetName: token.asset_name,
  image: imageOf(token),
  status: token.status,
  ...onChainOf(token),
  fields: {
    asset_name: token.asset_name,
    name: token.name,
    ...(isGiven(token.description) ? { description: token.description } : {}),
    ...(isGiven(token.media_type) ? { media_type: token.media_type } : {}),
    metadata_attributes: (token.metadata_attributes ?? []).map(({ tag, value }) => ({
      tag: tag.startsWith('<') ? tag : `<${tag}>`,
      value,
    })),
    custom_attributes: token.custom_attributes ?? {},
    ...(typeof token.price === 'number' ? { price: token.price } : {}),
  },
})

const imageOf = ({ image = null }: Token): string | null => image && joinPieces(image)

/** Of a long address, which is always in pieces, nothing is kept. */
const onChainOf = (token: Token): Pick<ExistingToken, 'onChain'> => {
  const source = { metadata: token.metadata ?? {}, assetName: token.asset_name }
  const { image: pieces, mediaType } = imageOnChain(source)
  const text = imageOf(token) ?? ''
  const image = pieces?.join('') === text && !isDeepStrictEqual(pieces, splitText(text)) && pieces
  const isOther = mediaType !== undefined && mediaType !== token.media_type
  if (!image && !isOther) return {}
  return { onChain: { ...(image ? { image } : {}), ...(isOther ? { mediaType } : {}) } }
}

const isGiven = <T>(value: T | '' | null | undefined): value is T =>
  value !== undefined && value !== null && value !== ''

export type Comparison =
  | { readonly state: Exclude<TokenState, 'new' | 'change'> }
  /** The differing fields, as words for a sentence. */
  | { readonly state: 'differs'; readonly fields: readonly string[] }

/**
 * Compares a row with the collection's token of the same asset name.
 * @param contents the hashes of contents that files are compared with
 */
export const compareWithExisting = (
  { request: fields, image, works }: Pick<PlannedToken, 'request' | 'image' | 'works'>,
  existing: ExistingToken,
  contents: KnownContents = new Map(),
): Comparison => {
  const images = compareImages(image, existing, contents)
  const files = works.map((work) => ({
    tag: work.tag,
    state: compareWork(work, existing, contents),
  }))
  const differing = [
    ...differingFields(fields, withoutWorks(existing.fields, works)),
    ...(isSameMedia(fields, image, existing) ? [] : ['media_type']),
    ...(images === 'differs' ? ['image'] : []),
    ...files.filter(({ state }) => state === 'differs').map(({ tag }) => tag),
  ]
  if (differing.length > 0) return { state: 'differs', fields: differing }
  const isDone = images === 'done' && files.every(({ state }) => state === 'done')
  return { state: isDone ? 'done' : 'compare' }
}

type FileState = 'done' | 'compare' | 'differs'

/** What a run fills in shows only once it has: these tags are compared by their files. */
const withoutWorks = (fields: TokenFields, works: readonly PlannedWork[]): TokenFields => {
  if (works.length === 0) return fields
  const filled = new Set(works.flatMap(({ tag, typeTag }) => [tag, typeTag]))
  const attributes = (fields.metadata_attributes ?? []).filter(({ tag }) => !filled.has(tag))
  return { ...fields, metadata_attributes: attributes }
}

const compareWork = (
  { tag, file }: PlannedWork,
  { works, fields }: ExistingToken,
  contents: KnownContents,
): FileState => {
  const held = fields.metadata_attributes?.find(
    (metadata_attribute) => metadata_attribute.tag === tag,
  )
  if (held !== undefined && isContent(file, textOfValue(held.value), contents)) return 'done'
  const source = works?.get(tag)
  return source === undefined ? 'compare' : compareFiles(file, source)
}

const compareFiles = (file: SourceSummary, source: SourceSummary): FileState => {
  if (file.size !== source.size) return 'differs'
  if (file.sha256 !== undefined && source.sha256 !== undefined)
    return file.sha256 === source.sha256 ? 'done' : 'differs'
  return file.mtimeMs === source.mtimeMs ? 'done' : 'compare'
}

const differingFields = (planned: TokenFields, existing: TokenFields): readonly string[] => {
  // Rows are text: a number or a list of the token is compared by the text that an export writes.
  const tagsOf = (fields: TokenFields) =>
    (fields.metadata_attributes ?? []).map(({ tag, value }) => [tag, textOfValue(value)] as const)
  const customOf = ({ custom_attributes = {} }: TokenFields) =>
    Object.entries(custom_attributes).map(([key, value]) => [key, textOfValue(value)] as const)
  const descriptionOf = ({ description = '' }: TokenFields) => textOfValue(description)
  return [
    ...(planned.name === existing.name ? [] : ['name']),
    ...(descriptionOf(planned) === descriptionOf(existing) ? [] : ['description']),
    ...differingKeys(tagsOf(planned), tagsOf(existing)),
    ...differingKeys(customOf(planned), customOf(existing)),
  ]
}

/**
 * A row without a media type gets its file's during the run, which may also convert the image: the
 * table's image/png may have been pinned as image/webp. Metadata has what the bytes are.
 */
const isSameMedia = (
  { media_type: planned }: TokenFields,
  image: PlannedImage,
  { fields: { media_type: held }, onChain }: ExistingToken,
): boolean =>
  planned === undefined ||
  planned === held ||
  planned === onChain?.mediaType ||
  (image.kind === 'file' && isImageType(planned) && isImageType(held ?? ''))

type Pairs = readonly (readonly [string, string])[]

const differingKeys = (planned: Pairs, existing: Pairs): readonly string[] => {
  const [wanted, held] = [new Map(planned), new Map(existing)]
  return [...new Set([...wanted.keys(), ...held.keys()])].filter(
    (key) => wanted.get(key) !== held.get(key),
  )
}

const compareImages = (
  planned: PlannedImage,
  { image, source }: ExistingToken,
  contents: KnownContents,
): FileState => {
  if (planned.kind === 'url')
    return source?.kind === 'url' && source.url === planned.url ? 'done' : 'compare'
  if (planned.kind === 'ipfs') return compareCids(cidIn(planned.uri), cidIn(image ?? ''))
  if (isContent(planned.file, image ?? '', contents)) return 'done'
  if (source?.kind === 'file') return compareFiles(planned.file, source)
  return isOtherContent(planned.file, image ?? '', contents) ? 'differs' : 'compare'
}

/** Whether the import would store other bytes than those at this address, as far as both are known. */
const isOtherContent = (
  { check }: FileEntry,
  address: string,
  contents: KnownContents,
): boolean => {
  if (contents.size === 0 || check?.kind !== 'sound' || check.image.header === null) return false
  const cid = readCid(cidIn(address))?.v0
  const known = cid === undefined ? undefined : contents.get(cid)
  if (known === undefined || known === check.image.source.sha256) return false
  return planOutput(check.image.header, asItIs, check.image.hasGps).action === 'keep'
}

/** The contents are known only where the settings change no image. */
const asItIs = { maxPixels: null, format: 'keep' } as const

/** Whether the file has the very bytes of the content at this address, as far as both are known. */
const isContent = (file: FileEntry, address: string, contents: KnownContents): boolean => {
  if (contents.size === 0) return false
  const cid = readCid(cidIn(address))?.v0
  const known = cid === undefined ? undefined : contents.get(cid)
  const { sha256 = file.check?.kind === 'sound' ? file.check.image.source.sha256 : null } = file
  return known !== undefined && known === sha256
}

const cidIn = (uri: string): string => uri.replace(/^ipfs:\/\//u, '')

const compareCids = (planned: string, existing: string): FileState => {
  if (readCid(existing) === undefined) return 'compare'
  return sameContent(planned, existing) ? 'done' : 'differs'
}

/**
 * New tokens that the collection has already, with the same texts and image, under an asset name that
 * no row has: a format without asset names has them made again.
 */
export const heldUnderOtherNames = (
  tokens: readonly PlannedToken[],
  existing: readonly ExistingToken[],
  contents: KnownContents | undefined,
): readonly Issue[] => {
  const taken = new Set(tokens.map(({ assetName }) => assetName))
  const others = existing.filter(({ assetName }) => !taken.has(assetName))
  const byName = Map.groupBy(others, ({ fields }) => fields.name)
  return tokens.flatMap((token) => {
    if (token.state !== 'new') return []
    const [held, second] = byName.get(token.request.name) ?? []
    if (held === undefined || second !== undefined) return []
    if (compareWithExisting(token, held, contents).state !== 'done') return []
    return [otherName(token, held.assetName)]
  })
}

const otherName = ({ row, assetName }: PlannedToken, held: string): Issue =>
  issueOf(
    'token_under_other_name',
    `Row ${row}, asset_name: the collection has this token already, under the asset name "${readable(held)}". An import would add it again as "${readable(assetName)}".`,
    {
      row,
      column: 'asset_name',
      value: assetName,
      fix: { kind: 'set_value', value: held, label: `Write ${readable(held)}` },
    },
  )

/** Tokens that keep the image which an import with other settings made. */
export const keptTokens = (tokens: readonly PlannedToken[]): readonly Issue[] => {
  const count = tokens.filter(
    ({ state, image }) => state === 'done' && image.kind === 'file',
  ).length
  if (count === 0) return []
  const message = `${countText(count, 'token is', 'tokens are')} in the collection already, from an import with other image settings, and ${count === 1 ? 'keeps its image' : 'keep their images'}. The settings are for new tokens alone.`
  return [issueOf('other_settings', message)]
}

/** A warning for a row that would be sent again exactly as it failed; none once it was changed. */
export const failedBefore = (
  row: number,
  planned: Pick<PlannedToken, 'request' | 'image' | 'works'>,
  failed: FailedRow | undefined,
): readonly Issue[] => {
  if (failed === undefined || !isDeepStrictEqual(planned.request, failed.request)) return []
  if (!isSameImage(planned.image, failed.image)) return []
  if (!hasSameWorks(planned.works, failed.works ?? [])) return []
  const column = failed.isAboutImage ? 'image' : 'asset_name'
  const why = failed.message.replace(`Row ${row}: `, '')
  const message = `Row ${row}, ${column}: the last run failed. ${why}`
  return [issueOf('failed_before', message, { row, column, value: failed.assetName })]
}

const isSameImage = (plannedImage: PlannedImage, other: PlannedImage): boolean => {
  if (plannedImage.kind === 'file' && other.kind === 'file')
    return isSameFile(plannedImage.file, other.file)
  return isDeepStrictEqual(plannedImage, other)
}

const hasSameWorks = (
  planned: readonly PlannedWork[],
  failed: NonNullable<FailedRow['works']>,
): boolean =>
  planned.length === failed.length &&
  planned.every(({ tag, file }) =>
    failed.some((other) => other.tag === tag && isSameFile(other.file, file)),
  )
