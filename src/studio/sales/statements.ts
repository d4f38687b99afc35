import type { Statement } from '#keys/seal/seal.ts'
import type { Network } from '#cardano/network.ts'
import type { SaleRow, SaleTokenRow } from '../store/sales.ts'
import type { SaleWallet } from '../store/sale-wallets.ts'
import { sealedTerms, type TermName } from '#contract/sales/sale-terms.ts'

/** What the vault seals of sales: where buyers pay to, what a sale is for, and who receives it. */

export const walletStatement = (
  network: Network,
  { id, account_key }: Pick<SaleWallet, 'id' | 'account_key'>,
): Statement => ({ kind: 'wallet', network, collection: null, id, facts: { account_key } })

export const saleStatement = (
  network: Network,
  sale: Pick<
    SaleRow,
    'id' | 'collection_id' | 'price' | 'confirmations' | 'wallet_id' | 'wallet_index' | TermName
  >,
  tokens: readonly Pick<SaleTokenRow, 'token_id'>[],
): Statement => ({
  kind: 'sale',
  network,
  collection: sale.collection_id,
  id: sale.id,
  facts: {
    price: String(sale.price),
    tokens: tokens.map(({ token_id: id }) => id),
    confirmations: sale.confirmations,
    wallet: sale.wallet_id,
    index: sale.wallet_index,
    ...sealedTerms(sale),
  },
})

/** How long the seller of a collection has to sign elsewhere, as visitors who reserve are told. */
export const deliveryTimeStatement = (
  network: Network,
  collection: string,
  seconds: number,
): Statement => ({ kind: 'delivery_time', network, collection, id: collection, facts: { seconds } })

/** Another receiver of a sale's tokens, whom its owner named. */
export const deliveryStatement = (
  network: Network,
  { id, collection_id: collection }: Pick<SaleRow, 'id' | 'collection_id'>,
  address: string,
): Statement => ({ kind: 'delivery', network, collection, id, facts: { address } })
