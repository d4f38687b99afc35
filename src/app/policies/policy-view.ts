import type { BackupState } from '#contract/backups/backup.ts'
import type { ScriptJson } from '#contract/policies/script.ts'
import type { KeyHash, PolicyId } from '#cardano/ids.ts'
import type { Network } from '#cardano/network.ts'
import { canSatisfy, keyHashesIn, scriptToCbor, scriptToJson } from '#cardano/scripts.ts'
import { currentSlot } from '#cardano/slots.ts'
import type { Database } from '#platform/db/database.ts'
import { isPracticePolicy } from '../practice/practice.ts'
import type { Vault } from '#keys/vault/vault.ts'
import { backupStateOf } from './backups-noted.ts'
import { isLocked, type Lock, lockOf } from '#cardano/lock.ts'
import { keyPathOf } from './public-keys.ts'
import { policyKeysHere } from './reveal.ts'
import type { PolicyOrigin, StoredPolicy } from './store.ts'

/** A policy for display: plain JSON, without secrets. */
export type PolicyView = {
  readonly policyId: PolicyId
  readonly name: string | null
  readonly network: Network
  readonly origin: PolicyOrigin
  readonly accountId: string | null
  readonly collectionId: string | null
  readonly script: ScriptJson
  /** Every key in the script; `here`: the vault holds it. `path`: how it derives, where known. */
  readonly keys: readonly {
    readonly keyHash: KeyHash
    readonly here: boolean
    readonly path: string | null
  }[]
  /** Whether the vault's keys can mint now. */
  readonly canMint: boolean
  /** Null for a policy that never locks. */
  readonly lock: (Lock & { readonly locked: boolean }) | null
  readonly backup: BackupState
  readonly createdAt: string
  /** See `isPracticePolicy`. */
  readonly isPractice: boolean
}

/** Whether a key in the vault has no tested backup; then the user is reminded. Practice needs none. */
export const lacksTestedBackup = ({
  keys,
  backup,
  isPractice,
}: Pick<PolicyView, 'keys' | 'backup' | 'isPractice'>): boolean =>
  !isPractice && backup.state !== 'tested' && keys.some(({ here }) => here)

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
