import { baseAddress, enterpriseAddress } from '#cardano/addresses.ts'
import type { KeyHash, TxId } from '#cardano/ids.ts'
import { generatePolicyKey } from '#cardano/keys.ts'
import { buildPayment } from '#cardano/transactions/build/build-payment.ts'
import type { TransactionOutput } from '#cardano/transactions/build/types.ts'
import { lovelaceOnly, sumOf } from '#cardano/value.ts'
import { signWith } from '../../support/ledger.ts'
import { ada, type MintHarness } from '../mints/mint-harness.ts'
import { until } from '../../support/until.ts'

/** A new key, and its address with the stake part of somebody, who need not be its owner. */
export const newPayer = (stake?: KeyHash) => {
  const key = generatePolicyKey()
  const address =
    stake === undefined
      ? enterpriseAddress(key.keyHash, 'devnet')
      : baseAddress(key.keyHash, stake, 'devnet')
  return { key, address }
}
type Payer = ReturnType<typeof newPayer>

/** A chain, and somebody who gives ADA. */
type PayingHarness = Pick<MintHarness, 'gateway' | 'fundAndWait'>

/** Somebody with a wallet of one key and ADA in it. */
export const createBuyer = async (
  harness: PayingHarness,
  lovelace = 200n * ada,
  { key, address }: Payer = newPayer(),
) => {
  await harness.fundAndWait(address, lovelace)
  const send = (...outputs: readonly TransactionOutput[]): Promise<TxId> =>
    sendTogether(harness, [{ key, address }], ...outputs)
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

/**
 * Pays with all outputs of these payers in one transaction, whose change goes to the first, and waits until it
 * is in a block.
 */
export const sendTogether = async (
  harness: PayingHarness,
  payers: readonly Payer[],
  ...outputs: readonly TransactionOutput[]
): Promise<TxId> => {
  const [{ slot }, { parameters }, ...all] = await Promise.all([
    harness.gateway.tip(),
    harness.gateway.parameters(),
    ...payers.map(({ address }) => harness.gateway.utxosAt(address)),
  ])
  const utxos = all.flat()
  const context = { network: 'devnet' as const, parameters, slot }
  const changeAddress = payers[0]?.address ?? ''
  const built = buildPayment({ ...context, funding: { utxos, changeAddress } }, outputs)
  const keys = payers.map(({ key }) => key)
  await harness.gateway.submit(signWith(built.cbor, built.requiredSigners, keys))
  await until(async () => (await harness.gateway.transaction(built.txId)) !== undefined)
  return built.txId
}
