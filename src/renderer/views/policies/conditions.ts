import type { PolicyView } from '#contract/policies/policy-view.ts'
import { startOfSlot } from '#values/networks/eras.ts'
import type { ScriptJson } from '#contract/policies/script.ts'

/** A script as a person reads it: groups of conditions, each with what can be said of it now. */
export type Condition =
  | { readonly kind: 'signed'; readonly keyHash: string; readonly isHere: boolean }
  | TimeCondition
  | {
      readonly kind: 'all' | 'any' | 'atLeast'
      /** How many of `of` are needed. */
      readonly required: number
      readonly of: readonly Condition[]
    }
  /** A group that asks for nothing, or for more than it has. */
  | { readonly kind: 'nothing' | 'never' }

export type TimeCondition = {
  readonly kind: 'before' | 'after'
  readonly slot: string
  /** ISO 8601 UTC; null when the slot lies beyond any date. */
  readonly at: string | null
  /** The chain has reached the slot. */
  readonly isReached: boolean
  /** Seconds from now to the slot or back; 0 without a date. */
  readonly seconds: number
}

type Circumstances = {
  readonly network: PolicyView['network']
  readonly keysHere: ReadonlySet<string>
  readonly now: number
}

export const conditionOf = (script: ScriptJson, circumstances: Circumstances): Condition => {
  if (script.type === 'sig') {
    const { keyHash } = script
    return { kind: 'signed', keyHash, isHere: circumstances.keysHere.has(keyHash) }
  }
  if ('slot' in script) return timeCondition(script.type, script.slot, circumstances)
  const of = script.scripts.map((inner) => conditionOf(inner, circumstances))
  const required =
    script.type === 'atLeast' ? script.required : script.type === 'any' ? 1 : of.length
  if (required === 0) return { kind: 'nothing' }
  if (required > of.length) return { kind: 'never' }
  const [only] = of
  // A group of one says no more than what is in it.
  if (only !== undefined && of.length === 1) return only
  return { kind: script.type, required, of }
}

const timeCondition = (
  kind: 'before' | 'after',
  slot: number | string,
  { network, now }: Circumstances,
): TimeCondition => {
  const date = startOfSlot(network, BigInt(slot))
  const away = date === undefined ? 0 : (date.getTime() - now) / 1000
  return {
    kind,
    slot: String(slot),
    at: date?.toISOString() ?? null,
    isReached: date !== undefined && away <= 0,
    seconds: Math.abs(away),
  }
}
