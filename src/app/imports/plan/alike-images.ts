import { issueOf, type Issue } from '../table/issues.ts'
import type { FileEntry, PlannedToken } from './plan-types.ts'

/** Of 64 bits: sharp-phash takes images under 5 bits apart for alike. */
const mostBitsApart = 4
/**
 * Hashes at most 4 bits apart have at least one of five bands in common, so that each is compared
 * with those of its bands alone, and not with all. Three bands are of the upper half.
 */
const bandsOf = ({ upper, lower }: Hash): readonly number[] => [
  upper & 0x7ff,
  (upper >>> 11) & 0x7ff,
  upper >>> 22,
  lower & 0xffff,
  lower >>> 16,
]
const bandCount = 5
/** Where thousands of images share a band, a hint may miss one rather than take long. */
const mostCompared = 50

/** The 64 bits in halves, because numbers are quicker than a bigint. */
type Hash = { readonly upper: number; readonly lower: number }

type Look = Hash & { readonly row: number; readonly file: FileEntry }

/** Tokens whose image looks like that of an earlier row, though its bytes are others: a hint. */
export const alikeImages = (tokens: readonly PlannedToken[]): readonly Issue[] => {
  const byBand = Array.from({ length: bandCount }, () => new Map<number, Look[]>())
  const seen = new Set<string>()
  return tokens.flatMap(({ row, image }): readonly Issue[] => {
    const file = image.kind === 'file' ? image.file : undefined
    const look = file?.check?.kind === 'sound' ? file.check.image.look : undefined
    // The same file or content is an issue of its own.
    if (file === undefined || look === undefined || seen.has(contentOf(file))) return []
    seen.add(contentOf(file))
    const own = { row, file, ...hashOf(look) }
    const buckets = bandsOf(own).map((key, band) => bucketOf(byBand[band] ?? new Map(), key))
    const alike = firstAlike(own, buckets)
    if (alike !== undefined) return [issueBetween(own, alike)]
    for (const bucket of buckets) bucket.push(own)
    return []
  })
}

const firstAlike = (own: Look, buckets: readonly (readonly Look[])[]): Look | undefined => {
  for (const bucket of buckets) {
    const some = bucket.length > mostCompared ? bucket.slice(0, mostCompared) : bucket
    const alike = some.find((other) => bitsApart(own, other) <= mostBitsApart)
    if (alike !== undefined) return alike
  }
  return undefined
}

const contentOf = ({ path, sha256, check }: FileEntry): string =>
  (check?.kind === 'sound' ? check.image.source.sha256 : null) ?? sha256 ?? path

const bucketOf = (buckets: Map<number, Look[]>, key: number): Look[] => {
  const bucket = buckets.get(key) ?? []
  buckets.set(key, bucket)
  return bucket
}

const hashOf = (look: string): Hash => ({
  upper: Number.parseInt(look.slice(0, 8), 16),
  lower: Number.parseInt(look.slice(8), 16),
})

const bitsApart = (hash: Hash, other: Hash): number =>
  bitsIn(hash.upper ^ other.upper) + bitsIn(hash.lower ^ other.lower)

/** Sums of bits in pairs, fours and bytes, then of the bytes (Hacker's Delight, 5-1). */
const bitsIn = (number: number): number => {
  const pairs = number - ((number >>> 1) & 0x55555555)
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333)
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24
}

const issueBetween = ({ row, file }: Look, other: Look): Issue =>
  issueOf(
    'similar_image',
    `Row ${row}, image: ${file.name} looks like ${other.file.name} of row ${other.row}. Look at both; tokens that share most of their layers may look alike on purpose.`,
    { row, column: 'image', value: file.name },
  )
