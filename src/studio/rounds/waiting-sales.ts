import type { Studio } from '../options.ts'
import { deliverBySlot, isCollected } from '../sales/deliver/delivery-time.ts'
import { isWaiting } from '../sales/deliver/process.ts'
import { type SaleRow, salesIn } from '../store/sales.ts'

/** A paid sale that waits for a signing round, and the first slot in which its delivery is late. */
export type WaitingSale = { readonly sale: SaleRow; readonly end: bigint }

/** Those of a collection, the most urgent first. */
export const waitingSales = (
  studio: Pick<Studio, 'database'>,
  collectionId: string,
): readonly WaitingSale[] =>
  salesIn(studio.database, ['PROCESSING'])
    .filter(
      (sale) => sale.collection_id === collectionId && isCollected(sale) && isWaiting(studio, sale),
    )
    .map((sale) => ({ sale, end: deliverBySlot(studio, sale) ?? 0n }))
    .toSorted((a, b) => (a.end < b.end ? -1 : a.end > b.end ? 1 : 0))
