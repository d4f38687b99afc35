import type { PolicyFiles } from './from-files/policy-file.ts'
import { inspectFiles } from './inspect.ts'
import { KeyHash } from '#cardano/ids.ts'
import type { PolicyRequest } from '#contract/policies/policy.ts'
import type { MintingClient } from '../api/client.ts'
import type { Network, ServiceNetwork } from '#cardano/network.ts'
import type { Database } from '#platform/db/database.ts'
import type { Secret } from '#platform/secret/secret.ts'
import type { Vault } from '#keys/vault/vault.ts'
import { type Backups, createBackups } from './backups.ts'
import { lockCalendar } from './calendar.ts'
import { type GenerateOptions, generatePolicy } from './generate.ts'
import {
  revealKeyFiles,
  type SigningKeyFile,
  type VerificationKeyFile,
  verificationKeyFiles,
} from './key-files.ts'
import { requestOfPolicy } from './for-collection.ts'
import { lockOf } from '#cardano/lock.ts'
import { stakeKeyHashOf } from '#cardano/payment-wallet.ts'
import type { Phrases } from './phrases.ts'
import { publicKeysOf } from './public-keys.ts'
import { publicPolicyText } from '#cardano/public-policy.ts'
import type { InspectedPolicy, PolicyView } from '#contract/policies/policy-view.ts'
import { policyView, publicFiles, type PublicPolicyFiles } from './policy-view.ts'
import type { OwnKeys } from '#keys/vault/own-keys.ts'
import { createPractice } from '../practice/practice.ts'
import { type Removal, removeKeys, removePracticePolicy } from './remove.ts'
import { revealPolicy } from './reveal.ts'
import { type PolicyToStore, storedPolicies, storedPolicy, storePolicy } from './store.ts'
import { storedWallets } from './wallets.ts'
import { type ImportPolicyOptions, importFromFiles, importFromService } from './import-policy.ts'
import type { AsksForKeys } from './confirm-keys.ts'

export type Policies = Backups & {
  /**
   * Stores a new key in the vault, then its policy: `all [sig]`, or `all [sig, before slot]` with a
   * lock time.
   * @throws ColdpressError `invalid` for the lock time, and what the vault throws
   */
  readonly generate: (options?: GenerateOptions) => Promise<PolicyView>
  /** Records a policy whose keys are in the vault already, or elsewhere. */
  readonly record: (policy: PolicyToStore) => Promise<PolicyView>
  /** Newest first. */
  readonly list: () => Promise<readonly PolicyView[]>
  /** Names of a network's policies by their ids; null for one without a name. */
  readonly names: (network: Network) => ReadonlyMap<string, string | null>
  /** @throws ColdpressError `not_found` */
  readonly show: (policyId: string) => Promise<PolicyView>
  /**
   * Fetches a collection's policy; its keys are stored before the policy. `network` is the
   * service's; by default that of new policies.
   * @throws ColdpressError as every call, `invalid` when policy ID, script and keys contradict each
   * other
   */
  readonly exportFrom: (
    client: Pick<MintingClient, 'exportPolicy'>,
    accountId: string,
    collectionId: string,
    options?: {
      readonly network?: ServiceNetwork
      readonly name?: string
      readonly asks?: AsksForKeys
    },
  ) => Promise<PolicyView>
  /**
   * What the files of a policy say, and what can be done under it with their keys and the vault's.
   * Stores nothing; works while the vault is locked. Without a stated network, mainnet is assumed.
   * @throws ColdpressError `invalid` with `details.rule`; a contradiction names both files
   */
  readonly inspectFiles: (
    files: PolicyFiles,
    options?: Pick<ImportPolicyOptions, 'network'>,
  ) => Promise<InspectedPolicy>
  /**
   * Imports the policy that files describe (of Coldpress, a service or another tool) with the
   * signing keys among them; or keys of a known policy. Watch-only without any key.
   * @throws ColdpressError as {@link Policies.inspectFiles}, and what the vault throws
   */
  readonly importFiles: (
    files: Pick<PolicyFiles, 'files' | 'suggestedName'>,
    options?: ImportPolicyOptions,
  ) => Promise<PolicyView>
  /**
   * The policy for the request of a collection, with the SIGNING KEYS that are here; call it only on
   * the user's explicit request.
   * @throws ColdpressError `not_found`; `vault_locked` where keys are here
   */
  readonly requestOf: (policyId: string) => Promise<PolicyRequest>
  /** @throws ColdpressError `not_found` */
  readonly publicFiles: (policyId: string) => PublicPolicyFiles
  /**
   * The interface's policy export WITH the private keys; call it only on the user's explicit
   * request. The caller wipes it.
   * @throws ColdpressError `not_found`, `key_missing`, `vault_locked`
   */
  readonly revealForExport: (policyId: string) => Promise<Secret>
  /**
   * A public policy file, which another machine takes as a watch-only policy. Opens the vault only
   * for keys whose public half was never noted.
   * @throws ColdpressError `not_found`, `key_missing`, `vault_locked`
   */
  readonly publicPolicyText: (policyId: string) => Promise<string>
  /**
   * cardano-cli verification key files of the keys that this computer knows.
   * @throws ColdpressError `not_found`, `key_missing`, `vault_locked`
   */
  readonly verificationKeyFiles: (policyId: string) => Promise<readonly VerificationKeyFile[]>
  /**
   * cardano-cli signing key files: PRIVATE KEYS; call it only on the user's explicit request. The
   * caller wipes them.
   * @throws ColdpressError as {@link Policies.revealForExport}
   */
  readonly revealKeyFiles: (policyId: string) => Promise<readonly SigningKeyFile[]>
  /** @throws ColdpressError as `removeKeys` */
  readonly removeKeys: (policyId: string, removal: Removal) => Promise<PolicyView>
  /** @returns see `removePracticePolicy` */
  readonly removePractice: (policyId: string) => Promise<boolean>
  /** Future locks as an iCalendar file. */
  readonly calendar: () => string
}

