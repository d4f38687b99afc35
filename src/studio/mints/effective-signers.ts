import { fewestSigners } from '#core/cardano/fewest-signers.ts'
import type { KeyHash } from '#core/cardano/ids.ts'
import { canSatisfy, keyHashesIn, type NativeScript } from '#core/cardano/scripts.ts'
import { paymentKeyOf } from '#core/cardano/transactions/build/spendable-utxos.ts'
import type { MintTransactionRow } from './store.ts'

/**
 * Whose signatures a transaction gets: of those who were chosen when it was built; or, once other
 * keys of the policy signed that satisfy it as well, of those. They must not be more: the fee was
 * reckoned for so many.
 * @param signed whoever has signed
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
  const payers = inputs.flatMap(({ address }) => paymentKeyOf(address) ?? [])
  const all = new Set([...payers, ...others])
  return all.size <= chosen.length ? [...all] : chosen
}

/** Whether it says `after`: then who may sign depends on the beginning of the validity too. */
const hasStart = (script: NativeScript): boolean =>
  script.type === 'after' || ('scripts' in script && script.scripts.some(hasStart))
