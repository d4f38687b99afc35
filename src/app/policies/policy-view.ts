import type { PolicyView } from '#contract/policies/policy-view.ts'
import type { ScriptJson } from '#contract/policies/script.ts'
import type { PolicyId } from '#cardano/ids.ts'
import { canSatisfy, keyHashesIn, scriptToCbor, scriptToJson } from '#cardano/scripts.ts'
import { currentSlot } from '#cardano/slots.ts'
import type { Database } from '#platform/db/database.ts'
import { isPracticePolicy } from '../practice/practice.ts'
import type { Vault } from '#keys/vault/vault.ts'
import { backupStateOf } from './backups-noted.ts'
import { isLocked, lockOf } from '#cardano/lock.ts'
import { keyPathOf } from './public-keys.ts'
import { policyKeysHere } from './reveal.ts'
import type { StoredPolicy } from './store.ts'

/** Public files: the script whose hash is the policy ID. */
export type PublicPolicyFiles = {
  readonly policyId: PolicyId
  readonly script: ScriptJson
  /** A script file as cardano-cli reads it. */
  readonly scriptJson: string
  readonly scriptCborHex: string
}

type Deps = {
  readonly db: Database
  readonly vault: Pick<Vault, 'hasKey'>
  readonly now: () => Date
}

/** A policy with its current state in the vault and in time. */
export const policyView = async (deps: Deps, policy: StoredPolicy): Promise<PolicyView> => {
  const { script, network, ...details } = policy
  const here = new Set(await policyKeysHere(deps.vault, policy))
  const lock = lockOf(script, network)
  const now = deps.now()
  return {
    ...details,
    network,
    script: scriptToJson(script),
    keys: keyHashesIn(script).map((keyHash) => ({
      keyHash,
      here: here.has(keyHash),
      path: keyPathOf(deps.db, keyHash),
    })),
    canMint: canSatisfy(script, here, currentSlot(network, now)),
    lock: lock === null ? null : { ...lock, locked: isLocked(script, network, now) },
    backup: backupStateOf(deps.db, policy.policyId, here),
    isPractice: isPracticePolicy(deps.db, policy.policyId),
  }
}

export const publicFiles = ({ policyId, script }: StoredPolicy): PublicPolicyFiles => ({
  policyId,
  script: scriptToJson(script),
  // cardano-cli only reads a slot as a number, of any size.
  scriptJson: `${JSON.stringify(scriptToJson(script), null, 2).replaceAll(/"slot": "(\d+)"/gu, '"slot": $1')}\n`,
  scriptCborHex: scriptToCbor(script),
})
