import { ColdpressError } from '#values/errors/errors.ts'
import { existingCollection } from '../store/collections.ts'
import type { Studio } from '../options.ts'
import { findSale, type SaleRow, saleTokens } from '../store/sales.ts'
import { noSuchId } from '../store/no-such-id.ts'

/** @throws ColdpressError `not_found` */
export const existingSale = ({ database }: Pick<Studio, 'database'>, id: string): SaleRow => {
  const row = findSale(database, id)
  if (row !== undefined) return row
  throw noSuchId('sale', id)
}

/** @throws ColdpressError `not_found`, also for the sale of another collection */
export const existingSaleIn = (studio: Studio, collectionId: string, id: string): SaleRow => {
  existingCollection(studio, collectionId)
  const row = findSale(studio.database, id)
  if (row?.collection_id === collectionId) return row
  throw new ColdpressError('not_found', `there is no sale of this id in the collection: ${id}`)
}

/** @throws ColdpressError `not_found`, also for a sale that does not hold the token */
export const existingSaleOf = (
  studio: Pick<Studio, 'database'>,
  { token_id: tokenId, sale_id: saleId }: { readonly token_id: string; readonly sale_id: string },
): SaleRow => {
  const row = findSale(studio.database, saleId)
  const tokens = saleTokens(studio.database, saleId)
  if (row !== undefined && tokens.some((token) => token.token_id === tokenId)) return row
  throw new ColdpressError('not_found', 'there is no sale of this id that holds the token')
}
