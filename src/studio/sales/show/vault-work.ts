import { statusesWhere } from '#contract/sales/sale-status.ts'
import type { VaultWork } from '#contract/sales/vault-work.ts'
import { missingHere } from '../../mints/mint-view.ts'
import { parkedMints } from '../../mints/store.ts'
import type { Studio } from '../../options.ts'
import { existingCollection } from '../../store/collections.ts'
import { findSaleOfMint, salesIn } from '../../store/sales.ts'
import { keysElsewhere } from '../deliver/delivery.ts'

const openStatuses = statusesWhere(({ stage }) => stage === 'reserved')
const paidStatuses = statusesWhere(
  ({ stage, price }) => stage === 'delivery' && price === 'counted',
)

/** What the vault of this studio is to sign, now or once it is paid for, by collection. */
export const vaultWorkOf = (studio: Studio): readonly VaultWork[] => {
  const { database } = studio
  const work = new Map<string, VaultWork>()
  const add = (
    collectionId: string,
    of: 'paid_sales' | 'open_sales' | 'mints',
    count: number,
  ): void => {
    const known = work.get(collectionId) ?? {
      collection_id: collectionId,
      collection_name: existingCollection(studio, collectionId).name,
      paid_sales: 0,
      open_sales: 0,
      mints: 0,
    }
    work.set(collectionId, { ...known, [of]: known[of] + count })
  }
  /** Their transactions wait for keys elsewhere, whatever this vault does. */
  const isSignedElsewhere = (collectionId: string): boolean =>
    keysElsewhere(studio, existingCollection(studio, collectionId)).length > 0
  const addSales = (statuses: typeof openStatuses, of: 'paid_sales' | 'open_sales'): void => {
    for (const [collectionId, sales] of Map.groupBy(
      salesIn(database, statuses),
      (sale) => sale.collection_id,
    ))
      if (!isSignedElsewhere(collectionId)) add(collectionId, of, sales.length)
  }
  addSales(paidStatuses, 'paid_sales')
  addSales(openStatuses, 'open_sales')
  for (const mint of parkedMints(database))
    if (findSaleOfMint(database, mint.id) === undefined && missingHere(studio, mint).length > 0)
      add(mint.collection_id, 'mints', 1)
  return [...work.values()]
}
