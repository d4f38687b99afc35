import { ColdpressError } from '#shared/errors.ts'
import type { ScriptJson } from '#shared/wire/script.ts'
import type { KeyHash, PolicyId } from '../cardano/ids.ts'
import { type Network, networks } from '../cardano/network.ts'
import { keyHashesIn, type NativeScript, policyIdOf, scriptToJson } from '../cardano/scripts.ts'
import { lockOf, networkOfLock } from '../cardano/lock.ts'
import { readPolicyText } from './policy-text.ts'

/** What a policy's script says; field names are those of the command line's JSON. */
export type PolicyFacts = {
  readonly policy_id: PolicyId
  readonly script: ScriptJson
  readonly key_hashes: readonly KeyHash[]
  /** The first slot in which nothing can be minted any more; a string above 2^53 - 1. */
  readonly lock_slot: number | string | null
  /** The time of that slot on `network`, ISO 8601 UTC; null for one beyond any date. */
  readonly lock_time: string | null
  readonly network: Network
}

type InspectOptions = { readonly network?: Network }

/**
 * Reads script JSON, script CBOR in hex, a cardano-cli file or a service's policy object; needs
 * neither vault nor database. A script does not say which chain it is for, and a slot is another
 * time on each: `network` decides what `lock_time` means (default mainnet).
 * @throws ColdpressError `invalid` with `details.rule`
 */
export const inspectPolicy = (text: string, options: InspectOptions = {}): PolicyFacts => {
  const { hasKeys: _, publicOn: __, ...facts } = inspectWithKeys(text, options)
  return facts
}

type InspectedWithKeys = PolicyFacts & {
  /** Whether signing keys stood beside the script. */
  readonly hasKeys: boolean
  /** The network that a public policy file states; null for any other text. */
  readonly publicOn: Network | null
}

/** As {@link inspectPolicy}, and what stood beside the script. */
export const inspectWithKeys = (text: string, options: InspectOptions = {}): InspectedWithKeys => {
  const read = readPolicyText(text)
  if (read.kind === 'key') {
    read.key.wipe()
    throw new ColdpressError(
      'invalid',
      'This is a signing key, not a policy: a policy ID is the hash of a script. Give the script.',
      { details: { rule: 'script_missing' } },
    )
  }
  if (read.kind === 'public') {
    const { script, network } = read.policy
    return { ...factsOf(script, options.network ?? network), hasKeys: false, publicOn: network }
  }
  for (const key of read.signingKeys) key.wipe()
  const network =
    options.network ?? networkOfLock(read.script, read.lockTime, networks) ?? 'mainnet'
  return { ...factsOf(read.script, network), hasKeys: read.signingKeys.length > 0, publicOn: null }
}

const factsOf = (script: NativeScript, network: Network): PolicyFacts => {
  const lock = lockOf(script, network)
  return {
    policy_id: policyIdOf(script),
    script: scriptToJson(script),
    key_hashes: keyHashesIn(script),
    lock_slot: lock?.slot ?? null,
    lock_time: lock?.time ?? null,
    network,
  }
}
