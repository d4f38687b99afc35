import { ColdpressError } from '../../shared/errors.ts'
import { utcTime } from '../../shared/wire/fields.ts'
import type { ScriptJson } from '../../shared/wire/script.ts'
import type { MintingClient } from '../api/client.ts'
import type { KeyHash, PolicyId } from '../cardano/ids.ts'
import { generatePolicyKey } from '../cardano/keys.ts'
import type { Network, ServiceNetwork } from '../cardano/network.ts'
import {
  canSatisfy,
  keyHashesIn,
  type NativeScript,
  scriptToCbor,
  scriptToJson,
} from '../cardano/scripts.ts'
import { slotAt } from '../cardano/slots.ts'
import type { Database } from '../db/database.ts'
import type { Secret } from '../secret/secret.ts'
import type { Vault } from '../vault/vault.ts'
import { isLocked, type Lock, lockOf } from './lock.ts'
import { keysHere, revealPolicy } from './reveal.ts'
import {
  type PolicyOrigin,
  type PolicyToStore,
  type StoredPolicy,
  storedPolicies,
  storedPolicy,
  storePolicy,
} from './store.ts'
import { type ImportOptions, takeFromFile, takeFromParts, takeFromService } from './take-in.ts'

/** A policy as it is shown: plain JSON, without secrets. */
export type PolicyView = {
  readonly policyId: PolicyId
  readonly name: string | null
  readonly network: Network
  readonly origin: PolicyOrigin
  readonly accountId: string | null
  readonly collectionId: string | null
  readonly script: ScriptJson
  /** Every key that the script names; `here`: the vault holds it. */
  readonly keys: readonly { readonly keyHash: KeyHash; readonly here: boolean }[]
  /** Whether the keys that are here can mint now. */
  readonly canMint: boolean
  /** Null for a policy that never locks. */
  readonly lock: (Lock & { readonly locked: boolean }) | null
  /** Whether a backup of its keys is known to work. */
  readonly backup: 'none'
  readonly createdAt: string
}

/** What may be given away: the script that the policy id is the hash of. */
export type PublicPolicyFiles = {
  readonly policyId: PolicyId
  readonly script: ScriptJson
  /** A script file as cardano-cli reads it. */
  readonly scriptJson: string
  readonly scriptCborHex: string
}

type GenerateOptions = {
  readonly name?: string
  /** ISO 8601, UTC: from then on nothing can be minted. */
  readonly lockTime?: string
  readonly network?: Network
}

export type Policies = {
  /**
   * A fresh key to the vault, then its policy: `all [sig]`, or `all [sig, before slot]` with a lock time.
   * @throws ColdpressError `invalid` for the lock time, and what the vault throws
   */
  readonly generate: (options?: GenerateOptions) => Promise<PolicyView>
  /** Notes a policy whose keys are in the vault already, or elsewhere. */
  readonly record: (policy: PolicyToStore) => Promise<PolicyView>
  /** Newest first. */
  readonly list: () => Promise<readonly PolicyView[]>
  /** @throws ColdpressError `not_found` */
  readonly show: (policyId: string) => Promise<PolicyView>
  /**
   * Fetches a collection's policy; its keys go to the vault before the policy is noted. `network`
   * is that of the service; default: the network of what is made here.
   * @throws ColdpressError as every call, `invalid` when policy id, script and keys do not belong together
   */
  readonly exportFrom: (
    client: Pick<MintingClient, 'exportPolicy'>,
    accountId: string,
    collectionId: string,
    options?: { readonly network?: ServiceNetwork; readonly name?: string },
  ) => Promise<PolicyView>
  /**
   * Takes in the service's policy JSON with its keys, a key of a policy known already, or a script
   * whose keys are in the vault already. What tells no network is taken for mainnet's.
   * @throws ColdpressError `invalid` with `details.rule`, and what the vault throws
   */
  readonly importFile: (text: Secret, options?: ImportOptions) => Promise<PolicyView>
  /** Takes in a script and its keys from separate files, as cardano-cli keeps them. */
  readonly importParts: (
    parts: { readonly script: string; readonly keys: readonly Secret[] },
    options?: ImportOptions,
  ) => Promise<PolicyView>
  /** @throws ColdpressError `not_found` */
  readonly publicFiles: (policyId: string) => PublicPolicyFiles
  /**
   * The interface's policy export WITH the private keys, for a user who asked for exactly that. The
   * caller wipes it.
   * @throws ColdpressError `not_found`, `key_missing`, `vault_locked`
   */
  readonly revealForExport: (policyId: string) => Promise<Secret>
}

