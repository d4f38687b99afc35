import { isDeepStrictEqual } from 'node:util'
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex } from '@noble/hashes/utils.js'
import { z } from 'zod'
import { ColdpressError } from '../../shared/errors.ts'
import { describeIssues } from '../../shared/issues.ts'
import type { KeyHash, PolicyId } from '../cardano/ids.ts'
import { type PolicyKey, readSigningKey, writeSigningKey } from '../cardano/keys.ts'
import { type Network, networks } from '../cardano/network.ts'
import { keyHashesIn, policyIdOf, scriptFromCbor, scriptToJson } from '../cardano/scripts.ts'
import { joinSecret, secretList } from '../secret/join.ts'
import { Secret, useAndWipe } from '../secret/secret.ts'
import { type OpenFaults, openUnder, sealUnder } from './age.ts'
import { ageFileIn, isUnderPassphrase, workFactorOf } from './age-text.ts'

/** What a backup says of its policy, keys aside. The policy id is the hash of the script's CBOR. */
export type PolicyToBackUp = {
  readonly name: string | null
  readonly network: Network
  readonly scriptCbor: string
}

/** The public facts of a backup, once it was made or opened. */
export type BackupFacts = PolicyToBackUp & {
  readonly policyId: PolicyId
  /** ISO 8601 UTC. */
  readonly created: string
  /** The keys that are in it, and those that the script names and that are elsewhere. */
  readonly keyHashes: readonly KeyHash[]
  readonly elsewhere: readonly KeyHash[]
  /** SHA-256 of the age file in hex: each backup is sealed anew, so no two have the same. */
  readonly fingerprint: string
}

/** A backup with the age file that it is. */
export type SealedBackup = BackupFacts & { readonly file: Uint8Array }

/** Whoever opens a backup wipes its keys. */
export type OpenedBackup = { readonly facts: BackupFacts; readonly keys: readonly PolicyKey[] }

const format = 'coldpress-policy-backup'
const version = 1

/**
 * What `age -d` shows. Names are those of the interface's policy export, so that what is inside can
 * be imported as it is; `script_cbor` stands there for scripts whose usual encoding is another.
 */
const contents = z.object({
  created: z.iso.datetime(),
  name: z.string().nullable(),
  network: z.enum(networks),
  policy_id: z.string(),
  script: z.unknown(),
  script_cbor: z.string(),
  keys_elsewhere: z.array(z.string()),
  signing_keys: z.array(z.string()).min(1),
})
const heading = z.object({ format: z.literal(format), version: z.int() })

/** Scripts fit in a transaction and so do their keys: anything larger is no backup. */
export const maxBackupBytes = 1024 ** 2

/** A gigabyte of memory and some seconds; the library goes no further. */
const largestWorkFactor = 20

/** @param keys at least one of those that the script names; they stay the caller's to wipe */
export const sealBackup = async (
  policy: PolicyToBackUp,
  keys: readonly PolicyKey[],
  passphrase: Secret,
  seal: { readonly created: string; readonly workFactor: number },
): Promise<SealedBackup> => {
  const script = scriptFromCbor(policy.scriptCbor)
  const { created } = seal
  const keyHashes = keys.map(({ keyHash }) => keyHash)
  const elsewhere = keyHashesIn(script).filter((keyHash) => !keyHashes.includes(keyHash))
  const open = JSON.stringify({
    format,
    version,
    created,
    name: policy.name,
    network: policy.network,
    policy_id: policyIdOf(script),
    script: scriptToJson(script),
    script_cbor: policy.scriptCbor,
    keys_elsewhere: elsewhere,
  }).slice(0, -1)
  const texts = keys.map((key) => writeSigningKey(key, 'bech32'))
  const plain = joinSecret([`${open},"signing_keys":`, ...secretList(texts), '}\n'])
  for (const text of texts) text.wipe()
  const file = await useAndWipe(plain, () => sealUnder(passphrase, plain, seal.workFactor))
  const policyId = policyIdOf(script)
  return { ...policy, policyId, created, keyHashes, elsewhere, file, fingerprint: printOf(file) }
}

const printOf = (file: Uint8Array): string => bytesToHex(sha256(file))

/** The fingerprint of the backup that bytes hold, in any form; undefined where they hold no age file. */
export const fingerprintIn = (bytes: Uint8Array): string | undefined => {
  const file = bytes.length > maxBackupBytes ? undefined : ageFileIn(bytes)
  return file === undefined ? undefined : printOf(file)
}

