import type { ColdpressError } from '#values/errors/errors.ts'
import { derivePaymentAddress } from '#cardano/payment-wallet.ts'
import { confirmationsWanted } from '#chain/submission/submission.ts'
import type { Studio } from '../options.ts'
import { existingCollection } from '../store/collections.ts'
import { keysElsewhere } from './deliver/delivery.ts'
import { requireDeliveryTime } from './deliver/delivery-time.ts'
import { deliveryStatement, saleStatement } from './statements.ts'
import { findTokens } from '../store/tokens.ts'
import { requirePrice } from '../tokens/tokens.ts'
import { type SaleRow, saleTokens } from '../store/sales.ts'
import { findWalletById } from '../store/sale-wallets.ts'
import { requireWallet } from './reserve/wallet.ts'
import { sealedTerms } from '#contract/sales/sale-terms.ts'
import { errorBy, isErrorBy } from '#values/errors/error-rules.ts'
import { sealErrors } from '#contract/vault/errors.ts'

/**
 * Verifies a sale before anybody pays for it: its address must follow from the sealed account key,
 * its price from the owner's sealed request or from the sealed prices of its tokens.
 * @throws ColdpressError as `SealedFacts.require`; `conflict` for an address that is not the
 * wallet's
 */
export const requireSale = async (studio: Studio, sale: SaleRow): Promise<void> => {
  await requireAddress(studio, sale)
  await requireTerms(studio, sale)
  if (sale.delivery_address !== null)
    await studio.seals.requireAuthentic(
      deliveryStatement(studio.network, sale, sale.delivery_address),
      `the receiver of sale ${sale.id}`,
    )
}

/**
 * Verifies that a sale's address and key belong to the sealed wallet.
 * @throws ColdpressError as {@link requireSale}
 */
export const requireAddress = async (studio: Studio, sale: SaleRow): Promise<void> => {
  const wallet = findWalletById(studio.database, sale.wallet_id)
  if (wallet === undefined)
    throw changedFact(sale, 'wallet_id', 'a wallet that this studio does not have')
  await requireWallet(studio, wallet)
  const { address, keyHash } = derivePaymentAddress(
    wallet.account_key,
    sale.wallet_index,
    studio.network,
  )
  if (sale.payment_address !== address) throw changedFact(sale, 'payment_address', address)
  if (sale.payment_key_hash !== keyHash) throw changedFact(sale, 'payment_key_hash', keyHash)
}

const requireTerms = async (studio: Studio, sale: SaleRow): Promise<void> => {
  const tokens = saleTokens(studio.database, sale.id)
  try {
    const statement = saleStatement(studio.network, sale, tokens)
    await studio.seals.requireAuthentic(statement, `sale ${sale.id}`)
  } catch (error) {
    const isUnsealed = isErrorBy(error, sealErrors, 'unconfirmed')
    if (!isUnsealed || !(await isSoldAtItsPrice(studio, sale))) throw error
  }
}

/** Each token at its own sealed price and with the sealed delivery time, as a visitor reserves one. */
const isSoldAtItsPrice = async (studio: Studio, sale: SaleRow): Promise<boolean> => {
  const ids = saleTokens(studio.database, sale.id).map(({ token_id: id }) => id)
  const tokens = findTokens(studio.database, sale.collection_id, ids)
  const isAsPriced =
    ids.length > 0 &&
    tokens.length === ids.length &&
    tokens.every(({ price }) => price === sale.price) &&
    sale.confirmations === confirmationsWanted(studio.network)
  // A visitor's sale states nothing else.
  const others = Object.keys(sealedTerms({ ...sale, delivers_within: null }))
  if (
    !isAsPriced ||
    others.length > 0 ||
    sale.delivers_within !== (await deliveryTimeOf(studio, sale))
  )
    return false
  for (const token of tokens) await requirePrice(studio, token)
  return true
}

/** As `createSale` takes it for a visitor. */
const deliveryTimeOf = async (
  studio: Studio,
  { collection_id: id }: SaleRow,
): Promise<number | null | undefined> =>
  keysElsewhere(studio, existingCollection(studio, id)).length === 0
    ? null
    : requireDeliveryTime(studio, id)

const changedFact = ({ id }: SaleRow, fact: string, derived: string): ColdpressError =>
  errorBy(
    sealErrors,
    'seal',
    { kind: 'sale', id, changed: [fact] },
    `sale ${id}: ${fact} was changed behind Coldpress, so it is neither shown nor used. Derived again from the sealed wallet it is ${derived}. Find out who changed it and import a backup of the data folder that was made before.`,
  )
