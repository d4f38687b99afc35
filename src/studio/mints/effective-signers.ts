import { fewestSigners } from '#cardano/fewest-signers.ts'
import type { KeyHash } from '#cardano/ids.ts'
import { canSatisfy, keyHashesIn, type NativeScript } from '#cardano/scripts.ts'
import { keyOfPayment } from '#cardano/transactions/build/spendable-utxos.ts'
import type { MintTransactionRow } from './store.ts'

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
