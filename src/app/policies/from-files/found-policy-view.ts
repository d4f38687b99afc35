import { policyErrors } from '#contract/policies/errors.ts'
import { errorBy } from '#values/errors/error-rules.ts'
import type { ColdpressError } from '#values/errors/errors.ts'
import type { InspectedPolicy } from '#contract/policies/policy-view.ts'
import { fewestSigners } from '#cardano/fewest-signers.ts'
import type { KeyHash } from '#cardano/ids.ts'
import { isLocked, lockOf, networkOfLock } from '#cardano/lock.ts'
import { type Network, networks } from '#cardano/network.ts'
import { canSatisfy, keyHashesIn, lockSlotOf, scriptToJson } from '#cardano/scripts.ts'
import { currentSlot } from '#cardano/slots.ts'
import { type FoundPolicy, keyFileText } from './find-policy.ts'
import { type PolicyFiles, keyFileStem } from './policy-file.ts'

type NetworkOfFound = Pick<InspectedPolicy, 'network' | 'networkBy'>

/**
 * A script does not say which network it is for, and its lock slot is another time on each. A
 * stated network decides, then a choice, a stated lock time, the list of this computer, else mainnet.
 * @throws ColdpressError `invalid` when a public policy file states another network than the caller
 * or the list
 */
export const networkOfFound = (
  { script, stated, lockTime }: Pick<FoundPolicy, 'script' | 'stated' | 'lockTime'>,
  listed: Network | undefined,
  chosen: Network | undefined,
): NetworkOfFound => {
  const wanted = chosen ?? listed
  if (stated !== undefined) {
    if (wanted === undefined || wanted === stated.network)
      return { network: stated.network, networkBy: 'files' }
    throw otherNetwork(stated.network, wanted, chosen !== undefined)
  }
  if (chosen !== undefined) return { network: chosen, networkBy: 'choice' }
  const timed = networkOfLock(script, lockTime, networks)
  if (timed !== undefined) return { network: timed, networkBy: 'files' }
  if (listed !== undefined) return { network: listed, networkBy: 'list' }
  return { network: 'mainnet', networkBy: 'assumption' }
}

const otherNetwork = (stated: Network, wanted: Network, isChosen: boolean): ColdpressError =>
  errorBy(
    policyErrors,
    'network',
    {},
    `network: the file is of ${stated}, but ${isChosen ? 'you named' : 'this computer lists the policy on'} ${wanted}. To take it as the file says, name ${stated}.`,
  )

/** What {@link foundPolicyView} knows beside the files. */
export type Around = NetworkOfFound & {
  readonly now: Date
  readonly inVault: ReadonlySet<string>
  readonly isListed: boolean
}

export const foundPolicyView = (
  found: FoundPolicy,
  { encrypted, skipped, suggestedName }: Omit<PolicyFiles, 'files'>,
  { now, inVault, isListed, ...networkOf }: Around,
): InspectedPolicy => {
  const { script, policyId, stated } = found
  const { network } = networkOf
  const named = keyHashesIn(script)
  const keys = named.map((keyHash) => foundKeyView(keyHash, found, encrypted, inVault))
  const usable = new Set(
    keys.flatMap(({ keyHash, source }) =>
      source === 'files' || source === 'vault' ? [keyHash] : [],
    ),
  )
  const lock = lockOf(script, network)
  const unrelated = found.unrelated.map((name) => ({ name, reason: 'not a file of a policy' }))
  return {
    policyId,
    script: scriptToJson(script),
    name: stated?.name ?? suggestedName,
    ...networkOf,
    lock: lock === null ? null : { ...lock, locked: isLocked(script, network, now) },
    signatures: fewestSigners(script, named).size,
    keys,
    minting: mintingOf(found, usable, network, now),
    isListed,
    encrypted,
    skipped: [...skipped, ...unrelated],
  }
}

const foundKeyView = (
  keyHash: KeyHash,
  { signingKeys, publicKeys }: FoundPolicy,
  encrypted: readonly string[],
  inVault: ReadonlySet<string>,
): InspectedPolicy['keys'][number] & { readonly keyHash: KeyHash } => {
  const shown = publicKeys.find((key) => key.keyHash === keyHash)
  const path = shown?.path ?? null
  const signing = signingKeys.find(({ key }) => key.keyHash === keyHash)
  if (signing !== undefined) return { keyHash, source: 'files', file: keyFileText(signing), path }
  if (inVault.has(keyHash)) return { keyHash, source: 'vault', file: null, path }
  if (shown === undefined) return { keyHash, source: 'missing', file: null, path }
  const locked = encrypted.find((name) => keyFileStem(name) === keyFileStem(shown.file))
  return locked === undefined
    ? { keyHash, source: 'public', file: shown.file, path }
    : { keyHash, source: 'encrypted', file: locked, path }
}

const mintingOf = (
  { script }: FoundPolicy,
  usable: ReadonlySet<KeyHash>,
  network: Network,
  now: Date,
): InspectedPolicy['minting'] => {
  const slot = currentSlot(network, now)
  if (canSatisfy(script, usable, slot)) return 'possible'
  if (canSatisfy(script, new Set(keyHashesIn(script)), slot)) return 'others_sign'
  if (lockSlotOf(script) === 0n) return 'impossible'
  return isLocked(script, network, now) ? 'locked' : 'not_yet'
}
