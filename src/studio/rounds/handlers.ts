import type { roundOperations } from '#contract/rounds/operations.ts'
import type { SaleRound } from '#contract/rounds/sale-round.ts'
import type { HandlersOf } from '#transport/http/server.ts'
import type { Studio } from '../options.ts'
import { createRound } from './create-round.ts'
import { existingRound, roundsView, roundView } from './round-view.ts'
import { ColdpressError } from '#values/errors/errors.ts'
import { requireChain } from '../mints/chain.ts'
import { findMint } from '../mints/store.ts'
import { isSent, withdrawMint } from '../mints/withdraw-mint.ts'
import { changeSale } from '../sales/change-sale.ts'
import { membersOf, type SaleRoundRow } from '../store/sale-rounds.ts'
import { findSale } from '../store/sales.ts'

/** Paid sales that keys elsewhere sign for, together. Their signatures go to their mints. */
export const roundHandlers = (studio: Studio): HandlersOf<typeof roundOperations> => ({
  saleRounds: ({ params }) => roundsView(studio, params.collection_id),

  getSaleRound: ({ params }) => shownRound(studio, params.collection_id, params.round_id),

  createSaleRound: async ({ params, body }) => {
    const id = await createRound(studio, params.collection_id, body)
    return shownRound(studio, params.collection_id, id)
  },

  withdrawSaleRound: ({ params: { collection_id, round_id } }) => {
    withdrawRound(studio, existingRound(studio, collection_id, round_id))
    return shownRound(studio, collection_id, round_id)
  },
})

const shownRound = (studio: Studio, collectionId: string, id: string): SaleRound =>
  roundView(studio, existingRound(studio, collectionId, id))

/**
 * Takes back what a round's signers have not signed: its sales wait for the next round, or can be
 * refunded. A copy of the round may still be signed; the ledger accepts only one transaction that
 * spends a payment.
 * @throws ColdpressError `conflict` when nothing of it waits for signatures
 */
const withdrawRound = (studio: Studio, { id }: SaleRoundRow): void =>
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