export type PoliciesDeps = {
  readonly db: Database
  readonly vault: Pick<Vault, 'storeKeys' | 'removeKey' | 'hasKey' | 'revealKeys'>
  /** The network of what is made here. */
  readonly network: Network
  readonly now?: () => Date
}

export const createPolicies = ({ db, vault, network, now = () => new Date() }: PoliciesDeps) => {
  const deps = { db, vault, network, now }
  const show = async (policyId: string) => view(deps, storedPolicy(db, policyId))
  const policies: Policies = {
    show,
    generate: async (options = {}) => show(await generate(deps, options)),
    record: async (policy) => show(storePolicy(db, policy, now())),
    list: async () => {
      const views: PolicyView[] = []
      for (const policy of storedPolicies(db)) views.push(await view(deps, policy))
      return views
    },
    exportFrom: async (client, accountId, collectionId, options = {}) => {
      const from = { accountId, collectionId, network, ...options }
      return show(await takeFromService(deps, client, from))
    },
    importFile: async (text, options = {}) => show(await takeFromFile(deps, text, options)),
    importParts: async (parts, options = {}) => show(await takeFromParts(deps, parts, options)),
    publicFiles: (policyId) => publicFiles(storedPolicy(db, policyId)),
    revealForExport: async (policyId) => revealPolicy(vault, storedPolicy(db, policyId)),
  }
  return policies
}

type Deps = Required<PoliciesDeps>

const generate = async (deps: Deps, options: GenerateOptions): Promise<PolicyId> => {
  const network = options.network ?? deps.network
  const slot =
    options.lockTime === undefined ? undefined : lockSlot(network, options.lockTime, deps.now())
  const key = generatePolicyKey()
  try {
    await deps.vault.storeKeys([key])
  } finally {
    key.secret.wipe()
  }
  const sig: NativeScript = { type: 'sig', keyHash: key.keyHash }
  const script: NativeScript = {
    type: 'all',
    scripts: slot === undefined ? [sig] : [sig, { type: 'before', slot }],
  }
  try {
    const { name } = options
    return storePolicy(deps.db, { script, network, origin: 'generated', name }, deps.now())
  } catch (error) {
    // Nobody has seen this policy, so nothing can need its key; why it failed matters more than a
    // key that could not be removed.
    await deps.vault.removeKey(key.keyHash).catch(() => undefined)
    throw error
  }
}

const lockSlot = (network: Network, lockTime: string, now: Date): bigint => {
  const read = utcTime.safeParse(lockTime)
  if (!read.success) {
    throw new ColdpressError(
      'invalid',
      `lock time: ${read.error.issues.map(({ message }) => message).join('; ')}`,
      { details: { rule: 'lock_time' } },
    )
  }
  const slot = slotAt(network, new Date(read.data))
  if (slot > slotAt(network, now)) return slot
  throw new ColdpressError(
    'invalid',
    `lock time: ${read.data} is not in the future, so nothing could ever be minted.`,
    { details: { rule: 'lock_time' } },
  )
}

const view = async (deps: Deps, policy: StoredPolicy): Promise<PolicyView> => {
  const { script, network, ...facts } = policy
  const here = new Set(await keysHere(deps.vault, policy))
  const lock = lockOf(script, network)
  const now = deps.now()
  return {
    ...facts,
    network,
    script: scriptToJson(script),
    keys: keyHashesIn(script).map((keyHash) => ({ keyHash, here: here.has(keyHash) })),
    canMint: canSatisfy(script, here, slotAt(network, now)),
    lock: lock === null ? null : { ...lock, locked: isLocked(script, network, now) },
  }
}

const publicFiles = ({ policyId, script }: StoredPolicy): PublicPolicyFiles => ({
  policyId,
  script: scriptToJson(script),
  // cardano-cli reads a slot as a number only, however large.
  scriptJson: `${JSON.stringify(scriptToJson(script), null, 2).replaceAll(/"slot": "(\d+)"/gu, '"slot": $1')}\n`,
  scriptCborHex: scriptToCbor(script),
})