/**
 * Opens a backup: the age file, its text form, or a printed page's file.
 * @throws ColdpressError `wrong_passphrase`; `invalid` with `details.rule` for what is no backup,
 * is damaged, or holds what does not belong together; never with what is inside
 */
export const openBackup = async (bytes: Uint8Array, passphrase: Secret): Promise<OpenedBackup> => {
  const file = backupIn(bytes)
  const plain = await openUnder(passphrase, file, faults)
  return useAndWipe(plain, async () => read(plain, printOf(file)))
}

const backupIn = (bytes: Uint8Array): Uint8Array => {
  if (bytes.length > maxBackupBytes) throw refused('too_large', 'It is larger than any backup.')
  const file = ageFileIn(bytes)
  if (file === undefined) throw refused('not_age', 'It is no age file, or its beginning is lost.')
  if (!isUnderPassphrase(file))
    throw refused(
      'no_passphrase',
      'It is an age file that no passphrase opens, so Coldpress did not make it as a backup; or its beginning is damaged.',
    )
  const workFactor = workFactorOf(file) ?? 0
  if (workFactor <= largestWorkFactor) return file
  throw refused(
    'work_factor',
    `Its passphrase was made so costly to try (scrypt ${workFactor}, where ${largestWorkFactor} is the limit) that opening it would take gigabytes of memory. Coldpress did not seal it so; open it with age and seal it anew.`,
  )
}

const refused = (rule: string, sentence: string, cause?: unknown): ColdpressError =>
  new ColdpressError('invalid', `The backup cannot be used. ${sentence}`, {
    details: { rule },
    cause,
  })

const faults: OpenFaults = {
  wrongPassphrase: () =>
    new ColdpressError(
      'wrong_passphrase',
      "The passphrase does not open this backup. It is the one that was chosen when the backup was made, not the vault's.",
    ),
  damaged: (cause) =>
    refused('damaged', 'It is damaged or cut short. Take another copy of it.', cause),
}

const read = (plain: Secret, fingerprint: string): OpenedBackup => {
  const { policy_id, script_cbor, ...stated } = parsed(plain)
  const script = scriptFromCbor(script_cbor)
  const policyId = policyIdOf(script)
  if (policyId !== policy_id || !isDeepStrictEqual(stated.script, scriptToJson(script)))
    throw refused('policy_id', 'Its policy id and its script do not belong together.')
  const named = keyHashesIn(script)
  const keys = keysOf(stated.signing_keys, named)
  const keyHashes = keys.map(({ keyHash }) => keyHash)
  return {
    facts: {
      policyId,
      name: stated.name,
      network: stated.network,
      scriptCbor: script_cbor,
      created: stated.created,
      keyHashes,
      elsewhere: named.filter((keyHash) => !keyHashes.includes(keyHash)),
      fingerprint,
    },
    keys,
  }
}

const parsed = (plain: Secret): z.output<typeof contents> => {
  const json = jsonOf(plain)
  const head = heading.safeParse(json)
  if (!head.success) throw refused('format', 'Something else than a policy backup is inside.')
  if (head.data.version !== version)
    throw refused('version', 'A newer version of Coldpress made it. Update Coldpress.')
  const body = contents.safeParse(json)
  if (body.success) return body.data
  throw refused('contents', `What is inside is not whole: ${describeIssues(body.error)}.`)
}

/** Neither the text nor what a parser says of it is repeated: it holds keys. */
const jsonOf = (plain: Secret): unknown => {
  try {
    return JSON.parse(plain.text())
  } catch {
    return undefined
  }
}

const keysOf = (texts: readonly string[], named: readonly KeyHash[]): readonly PolicyKey[] => {
  const keys: PolicyKey[] = []
  try {
    for (const text of texts) keys.push(keyOf(text))
    if (keys.every(({ keyHash }) => named.includes(keyHash))) return keys
    throw refused('foreign_key', 'It holds a key that its script does not name.')
  } catch (error) {
    wipeKeys(keys)
    throw error
  }
}

const keyOf = (text: string): PolicyKey => {
  const secret = Secret.ofText(text)
  try {
    return readSigningKey(secret)
  } finally {
    secret.wipe()
  }
}

export const wipeKeys = (keys: readonly PolicyKey[]): void => {
  for (const { secret } of keys) secret.wipe()
}
