import { type ColdpressError, isColdpressError } from '#shared/errors.ts'
import type { Studio } from '../options.ts'
import { changeSale } from '../sales/change-sale.ts'
import { findSaleOfMint } from '../sales/store.ts'
import { chainOf } from './chain.ts'
import { findMint, type MintRow, mintTransactions, setMintStatus, witnessesOf } from './store.ts'
import { isSent, withdrawMint } from './withdraw-mint.ts'

/** What such a mint says from then on. */
const rebuilt = 'Nothing proved who had ordered it, so it is built again.'

export const isRebuilt = ({ status, error }: MintRow): boolean =>
  status === 'cancelled' && error === rebuilt

/**
 * Withdraws the transaction of a sale, or of a royalty that was paid for, whose order nobody sealed: it
 * was built by a program that had the vault locked, and that is gone or another one. It is built again
 * from what the chain and the seals say. One that somebody has signed waits until its time is over.
 * @param why the vault does not sign it
 * @returns whether nothing is left to do about it here
 */
export const withdrawUnconfirmed = async (
  studio: Studio,
  mint: MintRow,
  why: ColdpressError,
): Promise<boolean> => {
  const isUnconfirmed = isColdpressError(why, 'conflict') && why.details['kind'] === 'order'
  if (!isUnconfirmed) return false
  const { isOpen } = await studio.keys.availability({ keyHashes: [] })
  // Another program of this home may have ordered it, and says itself what it waits for.
  if (!isOpen) return true
  if (mint.kind !== 'sale' && mint.kind !== 'royalty') return false
  const { database } = studio
  return database.transact(() => {
    if (findMint(database, mint.id)?.status !== 'awaiting_witnesses') return false
    const transactions = mintTransactions(database, mint.id)
    const isSigned = transactions.some(({ tx_id: txId }) => witnessesOf(database, txId).size > 0)
    if (isSigned || chainOf(studio).submissions.of(mint.id).some(isSent)) return false
    withdrawMint(studio, mint.id)
    const at = studio.now().toISOString()
    setMintStatus(database, mint.id, { status: 'cancelled', error: rebuilt, at })
    const sale = findSaleOfMint(database, mint.id)
    if (sale?.mint_id === mint.id) changeSale(studio, sale, { mint_id: null, tx_id: null })
    return true
  })
}
