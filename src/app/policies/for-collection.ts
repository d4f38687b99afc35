import { policyErrors } from '#contract/policies/errors.ts'
import { errorBy } from '#values/errors/error-rules.ts'
import type { WireNetwork } from '#contract/collections/collection.ts'
import { type PolicyRequest, policyRequest } from '#contract/policies/policy.ts'
import type { Network } from '#cardano/network.ts'
import { readSigningKey } from '#cardano/keys.ts'
import { canSatisfy, scriptFromJson, scriptToJson } from '#cardano/scripts.ts'
import { Secret, useAndWipe } from '#platform/secret/secret.ts'
import type { Vault } from '#keys/vault/vault.ts'
import { lockOf } from '#cardano/lock.ts'
import { isWatchOnly } from '#contract/policies/watch-only.ts'
import type { PolicyView } from '#contract/policies/policy-view.ts'
import type { Question } from '../asks.ts'
import { policyKeysHere, revealPolicy } from './reveal.ts'
import type { StoredPolicy } from './store.ts'

/** The service that a collection is made at. `chain`: the network of a Local studio. */
export type CollectionTarget = {
  readonly network: WireNetwork
  readonly chain?: Network
}

/**
 * Why a new collection there cannot use this policy, or undefined. Only a Local studio waits for
 * signatures of other computers.
 */
export const unusableFor = (
  policy: Pick<PolicyView, 'keys' | 'canMint' | 'lock' | 'network'>,
  target: CollectionTarget,
): string | undefined => {
  if (policy.lock?.locked === true) return 'locked already, so nothing can be minted under it'
  const isHosted = target.chain === undefined
  if (isHosted && isWatchOnly(policy))
    return 'watch-only: none of its keys is on this computer, and the service could not mint without them; use the Local studio, which waits for signatures from elsewhere'
  if (isHosted && !policy.canMint)
    return 'the vault does not hold the keys that could mint under it'
  // Without a lock a script is the same on every network; a slot means another time on each.
  const fits = policy.lock === null || chainsOf(target).includes(policy.network)
  return fits
    ? undefined
    : `its lock counts the slots of ${policy.network}, which are other times on this account's chain`
}

const chainsOf = ({ chain, network }: CollectionTarget): readonly Network[] => {
  if (chain !== undefined) return [chain]
  return network === 'mainnet' ? ['mainnet'] : ['preprod', 'preview']
}

/** @throws ColdpressError `invalid` with the reason of {@link unusableFor} */
export const requireUsable = (policy: PolicyView, target: CollectionTarget): void => {
  const why = unusableFor(policy, target)
  if (why === undefined) return
  throw errorBy(
    policyErrors,
    'policy',
    {},
    `policy ${policy.name ?? policy.policyId}: ${why}. Nothing was sent.`,
  )
}

/**
 * A collection's request may bring a policy with its keys. A hosted service mints by itself, so it
 * needs keys that are enough; only a Local studio waits for signatures from elsewhere.
 * @throws ColdpressError `invalid` where they are missing or too few
 */
export const requireEnoughKeys = (
  { script: json, signing_keys: texts = [] }: PolicyRequest,
  { chain }: CollectionTarget,
): void => {
  if (chain !== undefined || json === undefined) return
  const hashes = texts.map((text) => {
    const secret = Secret.ofText(typeof text === 'string' ? text : JSON.stringify(text))
    try {
      const key = readSigningKey(secret)
      key.secret.wipe()
      return key.keyHash
    } finally {
      secret.wipe()
    }
  })
  if (canSatisfy(scriptFromJson(json), new Set(hashes))) return
  const what = texts.length === 0 ? 'brings none of its keys (watch-only)' : 'brings too few keys'
  throw errorBy(
    policyErrors,
    'policy',
    {},
    `policy.signing_keys: the policy ${what}, and the service could not mint without them. Nothing was sent. Use the Local studio, which waits for signatures from elsewhere.`,
  )
}

/**
 * The policy as a collection is made with it: with the signing keys that are here, which are text
 * then and cannot be wiped, or without any.
 * @throws ColdpressError `vault_locked` where keys are here
 */
export const requestOfPolicy = async (
  vault: Pick<Vault, 'hasKey' | 'revealKeys'>,
  policy: StoredPolicy,
): Promise<PolicyRequest> => {
  if ((await policyKeysHere(vault, policy)).length > 0)
    return useAndWipe(await revealPolicy(vault, policy), async (secret) =>
      policyRequest.parse(JSON.parse(secret.text())),
    )
  const lock = lockOf(policy.script, policy.network)
  return {
    lock: lock !== null,
    lock_time: lock?.time ?? null,
    policy_id: policy.policyId,
    script: scriptToJson(policy.script),
  }
}

/** Whether a service may receive a policy's signing keys, which it then has for ever. */
export const sendKeysQuestion = (
  { policyId, name, network }: Pick<PolicyView, 'policyId' | 'name' | 'network'>,
  { baseUrl }: { readonly baseUrl: string },
): Question => {
  const { origin, host } = new URL(baseUrl)
  return {
    kind: 'send_keys',
    question: `Send the signing keys of a policy to ${host}?`,
    lines: [
      `Policy: ${name ?? 'without a name'}`,
      `Policy ID: ${policyId}`,
      `Network: ${network}`,
      `Address: ${origin}`,
      'Whoever runs this service can mint under the policy from then on. You cannot take the keys back.',
    ],
    yes: 'Send the keys',
  }
}
