import { ColdpressError } from '#values/errors/errors.ts'
import type { KeyHash } from '#cardano/ids.ts'
import { keyHashesIn, scriptToJson } from '#cardano/scripts.ts'
import { joinSecret, secretList } from '#platform/secret/join.ts'
import type { Secret } from '#platform/secret/secret.ts'
import type { Vault } from '#keys/vault/vault.ts'
import { lockOf } from '#cardano/lock.ts'
import type { StoredPolicy } from './store.ts'

/** The script's key hashes whose keys the vault holds, in script order. */
export const policyKeysHere = async (
  vault: Pick<Vault, 'hasKey'>,
  policy: Pick<StoredPolicy, 'script'>,
): Promise<readonly KeyHash[]> => {
  const here: KeyHash[] = []
  for (const keyHash of keyHashesIn(policy.script)) {
    if (await vault.hasKey(keyHash)) here.push(keyHash)
  }
  return here
}

/**
 * The interface's policy export (`lock`, `lock_time`, `policy_id`, `script`, `signing_keys`) as
 * JSON bytes, which can be wiped, unlike a string.
 * @throws ColdpressError `key_missing` when the vault has none of the keys, `vault_locked`
 */
export const revealPolicy = async (
  vault: Pick<Vault, 'hasKey' | 'revealKeys'>,
  policy: StoredPolicy,
): Promise<Secret> => {
  const here = await policyKeysHere(vault, policy)
  if (here.length === 0) {
    throw new ColdpressError(
      'key_missing',
      `The vault holds no key of policy ${policy.policyId}, so there is nothing to export.`,
      { details: { policyId: policy.policyId } },
    )
  }
  const lock = lockOf(policy.script, policy.network)
  const open = JSON.stringify({
    lock: lock !== null,
    lock_time: lock?.time ?? null,
    policy_id: policy.policyId,
    script: scriptToJson(policy.script),
  }).slice(0, -1)
  const keys = await vault.revealKeys(here)
  try {
    return joinSecret([`${open},"signing_keys":`, ...secretList(keys), '}'])
  } finally {
    for (const key of keys) key.wipe()
  }
}
