import {
  royaltyConfirmationRequest,
  type RoyaltyView,
  royaltyView as royaltyShape,
} from '#contract/mints/mint.ts'
import { royaltyReceiverWarnings } from '../collection-warnings.ts'
import type { Studio } from '../options.ts'
import { confirmRoyalty, mintRoyaltyIfPaid, royaltyView } from '../royalty/royalty.ts'
import { existingCollection } from '../store/collections.ts'
import { warningsField } from '../warnings-field.ts'
import { collectionParams, errors, type StudioApp } from './app-type.ts'

const tags = ['Royalties']
const path = '/nft/collections/:collection_id/royalty'

/** Warns of the receiver as long as it can be changed. */
const shownRoyalty = async (
  studio: Studio,
  collectionId: string,
  ownOrigin: string,
): Promise<RoyaltyView> => ({
  ...(await royaltyView(studio, collectionId, ownOrigin)),
  ...warningsField(royaltyReceiverWarnings(studio, existingCollection(studio, collectionId))),
})

export const addRoyaltyRoutes = (app: StudioApp, studio: Studio): void => {
  app.get(
    path,
    {
      schema: {
        tags,
        summary: 'How far the royalty token is, and what is to be paid for it',
        params: collectionParams,
        response: { 200: royaltyShape, ...errors },
      },
    },
    async ({ params, ownOrigin }) => shownRoyalty(studio, params.collection_id, ownOrigin),
  )

  app.post(
    path,
    {
      schema: {
        tags,
        summary: 'Mint the royalty token if it is paid for, also when that failed before',
        params: collectionParams,
        response: { 200: royaltyShape, ...errors },
      },
    },
    async ({ params, ownOrigin }) => {
      await mintRoyaltyIfPaid(studio, params.collection_id, { again: true })
      return shownRoyalty(studio, params.collection_id, ownOrigin)
    },
  )

  app.post(
    `${path}/confirm`,
    {
      schema: {
        tags,
        summary: 'Confirm rate and address of the royalty; its token is not minted before',
        params: collectionParams,
        body: royaltyConfirmationRequest,
        response: { 200: royaltyShape, ...errors },
      },
    },
    async ({ params, body, ownOrigin }) => {
      await confirmRoyalty(studio, params.collection_id, body)
      return shownRoyalty(studio, params.collection_id, ownOrigin)
    },
  )
}
