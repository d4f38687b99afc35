import { derivePaymentAddress } from '#cardano/payment-wallet.ts'
import { chainAnswer, requireChain } from '../../mints/chain.ts'
import type { Studio } from '../../options.ts'
import { takeUpForgotten } from '../unknown/forgotten-wallets.ts'
import { skipUsed, takeIndex } from './next-index.ts'
import { walletStatement } from '../statements.ts'
import type { NewSale } from '../../store/sales.ts'
import {
  findWallet,
  findWalletById,
  insertWallet,
  insertKeptWallet,
  type SaleWallet,
} from '../../store/sale-wallets.ts'

/** Wallets under creation; concurrent callers share one. */
const beingMade = new WeakMap<Studio, Promise<SaleWallet>>()

/**
 * The wallet whose addresses receive payments, created on first use. It is in the vault and in the database
 * before any of its addresses is returned.
 * @throws ColdpressError whatever the vault throws, and there is no wallet then
 */
export const saleWallet = async (studio: Studio): Promise<SaleWallet> => {
  await adoptWatchedWallet(studio)
  const known = findWallet(studio.database)
  if (known !== undefined) return known
  const made = beingMade.get(studio) ?? makeWallet(studio)
  beingMade.set(studio, made)
  return made.finally(() => beingMade.delete(studio))
}

/** Studios that know which wallet is watched: it is asked for once, and again while there is none. */
const asked = new WeakSet<Studio>()

/**
 * Takes over the wallet that this computer only watches, if there is one, for the sales from now on.
 * @throws ColdpressError `conflict` when nothing proves that its user brought it
 */
export const adoptWatchedWallet = async (studio: Studio): Promise<void> => {
  if (asked.has(studio) && findWallet(studio.database) !== undefined) return
  const watched = await studio.keys.watchedWallet()
  asked.add(studio)
  if (watched === undefined || findWalletById(studio.database, watched.id) !== undefined) return
  const { id, accountKey } = watched
  const sealed = await studio.seals.seal([
    walletStatement(studio.network, { id, account_key: accountKey }),
  ])
  studio.database.transact(() => {
    const createdAt = studio.now().toISOString()
    if (insertKeptWallet(studio.database, { id, accountKey, isWatched: true, createdAt }))
      studio.seals.add(sealed)
  })
}

/**
 * Verifies that the account key that derives addresses is the sealed one.
 * @throws ColdpressError as `SealedFacts.requireAuthentic`
 */
export const requireWallet = ({ seals, network }: Studio, wallet: SaleWallet): Promise<void> =>
  seals.requireAuthentic(walletStatement(network, wallet), `the wallet ${wallet.id} of the sales`)

const makeWallet = async (studio: Studio): Promise<SaleWallet> => {
  await takeUpForgotten(studio)
  const forgotten = findWallet(studio.database)
  if (forgotten !== undefined) return forgotten
  const { id, accountKey } = await studio.keys.createWallet()
  const statement = walletStatement(studio.network, { id, account_key: accountKey })
  const sealed = await studio.seals.seal([statement])
  studio.database.transact(() => {
    const at = studio.now().toISOString()
    if (insertWallet(studio.database, { id, accountKey, at })) studio.seals.add(sealed)
  })
  // Another process may have created one at the same time; the first one stays.
  return findWallet(studio.database) ?? saleWallet(studio)
}

/** The payment address of a sale, and the wallet and key that spend it. */
export type SaleAddress = Pick<
  NewSale,
  'wallet_id' | 'wallet_index' | 'payment_key_hash' | 'payment_address'
>

/**
 * Reserves an address that no sale had before and that is unused on chain. One that was used belongs to
 * a sale that the database has forgotten: the next ones are left out too, and what lies there is
 * searched for and reported.
 * @throws ColdpressError of the gateway
 */
export const reserveSaleAddress = async (
  studio: Studio,
  { id: walletId, account_key: accountKey }: SaleWallet,
): Promise<SaleAddress> => {
  for (;;) {
    const index = await takeIndex(studio, walletId)
    const { address, keyHash } = derivePaymentAddress(accountKey, index, studio.network)
    const uses = await chainAnswer(requireChain(studio).gateway.usesOf(address))
    if (uses.length > 0) {
      skipUsed(studio, walletId, index)
      continue
    }
    return {
      wallet_id: walletId,
      wallet_index: index,
      payment_key_hash: keyHash,
      payment_address: address,
    }
  }
}
