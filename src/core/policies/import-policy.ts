import { ColdpressError, messageOf } from '#shared/errors.ts'
import type { MintingClient } from '../api/client.ts'
import { type Network, networks, type ServiceNetwork, wireNetwork } from '../cardano/network.ts'
import { type PolicyKey, readSigningKey } from '../cardano/keys.ts'
import { keyHashesIn, type NativeScript, policyIdOf, scriptFromJson } from '../cardano/scripts.ts'
import type { KeyHash, PolicyId } from '../cardano/ids.ts'
import type { Database } from '../db/database.ts'
import type { Secret } from '../secret/secret.ts'
import type { Vault } from '../vault/vault.ts'
import type { OwnKeys } from '../vault/own-keys.ts'
import { networkOfLock } from '../cardano/lock.ts'
import { checkPolicyId, readPolicyText } from './policy-text.ts'
import { notePublicKeys } from './public-keys.ts'
import type { PublicPolicy } from '../cardano/public-policy.ts'
import { keysHere } from './reveal.ts'
import { findPolicy, type PolicyToStore, storedPolicies, storePolicy } from './store.ts'

export type ImportPolicyDeps = {
  readonly db: Database
  readonly vault: Pick<Vault, 'storeKeys' | 'hasKey'>
  readonly ownKeys: Pick<OwnKeys, 'add'>
  readonly now: () => Date
}

/** Keys to store in the vault, and their policy. */
export type KeysToImport = {
  readonly policyId: PolicyId
  readonly name: string | null
  readonly network: Network
  readonly keyHashes: readonly KeyHash[]
}

/**
 * Asks the user to confirm keys before they are stored, since they then count as the user's own;
 * rejects on no. The command line needs no confirmation: its caller is the user.
 */
export type ConfirmKeys = (keys: KeysToImport) => Promise<void>

export type ImportOptions = {
  readonly name?: string
  readonly confirm?: ConfirmKeys
  /** Default: the network on which the stated lock time fits the lock slot. */
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
    readonly confirm?: ConfirmKeys | undefined
  },
): Promise<PolicyId> => {
  const { policy, signingKeys } = await client.exportPolicy(from.collectionId)
  try {
    const script = scriptFromJson(policy.script)
    checkPolicyId(script, policy.policy_id)
    const network = networkFor(deps, script, policy.lock_time, from.network)
    const { accountId, collectionId, name, confirm } = from
    const facts = { script, network, origin: 'account', accountId, collectionId, name } as const
    return await importPolicy(deps, facts, signingKeys, confirm)
  } finally {
    wipeAll(signingKeys)
  }
}

/**
 * A policy file with its keys, a public policy file, or a key alone that completes a policy known
 * already; answers the policy's id. `text` stays the caller's to wipe.
 */
export const importFromFile = async (
  deps: ImportPolicyDeps,
  text: Secret,
  options: ImportOptions,
): Promise<PolicyId> => {
  const read = readPolicyText(text.text())
  if (read.kind === 'public') return importPublic(deps, read.policy, [], options)
  if (read.kind === 'policy') {
    try {
      return await importScript(deps, read.script, read.signingKeys, read.lockTime, options)
    } finally {
      wipeAll(read.signingKeys)
    }
  }
  try {
    return await importKeyAlone(deps, read.key, options.confirm)
  } finally {
    read.key.wipe()
  }
}

/** A script in any form, and its keys apart, as cardano-cli keeps them; the caller wipes the keys. */
export const importFromParts = async (
  deps: ImportPolicyDeps,
  parts: { readonly script: string; readonly keys: readonly Secret[] },
  options: ImportOptions,
): Promise<PolicyId> => {
  const read = readPolicyText(parts.script)
  if (read.kind === 'key') {
    read.key.wipe()
    throw invalid('script_missing', 'script: this is a signing key. Give the script here.')
  }
  if (read.kind === 'public') return importPublic(deps, read.policy, parts.keys, options)
  try {
    const keys = [...read.signingKeys, ...parts.keys]
    return await importScript(deps, read.script, keys, read.lockTime, options)
  } finally {
    wipeAll(read.signingKeys)
  }
}

const invalid = (rule: string, sentence: string): ColdpressError =>
  new ColdpressError('invalid', sentence, { details: { rule } })

const wipeAll = (secrets: readonly Secret[]): void => {
  for (const secret of secrets) secret.wipe()
}

const importScript = (
  deps: ImportPolicyDeps,
  script: NativeScript,
  signingKeys: readonly Secret[],
  lockTime: string | undefined,
  options: ImportOptions,
): Promise<PolicyId> => {
  const network = options.network ?? networkFor(deps, script, lockTime)
  const policy = { script, network, origin: 'imported', name: options.name } as const
  return importPolicy(deps, policy, signingKeys, options.confirm)
}

/**
 * The policy of a machine whose keys stay there: a watch-only policy, unless keys of it are here.
 * Its network is the file's.
 */
