import { describe, expect } from 'vitest'
import { withCsl } from '#cardano/csl.ts'
import { TxId } from '#cardano/ids.ts'
import { buildPayment } from '#cardano/transactions/build/build-payment.ts'
import { lovelaceOnly } from '#cardano/value.ts'
import type { WholeSale } from '#contract/sales/sale.ts'
import { signWith } from '../../support/ledger.ts'
import { ada } from '../mints/mint-harness.ts'
import { type Sales } from './open-sales.ts'
import { until } from '../../support/until.ts'
import { salesTest as it } from './sales-test.ts'

/** The first output gets a script of forty keys, and the others pay an ADA more of fee for it. */
const withScript = (built: Uint8Array): Uint8Array =>
  withCsl((csl, own) => {
    const body = own(
      csl.TransactionBody.from_bytes(own(csl.FixedTransaction.from_bytes(built)).raw_body()),
    )
    const key = own(csl.Ed25519KeyHash.from_hex('ab'.repeat(28)))
    const one = own(csl.NativeScript.new_script_pubkey(own(csl.ScriptPubkey.new(key))))
    const keys = own(csl.NativeScripts.new())
    for (let count = 0; count < 40; count += 1) keys.add(one)
    const script = own(csl.NativeScript.new_script_all(own(csl.ScriptAll.new(keys))))
    const more = own(csl.BigNum.from_str(String(ada)))
    const outputs = own(csl.TransactionOutputs.new())
    const given = own(body.outputs())
    for (let index = 0; index < given.len(); index += 1) {
      const output = own(given.get(index))
      if (index === 0) {
        output.set_script_ref(own(csl.ScriptRef.new_native_script(script)))
        outputs.add(output)
      } else {
        const coin = own(own(own(output.amount()).coin()).checked_sub(more))
        outputs.add(own(csl.TransactionOutput.new(own(output.address()), own(csl.Value.new(coin)))))
      }
    }
    const fee = own(own(body.fee()).checked_add(more))
    const inputs = own(body.inputs())
    const fresh = own(csl.TransactionBody.new_tx_body(inputs, outputs, fee))
    return own(csl.Transaction.new(fresh, own(csl.TransactionWitnessSet.new()))).to_bytes()
  })

const payWithScript = async (
  sales: Sales,
  { payment_address: address }: WholeSale,
  amount: bigint,
): Promise<void> => {
  const { gateway } = sales.harness
  const { buyer } = sales
  const [{ slot }, { parameters }, utxos] = await Promise.all([
    gateway.tip(),
    gateway.parameters(),
    gateway.utxosAt(buyer.address),
  ])
  const funding = { utxos, changeAddress: buyer.address }
  const paying = { address, value: lovelaceOnly(amount) }
  const built = buildPayment({ network: 'devnet', parameters, slot, funding }, [paying])
  const txId = TxId(
    await gateway.submit(signWith(withScript(built.cbor), built.requiredSigners, [buyer.key])),
  )
  await until(async () => (await gateway.transaction(txId)) !== undefined)
  expect(await gateway.utxosAt(address)).toMatchObject([{ hasReferenceScript: true }])
}

describe('A payment that carries a reference script', () => {
  it('a payment that carries a reference script buys its tokens', async ({ sales }) => {
    const { sold, total } = await sales.reserve(['Scripted'])
    await payWithScript(sales, sold, total)
    const done = await sales.reaches(sold, 'COMPLETED')
    expect((done.income ?? 0) + (done.tx_fee ?? 0) + (done.nft_fee ?? 0)).toBe(Number(total))
  })

  it('a payment that carries a reference script is refunded', async ({ sales }) => {
    const { sold, total } = await sales.reserve(['Refunded'])
    await payWithScript(sales, sold, total + 2n * ada)
    await sales.reaches(sold, 'UNRESOLVED_OVERPAID')
    await sales.resolved(sold, 'refund')
    await sales.reaches(sold, 'REFUNDED')
  })
})
