import { ColdpressError } from '#shared/errors.ts'
import { type VerificationKey, writeVerificationKey } from '../cardano/envelope.ts'
import type { KeyHash } from '../cardano/ids.ts'
import { readSigningKey, writeSigningKey } from '../cardano/keys.ts'
import type { Secret } from '../secret/secret.ts'
import type { Vault } from '../vault/vault.ts'
import { keysHere } from './reveal.ts'
import type { StoredPolicy } from './store.ts'

/** cardano-cli's file of one key. */
export type VerificationKeyFile = VerificationKey & { readonly text: string }
export type SigningKeyFile = { readonly keyHash: KeyHash; readonly text: Secret }

/** @throws ColdpressError `key_missing` when none of the keys is here, `vault_locked` */
export const verificationKeyFiles = async (
  vault: Pick<Vault, 'hasKey' | 'publicKeys'>,
  policy: StoredPolicy,
): Promise<readonly VerificationKeyFile[]> => {
  const keys = await vault.publicKeys(await someKeysHere(vault, policy))
  return keys.map((key) => ({ ...key, text: writeVerificationKey(key.publicKey) }))
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
  const here = await keysHere(vault, policy)
  if (here.length > 0) return here
  throw new ColdpressError(
    'key_missing',
    `The vault holds no key of policy ${policy.policyId}, so there is nothing to export.`,
    { details: { policyId: policy.policyId } },
  )
}
