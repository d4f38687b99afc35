import { fewestSigners } from '#core/cardano/fewest-signers.ts'
import { KeyHash } from '#core/cardano/ids.ts'
import { keyHashesIn, scriptFromJson } from '#core/cardano/scripts.ts'
import type { MintPolicy } from '#core/cardano/transactions/build/types.ts'
import type { CollectionRow } from '../store/collections.ts'

/**
 * The policy with those who will sign: the asked ones, or as few as suffice at `slot`, those whose
 * keys are here before the others.
 * @throws ColdpressError `invalid` for a key hash that is none
 */
export const mintPolicyOf = (
  collection: Pick<CollectionRow, 'script' | 'key_hashes'>,
  chainAnswer: readonly string[] | undefined,
  slot: bigint,
): MintPolicy => {
  const script = scriptFromJson(collection.script)
  if (chainAnswer !== undefined) return { script, signers: new Set(chainAnswer.map(KeyHash)) }
  const here = new Set(collection.key_hashes)
  const all = keyHashesIn(script)
  return {
    script,
    signers: fewestSigners(
      script,
      [...all.filter((key) => here.has(key)), ...all.filter((key) => !here.has(key))],
      slot,
    ),
  }
}
