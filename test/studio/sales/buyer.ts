import { enterpriseAddress } from '#core/cardano/addresses.ts'
import type { TxId } from '#core/cardano/ids.ts'
import { generatePolicyKey } from '#core/cardano/keys.ts'
import { buildPayment } from '#core/cardano/transactions/build/build-payment.ts'
import type { TransactionOutput } from '#core/cardano/transactions/build/types.ts'
import { lovelaceOnly, sumOf } from '#core/cardano/value.ts'
import { signWith } from '../../support/ledger.ts'
import { ada, type MintHarness } from '../mints/mint-harness.ts'
import { until } from '../../support/until.ts'

/** Somebody with a wallet of one key and ADA in it. */
export const createBuyer = async (harness: MintHarness, lovelace = 200n * ada) => {
  const key = generatePolicyKey()
  const address = enterpriseAddress(key.keyHash, 'devnet')
  await harness.fundAndWait(address, lovelace)

  /** Pays, and waits until that is in a block. */
  const send = async (...outputs: readonly TransactionOutput[]): Promise<TxId> => {
    const [{ slot }, { parameters }, utxos] = await Promise.all([
      harness.gateway.tip(),
      harness.gateway.parameters(),
      harness.gateway.utxosAt(address),
    ])
    const funding = { utxos, changeAddress: address }
    const built = buildPayment({ network: 'devnet', parameters, slot, funding }, outputs)
    await harness.gateway.submit(signWith(built.cbor, built.requiredSigners, [key]))
    await until(async () => (await harness.gateway.transaction(built.txId)) !== undefined)
    return built.txId
  }
  return {
    address,
    key,
    send,
    pay: (to: { readonly payment_address: string }, amount: bigint): Promise<TxId> =>
      send({ address: to.payment_address, value: lovelaceOnly(amount) }),
    held: async () => sumOf((await harness.gateway.utxosAt(address)).map(({ value }) => value)),
  }
}
export type Buyer = Awaited<ReturnType<typeof createBuyer>>
