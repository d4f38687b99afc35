import { ColdpressError } from '#values/errors/errors.ts'
import { requireChain } from '../mints/chain.ts'
import { findMint } from '../mints/store.ts'
import { isSent, withdrawMint } from '../mints/withdraw-mint.ts'
import type { Studio } from '../options.ts'
import { changeSale } from '../sales/change-sale.ts'
import { membersOf, type SaleRoundRow } from '../store/sale-rounds.ts'
import { findSale } from '../store/sales.ts'

/**
 * Takes back what a round's signers have not signed: its sales wait for the next round, or can be
 * refunded. A copy of the round may still be signed; the ledger accepts only one transaction that
 * spends a payment.
 * @throws ColdpressError `conflict` when nothing of it waits for signatures
 */
export const withdrawRound = (studio: Studio, { id }: SaleRoundRow): void =>
  studio.database.transact(() => {
    const { database } = studio
    const { submissions } = requireChain(studio)
    const open = membersOf(database, id).filter(
      ({ mint_id: mintId }) =>
        findMint(database, mintId)?.status === 'awaiting_witnesses' &&
        !submissions.of(mintId).some(isSent),
    )
    if (open.length === 0)
      throw new ColdpressError(
        'conflict',
        'round: nothing of it waits for signatures any more, so it cannot be withdrawn',
      )
    for (const { sale_id: saleId, mint_id: mintId } of open) {
      withdrawMint(studio, mintId)
      const sale = findSale(database, saleId)
      if (sale?.mint_id === mintId) changeSale(studio, sale, { mint_id: null, tx_id: null })
    }
  })
