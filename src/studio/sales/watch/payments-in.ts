import { ColdpressError } from '#values/errors/errors.ts'
import { neededToTravel } from '#cardano/transactions/build/outputs.ts'
import type { Value } from '#cardano/value.ts'
import type { AddressUse, ChainOutput, ChainTransaction } from '#chain/gateway/gateway.ts'
import { chainAnswer, requireChain } from '../../mints/chain.ts'
import type { Studio } from '../../options.ts'
import { payerFrom } from '../payer.ts'
import { paymentTransaction } from './payment-transaction.ts'
import type { NewPayment } from '../payments.ts'
import type { SaleRow } from '../../store/sales.ts'

/** A transaction at a sale's address. */
export type SaleTransaction = {
  readonly transaction: ChainTransaction
  readonly payments: readonly NewPayment[]
  readonly inputs: readonly ChainOutput[]
  readonly outputs: readonly ChainOutput[]
}

/**
 * The payments to a sale in one transaction, as the gateway reports them, and what it spends.
 * @throws ColdpressError of the gateway, also where its answers contradict each other
 */
export const transactionAt = async (
  studio: Studio,
  sale: SaleRow,
  { txId, height, index: blockIndex }: AddressUse,
): Promise<SaleTransaction> => {
  const [transaction, all] = await paymentTransaction(studio, txId)
  if (transaction?.height !== height || all === undefined) throw contradictionAbout(txId)
  const payer = payerFrom(all.inputs)
  const payments = await Promise.all(
    all.outputs
      .filter(({ address }) => address === sale.payment_address)
      .map(async ({ index, value, isSpecial, hasReferenceScript }): Promise<NewPayment> => ({
        sale_id: sale.id,
        tx_id: txId,
        output_index: index,
        lovelace: value.lovelace,
        assets: [...value.assets].map(([unit, quantity]) => ({ unit, quantity: String(quantity) })),
        ...payer,
        assets_lovelace: await neededToReturn(studio, sale, value),
        has_reference_script: isSpecial === true && hasReferenceScript !== false,
        block: transaction.block,
        slot: transaction.slot,
        height,
        block_index: blockIndex,
      })),
  )
  return { transaction, payments, inputs: all.inputs, outputs: all.outputs }
}

/** The minimum ADA of outputs with these tokens at an address as long as wallets have them. */
const neededToReturn = async (
  studio: Studio,
  { payment_address: address }: Pick<SaleRow, 'payment_address'>,
  { assets }: Value,
): Promise<bigint> => {
  if (assets.size === 0) return 0n
  const { parameters } = await chainAnswer(requireChain(studio).gateway.parameters())
  return neededToTravel(address, assets, parameters)
}

export const contradictionAbout = (txId: string): ColdpressError =>
  new ColdpressError(
    'service_error',
    `The gateway gives different answers about the transaction ${txId}, as one does that is behind the chain. The sale is looked at again with the next block.`,
  )