const importPublic = async (
  deps: ImportPolicyDeps,
  { script, network, keys, ...policy }: PublicPolicy,
  signingKeys: readonly Secret[],
  options: ImportOptions,
): Promise<PolicyId> => {
  const stated = options.network ?? findPolicy(deps.db, policy.policyId)?.network ?? network
  if (stated !== network)
    throw invalid(
      'network',
      `network: the file is of ${network}, but ${options.network === undefined ? 'this computer lists the policy on' : 'you named'} ${stated}. To take it as the file says, name ${network}.`,
    )
  const name = options.name ?? policy.name ?? undefined
  const stored = { script, network, origin: 'imported', name } as const
  const policyId = await storeWithKeys(deps, stored, signingKeys, options.confirm)
  notePublicKeys(deps.db, keys)
  return policyId
}

/**
 * The stated lock time decides, else what was known before. Where nothing does, a file is taken for
 * mainnet's, as when it is inspected, and the policy of a service's test network for preprod's.
 */
const networkFor = (
  deps: ImportPolicyDeps,
  script: NativeScript,
  lockTime: string | null | undefined,
  service?: ServiceNetwork,
): Network => {
  const fits = (network: Network) =>
    service === undefined || service === network || service === wireNetwork(network)
  const known = findPolicy(deps.db, policyIdOf(script))?.network
  const reported = networkOfLock(script, lockTime, networks.filter(fits))
  if (reported !== undefined) return reported
  if (known !== undefined && fits(known)) return known
  return service === 'testnet' ? 'preprod' : (service ?? 'mainnet')
}

/** Keys may be in the vault already, as those that `key derive --store` put there. */
const importPolicy = async (
  deps: ImportPolicyDeps,
  policy: PolicyToStore,
  signingKeys: readonly Secret[],
  confirm: ConfirmKeys | undefined,
): Promise<PolicyId> => {
  if (signingKeys.length === 0 && (await keysHere(deps.vault, policy)).length === 0) {
    throw invalid(
      'keys_missing',
      'signing_keys: none given, and the vault has none that the script names. Give its signing keys with it, or the public policy file of the machine that has them.',
    )
  }
  return storeWithKeys(deps, policy, signingKeys, confirm)
}

/** Keys to the vault first, then the row: a policy in the list has the keys that came with it. */
const storeWithKeys = async (
  deps: ImportPolicyDeps,
  policy: PolicyToStore,
  signingKeys: readonly Secret[],
  confirm: ConfirmKeys | undefined,
): Promise<PolicyId> => {
  const keys: PolicyKey[] = []
  try {
    const named = keyHashesIn(policy.script)
    for (const [index, text] of signingKeys.entries()) keys.push(readKey(text, index, named))
    const { script, network, name = null } = policy
    await storeImported(deps, keys, { policyId: policyIdOf(script), name, network }, confirm)
  } finally {
    wipeAll(keys.map(({ secret }) => secret))
  }
  return storePolicy(deps.db, policy, deps.now())
}

const storeImported = async (
  { vault, ownKeys }: ImportPolicyDeps,
  keys: readonly PolicyKey[],
  policy: Omit<KeysToImport, 'keyHashes'>,
  confirm: ConfirmKeys | undefined,
): Promise<void> => {
  if (keys.length === 0) return
  const keyHashes = keys.map(({ keyHash }) => keyHash)
  await confirm?.({ ...policy, keyHashes })
  await vault.storeKeys(keys)
  await ownKeys.add(keyHashes)
}

const readKey = (text: Secret, index: number, named: readonly KeyHash[]): PolicyKey => {
  const key = readable(text, `signing_keys[${index}]`)
  if (named.includes(key.keyHash)) return key
  key.secret.wipe()
  throw invalid(
    'foreign_key',
    `signing_keys[${index}]: its key hash ${key.keyHash} is not in the script, which names ${named.join(', ') || 'none'}.`,
  )
}

const readable = (text: Secret, field: string): PolicyKey => {
  try {
    return readSigningKey(text)
  } catch (error) {
    throw invalid('unreadable_key', `${field}: ${messageOf(error)}`)
  }
}

/** A key without a script would be a secret that nobody can find again, so it must be awaited. */
const importKeyAlone = async (
  deps: ImportPolicyDeps,
  text: Secret,
  confirm: ConfirmKeys | undefined,
): Promise<PolicyId> => {
  const key = readable(text, 'signing key')
  try {
    const awaiting = storedPolicies(deps.db).find(({ script }) =>
      keyHashesIn(script).includes(key.keyHash),
    )
    if (awaiting === undefined) {
      throw invalid(
        'script_missing',
        `This is a signing key (key hash ${key.keyHash}) that no policy here names. Give its script with it.`,
      )
    }
    await storeImported(deps, [key], awaiting, confirm)
    return awaiting.policyId
  } finally {
    key.secret.wipe()
  }
}
