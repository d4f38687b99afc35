import { ColdpressError, messageOf } from '#values/errors/errors.ts'
import type { Policy, PolicyRequest, StatedPolicy } from '#contract/policies/policy.ts'
import type { ScriptJson } from '#contract/policies/script.ts'
import { PolicyId } from '#cardano/ids.ts'
import { generatePolicyKey, type PolicyKey, readSigningKey } from '#cardano/keys.ts'
import type { Network } from '#cardano/network.ts'
import {
  keyHashesIn,
  lockSlotOf,
  type NativeScript,
  policyIdOf,
  scriptFromJson,
} from '#cardano/scripts.ts'
import { slotAt, timeOf } from '#cardano/slots.ts'
import { Secret } from '#platform/secret/secret.ts'
import type { CollectionRow } from '../store/collections.ts'

/** A policy with the keys that the vault must take. `lockTime` is undefined when it never locks. */
export type NewPolicy = {
  readonly policyId: PolicyId
  readonly script: NativeScript
  readonly lockTime: string | undefined
  readonly keys: readonly PolicyKey[]
  /** False for an import. */
  readonly madeHere: boolean
}

const invalid = (message: string): ColdpressError => new ColdpressError('invalid', message)

/** Errors of `lock` and `lock_time`, which both kinds of policy have. */
export const lockErrors = (request: PolicyRequest, now: Date): string[] => {
  if (!request.lock) return []
  if (typeof request.lock_time !== 'string') {
    return isImport(request) ? [] : ['policy.lock_time: required when policy.lock is true']
  }
  return request.lock_time <= now.toISOString()
    ? [`policy.lock_time: ${request.lock_time} is in the past`]
    : []
}

const importFields = ['policy_id', 'script', 'signing_keys'] as const

/** Beyond the interface, `signing_keys` may be left out, or be too few: others sign then. */
const requiredFields = ['policy_id', 'script'] as const

const isImport = (request: PolicyRequest): boolean =>
  importFields.some((field) => request[field] !== undefined)

/**
 * Generates or imports, as the request asks; {@link lockErrors} must have found none.
 * @throws ColdpressError `invalid`; each error of an import has a message of its own.
 */
export const preparePolicy = (request: PolicyRequest, network: Network, now: Date): NewPolicy =>
  isImport(request) ? importPolicy(request, network, now) : generatePolicy(request, network)

const generatePolicy = (request: PolicyRequest, network: Network): NewPolicy => {
  const lockTime = request.lock ? (request.lock_time ?? undefined) : undefined
  const key = generatePolicyKey()
  const sig: ScriptJson = { type: 'sig', keyHash: key.keyHash }
  const scripts: ScriptJson[] =
    lockTime === undefined
      ? [sig]
      : [sig, { type: 'before', slot: slotAt(network, new Date(lockTime)).toString() }]
  const script = scriptFromJson({ type: 'all', scripts })
  return { policyId: policyIdOf(script), script, lockTime, keys: [key], madeHere: true }
}

const importPolicy = (request: PolicyRequest, network: Network, now: Date): NewPolicy => {
  const missing = requiredFields.filter((field) => request[field] === undefined)
  const { policy_id: policyId, script: json, signing_keys: texts = [] } = request
  if (policyId === undefined || json === undefined) {
    throw invalid(
      `policy.${missing.join(', policy.')}: missing, an import needs policy_id and script`,
    )
  }
  const script = scriptOf(json)
  if (policyIdOf(script) !== PolicyId(policyId)) {
    throw invalid(
      `policy.policy_id: not the hash of policy.script, whose hash is ${policyIdOf(script)}`,
    )
  }
  const lockTime = lockTimeOf(request, script, network)
  if (lockTime !== undefined && lockTime <= now.toISOString()) {
    throw invalid(
      `policy.script: locked at ${lockTime}, so nothing can be minted under it any more`,
    )
  }
  const keys = keysOf(texts, script)
  return { policyId: policyIdOf(script), script, lockTime, keys, madeHere: false }
}

const scriptOf = (json: ScriptJson): NativeScript => {
  try {
    return scriptFromJson(json)
  } catch (error) {
    throw invalid(`policy.${messageOf(error)}`)
  }
}

/**
 * What the client says about the lock must be what the script does: buyers rely on it. A lock time
 * may fall inside a slot, so it agrees with the slot that holds it and with the one that follows.
 */
