import { ColdpressError, isColdpressError } from '#values/errors/errors.ts'
import type { Sale } from '#contract/sales/sale.ts'
import type { MintingClient } from '../api/client.ts'

/**
 * A sale of which only the id is known. Services other than Coldpress's studio name a sale by its
 * collection too, so there each collection is asked for it.
 * @throws ColdpressError `not_found`, and as the client
 */
export const findSaleById = async (
  client: Pick<MintingClient, 'getSaleById' | 'getSale' | 'collections' | 'isOwnStudio'>,
  saleId: string,
  options: { readonly signal?: AbortSignal } = {},
): Promise<Sale> => {
  try {
    return await client.getSaleById(saleId, options)
  } catch (error) {
    if (client.isOwnStudio || !isColdpressError(error, 'not_found')) throw error
  }
  for await (const { id } of client.collections(options)) {
    try {
      return await client.getSale(id, saleId, options)
    } catch (error) {
      if (!isColdpressError(error, 'not_found')) throw error
    }
  }
  throw new ColdpressError(
    'not_found',
    `The service knows no sale ${saleId} in any collection of this account. The list of sales names those that there are.`,
  )
}
