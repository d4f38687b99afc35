import type { FastifyReply } from 'fastify'
import { bytesToHex } from '@noble/hashes/utils.js'
import { ColdpressError } from '#values/errors/errors.ts'
import {
  burnRequest,
  funding,
  mint,
  mintEstimate,
  mintParents,
  mintRequest,
  rebuildRequest,
  withdrawRequest,
  witnessesRequest,
} from '#contract/mints/mint.ts'
import { pageOf, pageQuery } from '#contract/page.ts'
import { existingCollection } from '../store/collections.ts'
import { createBurn, estimateBurnOf } from '../mints/create-burn.ts'
import { createMint } from '../mints/create-mint.ts'
import { estimateMintOf } from '../mints/estimate-mint.ts'
import { mintView } from '../mints/mint-view.ts'
import { parentsOfMint } from '../mints/parents.ts'
import { fundingView } from '../mints/payment-key.ts'
import { cancelMint } from '../mints/progress.ts'
import { addWitnesses, releaseMint } from '../mints/sign.ts'
import { findMint, listMints, type MintRow } from '../mints/store.ts'
import { withdraw } from '../mints/withdraw.ts'
import type { Studio } from '../options.ts'
import {
  createRoyaltyRound,
  estimateRoyaltyRoundOf,
  isRoundRequest,
} from '../royalty/create-royalty-round.ts'
import { rebuildMint } from '../royalty/rebuild-mint.ts'
import { releaseSaleMint } from '../sales/deliver/hold-sale.ts'
import { pageOfRows, pageStart } from '../paging.ts'
import { collectionParams, errors, mintParams, type StudioApp } from './app-type.ts'

const tags = ['Mints']
const path = '/nft/collections/:collection_id/mints'

/** @throws ColdpressError `not_found` */
const existingMint = (studio: Studio, collectionId: string, id: string): MintRow => {
  const row = findMint(studio.database, id)
  if (row?.collection_id === collectionId) return row
  existingCollection(studio, collectionId)
  throw new ColdpressError('not_found', 'there is no mint of this id in the collection')
}

export const addMintRoutes = (app: StudioApp, studio: Studio): void => {
  const view = (collectionId: string, id: string) =>
    mintView(studio, existingMint(studio, collectionId, id))

  app.post(
    path,
    {
      schema: {
        tags,
        summary: 'Mint tokens for own use: the creator pays and says who receives them',
        params: collectionParams,
        body: mintRequest,
        response: { 201: mint, ...errors },
      },
    },
    async ({ params, body }, reply) => {
      const id = isRoundRequest(body)
        ? await createRoyaltyRound(studio, params.collection_id, body)
        : await createMint(studio, params.collection_id, body)
      return reply.code(201).send(view(params.collection_id, id))
    },
  )

  app.post(
    `${path}/estimate`,
    {
      schema: {
        tags,
        summary: 'What a mint would cost, and what is missing for it; nothing is stored',
        params: collectionParams,
        body: mintRequest,
        response: { 200: mintEstimate, ...errors },
      },
    },
    async ({ params, body }, reply) => {
      const signal = signalOf(reply)
      return isRoundRequest(body)
        ? estimateRoyaltyRoundOf(studio, params.collection_id, body, signal)
        : estimateMintOf(studio, params.collection_id, body, signal)
    },
  )

  app.get(
    path,
    {
      schema: {
        tags,
        summary: "List a collection's mints",
        params: collectionParams,
        querystring: pageQuery,
        response: { 200: pageOf(mint), ...errors },
      },
    },
    async ({ params, query }) => {
      const { id } = existingCollection(studio, params.collection_id)
      const scope = `mints/${id}`
      const start = pageStart(query, scope)
      const rows = listMints(studio.database, id, start)
      return pageOfRows(rows, start, scope, (row) => mintView(studio, row))
    },
  )

  app.get(
    `${path}/:mint_id`,
    {
      schema: {
        tags,
        summary: 'Read a mint',
        params: mintParams,
        response: { 200: mint, ...errors },
      },
    },
    async ({ params }) => view(params.collection_id, params.mint_id),
  )

  app.get(
    `${path}/:mint_id/parents`,
    {
      schema: {
        tags,
        summary:
          "The bodies of the transactions that made a mint's inputs, which prove what they hold",
        params: mintParams,
        response: { 200: mintParents, ...errors },
      },
    },
    async ({ params }) => {
      const bodies = await parentsOfMint(
        studio,
        existingMint(studio, params.collection_id, params.mint_id),
      )
      return { parents: bodies.map((body) => bytesToHex(body)) }
    },
  )

  addBurnRoutes(app, studio)
  addMintActions(app, studio)
  addRebuildRoute(app, studio)
  addFundingRoutes(app, studio)
}

