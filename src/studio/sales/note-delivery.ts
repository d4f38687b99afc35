import type { Studio } from '../options.ts'
import type { SaleRow } from '../store/sales.ts'
import { deliveryStatement } from './statements.ts'

/** Another receiver of a sale's tokens, as their owner asked; call it in a database transaction. */
export const noteDelivery = (
  { seals, network }: Pick<Studio, 'seals' | 'network'>,
  sale: Pick<SaleRow, 'id' | 'collection_id'>,
  receiver: string | undefined,
): void => {
  if (receiver === undefined) return
  seals.add([{ statement: deliveryStatement(network, sale, receiver), seal: undefined }])
}
