import { bytesToHex } from '@noble/hashes/utils.js'
import type { FastifyReply } from 'fastify'
import type { Mint } from '#contract/mints/mint.ts'
import type { mintOperations } from '#contract/mints/operations.ts'
import type { HandlersOf } from '#transport/http/server.ts'
import { ColdpressError } from '#values/errors/errors.ts'
import type { Studio } from '../options.ts'
import { pageOfRows, pageStart } from '../server/paging.ts'
import {
  createRoyaltyRound,
  estimateRoyaltyRoundOf,
  isRoundRequest,
} from '../royalty/create-royalty-round.ts'
import { rebuildMint } from '../royalty/rebuild-mint.ts'
import { releaseSaleMint } from '../sales/deliver/hold-sale.ts'
import { existingCollection } from '../store/collections.ts'
import { createBurn, estimateBurnOf } from './create-burn.ts'
import { createMint } from './create-mint.ts'
import { estimateMintOf } from './estimate-mint.ts'
import { mintView } from './mint-view.ts'
import { parentsOfMint } from './chain.ts'
import { fundingView } from './payment-key.ts'
import { cancelMint } from './progress.ts'
import { addWitnesses, releaseMint } from './sign.ts'
import { findMint, listMints, type MintRow } from './store.ts'
import { withdraw } from './withdraw.ts'

/** The mint that a path names. */
type MintIds = { readonly collection_id: string; readonly mint_id: string }

/** @throws ColdpressError `not_found` */
const existingMint = (studio: Studio, { collection_id, mint_id }: MintIds): MintRow => {
  const row = findMint(studio.database, mint_id)
  if (row?.collection_id === collection_id) return row
  existingCollection(studio, collection_id)
  throw new ColdpressError('not_found', `there is no mint of this id in the collection: ${mint_id}`)
}

const shownMint = (studio: Studio, ids: MintIds): Mint =>
  mintView(studio, existingMint(studio, ids))

export const mintHandlers = (studio: Studio): HandlersOf<typeof mintOperations> => ({
  createMint: async ({ params, body }) => {
    const mint_id = isRoundRequest(body)
      ? await createRoyaltyRound(studio, params.collection_id, body)
      : await createMint(studio, params.collection_id, body)
    return shownMint(studio, { ...params, mint_id })
  },

  estimateMint: ({ params, body }, reply) => {
    const signal = signalOf(reply)
    return isRoundRequest(body)
      ? estimateRoyaltyRoundOf(studio, params.collection_id, body, signal)
      : estimateMintOf(studio, params.collection_id, body, signal)
  },

  mints: ({ params, query }) => {
    const { id } = existingCollection(studio, params.collection_id)
    const scope = `mints/${id}`
    const start = pageStart(query, scope)
    const rows = listMints(studio.database, id, start)
    return pageOfRows(rows, start, scope, (row) => mintView(studio, row))
  },

  getMint: ({ params }) => shownMint(studio, params),

  getMintParents: async ({ params }) => {
    const bodies = await parentsOfMint(studio, existingMint(studio, params))
    return { parents: bodies.map((body) => bytesToHex(body)) }
  },

  addWitnesses: async ({ params, body }) => {
    await addWitnesses(studio, existingMint(studio, params), body)
    return shownMint(studio, params)
  },

  releaseMint: async ({ params }) => {
    releaseSaleMint(studio, existingMint(studio, params))
    await releaseMint(studio, existingMint(studio, params))
    return shownMint(studio, params)
  },

  cancelMint: ({ params }) => {
    cancelMint(studio, existingMint(studio, params))
    return shownMint(studio, params)
  },

  rebuildMint: async ({ params, body }) => {
    const mint_id = await rebuildMint(studio, existingMint(studio, params), body)
    return shownMint(studio, { ...params, mint_id })
  },

  createBurn: async ({ params, body }) => {
    const mint_id = await createBurn(studio, params.collection_id, body)
    return shownMint(studio, { ...params, mint_id })
  },

  estimateBurn: ({ params, body }, reply) =>
    estimateBurnOf(studio, params.collection_id, body, signalOf(reply)),

  getFunding: ({ params }) => fundingView(studio, params.collection_id),

  withdraw: async ({ params, body }) => {
    const mint_id = await withdraw(studio, params.collection_id, body)
    return shownMint(studio, { ...params, mint_id })
  },
})

/** Aborts when the client ends the call. */
const signalOf = ({ raw }: FastifyReply): AbortSignal => {
  const gone = new AbortController()
  raw.once('close', () => gone.abort(new ColdpressError('cancelled', 'The client ended the call.')))
  return gone.signal
}
