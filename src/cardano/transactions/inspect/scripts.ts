import type { KeyHash } from '../../ids.ts'
import { keyHashesIn, type NativeScript } from '../../scripts.ts'

/** The slots in which a transaction is valid: from `start` to the one before `end`. */
export type Bounds = { readonly start: bigint | undefined; readonly end: bigint | undefined }

/** The signatures that a script still needs, within one transaction's validity. */
export type ScriptOutcome =
  | { readonly state: 'satisfied' | 'outside_validity' }
  | {
      readonly state: 'needs_signatures'
      /** Keys without which it cannot be satisfied. */
      readonly definite: readonly KeyHash[]
      /** And at least so many of these. */
      readonly count: number
      readonly of: readonly KeyHash[]
    }

/**
 * Evaluates a native script as the ledger does (`evalTimelock`): a bound that the transaction does
 * not state never satisfies `before` or `after`.
 */
export const evaluateScript = (
  script: NativeScript,
  signed: ReadonlySet<string>,
  bounds: Bounds,
): ScriptOutcome => {
  const smallest = smallestSet(script, signed, bounds)
  if (smallest === undefined) return { state: 'outside_validity' }
  if (smallest.size === 0) return { state: 'satisfied' }
  const definite = definiteKeys(script, signed, bounds)
  const helpful = helpfulKeys(script, signed, bounds).filter((key) => !definite.has(key))
  const count = [...smallest].filter((key) => !definite.has(key)).length
  return {
    state: 'needs_signatures',
    definite: [...definite],
    count,
    of: count === 0 ? [] : helpful,
  }
}

type Evaluation<T> = (script: NativeScript, signed: ReadonlySet<string>, bounds: Bounds) => T

const holdsInTime = (script: NativeScript & { readonly slot: bigint }, bounds: Bounds): boolean =>
  script.type === 'before'
    ? bounds.end !== undefined && bounds.end <= script.slot
    : bounds.start !== undefined && bounds.start >= script.slot

/** How many of its elements a script needs. */
const countNeeded = (
  script: NativeScript & { readonly scripts: readonly NativeScript[] },
): number => {
  if (script.type === 'atLeast') return script.required
  return script.type === 'all' ? script.scripts.length : 1
}

/** A set of keys, as small as the branches taken singly allow, that together satisfy the script. */
const smallestSet: Evaluation<ReadonlySet<KeyHash> | undefined> = (script, signed, bounds) => {
  if (script.type === 'sig') return new Set(signed.has(script.keyHash) ? [] : [script.keyHash])
  if ('slot' in script) return holdsInTime(script, bounds) ? new Set() : undefined
  const branches = script.scripts
    .map((inner) => smallestSet(inner, signed, bounds))
    .filter((keys) => keys !== undefined)
    .sort((a, b) => a.size - b.size)
  const chosen = branches.slice(0, countNeeded(script))
  if (chosen.length < countNeeded(script)) return undefined
  return new Set(chosen.flatMap((keys) => [...keys]))
}

/** The branches that signatures can still satisfy, and whether all of them are needed. */
const openBranches = (
  script: NativeScript & { readonly scripts: readonly NativeScript[] },
  signed: ReadonlySet<string>,
  bounds: Bounds,
) => {
  const sized = script.scripts.flatMap((inner) => {
    const keys = smallestSet(inner, signed, bounds)
    return keys === undefined ? [] : [{ inner, isOpen: keys.size > 0 }]
  })
  const open = sized.filter(({ isOpen }) => isOpen).map(({ inner }) => inner)
  const wanted = Math.max(0, countNeeded(script) - (sized.length - open.length))
  return { open, wanted }
}

const definiteKeys: Evaluation<ReadonlySet<KeyHash>> = (script, signed, bounds) => {
  if (script.type === 'sig') return new Set(signed.has(script.keyHash) ? [] : [script.keyHash])
  if ('slot' in script) return new Set()
  const { open, wanted } = openBranches(script, signed, bounds)
  if (wanted < open.length) return new Set()
  return new Set(open.flatMap((inner) => [...definiteKeys(inner, signed, bounds)]))
}

const helpfulKeys: Evaluation<readonly KeyHash[]> = (script, signed, bounds) => {
  if (!('scripts' in script)) return keyHashesIn(script).filter((key) => !signed.has(key))
  const { open, wanted } = openBranches(script, signed, bounds)
  if (wanted === 0) return []
  return [...new Set(open.flatMap((inner) => helpfulKeys(inner, signed, bounds)))]
}
