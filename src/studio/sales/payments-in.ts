import { ColdpressError } from '#shared/errors.ts'
import type { AddressUse } from '#core/gateway/gateway.ts'
import type { Studio } from '../options.ts'
import { payerOf } from './payer.ts'
import { paymentTransaction } from './payment-transaction.ts'
import type { NewPayment } from './payments.ts'
import type { SaleRow } from '../store/sales.ts'

/**
 * The payments to a sale in one transaction, as the gateway reports them.
 * @throws ColdpressError of the gateway, also where its answers contradict each other
 */
export const paymentsIn = async (
  studio: Studio,
  sale: SaleRow,
  { txId, height, index: blockIndex }: AddressUse,
): Promise<readonly NewPayment[]> => {
  const [transaction, all] = await paymentTransaction(studio, txId)
  if (transaction?.height !== height || all === undefined) throw contradiction(txId)
  const payer = payerOf(all.inputs)
  return all.outputs
    .filter(({ address }) => address === sale.payment_address)
    .map(({ index, value, isSpecial, hasReferenceScript }) => ({
      sale_id: sale.id,
      tx_id: txId,
      output_index: index,
      lovelace: value.lovelace,
      assets: [...value.assets].map(([unit, quantity]) => ({ unit, quantity: String(quantity) })),
      ...payer,
      has_reference_script: isSpecial === true && hasReferenceScript !== false,
      block: transaction.block,
      slot: transaction.slot,
      height,
      block_index: blockIndex,
    }))
}

export const contradiction = (txId: string): ColdpressError =>
  new ColdpressError(
    'service_error',
    `The gateway gives different answers about the payment ${txId}, as one does that is behind the chain. The sale is looked at again with the next block.`,
  )