const lockTimeOf = (
  request: PolicyRequest,
  script: NativeScript,
  network: Network,
): string | undefined => {
  const slot = lockSlotOf(script)
  if (slot === undefined) {
    if (request.lock) throw invalid('policy.lock: true, but policy.script never locks')
    return undefined
  }
  if (slot === 0n) throw invalid('policy.script: no slot satisfies it, so nothing can be minted')
  const locksAt = lockTimeAt(slot, network)
  if (!request.lock) {
    throw invalid(
      `policy.lock: false, but policy.script locks at slot ${slot} (${locksAt} on this network)`,
    )
  }
  if (typeof request.lock_time !== 'string') return locksAt
  const chainAnswer = slotAt(network, new Date(request.lock_time))
  if (slot !== chainAnswer && slot !== chainAnswer + 1n) {
    throw invalid(
      `policy.lock_time: ${request.lock_time} does not agree with policy.script, which locks at slot ${slot} (${locksAt} on this network)`,
    )
  }
  return request.lock_time
}

/** Times are compared as text, and lock_time has a year of four digits. */
const lockTimeAt = (slot: bigint, network: Network): string => {
  const lastSlot = slotAt(network, new Date('9999-12-31T23:59:59Z'))
  if (slot <= lastSlot) return timeOf(network, slot).toISOString()
  throw invalid(
    `policy.script: locks at slot ${slot}, which is after the year 9999; at most ${lastSlot} is allowed`,
  )
}

const keysOf = (
  texts: NonNullable<PolicyRequest['signing_keys']>,
  script: NativeScript,
): readonly PolicyKey[] => {
  const wanted = new Set(keyHashesIn(script))
  const keys: PolicyKey[] = []
  try {
    for (const [index, text] of texts.entries()) {
      const key = keyOf(text, index)
      keys.push(key)
      if (!wanted.has(key.keyHash)) {
        throw invalid(
          `policy.signing_keys[${index}]: its key hash ${key.keyHash} is in no sig of policy.script`,
        )
      }
    }
  } catch (error) {
    wipePolicyKeys(keys)
    throw error
  }
  return keys
}

const keyOf = (text: string | object, index: number): PolicyKey => {
  const secret = Secret.ofText(typeof text === 'string' ? text : JSON.stringify(text))
  try {
    return readSigningKey(secret)
  } catch (error) {
    throw invalid(`policy.signing_keys[${index}]: ${messageOf(error)}`)
  } finally {
    secret.wipe()
  }
}

/**
 * What a change says of a collection's policy otherwise than it is, each a sentence that names its
 * field. Dates, slots and hex are compared by what they mean.
 * @throws ColdpressError `invalid`
 */
export const policyConflicts = (row: CollectionRow, stated: StatedPolicy): readonly string[] => {
  const { lock, lock_time: lockTime, policy_id: policyId, script, signing_keys: texts } = stated
  const isLocked = row.lock_time !== null
  const differences = {
    lock: lock !== undefined && lock !== isLocked,
    // Of a policy that never locks the time says nothing.
    lock_time: lockTime !== undefined && lock !== false && lockTime !== row.lock_time,
    policy_id: policyId !== undefined && policyId.toLowerCase() !== row.policy_id,
    script: script !== undefined && policyIdOf(scriptOf(script)) !== row.policy_id,
    signing_keys: texts !== undefined && !haveKeys(row, texts),
  }
  return Object.entries(differences).flatMap(([field, differs]) =>
    differs
      ? [
          `policy.${field}: the policy of a collection cannot change; another one needs a new collection`,
        ]
      : [],
  )
}

/** Whether all of these keys came with the collection. */
const haveKeys = (
  { script, key_hashes: here }: CollectionRow,
  texts: NonNullable<StatedPolicy['signing_keys']>,
): boolean => {
  const keys = keysOf(texts, scriptFromJson(script))
  wipePolicyKeys(keys)
  return keys.every(({ keyHash }) => here.includes(keyHash))
}

/** Overwrites the keys once the vault has them, or will not get them. */
export const wipePolicyKeys = (keys: readonly PolicyKey[]): void => {
  for (const key of keys) key.secret.wipe()
}

export const exportedPolicyView = (row: CollectionRow): Policy => ({
  lock: row.lock_time !== null,
  lock_time: row.lock_time,
  policy_id: row.policy_id,
  script: row.script,
})
