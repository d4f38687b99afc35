import { saleRound, saleRoundRequest, saleRounds } from '#contract/rounds/sale-round.ts'
import type { Studio } from '../options.ts'
import { createRound } from '../rounds/create-round.ts'
import { existingRound, roundsView, roundView } from '../rounds/round-view.ts'
import { withdrawRound } from '../rounds/withdraw-round.ts'
import { collectionParams, errors, roundParams, type StudioApp } from './app-type.ts'

const tags = ['Sales']
const path = '/nft/collections/:collection_id/sale-rounds'

/** Paid sales that keys elsewhere sign for, together. Their signatures go to their mints. */
export const addSaleRoundRoutes = (app: StudioApp, studio: Studio): void => {
  const view = (collectionId: string, id: string) =>
    roundView(studio, existingRound(studio, collectionId, id))

  app.get(
    path,
    {
      schema: {
        tags,
        summary: 'The paid sales that wait for signatures from elsewhere, and their signing rounds',
        params: collectionParams,
        response: { 200: saleRounds, ...errors },
      },
    },
    async ({ params }) => roundsView(studio, params.collection_id),
  )

  app.post(
    path,
    {
      schema: {
        tags,
        summary: 'Build the transactions of the waiting sales as one signing round',
        params: collectionParams,
        body: saleRoundRequest,
        response: { 201: saleRound, ...errors },
      },
    },
    async ({ params, body }, reply) => {
      const id = await createRound(studio, params.collection_id, body)
      return reply.code(201).send(view(params.collection_id, id))
    },
  )

  const one = { tags, params: roundParams, response: { 200: saleRound, ...errors } }

  app.get(
    `${path}/:round_id`,
    { schema: { ...one, summary: 'Read a signing round' } },
    async ({ params }) => view(params.collection_id, params.round_id),
  )

  app.post(
    `${path}/:round_id/withdraw`,
    { schema: { ...one, summary: 'Take back what nobody has signed of a round' } },
    async ({ params }) => {
      const { collection_id: collectionId, round_id: id } = params
      withdrawRound(studio, existingRound(studio, collectionId, id))
      return view(collectionId, id)
    },
  )
}