/** Aborts when the client ends the call. */
const signalOf = ({ raw }: FastifyReply): AbortSignal => {
  const gone = new AbortController()
  raw.once('close', () => gone.abort(new ColdpressError('cancelled', 'The client ended the call.')))
  return gone.signal
}

const addBurnRoutes = (app: StudioApp, studio: Studio): void => {
  const burns = '/nft/collections/:collection_id/burns'
  app.post(
    burns,
    {
      schema: {
        tags,
        summary: 'Burn minted tokens, for good; the burn is followed like a mint',
        params: collectionParams,
        body: burnRequest,
        response: { 201: mint, ...errors },
      },
    },
    async ({ params, body }, reply) => {
      const id = await createBurn(studio, params.collection_id, body)
      return reply.code(201).send(mintView(studio, existingMint(studio, params.collection_id, id)))
    },
  )
  app.post(
    `${burns}/estimate`,
    {
      schema: {
        tags,
        summary: 'What a burn would cost, and what is missing for it; nothing is stored',
        params: collectionParams,
        body: burnRequest,
        response: { 200: mintEstimate, ...errors },
      },
    },
    async ({ params, body }, reply) =>
      estimateBurnOf(studio, params.collection_id, body, signalOf(reply)),
  )
}

const addMintActions = (app: StudioApp, studio: Studio): void => {
  app.post(
    `${path}/:mint_id/witnesses`,
    {
      schema: {
        tags,
        summary: 'Add signatures that were made elsewhere; without any, ask the vault again',
        params: mintParams,
        body: witnessesRequest,
        response: { 200: mint, ...errors },
      },
    },
    async ({ params, body }) => {
      const { collection_id: collectionId, mint_id: id } = params
      await addWitnesses(studio, existingMint(studio, collectionId, id), body)
      return mintView(studio, existingMint(studio, collectionId, id))
    },
  )

  app.post(
    `${path}/:mint_id/release`,
    {
      schema: {
        tags,
        summary: 'Sign and send a mint that was held back when it was built',
        params: mintParams,
        response: { 200: mint, ...errors },
      },
    },
    async ({ params }) => {
      const { collection_id: collectionId, mint_id: id } = params
      releaseSaleMint(studio, existingMint(studio, collectionId, id))
      await releaseMint(studio, existingMint(studio, collectionId, id))
      return mintView(studio, existingMint(studio, collectionId, id))
    },
  )

  app.post(
    `${path}/:mint_id/cancel`,
    {
      schema: {
        tags,
        summary: 'Cancel a mint of which nothing was sent',
        params: mintParams,
        response: { 200: mint, ...errors },
      },
    },
    async ({ params }) => {
      const { collection_id: collectionId, mint_id: id } = params
      cancelMint(studio, existingMint(studio, collectionId, id))
      return mintView(studio, existingMint(studio, collectionId, id))
    },
  )
}

const addRebuildRoute = (app: StudioApp, studio: Studio): void => {
  app.post(
    `${path}/:mint_id/rebuild`,
    {
      schema: {
        tags,
        summary: 'Build a mint or burn again whose time ended before it was on chain',
        params: mintParams,
        body: rebuildRequest,
        response: { 201: mint, ...errors },
      },
    },
    async ({ params, body }, reply) => {
      const { collection_id: collectionId, mint_id: id } = params
      const rebuilt = await rebuildMint(studio, existingMint(studio, collectionId, id), body)
      return reply.code(201).send(mintView(studio, existingMint(studio, collectionId, rebuilt)))
    },
  )
}

const addFundingRoutes = (app: StudioApp, studio: Studio): void => {
  app.get(
    '/nft/collections/:collection_id/funding',
    {
      schema: {
        tags,
        summary: "The address that a collection's mints are paid from, and what is there",
        params: collectionParams,
        response: { 200: funding, ...errors },
      },
    },
    async ({ params }) => fundingView(studio, params.collection_id),
  )

  app.post(
    '/nft/collections/:collection_id/funding/withdraw',
    {
      schema: {
        tags,
        summary: "Send what is at a collection's payment address elsewhere, followed like a mint",
        params: collectionParams,
        body: withdrawRequest,
        response: { 201: mint, ...errors },
      },
    },
    async ({ params, body }, reply) => {
      const id = await withdraw(studio, params.collection_id, body)
      return reply.code(201).send(mintView(studio, existingMint(studio, params.collection_id, id)))
    },
  )
}
