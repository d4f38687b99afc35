import { policyErrors } from '#contract/policies/errors.ts'
import { errorBy } from '#values/errors/error-rules.ts'
import type { ColdpressError } from '#values/errors/errors.ts'
import type { InspectedPolicy } from '#contract/policies/policy-view.ts'
import type { ScriptJson } from '#contract/policies/script.ts'
import type { KeyHash, PolicyId } from '#cardano/ids.ts'
import { type Network, networks } from '#cardano/network.ts'
import { keyHashesIn, type NativeScript, policyIdOf, scriptToJson } from '#cardano/scripts.ts'
import { lockOf, networkOfLock } from '#cardano/lock.ts'
import { findPolicyInFiles, wipeFoundKeys } from './from-files/find-policy.ts'
import { foundPolicyView, networkOfFound } from './from-files/found-policy-view.ts'
import type { PolicyFiles } from './from-files/policy-file.ts'
import { readPolicyText } from './policy-text.ts'
import type { StoredPolicy } from './store.ts'

/** What a policy's script says; field names are those of the command line's JSON. */
export type InspectedPolicyView = {
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
export const inspectPolicy = (text: string, options: InspectOptions = {}): InspectedPolicyView => {
  const read = readPolicyText(text)
  switch (read.kind) {
    case 'policy': {
      for (const key of read.signingKeys) key.wipe()
      const timed = networkOfLock(read.script, read.lockTime, networks)
      return inspectedPolicyView(read.script, options.network ?? timed ?? 'mainnet')
    }
    case 'public':
      return inspectedPolicyView(read.policy.script, options.network ?? read.policy.network)
    case 'key':
      read.key.wipe()
      throw noScript('This is a signing key, not a policy')
    case 'publicKey':
      throw noScript('This is a verification key, not a policy')
    case 'id':
      throw noScript('This is a policy ID alone')
    default:
      return read satisfies never
  }
}

const noScript = (what: string): ColdpressError =>
  errorBy(
    policyErrors,
    'script_missing',
    {},
    `${what}: a policy ID is the hash of a script. Give the script.`,
  )

/**
 * What the files of a policy say and what can still be done under it; stores nothing, and needs
 * neither vault nor database. The files stay the caller's to wipe.
 * @throws ColdpressError `invalid` with `details.rule`
 */
export const inspectFiles = (
  given: PolicyFiles,
  { now, network, listed = [], inVault = new Set() }: InspectFilesOptions,
): InspectedPolicy => {
  const [only] = given.files
  const [locked] = given.encrypted
  if (only === undefined && locked !== undefined) throw onlyEncrypted(locked)
  // Its own message: a key alone may be damaged, or pasted by mistake.
  if (given.files.length === 1 && only !== undefined && listed.length === 0)
    inspectPolicy(only.content.text())
  const found = findPolicyInFiles(given.files, listed)
  try {
    const own = listed.find(({ policyId }) => policyId === found.policyId)
    const networkOf = networkOfFound(found, own?.network, network)
    const isListed = own !== undefined
    return foundPolicyView(found, given, { ...networkOf, now, inVault, isListed })
  } finally {
    wipeFoundKeys(found)
  }
}

const onlyEncrypted = (name: string): ColdpressError =>
  errorBy(
    policyErrors,
    'encrypted',
    {},
    `${name} is encrypted, and Coldpress does not open it. Decrypt it with gpg on a computer that you trust; or import the policy's script now, to watch it without the key.`,
  )

type InspectFilesOptions = {
  readonly now: Date
  readonly network?: Network | undefined
  /** The policies of this computer, and which of their keys are in the vault. */
  readonly listed?: readonly Pick<StoredPolicy, 'policyId' | 'script' | 'network'>[]
  readonly inVault?: ReadonlySet<string>
}

const inspectedPolicyView = (script: NativeScript, network: Network): InspectedPolicyView => {
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
