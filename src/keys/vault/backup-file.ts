import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import { isoTime, listOf, longText, shortText } from '#values/bounds/bounded.ts'
import type { KeyHash } from '#cardano/ids.ts'
import { type PolicyKey, readSigningKey, writeSigningKey } from '#cardano/keys.ts'
import { networks } from '#cardano/network.ts'
import { keyHashesIn, policyIdOf, scriptFromCbor, scriptToJson } from '#cardano/scripts.ts'
import type { BackupContent, PolicyToBackUp, SealedBackup } from '../vault-schemas.ts'
import { secretList } from '#platform/secret/join.ts'
import { Secret } from '#platform/secret/secret.ts'
import {
  type BackupFormat,
  noBackup,
  openBackupOf,
  sealBackupOf,
  type SealOptions,
} from './backup-seal.ts'

/** The caller wipes the keys. */
export type OpenedBackup = { readonly content: BackupContent; readonly keys: readonly PolicyKey[] }

/**
 * The JSON that `age -d` prints. Names follow the interface's policy export, so that it can be
 * imported as it is. `script_cbor` is present for scripts with a non-standard encoding.
 */
const contents = z.object({
  created: isoTime,
  name: longText.nullable(),
  network: z.enum(networks),
  policy_id: shortText,
  script: z.unknown(),
  script_cbor: longText,
  keys_elsewhere: listOf(shortText),
  signing_keys: listOf(longText).min(1),
})

const format: BackupFormat<z.output<typeof contents>> = {
  format: 'coldpress-policy-backup',
  version: 1,
  what: 'policy backup',
  contents,
}

/** @param keys at least one key of the script; the caller wipes them */
export const sealBackup = async (
  policy: PolicyToBackUp,
  keys: readonly PolicyKey[],
  passphrase: Secret,
  seal: SealOptions,
): Promise<SealedBackup> => {
  const script = scriptFromCbor(policy.scriptCbor)
  const policyId = policyIdOf(script)
  const keyHashes = keys.map(({ keyHash }) => keyHash)
  const elsewhere = keyHashesIn(script).filter((keyHash) => !keyHashes.includes(keyHash))
  const open = {
    name: policy.name,
    network: policy.network,
    policy_id: policyId,
    script: scriptToJson(script),
    script_cbor: policy.scriptCbor,
    keys_elsewhere: elsewhere,
  }
  const texts = keys.map((key) => writeSigningKey(key, 'bech32'))
  try {
    const secrets = ['"signing_keys":', ...secretList(texts)]
    const sealed = await sealBackupOf(format, open, secrets, passphrase, seal)
    return { ...policy, policyId, created: seal.created, keyHashes, elsewhere, ...sealed }
  } finally {
    for (const text of texts) text.wipe()
  }
}

/**
 * Opens a backup: the age file, its text form, or a printed page's file.
 * @throws ColdpressError as `openBackupOf`, and `invalid` when its parts contradict each other
 */
export const openBackup = async (bytes: Uint8Array, passphrase: Secret): Promise<OpenedBackup> => {
  const { contents, fingerprint } = await openBackupOf(format, bytes, passphrase)
  const { policy_id, script_cbor, ...stated } = contents
  const script = scriptFromCbor(script_cbor)
  const policyId = policyIdOf(script)
  if (policyId !== policy_id || !isDeepStrictEqual(stated.script, scriptToJson(script)))
    throw noBackup('policy_id', 'Its policy ID and its script do not belong together.')
  const named = keyHashesIn(script)
  const keys = keysOf(stated.signing_keys, named)
  const keyHashes = keys.map(({ keyHash }) => keyHash)
  return {
    content: {
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

const keysOf = (texts: readonly string[], named: readonly KeyHash[]): readonly PolicyKey[] => {
  const keys: PolicyKey[] = []
  try {
    for (const text of texts) keys.push(keyOf(text))
    if (keys.every(({ keyHash }) => named.includes(keyHash))) return keys
    throw noBackup('foreign_key', 'It holds a key that its script does not name.')
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
