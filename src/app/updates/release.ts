import { updateErrors } from '#contract/updates/errors.ts'
import { errorBy } from '#values/errors/error-rules.ts'
import { type KeyObject, sign } from 'node:crypto'
import { z } from 'zod'
import { documentText, isoTime, shortText } from '#values/bounds/bounded.ts'
import type { ColdpressError } from '#values/errors/errors.ts'
import { describeIssues } from '#values/errors/issues.ts'
import { isSignedBy, publicKeyHex } from '#keys/seal/ed25519.ts'
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

/** One valid signature of a known key is enough: see docs/adr/0021. */
const signatures = z
  .array(z.object({ key: hex(32), signature: hex(64) }))
  .max(releaseLimits.signatures, { abort: true })
type Signatures = z.output<typeof signatures>

/** One file of a release. Its name is one part of an address and of a path, and nothing more. */
const releaseFile = z.strictObject({
  name: shortText.regex(/^[0-9A-Za-z][\w.-]{0,127}$/u, 'a plain file name is required'),
  kind: z.enum(packageKinds),
  arch: z.enum(['x64', 'arm64', 'any']),
  bytes: z.int().min(1).max(releaseLimits.fileBytes),
  sha512: hex(64),
  /** Over the hash and the version of its release. */
  signatures,
})
export type ReleaseFile = z.output<typeof releaseFile>
export type UnsignedFile = Omit<ReleaseFile, 'signatures'>

/** What the signatures of a release cover: the version, the hash of each file, and the words. */
const release = z.strictObject({
  version,
  publishedAt: isoTime,
  /** What is new, as in CHANGELOG.md. */
  notes: z.string().max(releaseLimits.notesChars, { abort: true }),
  files: z.array(releaseFile).min(1).max(releaseLimits.files, { abort: true }),
})
export type Release = z.output<typeof release>
export type UnsignedRelease = Omit<Release, 'files'> & { readonly files: readonly UnsignedFile[] }

/**
 * The file `release.json`: a release as text, so that a reader checks the signed bytes before it
 * reads anything of them.
 */
const feed = z.object({
  format: z.literal('coldpress release 1'),
  signed: documentText,
  signatures,
})

/** The first line of what is signed separates these signatures from any others of the key. */
const releaseText = (signed: string): string => `coldpress release v1\n${signed}`
const fileText = (fileVersion: string, sha512: string): string =>
  `coldpress file v1\n${sha512}\n${fileVersion}`

/** @returns the text of `release.json`: each file and the whole of it, signed with each key */
export const signRelease = (content: UnsignedRelease, keys: readonly KeyObject[]): string => {
  const files = content.files.map((file) => ({
    ...file,
    signatures: signaturesOf(fileText(content.version, file.sha512), keys),
  }))
  const signed = JSON.stringify(release.parse({ ...content, files }))
  const written: z.input<typeof feed> = {
    format: 'coldpress release 1',
    signed,
    signatures: signaturesOf(releaseText(signed), keys),
  }
  return `${JSON.stringify(written, undefined, 2)}\n`
}

const signaturesOf = (text: string, keys: readonly KeyObject[]): Signatures =>
  keys.map((key) => ({
    key: publicKeyHex(key),
    signature: sign(null, Buffer.from(text), key).toString('hex'),
  }))

const isSigned = (text: string, by: Signatures, keys: readonly string[]): boolean =>
  by.some(({ key, signature }) => keys.includes(key) && isSignedBy(key, text, signature))

/** Whether a key of the project signed this hash as a file of this version. */
export const isSignedFile = (
  {
    version: fileVersion,
    sha512,
    signatures: by,
  }: Pick<ReleaseFile, 'sha512' | 'signatures'> & {
    readonly version: string
  },
  keys: readonly string[],
): boolean => isSigned(fileText(fileVersion, sha512), by, keys)

/**
 * Reads `release.json`.
 * @param keys the public keys of the project, hex
 * @throws ColdpressError `corrupt`: not such a file, or it or a file of it is signed by none of the
 * keys
 */
export const openRelease = (text: string, keys: readonly string[]): Release => {
  const { signed, signatures: by } = parseAs(feed, text)
  if (!isSigned(releaseText(signed), by, keys)) throw unsigned('The release', by)
  const opened = parseAs(release, signed)
  for (const file of opened.files)
    if (!isSignedFile({ ...file, version: opened.version }, keys))
      throw unsigned(`The file ${file.name} of version ${opened.version}`, file.signatures)
  return opened
}

const unsigned = (what: string, by: Signatures): ColdpressError =>
  errorBy(
    updateErrors,
    'release_signature',
    { keys: by.map(({ key }) => key) },
    `${what} is not signed with a key of the Coldpress project. Somebody may have changed it. Nothing was downloaded. Try again later, and tell the project if it stays so.`,
  )

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
  errorBy(
    updateErrors,
    'release_format',
    {},
    `The list of the newest release has an unexpected format (${what}). Nothing was downloaded. Try again later.`,
  )
