import { derivePaymentAddress } from '#core/cardano/payment-wallet.ts'
import { chainAnswer, chainOf } from '../mints/chain.ts'
import type { Studio } from '../options.ts'
import { walletStatement } from '../seals/statements.ts'
import type { NewSale } from './store.ts'
import { findWallet, insertWallet, type SaleWallet, reserveIndex } from './wallet-store.ts'

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

/**
 * Proves that the account key that addresses are derived from is the one that was sealed.
 * @throws ColdpressError as `SealedFacts.requireAuthentic`
 */
export const requireWallet = ({ seals, network }: Studio, wallet: SaleWallet): Promise<void> =>
  seals.requireAuthentic(walletStatement(network, wallet), `the wallet ${wallet.id} of the sales`)

const makeWallet = async (studio: Studio): Promise<SaleWallet> => {
  const { id, accountKey } = await studio.keys.createWallet()
  const statement = walletStatement(studio.network, { id, account_key: accountKey })
  const sealed = await studio.seals.seal([statement])
  studio.database.transact(() => {
    const at = studio.now().toISOString()
    if (insertWallet(studio.database, { id, accountKey, at })) studio.seals.add(sealed)
  })
  // Another program may have made one at the same time: the first one's is the studio's.
  return findWallet(studio.database) ?? saleWallet(studio)
}

/** Where one sale is paid to, and which key of which wallet spends it. */
export type SaleAddress = Pick<
  NewSale,
  'wallet_id' | 'wallet_index' | 'payment_key_hash' | 'payment_address'
>

/**
 * An address that no sale had before, and that the chain does not know either: where the database is
 * an older copy of itself, what lies at the next ones was paid for other sales.
 * @throws ColdpressError of the gateway
 */
export const reserveSaleAddress = async (
  studio: Studio,
  { id: walletId, account_key: accountKey }: SaleWallet,
): Promise<SaleAddress> => {
  for (;;) {
    const index = reserveIndex(studio.database, walletId)
    const { address, keyHash } = derivePaymentAddress(accountKey, index, studio.network)
    const uses = await chainAnswer(chainOf(studio).gateway.usesOf(address))
    if (uses.length > 0) continue
    return {
      wallet_id: walletId,
      wallet_index: index,
      payment_key_hash: keyHash,
      payment_address: address,
    }
  }
}
