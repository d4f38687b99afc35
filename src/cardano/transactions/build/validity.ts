import { startOfSlot } from '#values/networks/eras.ts'
import { ColdpressError } from '#values/errors/errors.ts'
import type { KeyHash } from '../../ids.ts'
import type { Network } from '../../network.ts'
import { canSatisfy, keyHashesIn, lockSlotOf, type NativeScript } from '../../scripts.ts'
import type { BuildContext, MintPolicy, Validity } from './types.ts'

/**
 * Two hours: long enough to carry it to another machine, short enough to build it again the same
 * day.
 */
const defaultValidForSlots = 7_200n

/** A transaction with fewer slots left is unlikely to reach a block. */
const minSlotsLeft = 30n

type Moment = Pick<BuildContext, 'slot' | 'validForSlots'>

/** The slots of a transaction under no policy. */
export const plainValidity = ({ slot, validForSlots = defaultValidForSlots }: Moment): Validity => {
  if (validForSlots >= 1n) return { end: slot + validForSlots }
  throw new ColdpressError('invalid', 'validity: at least one slot is needed; give a longer time')
}

/**
 * The slots in which the chosen signers satisfy the script all the time: it ends at the policy's
 * lock at the latest, and has a start only where the script asks for one.
 * @throws ColdpressError `conflict` when the policy is locked, about to lock or not open yet,
 * `invalid` when signatures are missing or a signer is none of the script's keys
 */
export const policyValidity = (
  context: Moment & Pick<BuildContext, 'network'>,
  policy: MintPolicy,
): Validity => {
  const { end: wanted } = plainValidity(context)
  checkOpen(context, policy.script)
  checkSigners(context, policy)
  const validity = findLongest(policy, context.slot, wanted)
  const left = validity.end - context.slot
  if (validity.end === wanted || left >= minSlotsLeft) return validity
  throw new ColdpressError(
    'conflict',
    `policy: it locks at slot ${validity.end} (${dateOf(context.network, validity.end)}), in ${left} slots; ` +
      `a transaction needs at least ${minSlotsLeft} to reach a block, so nothing more can be minted or burned`,
    { details: { lockSlot: String(validity.end) } },
  )
}

const checkOpen = (
  { network, slot }: Pick<BuildContext, 'network' | 'slot'>,
  script: NativeScript,
) => {
  const lock = lockSlotOf(script)
  if (lock !== undefined && lock <= slot)
    throw new ColdpressError(
      'conflict',
      lock === 0n
        ? 'policy: its script can never be satisfied; nothing can be minted or burned under it'
        : `policy: it locked at slot ${lock} (${dateOf(network, lock)}); nothing can be minted or burned under it any more`,
      { details: { lockSlot: String(lock) } },
    )
  if (canSatisfy(script, new Set(keyHashesIn(script)), slot)) return
  throw new ColdpressError(
    'conflict',
    `policy: nobody can use it at slot ${slot} (${dateOf(network, slot)}); missing: ${missingOf(script, new Set(keyHashesIn(script)), slot)}`,
  )
}

const checkSigners = ({ slot }: Pick<BuildContext, 'slot'>, { script, signers }: MintPolicy) => {
  const keys = new Set(keyHashesIn(script))
  const stranger = [...signers].find((signer) => !keys.has(signer))
  if (stranger !== undefined)
    throw new ColdpressError(
      'invalid',
      `signers: ${stranger} is no key of this policy's script; choose among its keys`,
    )
  if (canSatisfy(script, signers, slot)) return
  throw new ColdpressError(
    'invalid',
    `signers: those chosen do not satisfy the policy's script; missing: ${missingOf(script, signers, slot)}`,
  )
}

/** Why the script does not hold at `slot`, as the second half of a sentence; it must not hold. */
const missingOf = (script: NativeScript, signers: ReadonlySet<KeyHash>, slot: bigint): string => {
  if (script.type === 'sig') return `a signature of ${script.keyHash}`
  if ('slot' in script)
    return script.type === 'before'
      ? `a slot before ${script.slot}`
      : `a slot from ${script.slot} on`
  const open = script.scripts.filter((inner) => !canSatisfy(inner, signers, slot))
  const parts = open.map((inner) => missingOf(inner, signers, slot))
  if (script.type === 'all') return parts.join(' and ')
  const required = script.type === 'atLeast' ? script.required : 1
  const lacking = required - (script.scripts.length - open.length)
  return lacking > parts.length
    ? `${lacking} more, of which only ${parts.length} can ever be given`
    : `${lacking} of (${parts.join('; ')})`
}

/**
 * A transaction satisfies `before S` when it ends by S, and `after S` when it starts at S or later.
 * Where the script holds at `slot` there is always a solution: nothing changes between the last
 * `after` and the next `before`.
 */
const findLongest = ({ script, signers }: MintPolicy, slot: bigint, wanted: bigint): Validity => {
  const named = slotsIn(script)
  const ends = [wanted, ...named.filter((end) => end > slot && end < wanted)].toSorted(
    compareDescending,
  )
  const start = named.filter((from) => from <= slot).toSorted(compareDescending)[0]
  const starts = start === undefined ? [{}] : [{}, { start }]
  const all = ends.flatMap((end) => starts.map((bound): Validity => ({ ...bound, end })))
  const found = all.find((validity) => holdsIn(script, signers, validity))
  if (found !== undefined) return found
  throw new ColdpressError(
    'internal',
    `policy: satisfied at slot ${slot} but in no interval with it`,
  )
}

const holdsIn = (
  script: NativeScript,
  signers: ReadonlySet<KeyHash>,
  validity: Validity,
): boolean => {
  if (script.type === 'sig') return signers.has(script.keyHash)
  if ('slot' in script) {
    const { start, end } = validity
    return script.type === 'before'
      ? end <= script.slot
      : start !== undefined && start >= script.slot
  }
  const holds = (inner: NativeScript) => holdsIn(inner, signers, validity)
  if (script.type === 'atLeast') return script.scripts.filter(holds).length >= script.required
  return script.type === 'all' ? script.scripts.every(holds) : script.scripts.some(holds)
}

const slotsIn = (script: NativeScript): readonly bigint[] => {
  if ('slot' in script) return [script.slot]
  return 'scripts' in script ? script.scripts.flatMap(slotsIn) : []
}

const compareDescending = (a: bigint, b: bigint): number => (a > b ? -1 : a < b ? 1 : 0)

const dateOf = (network: Network, slot: bigint): string =>
  startOfSlot(network, slot)?.toISOString() ?? 'a date too far to name'
