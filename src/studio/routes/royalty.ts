import { royaltyConfirmationRequest, royaltyView as royaltyShape } from '#shared/wire/mint.ts'
import type { Studio } from '../options.ts'
import { confirmRoyalty, mintRoyaltyIfPaid, royaltyView } from '../royalty/royalty.ts'
import { collectionParams, errors, type StudioApp } from './app-type.ts'

const tags = ['Royalties']
const path = '/nft/collections/:collection_id/royalty'

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
    async ({ params, ownOrigin }) => royaltyView(studio, params.collection_id, ownOrigin),
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
      return royaltyView(studio, params.collection_id, ownOrigin)
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
      return royaltyView(studio, params.collection_id, ownOrigin)
    },
  )
}
