import { policyErrors } from '#contract/policies/errors.ts'
import { errorBy } from '#values/errors/error-rules.ts'
import type { MintingClient } from '../api/client.ts'
import { type Network, networks, type ServiceNetwork, wireNetwork } from '#cardano/network.ts'
import type { PolicyKey } from '#cardano/keys.ts'
import { type NativeScript, policyIdOf, scriptFromJson } from '#cardano/scripts.ts'
import type { PolicyId } from '#cardano/ids.ts'
import type { Database } from '#platform/db/database.ts'
import type { Secret } from '#platform/secret/secret.ts'
import type { Vault } from '#keys/vault/vault.ts'
import type { OwnKeys } from '#keys/vault/own-keys.ts'
import { networkOfLock } from '#cardano/lock.ts'
import { type AsksForKeys, confirmNewKeys } from './confirm-keys.ts'
import { findPolicyInFiles, signingKeyOf, wipeFoundKeys } from './from-files/find-policy.ts'
import { networkOfFound } from './from-files/found-policy-view.ts'
import type { PolicyFiles } from './from-files/policy-file.ts'
import { checkPolicyId } from './policy-text.ts'
import { notePublicKeys } from './public-keys.ts'
import { policyKeysHere } from './reveal.ts'
import {
  findPolicy as findStored,
  type PolicyToStore,
  storedPolicies,
  storePolicy,
} from './store.ts'

export type ImportPolicyDeps = {
  readonly db: Database
  readonly vault: Pick<Vault, 'storeKeys' | 'hasKey' | 'status'>
  readonly ownKeys: Pick<OwnKeys, 'add' | 'isConfirmed'>
  readonly now: () => Date
}

export type ImportPolicyOptions = {
  readonly name?: string
  readonly asks?: AsksForKeys
  /** Default: see `networkOfFound`. */
  readonly network?: Network
}

/** A collection's policy and keys, from its service to the vault; they exist nowhere in between. */
export const importFromService = async (
  deps: ImportPolicyDeps,
  client: Pick<MintingClient, 'exportPolicy'>,
  from: {
    readonly accountId: string
    readonly collectionId: string
    readonly network: ServiceNetwork
    readonly name?: string | undefined
    readonly asks?: AsksForKeys | undefined
  },
): Promise<PolicyId> => {
  const { policy, signingKeys } = await client.exportPolicy(from.collectionId)
  try {
    const script = scriptFromJson(policy.script)
    checkPolicyId(script, policy.policy_id)
    const network = networkFor(deps, script, policy.lock_time, from.network)
    const { accountId, collectionId, name, asks } = from
    const details = { script, network, origin: 'account', accountId, collectionId, name } as const
    return await importPolicy(deps, details, signingKeys, asks)
  } finally {
    wipeAll(signingKeys)
  }
}

/**
 * The policy that files describe, with the signing keys among them; watch-only if neither they nor
 * the vault have any. Answers the policy's id. The files stay the caller's to wipe.
 * @throws ColdpressError `invalid` with `details.rule`, and what the vault throws
 */
export const importFromFiles = async (
  deps: ImportPolicyDeps,
  { files, suggestedName }: Pick<PolicyFiles, 'files' | 'suggestedName'>,
  options: ImportPolicyOptions,
): Promise<PolicyId> => {
  const found = findPolicyInFiles(files, storedPolicies(deps.db))
  try {
    const { script, stated, signingKeys, publicKeys } = found
    const { network } = networkOfFound(
      found,
      findStored(deps.db, found.policyId)?.network,
      options.network,
    )
    const policy = {
      script,
      network,
      origin: 'imported',
      name: options.name ?? stated?.name ?? suggestedName ?? undefined,
    } as const
    const keys = signingKeys.map(({ key }) => key)
    const policyId = await storeWithKeys(deps, policy, keys, options.asks)
    notePublicKeys(deps.db, [...publicKeys, ...keys.map((key) => ({ ...key, path: null }))])
    return policyId
  } finally {
    wipeFoundKeys(found)
  }
}

const wipeAll = (secrets: readonly Secret[]): void => {
  for (const secret of secrets) secret.wipe()
}

/**
 * The stated lock time decides, else what was known before. Where nothing does, the policy of a
 * service's test network is taken for preprod's.
 */
const networkFor = (
  deps: ImportPolicyDeps,
  script: NativeScript,
  lockTime: string | null | undefined,
  service: ServiceNetwork,
): Network => {
  const fits = (network: Network) => service === network || service === wireNetwork(network)
  const known = findStored(deps.db, policyIdOf(script))?.network
  const reported = networkOfLock(script, lockTime, networks.filter(fits))
  if (reported !== undefined) return reported
  if (known !== undefined && fits(known)) return known
  return service === 'testnet' ? 'preprod' : service
}

/** Keys may be in the vault already, as those that `key derive --store` put there. */
const importPolicy = async (
  deps: ImportPolicyDeps,
  policy: PolicyToStore,
  signingKeys: readonly Secret[],
  asks: AsksForKeys | undefined,
): Promise<PolicyId> => {
  if (signingKeys.length === 0 && (await policyKeysHere(deps.vault, policy)).length === 0) {
    throw errorBy(
      policyErrors,
      'keys_missing',
      {},
      'signing_keys: none given, and the vault has none that the script names. Give its signing keys with it, or the public policy file of the machine that has them.',
    )
  }
  const keys: PolicyKey[] = []
  try {
    for (const [index, text] of signingKeys.entries())
      keys.push(signingKeyOf(`signing_keys[${index}]`, text, policy.script))
    return await storeWithKeys(deps, policy, keys, asks)
  } finally {
    wipeAll(keys.map(({ secret }) => secret))
  }
}

/** Keys to the vault first, then the row: a policy in the list has the keys that came with it. */
const storeWithKeys = async (
  deps: ImportPolicyDeps,
  policy: PolicyToStore,
  keys: readonly PolicyKey[],
  asks: AsksForKeys | undefined,
): Promise<PolicyId> => {
  const { db, vault, ownKeys, now } = deps
  if (keys.length > 0) {
    const { script, network, name = null } = policy
    const keyHashes = keys.map(({ keyHash }) => keyHash)
    if (asks !== undefined)
      await confirmNewKeys(deps, asks, { policyId: policyIdOf(script), name, network, keyHashes })
    await vault.storeKeys(keys)
    await ownKeys.add(keyHashes)
  }
  return storePolicy(db, policy, now())
}
