import { ColdpressError } from '#values/errors/errors.ts'
import { type VerificationKey, writeVerificationKey } from '#cardano/envelope.ts'
import type { KeyHash } from '#cardano/ids.ts'
import { readSigningKey, writeSigningKey } from '#cardano/keys.ts'
import type { Secret } from '#platform/secret/secret.ts'
import type { Vault } from '#keys/vault/vault.ts'
import { publicKeysOf } from './public-keys.ts'
import { policyKeysHere } from './reveal.ts'
import type { StoredPolicy } from './store.ts'

/** cardano-cli's file of one key. */
export type VerificationKeyFile = VerificationKey & { readonly text: string }
export type SigningKeyFile = { readonly keyHash: KeyHash; readonly text: Secret }

/** @throws ColdpressError as `publicKeysOf` */
export const verificationKeyFiles = async (
  deps: Parameters<typeof publicKeysOf>[0],
  policy: StoredPolicy,
): Promise<readonly VerificationKeyFile[]> => {
  const keys = await publicKeysOf(deps, policy)
  return keys.map(({ keyHash, publicKey }) => ({
    keyHash,
    publicKey,
    text: writeVerificationKey(publicKey),
  }))
}

/**
 * The PRIVATE keys that are here, each in a file of its own. The caller wipes them.
 * @throws ColdpressError `key_missing` when none of the keys is here, `vault_locked`
 */
export const revealKeyFiles = async (
  vault: Pick<Vault, 'hasKey' | 'revealKeys'>,
  policy: StoredPolicy,
): Promise<readonly SigningKeyFile[]> => {
  const revealed = await vault.revealKeys(await someKeysHere(vault, policy))
  try {
    return revealed.map(keyFileOf)
  } finally {
    for (const secret of revealed) secret.wipe()
  }
}

const keyFileOf = (revealed: Secret): SigningKeyFile => {
  const key = readSigningKey(revealed)
  try {
    return { keyHash: key.keyHash, text: writeSigningKey(key, 'envelope') }
  } finally {
    key.secret.wipe()
  }
}

const someKeysHere = async (
  vault: Pick<Vault, 'hasKey'>,
  policy: StoredPolicy,
): Promise<readonly KeyHash[]> => {
  const here = await policyKeysHere(vault, policy)
  if (here.length > 0) return here
  throw new ColdpressError(
    'key_missing',
    `The vault holds no key of policy ${policy.policyId}, so there is nothing to export.`,
    { details: { policyId: policy.policyId } },
  )
}
