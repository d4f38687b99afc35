import type { KeyHash } from './ids.ts'
import { canSatisfy, type NativeScript } from './scripts.ts'

/**
 * The fewest of `keys` that satisfy the script at `slot`, or at any slot; earlier keys are
 * preferred. All of them if even they do not suffice.
 */
export const fewestSigners = (
  script: NativeScript,
  keys: readonly KeyHash[],
  slot?: bigint,
): ReadonlySet<KeyHash> => {
  const signers = new Set(keys)
  for (const key of keys.toReversed()) {
    signers.delete(key)
    if (!canSatisfy(script, signers, slot)) signers.add(key)
  }
  return new Set(keys.filter((key) => signers.has(key)))
}
