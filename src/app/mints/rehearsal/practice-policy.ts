import type { PolicyRequest } from '#contract/policies/policy.ts'
import { scriptJson } from '#contract/policies/script.ts'
import type { KeyHash } from '#cardano/ids.ts'
import { generatePolicyKey, writeSigningKey } from '#cardano/keys.ts'
import { lockOf } from '#cardano/lock.ts'
import type { Network } from '#cardano/network.ts'
import {
  keyHashesIn,
  type NativeScript,
  policyIdOf,
  scriptFromJson,
  scriptToJson,
} from '#cardano/scripts.ts'
import { slotAt, timeOf } from '#cardano/slots.ts'

type Parts = {
  readonly key: (keyHash: KeyHash) => string
  readonly slot: (slot: bigint) => string
}

type Shape =
  | { readonly type: 'sig'; readonly keyHash: string }
  | { readonly type: 'after' | 'before'; readonly slot: string }
  | { readonly type: string; readonly required?: number; readonly scripts: readonly Shape[] }

const mapped = (script: NativeScript, parts: Parts): Shape => {
  if (script.type === 'sig') return { type: 'sig', keyHash: parts.key(script.keyHash) }
  if ('slot' in script) return { type: script.type, slot: parts.slot(script.slot) }
  const scripts = script.scripts.map((inner) => mapped(inner, parts))
  return script.type === 'atLeast'
    ? { type: script.type, required: script.required, scripts }
    : { type: script.type, scripts }
}

/** A script with its keys numbered and its slots as times: equal for policies of the same shape. */
export const policyShapeOf = (script: NativeScript, network: Network): string => {
  const keys = keyHashesIn(script)
  return JSON.stringify(
    mapped(script, {
      key: (keyHash) => String(keys.indexOf(keyHash)),
      slot: (slot) => timeOf(network, slot).toISOString(),
    }),
  )
}

/** A policy of the same shape for the devnet: new keys, and the same times in its slots. */
export const practicePolicyOf = (script: NativeScript, network: Network): PolicyRequest => {
  const hashes = keyHashesIn(script)
  const keys = hashes.map(() => generatePolicyKey())
  const shape = mapped(script, {
    key: (keyHash) => keys[hashes.indexOf(keyHash)]?.keyHash ?? '',
    slot: (slot) => String(slotAt('devnet', timeOf(network, slot))),
  })
  const practice = scriptFromJson(scriptJson.parse(shape))
  const lock = lockOf(practice, 'devnet')
  return {
    lock: lock !== null,
    lock_time: lock?.time ?? null,
    policy_id: policyIdOf(practice),
    script: scriptToJson(practice),
    // They mint test tokens alone.
    signing_keys: keys.map((key) => writeSigningKey(key, 'bech32').text()),
  }
}
