import { fewestSigners } from '#cardano/fewest-signers.ts'
import { KeyHash } from '#cardano/ids.ts'
import { canSatisfy, keyHashesIn, type NativeScript, scriptFromJson } from '#cardano/scripts.ts'
import type { MintPolicy } from '#cardano/transactions/build/types.ts'
import type { CollectionRow } from '../store/collections.ts'
import { keyOfPayment } from '#cardano/transactions/build/spendable-utxos.ts'
import type { MintTransactionRow } from './store.ts'

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

/**
 * The signers of a transaction: those chosen when it was built, or other keys of the policy that
 * have signed and satisfy it. There must not be more of them: the fee covers so many witnesses.
 * @param signed keys that have signed
 */
export const effectiveSigners = (
  script: NativeScript,
  transaction: Pick<MintTransactionRow, 'required_signers' | 'inputs' | 'valid_until'>,
  signed: ReadonlySet<KeyHash>,
): readonly KeyHash[] => {
  const { required_signers: chosen, inputs, valid_until: end } = transaction
  if (chosen.every((key) => signed.has(key)) || hasStart(script)) return chosen
  const there = keyHashesIn(script).filter((key) => signed.has(key))
  const others = fewestSigners(script, there, end - 1n)
  if (!canSatisfy(script, others, end - 1n)) return chosen
  const payers = inputs.flatMap(({ address }) => keyOfPayment(address) ?? [])
  const all = new Set([...payers, ...others])
  return all.size <= chosen.length ? [...all] : chosen
}

/** Whether it contains `after`: then the start of the validity interval matters too. */
const hasStart = (script: NativeScript): boolean =>
  script.type === 'after' || ('scripts' in script && script.scripts.some(hasStart))
