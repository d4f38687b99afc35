import { type ColdpressError, isColdpressError } from '#values/errors/errors.ts'
import type { Studio } from '../options.ts'
import { findSaleOfMint, updateSale } from '../store/sales.ts'
import { requireChain } from './chain.ts'
import { findMint, type MintRow, mintTransactions, setMintStatus, witnessesOf } from './store.ts'
import { isSent, withdrawMint } from './withdraw-mint.ts'

/** Shown as the error of such a mint. */
const rebuilt = 'Nothing proved who had ordered it, so it is built again.'

export const isRebuilt = ({ status, error }: MintRow): boolean =>
  status === 'cancelled' && error === rebuilt

/**
 * Withdraws the transaction of a sale or paid royalty that has no sealed order: a process with a
 * locked vault built it and is gone. It is built again from the chain and the seals. A transaction
 * that somebody has signed waits until its validity ends.
 * @param why the vault does not sign it
 * @returns whether nothing is left to do here
 */
export const withdrawUnconfirmed = async (
  studio: Studio,
  mint: MintRow,
  why: ColdpressError,
): Promise<boolean> => {
  const isUnconfirmed = isColdpressError(why, 'conflict') && why.details['kind'] === 'order'
  if (!isUnconfirmed) return false
  const { isOpen } = await studio.keys.availability({ keyHashes: [] })
  // Another process of this home may have ordered it, and reports what it waits for.
  if (!isOpen) return true
  if (mint.kind !== 'sale' && mint.kind !== 'royalty') return false
  const { database } = studio
  return database.transact(() => {
    if (findMint(database, mint.id)?.status !== 'awaiting_witnesses') return false
    const transactions = mintTransactions(database, mint.id)
    const isSigned = transactions.some(({ tx_id: txId }) => witnessesOf(database, txId).size > 0)
    if (isSigned || requireChain(studio).submissions.of(mint.id).some(isSent)) return false
    withdrawMint(studio, mint.id)
    const at = studio.now().toISOString()
    setMintStatus(database, mint.id, { status: 'cancelled', error: rebuilt, at })
    const sale = findSaleOfMint(database, mint.id)
    if (sale?.mint_id === mint.id) updateSale(database, sale, { mint_id: null, tx_id: null }, at)
    return true
  })
}
