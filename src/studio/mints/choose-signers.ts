import { KeyHash } from '../../core/cardano/ids.ts'
import {
  canSatisfy,
  keyHashesIn,
  type NativeScript,
  scriptFromJson,
} from '../../core/cardano/scripts.ts'
import type { MintPolicy } from '../../core/cardano/transactions/types.ts'
import type { CollectionRow } from '../store/collections.ts'

/**
 * The policy with those who will sign: the asked ones, or as few as suffice at `slot`, those whose
 * keys are here before the others.
 * @throws ColdpressError `invalid` for a key hash that is none
 */
export const mintPolicyOf = (
  collection: Pick<CollectionRow, 'script' | 'key_hashes'>,
  asked: readonly string[] | undefined,
  slot: bigint,
): MintPolicy => {
  const script = scriptFromJson(collection.script)
  if (asked !== undefined) return { script, signers: new Set(asked.map(KeyHash)) }
  const here = new Set(collection.key_hashes)
  const all = keyHashesIn(script)
  return {
    script,
    signers: fewestOf(
      script,
      [...all.filter((key) => here.has(key)), ...all.filter((key) => !here.has(key))],
      slot,
    ),
  }
}

/** Leaves out whoever can be left out, from the last to the first. */
const fewestOf = (
  script: NativeScript,
  keys: readonly KeyHash[],
  slot: bigint,
): ReadonlySet<KeyHash> => {
  const signers = new Set(keys)
  for (const key of keys.toReversed()) {
    signers.delete(key)
    if (!canSatisfy(script, signers, slot)) signers.add(key)
  }
  return signers
}
