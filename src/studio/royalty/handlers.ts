import type { RoyaltyView } from '#contract/mints/mint.ts'
import type { royaltyOperations } from '#contract/royalty/operations.ts'
import type { HandlersOf } from '#transport/http/server.ts'
import { royaltyReceiverWarnings } from '../collections/collection-warnings.ts'
import type { Studio } from '../options.ts'
import { existingCollection } from '../store/collections.ts'
import { warningsField } from '../server/warnings-field.ts'
import { confirmRoyalty, mintRoyaltyIfPaid, viewRoyalty } from './royalty.ts'

/** Warns of the receiver as long as it can be changed. */
const shownRoyalty = async (
  studio: Studio,
  collectionId: string,
  ownOrigin: string,
): Promise<RoyaltyView> => ({
  ...(await viewRoyalty(studio, collectionId, ownOrigin)),
  ...warningsField(royaltyReceiverWarnings(studio, existingCollection(studio, collectionId))),
})

export const royaltyHandlers = (studio: Studio): HandlersOf<typeof royaltyOperations> => ({
  getRoyalty: ({ params, ownOrigin }) => shownRoyalty(studio, params.collection_id, ownOrigin),

  mintRoyalty: async ({ params, ownOrigin }) => {
    await mintRoyaltyIfPaid(studio, params.collection_id, { again: true })
    return shownRoyalty(studio, params.collection_id, ownOrigin)
  },

  confirmRoyalty: async ({ params, body, ownOrigin }) => {
    await confirmRoyalty(studio, params.collection_id, body)
    return shownRoyalty(studio, params.collection_id, ownOrigin)
  },
})
