import { type KeyObject, sign } from 'node:crypto'
import { z } from 'zod'
import { documentText, isoTime, shortText } from '#shared/bounded.ts'
import { ColdpressError } from '#shared/errors.ts'
import { describeIssues } from '#shared/issues.ts'
import { isSignedBy, publicKeyHex } from '../seal/ed25519.ts'
import { version } from './version.ts'

/** Limits of a feed: far above what a release needs, and little enough to hold and to show. */
export const releaseLimits = {
  feedBytes: 1024 * 1024,
  notesChars: 100_000,
  files: 64,
  signatures: 8,
  fileBytes: 2 * 1024 ** 3,
} as const

/** How a file is installed. */
const packageKinds = ['deb', 'rpm', 'appimage', 'dmg', 'mac', 'windows', 'npm'] as const

const hex = (bytes: number) =>
  shortText.regex(new RegExp(`^[0-9a-f]{${bytes * 2}}$`, 'u'), `${bytes} bytes of hex are required`)

/** One file of a release. Its name is one part of an address and of a path, and nothing more. */
const releaseFile = z.strictObject({
  name: shortText.regex(/^[0-9A-Za-z][\w.-]{0,127}$/u, 'a plain file name is required'),
  kind: z.enum(packageKinds),
  arch: z.enum(['x64', 'arm64', 'any']),
  bytes: z.int().min(1).max(releaseLimits.fileBytes),
  sha512: hex(64),
})
export type ReleaseFile = z.output<typeof releaseFile>

/** What a signature of the project covers: the version, the hash of each file, and the words. */
const release = z.strictObject({
  version,
  publishedAt: isoTime,
  /** What is new, as in CHANGELOG.md. */
  notes: z.string().max(releaseLimits.notesChars, { abort: true }),
  files: z.array(releaseFile).min(1).max(releaseLimits.files, { abort: true }),
})
export type Release = z.output<typeof release>

/**
 * The file `release.json`: a release as text, so that a reader checks the signed bytes before it
 * reads anything of them. One valid signature of a known key is enough: see docs/adr/0021.
 */
const feed = z.object({
  format: z.literal('coldpress release 1'),
  signed: documentText,
  signatures: z
    .array(z.object({ key: hex(32), signature: hex(64) }))
    .max(releaseLimits.signatures, { abort: true }),
})

/** Separates these signatures from any others of the key. */
const domain = 'coldpress release v1\n'

/** @returns the text of `release.json`, signed with each key */
export const signRelease = (content: Release, keys: readonly KeyObject[]): string => {
  const signed = JSON.stringify(release.parse(content))
  const signatures = keys.map((key) => ({
    key: publicKeyHex(key),
    signature: sign(null, Buffer.from(domain + signed), key).toString('hex'),
  }))
  const written: z.input<typeof feed> = { format: 'coldpress release 1', signed, signatures }
  return `${JSON.stringify(written, undefined, 2)}\n`
}

/**
 * Reads `release.json`.
 * @param keys the public keys of the project, hex
 * @throws ColdpressError `corrupt`: not such a file, or signed by none of the keys
 */
export const openRelease = (text: string, keys: readonly string[]): Release => {
  const { signed, signatures } = parseAs(feed, text)
  const isSigned = signatures.some(
    ({ key, signature }) => keys.includes(key) && isSignedBy(key, domain + signed, signature),
  )
  if (!isSigned)
    throw new ColdpressError(
      'corrupt',
      'The release is not signed with a key of the Coldpress project. Somebody may have changed it. Nothing was downloaded. Try again later, and tell the project if it stays so.',
      { details: { rule: 'release_signature', keys: signatures.map(({ key }) => key) } },
    )
  return parseAs(release, signed)
}

const parseAs = <T extends z.ZodType>(schema: T, text: string): z.output<T> => {
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch {
    throw malformed('it is not JSON')
  }
  const parsed = schema.safeParse(json)
  if (parsed.success) return parsed.data
  throw malformed(describeIssues(parsed.error))
}

const malformed = (what: string): ColdpressError =>
  new ColdpressError(
    'corrupt',
    `The list of the newest release has an unexpected format (${what}). Nothing was downloaded. Try again later.`,
    { details: { rule: 'release_format' } },
  )
