import { noBackupErrors } from '#contract/backups/errors.ts'
import { errorBy } from '#values/errors/error-rules.ts'
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex } from '@noble/hashes/utils.js'
import { z } from 'zod'
import { shortText } from '#values/bounds/bounded.ts'
import { ColdpressError } from '#values/errors/errors.ts'
import { describeIssues } from '#values/errors/issues.ts'
import { joinSecret } from '#platform/secret/join.ts'
import { type Secret, useAndWipe } from '#platform/secret/secret.ts'
import { type OpenErrors, decryptUnder, encryptUnder } from './age.ts'
import { ageFileIn, isUnderPassphrase, workFactorOf } from './age-text.ts'

/** An age file under its own passphrase, with its fingerprint. */
export type Sealed = {
  readonly file: Uint8Array
  /** SHA-256 of the age file in hex; unique, since every backup is sealed afresh. */
  readonly fingerprint: string
}

export type SealOptions = {
  /** ISO 8601 UTC. */
  readonly created: string
  /** Base-2 logarithm of scrypt's cost. */
  readonly workFactor: number
}

/**
 * The JSON of a backup. It starts with its format and version, so that `age -d` explains itself.
 */
export type BackupFormat<T> = {
  readonly format: string
  readonly version: number
  /** `policy backup`, as a sentence names it. */
  readonly what: string
  readonly contents: z.ZodType<T>
}

/** A backup's contents fit in a transaction or on a page; anything larger is not a backup. */
export const maxBackupBytes = 1024 ** 2

/**
 * At this factor one attempt takes a gigabyte of memory and some seconds; each step doubles both.
 */
const maxWorkFactor = 19

/**
 * @param open the public fields
 * @param secrets the JSON after them, in pieces that the caller wipes
 */
export const sealBackupOf = async (
  { format, version }: Pick<BackupFormat<unknown>, 'format' | 'version'>,
  open: object,
  secrets: readonly (string | Secret)[],
  passphrase: Secret,
  { created, workFactor }: SealOptions,
): Promise<Sealed> => {
  const beginning = JSON.stringify({ format, version, created, ...open }).slice(0, -1)
  const plain = joinSecret([`${beginning},`, ...secrets, '}\n'])
  const file = await useAndWipe(plain, () => encryptUnder(passphrase, plain, workFactor))
  return { file, fingerprint: printOf(file) }
}

const printOf = (file: Uint8Array): string => bytesToHex(sha256(file))

/** The fingerprint of the backup in these bytes, in any form; undefined without an age file. */
export const fingerprintIn = (bytes: Uint8Array): string | undefined => {
  const file = bytes.length > maxBackupBytes ? undefined : ageFileIn(bytes)
  return file === undefined ? undefined : printOf(file)
}

/**
 * Opens a backup: the age file, its text form, or a printed page's file.
 * @throws ColdpressError `wrong_passphrase`; `invalid` with `details.rule` for a damaged file or
 * another format; never with the contents
 */
export const openBackupOf = async <T>(
  format: BackupFormat<T>,
  bytes: Uint8Array,
  passphrase: Secret,
): Promise<{ readonly contents: T; readonly fingerprint: string }> => {
  const file = backupIn(bytes)
  const plain = await decryptUnder(passphrase, file, errors)
  return useAndWipe(plain, async () => ({
    contents: parsed(format, plain),
    fingerprint: printOf(file),
  }))
}

/** The age file of a backup. @throws ColdpressError `invalid` for what is none, without its passphrase */
export const backupIn = (bytes: Uint8Array): Uint8Array => {
  if (bytes.length > maxBackupBytes) throw noBackup('too_large', 'It is larger than any backup.')
  const file = ageFileIn(bytes)
  if (file === undefined)
    throw noBackup('not_age', 'It is not an age file, or its beginning is missing.')
  if (!isUnderPassphrase(file))
    throw noBackup(
      'no_passphrase',
      'It is an age file without a passphrase, which Coldpress never writes as a backup, or its beginning is damaged.',
    )
  const workFactor = workFactorOf(file) ?? 0
  if (workFactor <= maxWorkFactor) return file
  throw noBackup(
    'work_factor',
    `Its scrypt work factor is ${workFactor}; the limit is ${maxWorkFactor}, because opening it would take gigabytes of memory. Coldpress never writes such a file. Decrypt it with age and encrypt it again with a lower work factor.`,
  )
}

/** Why a file cannot be used as a backup. */
export const noBackup = (
  rule: Exclude<keyof typeof noBackupErrors, 'format'>,
  sentence: string,
  cause?: unknown,
): ColdpressError =>
  errorBy(noBackupErrors, rule, {}, `The backup cannot be used. ${sentence}`, cause)

const errors: OpenErrors = {
  wrongPassphrase: () =>
    new ColdpressError(
      'wrong_passphrase',
      "The passphrase does not open this backup. It is the one that was chosen when the backup was made, not the vault's.",
    ),
  damaged: (cause) =>
    noBackup('damaged', 'It is damaged or cut short. Take another copy of it.', cause),
}

const contentsOf = new Map<string, 'policy' | 'wallet'>([
  ['coldpress-policy-backup', 'policy'],
  ['coldpress-wallet-backup', 'wallet'],
])

const heading = z.object({ format: shortText, version: z.int() })

const parsed = <T>({ format, version, what, contents }: BackupFormat<T>, plain: Secret): T => {
  const json = jsonOf(plain)
  const head = heading.safeParse(json)
  if (!head.success || head.data.format !== format) {
    const inside = head.success ? contentsOf.get(head.data.format) : undefined
    const next = inside === undefined ? '' : ` It is the backup of a ${inside}: restore it as one.`
    const sentence = `The backup cannot be used. Something else than a ${what} is inside.${next}`
    throw errorBy(noBackupErrors, 'format', { inside }, sentence)
  }
  if (head.data.version !== version)
    throw noBackup('version', 'A newer version of Coldpress made it. Update Coldpress.')
  const body = contents.safeParse(json)
  if (body.success) return body.data
  throw noBackup('contents', `What is inside is not whole: ${describeIssues(body.error)}.`)
}

/** Errors repeat neither the text nor the parser's message: the text holds keys. */
const jsonOf = (plain: Secret): unknown => {
  try {
    return JSON.parse(plain.text())
  } catch {
    return undefined
  }
}
