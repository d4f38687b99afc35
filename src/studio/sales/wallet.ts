import { paymentPlace } from '../../core/cardano/payment-wallet.ts'
import { asked, chainOf } from '../mints/chain.ts'
import type { Studio } from '../options.ts'
import type { NewSale } from './store.ts'
import { findWallet, insertWallet, type SaleWallet, takeIndex } from './wallet-store.ts'

/** Wallets that are being made: who asks meanwhile waits for the same one. */
const beingMade = new WeakMap<Studio, Promise<SaleWallet>>()

/**
 * The wallet whose addresses sales are paid to, made when it is first asked for. It is in the vault
 * and written down before any address of it is told.
 * @throws ColdpressError whatever the vault throws, and there is no wallet then
 */
export const saleWallet = async (studio: Studio): Promise<SaleWallet> => {
  const known = findWallet(studio.database)
  if (known !== undefined) return known
  const made = beingMade.get(studio) ?? makeWallet(studio)
  beingMade.set(studio, made)
  return made.finally(() => beingMade.delete(studio))
}

const makeWallet = async (studio: Studio): Promise<SaleWallet> => {
  const { id, accountKey } = await studio.keys.createWallet()
  insertWallet(studio.database, { id, accountKey, at: studio.now().toISOString() })
  // Another program may have made one at the same time: the first one's is the studio's.
  return findWallet(studio.database) ?? saleWallet(studio)
}

/** Where one sale is paid to, and which key of which wallet spends it. */
export type SalePlace = Pick<
  NewSale,
  'wallet_id' | 'wallet_index' | 'payment_key_hash' | 'payment_address'
>

/**
 * An address that no sale had before, and that the chain does not know either: where the database is
 * an older copy of itself, what lies at the next ones was paid for other sales.
 * @throws ColdpressError of the gateway
 */
export const takeSalePlace = async (studio: Studio, walletId: string): Promise<SalePlace> => {
  for (;;) {
    const { accountKey, index } = takeIndex(studio.database, walletId)
    const { address, keyHash } = paymentPlace(accountKey, index, studio.network)
    const uses = await asked(chainOf(studio).gateway.usesOf(address))
    if (uses.length > 0) continue
    return {
      wallet_id: walletId,
      wallet_index: index,
      payment_key_hash: keyHash,
      payment_address: address,
    }
  }
}
