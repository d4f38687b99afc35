import type { TxId } from '../ids.ts'
import type { Witness } from '../keys.ts'
import { verifies } from './inspect/signatures.ts'

/**
 * Finds which of some transactions a witness signs, by its position; -1 for none. Many witnesses
 * mostly come in the order of their transactions, so each search starts where the last one ended:
 * a signature takes a fraction of a millisecond to verify.
 */
export const witnessSearch = (txIds: readonly TxId[]): ((witness: Witness) => number) => {
  let start = 0
  return (witness) => {
    for (let step = 0; step < txIds.length; step += 1) {
      const position = (start + step) % txIds.length
      const txId = txIds[position]
      if (txId === undefined || !verifies(witness, txId)) continue
      start = position
      return position
    }
    return -1
  }
}
