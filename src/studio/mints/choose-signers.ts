import { fewestSigners } from '#cardano/fewest-signers.ts'
import { KeyHash } from '#cardano/ids.ts'
import { keyHashesIn, scriptFromJson } from '#cardano/scripts.ts'
import type { MintPolicy } from '#cardano/transactions/build/types.ts'
import type { CollectionRow } from '../store/collections.ts'

/**
 * The policy with its signers: the requested ones, or the fewest that suffice at `slot`, preferring
 * keys in this vault.
 * @throws ColdpressError `invalid` for an invalid key hash
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
