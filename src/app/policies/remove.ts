import { policyErrors } from '#contract/policies/errors.ts'
import { errorBy } from '#values/errors/error-rules.ts'
import { ColdpressError } from '#values/errors/errors.ts'
import type { KeyHash } from '#cardano/ids.ts'
import { keyHashesIn } from '#cardano/scripts.ts'
import type { Database } from '#platform/db/database.ts'
import type { Vault } from '#keys/vault/vault.ts'
import { backupStateOf } from './backups-noted.ts'
import { policyKeysHere } from './reveal.ts'
import { isPracticePolicy } from '../practice/practice.ts'
import { findPolicy, type StoredPolicy, storedPolicies, storedPolicy } from './store.ts'

/** The user's confirmation that a policy's keys shall be removed. */
export type Removal = {
  /** The policy's name or ID, typed by hand to avoid removing the wrong one. */
  readonly typed: string
  /** Removes even without a tested backup, or when another policy needs a key. */
  readonly insist?: boolean
}

type RemovalDeps = {
  readonly db: Database
  readonly vault: Pick<Vault, 'hasKey' | 'removeKey' | 'status'>
}

/**
 * Removes a policy's keys from the vault and returns them; the policy stays listed. Requires an
 * unlocked vault, so that only someone with the passphrase can delete keys.
 * @throws ColdpressError `not_found`; `invalid` when something else was typed; `key_missing` when
 * the vault has none; `vault_locked`; `conflict` with `details.rule` `not_tested` or `shared_key`
 * unless insisted on
 */
export const removeKeys = async (
  deps: RemovalDeps,
  policyId: string,
  { typed, insist = false }: Removal,
): Promise<readonly KeyHash[]> => {
  const policy = storedPolicy(deps.db, policyId)
  requireTyped(policy, typed)
  const here = await policyKeysHere(deps.vault, policy)
  if (here.length === 0) {
    throw new ColdpressError(
      'key_missing',
      `The vault has no key of policy ${policy.policyId}, so there is nothing to remove.`,
    )
  }
  requireUnlocked(deps.vault)
  if (!insist) {
    requireTested(deps.db, policy, here)
    requireUnshared(deps.db, policy, here)
  }
  for (const keyHash of here) await deps.vault.removeKey(keyHash)
  return here
}

/**
 * Removes the policy of a practice collection with its keys, unless it serves anything else: it was
 * not made for practice, its keys were given out or backed up, or another policy needs one of them.
 * @returns whether it was removed
 * @throws ColdpressError `vault_locked`
 */
export const removePracticePolicy = async (
  { db, vault }: RemovalDeps,
  id: string,
): Promise<boolean> => {
  const policy = findPolicy(db, id)
  if (policy === undefined || !isPracticePolicy(db, policy.policyId)) return false
  const { policyId } = policy
  const here = await policyKeysHere(vault, policy)
  if (sharingPolicies(db, policy, here).length > 0) return false
  if (backupStateOf(db, policyId, new Set(here)).state !== 'none') return false
  requireUnlocked(vault)
  for (const keyHash of here) await vault.removeKey(keyHash)
  db.run('DELETE FROM policies WHERE policy_id = :policyId', { policyId })
  return true
}

const requireUnlocked = (vault: RemovalDeps['vault']): void => {
  if (vault.status().state === 'unlocked') return
  throw new ColdpressError('vault_locked', 'Unlock the vault to remove keys. Nothing was removed.')
}

const requireTyped = ({ name, policyId }: StoredPolicy, typed: string): void => {
  const given = typed.trim()
  if (given.toLowerCase() === policyId || (name !== null && given === name.trim())) return
  throw errorBy(
    policyErrors,
    'typed_name',
    {},
    `The name does not match this policy. Type ${name === null ? '' : `“${name}” or `}${policyId}. Nothing was removed.`,
  )
}

const requireTested = (
  db: Database,
  { policyId }: StoredPolicy,
  here: readonly KeyHash[],
): void => {
  const { state } = backupStateOf(db, policyId, new Set(here))
  if (state === 'tested') return
  throw errorBy(
    policyErrors,
    'not_tested',
    {},
    state === 'made'
      ? 'The backup of these keys has not been tested. Test it first. Nothing was removed.'
      : 'No backup contains all keys of this policy on this computer, so they would be lost. Make a backup and test it first. Nothing was removed.',
  )
}

const requireUnshared = (db: Database, policy: StoredPolicy, here: readonly KeyHash[]): void => {
  const sharing = sharingPolicies(db, policy, here)
  if (sharing.length === 0) return
  throw errorBy(
    policyErrors,
    'shared_key',
    {},
    `A key of this policy is also one of ${sharing.map((other) => other.name ?? other.policyId).join(', ')}, which could no longer be signed for from here. Nothing was removed.`,
  )
}

/** Other policies that need one of these keys. */
const sharingPolicies = (
  db: Database,
  { policyId }: StoredPolicy,
  here: readonly KeyHash[],
): readonly StoredPolicy[] =>
  storedPolicies(db).filter(
    (other) =>
      other.policyId !== policyId &&
      keyHashesIn(other.script).some((keyHash) => here.includes(keyHash)),
  )
