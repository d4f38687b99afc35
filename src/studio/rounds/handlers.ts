import type { roundOperations } from '#contract/rounds/operations.ts'
import type { SaleRound } from '#contract/rounds/sale-round.ts'
import type { HandlersOf } from '#transport/http/server.ts'
import type { Studio } from '../options.ts'
import { createRound } from './create-round.ts'
import { existingRound, roundsView, roundView } from './round-view.ts'
import { withdrawRound } from './withdraw-round.ts'

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
