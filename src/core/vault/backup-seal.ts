import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex } from '@noble/hashes/utils.js'
import { z } from 'zod'
import { shortText } from '#shared/bounded.ts'
import { ColdpressError } from '#shared/errors.ts'
import { describeIssues } from '#shared/issues.ts'
import { joinSecret } from '../secret/join.ts'
import { type Secret, useAndWipe } from '../secret/secret.ts'
import { type OpenErrors, openUnder, sealUnder } from './age.ts'
import { ageFileIn, isUnderPassphrase, workFactorOf } from './age-text.ts'

/** An age file under a passphrase of its own, and its name among others. */
export type Sealed = {
  readonly file: Uint8Array
  /** SHA-256 of the age file in hex: each backup is sealed again, so no two have the same. */
  readonly fingerprint: string
}

export type SealOptions = {
  /** ISO 8601 UTC. */
  readonly created: string
  /** Base-2 logarithm of scrypt's cost. */
  readonly workFactor: number
}

/** What is in a backup: JSON that starts with a format and its version, so that `age -d` tells all. */
export type BackupFormat<T> = {
  readonly format: string
  readonly version: number
  /** `policy backup`, as a sentence names it. */
  readonly what: string
  readonly contents: z.ZodType<T>
}

/** What is in them fits in a transaction or on a page: anything larger is no backup. */
export const maxBackupBytes = 1024 ** 2

/** A gigabyte of memory and some seconds, for each try of a passphrase; one more doubles both. */
const maxWorkFactor = 19

/**
 * @param open the public fields
 * @param secrets the JSON after them in pieces, which stay the caller's to wipe
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
  const file = await useAndWipe(plain, () => sealUnder(passphrase, plain, workFactor))
  return { file, fingerprint: printOf(file) }
}

const printOf = (file: Uint8Array): string => bytesToHex(sha256(file))

/** The fingerprint of the backup that bytes hold, in any form; undefined where they hold no age file. */
export const fingerprintIn = (bytes: Uint8Array): string | undefined => {
  const file = bytes.length > maxBackupBytes ? undefined : ageFileIn(bytes)
  return file === undefined ? undefined : printOf(file)
}

/**
 * Opens a backup: the age file, its text form, or a printed page's file.
 * @throws ColdpressError `wrong_passphrase`; `invalid` with `details.rule` for what is no backup of
 * this format, or is damaged; never with what is inside
 */
export const openBackupOf = async <T>(
  format: BackupFormat<T>,
  bytes: Uint8Array,
  passphrase: Secret,
): Promise<{ readonly contents: T; readonly fingerprint: string }> => {
  const file = backupIn(bytes)
  const plain = await openUnder(passphrase, file, errors)
  return useAndWipe(plain, async () => ({
    contents: parsed(format, plain),
    fingerprint: printOf(file),
  }))
}

const backupIn = (bytes: Uint8Array): Uint8Array => {
  if (bytes.length > maxBackupBytes) throw noBackup('too_large', 'It is larger than any backup.')
  const file = ageFileIn(bytes)
  if (file === undefined) throw noBackup('not_age', 'It is no age file, or its beginning is lost.')
  if (!isUnderPassphrase(file))
    throw noBackup(
      'no_passphrase',
      'It is an age file that no passphrase opens, so Coldpress did not make it as a backup; or its beginning is damaged.',
    )
  const workFactor = workFactorOf(file) ?? 0
  if (workFactor <= maxWorkFactor) return file
  throw noBackup(
    'work_factor',
    `Its passphrase was made so costly to try (scrypt ${workFactor}, where ${maxWorkFactor} is the limit) that opening it would take gigabytes of memory. Coldpress did not seal it so; open it with age and seal it again.`,
  )
}

/** Why a file cannot be used as a backup. */
export const noBackup = (rule: string, sentence: string, cause?: unknown): ColdpressError =>
  new ColdpressError('invalid', `The backup cannot be used. ${sentence}`, {
    details: { rule },
    cause,
  })

const errors: OpenErrors = {
  wrongPassphrase: () =>
    new ColdpressError(
      'wrong_passphrase',
      "The passphrase does not open this backup. It is the one that was chosen when the backup was made, not the vault's.",
    ),
  damaged: (cause) =>
    noBackup('damaged', 'It is damaged or cut short. Take another copy of it.', cause),
}

/** For whoever has a file of the other kind at hand. */
const restoredBy = new Map([
  ['coldpress-policy-backup', 'coldpress policy restore'],
  ['coldpress-wallet-backup', 'coldpress key wallet restore'],
])

const heading = z.object({ format: shortText, version: z.int() })

const parsed = <T>({ format, version, what, contents }: BackupFormat<T>, plain: Secret): T => {
  const json = jsonOf(plain)
  const head = heading.safeParse(json)
  if (!head.success || head.data.format !== format) {
    const other = head.success ? restoredBy.get(head.data.format) : undefined
    const way = other === undefined ? '' : ` It is restored by: ${other} FILE`
    throw noBackup('format', `Something else than a ${what} is inside.${way}`)
  }
  if (head.data.version !== version)
    throw noBackup('version', 'A newer version of Coldpress made it. Update Coldpress.')
  const body = contents.safeParse(json)
  if (body.success) return body.data
  throw noBackup('contents', `What is inside is not whole: ${describeIssues(body.error)}.`)
}

/** Neither the text nor what a parser says of it is repeated: it holds keys. */
const jsonOf = (plain: Secret): unknown => {
  try {
    return JSON.parse(plain.text())
  } catch {
    return undefined
  }
}
