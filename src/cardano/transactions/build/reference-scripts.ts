import type { ProtocolParameters } from '../../parameters.ts'
import type { Utxo } from '../../utxo.ts'

/**
 * Conway (ledger, `tierRefScriptFee`): every byte of a reference script in a spent output costs
 * `min_fee_ref_script_cost_per_byte`, 15 since there is such a thing; each further 25,600 bytes of
 * one transaction cost a fifth more than those before.
 */
const tierBytes = 25_600n
const perByte = 15n
const [steeper, than] = [6n, 5n]

/**
 * An upper bound of what reference scripts add to the fee. Their size is unknown, but every output
 * must hold at least `coinsPerUtxoByte` for each of its bytes, so its ADA bounds it. The bound
 * exceeds the true fee by at most 0.35% of the spent amount while one price step applies.
 */
export const referenceScriptsFee = (
  inputs: readonly Utxo[],
  parameters: ProtocolParameters,
): bigint => {
  let bytes = inputs.reduce((sum, input) => sum + maxBytesOf(input, parameters), 0n)
  // A fraction, so that only the sum is rounded.
  let [fee, price, unit] = [0n, perByte, 1n]
  for (; bytes > 0n; bytes -= tierBytes) {
    fee += (bytes < tierBytes ? bytes : tierBytes) * price
    ;[fee, price, unit] = [fee * than, price * steeper, unit * than]
  }
  return (fee + unit - 1n) / unit
}

const maxBytesOf = (
  { value, isSpecial, hasReferenceScript }: Utxo,
  { coinsPerUtxoByte, maxTxBytes }: ProtocolParameters,
): bigint => {
  if (isSpecial !== true || hasReferenceScript === false) return 0n
  const paidFor = value.lovelace / coinsPerUtxoByte
  const longest = BigInt(maxTxBytes)
  return paidFor < longest ? paidFor : longest
}