export type PoliciesDeps = {
  readonly db: Database
  readonly vault: Pick<
    Vault,
    | 'storeKeys'
    | 'removeKey'
    | 'hasKey'
    | 'status'
    | 'revealKeys'
    | 'publicKeys'
    | 'backUp'
    | 'restoreBackup'
    | 'testBackup'
  >
  readonly ownKeys: Pick<OwnKeys, 'add' | 'isConfirmed'>
  readonly phrases: Pick<Phrases, 'derive'>
  /** The network of new policies. */
  readonly network: Network
  readonly now?: () => Date
}

export const createPolicies = ({ now = () => new Date(), ...given }: PoliciesDeps) => {
  const deps = { ...given, now }
  const { db, vault, network } = deps
  const practice = createPractice(db)
  const show = async (policyId: string) => policyView(deps, storedPolicy(db, policyId))
  const policies: Policies = {
    show,
    generate: async (options = {}) => show(await generatePolicy(deps, options)),
    record: async (policy) => show(storePolicy(db, policy, now())),
    list: async () => {
      const views: PolicyView[] = []
      for (const policy of storedPolicies(db)) views.push(await policyView(deps, policy))
      return views
    },
    names: (of) =>
      new Map(
        storedPolicies(db).flatMap(({ policyId, name, network: its }) =>
          its === of ? [[policyId, name] as const] : [],
        ),
      ),
    exportFrom: async (client, accountId, collectionId, options = {}) => {
      const from = { accountId, collectionId, network, ...options }
      return show(await importFromService(deps, client, from))
    },
    inspectFiles: async (files, options = {}) => {
      const listed = storedPolicies(db)
      const { keys } = inspectFiles(files, { ...options, listed, now: now() })
      const inVault = new Set<string>()
      for (const { keyHash } of keys) if (await vault.hasKey(KeyHash(keyHash))) inVault.add(keyHash)
      return inspectFiles(files, { ...options, listed, inVault, now: now() })
    },
    importFiles: async (files, options = {}) => show(await importFromFiles(deps, files, options)),
    requestOf: async (policyId) => {
      const policy = storedPolicy(db, policyId)
      const request = await requestOfPolicy(vault, policy)
      practice.keepPolicy(policy.policyId)
      return request
    },
    publicFiles: (policyId) => publicFiles(storedPolicy(db, policyId)),
    revealForExport: async (policyId) => {
      const policy = storedPolicy(db, policyId)
      const secret = await revealPolicy(vault, policy)
      practice.keepPolicy(policy.policyId)
      return secret
    },
    verificationKeyFiles: async (policyId) =>
      verificationKeyFiles(deps, storedPolicy(db, policyId)),
    publicPolicyText: async (policyId) => {
      const policy = storedPolicy(db, policyId)
      return publicPolicyText({ ...policy, keys: await publicKeysOf(deps, policy) })
    },
    revealKeyFiles: async (policyId) => {
      const policy = storedPolicy(db, policyId)
      const files = await revealKeyFiles(vault, policy)
      practice.keepPolicy(policy.policyId)
      return files
    },
    ...createBackups(deps, show),
    removeKeys: async (policyId, removal) => {
      await removeKeys(deps, policyId, removal)
      return show(policyId)
    },
    removePractice: (policyId) => removePracticePolicy(deps, policyId),
    calendar: () => {
      const toCome = storedPolicies(db).map((policy) => ({
        ...policy,
        lock: lockOf(policy.script, policy.network),
      }))
      return lockCalendar(toCome, now())
    },
  }
  return policies
}

/** Of what was made on this computer nothing is on chain before its time. */
const madeHere: ReadonlySet<string> = new Set(['generated', 'studio', 'created'])

const sinceOf = (item: { readonly origin: string; readonly createdAt: string }) =>
  madeHere.has(item.origin) ? new Date(item.createdAt) : undefined

/** The wallets and policies of a network, which its gateway must find on chain. */
export const watchedOnChain = (db: Database, network: Network) => [
  ...storedWallets(db)
    .filter((wallet) => wallet.network === network)
    .map((wallet) => ({
      stakeKeyHash: stakeKeyHashOf(wallet.accountKey),
      since: sinceOf(wallet),
    })),
  ...storedPolicies(db)
    .filter((policy) => policy.network === network)
    .map((policy) => ({ policyId: policy.policyId, since: sinceOf(policy) })),
]
