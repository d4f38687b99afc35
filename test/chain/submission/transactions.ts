import { withCsl } from '#cardano/csl.ts'
import { TxId } from '#cardano/ids.ts'
import type { OutputRef } from '#cardano/utxo.ts'
import { readSubmitted } from '#cardano/transactions/parts/read-submitted.ts'

const address = 'addr_test1vz2fxv2umyhttkxyxp8x0dlpdt3k6cwng5pxj3jhsydzerspjrlsz'

export const refOf = (digit: string, index = 0): OutputRef => ({
  txId: TxId(digit.repeat(64)),
  index,
})

/** The smallest whole transaction: it spends `inputs` and pays one output. */
export const plainTransaction = (
  inputs: readonly OutputRef[],
  options: { readonly validUntil?: bigint; readonly lovelace?: number } = {},
) => {
  const bytes = withCsl((csl, own) => {
    const spent = own(csl.TransactionInputs.new())
    for (const { txId, index } of inputs)
      spent.add(own(csl.TransactionInput.new(own(csl.TransactionHash.from_hex(txId)), index)))
    const outputs = own(csl.TransactionOutputs.new())
    const value = own(
      csl.Value.new(own(csl.BigNum.from_str(String(options.lovelace ?? 1_500_000)))),
    )
    outputs.add(own(csl.TransactionOutput.new(own(csl.Address.from_bech32(address)), value)))
    const fee = own(csl.BigNum.from_str('170000'))
    const body = own(csl.TransactionBody.new_tx_body(spent, outputs, fee))
    if (options.validUntil !== undefined)
      body.set_ttl(own(csl.BigNum.from_str(String(options.validUntil))))
    const witnesses = own(csl.TransactionWitnessSet.new())
    return own(csl.Transaction.new(body, witnesses, undefined)).to_bytes()
  })
  const { txId } = readSubmitted(bytes)
  return { bytes, txId, change: { txId, index: 0 } }
}
