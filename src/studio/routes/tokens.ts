import { z } from 'zod'
import { pageOf, pageQuery } from '#contract/page.ts'
import {
  addTokensRequest,
  addTokensResponse,
  token,
  tokenChange,
  tokenDeleted,
  tokenStatuses,
} from '#contract/tokens/token.ts'
import { existingCollection } from '../store/collections.ts'
import type { Studio } from '../options.ts'
import { pageOfRows, pageStart } from '../paging.ts'
import { listTokens } from '../store/tokens.ts'
import { tokenViews } from '../token-view.ts'
import { addTokens, invalidBatch, changeToken, existingToken, removeToken } from '../tokens.ts'
import { collectionParams, errors, type StudioApp, tokenParams } from './app-type.ts'

const tags = ['Tokens']
const path = '/nft/collections/:collection_id/tokens'
const listQuery = pageQuery.extend({ status: z.enum(tokenStatuses).optional() })

export const addTokenRoutes = (app: StudioApp, studio: Studio): void => {
  app.post(
    path,
    {
      // An error lists the errors of every item, which takes more than its form to know.
      attachValidation: true,
      schema: {
        tags,
        summary: 'Add at most 25 tokens to a collection, all or none',
        params: collectionParams,
        body: addTokensRequest,
        response: { 201: addTokensResponse, ...errors },
      },
    },
    async ({ params, body, linkBase, validationError }, reply) => {
      const id = params.collection_id
      if (validationError !== undefined) throw invalidBatch(studio, id, body)
      const data = await addTokens(studio, id, { tokens: body.tokens, linkBase })
      return reply.code(201).send({ data: [...data], status_code: 201 })
    },
  )

  app.get(
    path,
    {
      schema: {
        tags,
        summary: "List a collection's tokens",
        params: collectionParams,
        querystring: listQuery,
        response: { 200: pageOf(token), ...errors },
      },
    },
    async ({ params, query, linkBase }) => {
      const collection = existingCollection(studio, params.collection_id)
      const scope = `tokens/${collection.id}/${query.status ?? ''}`
      const start = pageStart(query, scope)
      const rows = listTokens(studio.database, collection.id, query.status, start)
      return pageOfRows(rows, start, scope, tokenViews(studio, collection, linkBase))
    },
  )

  addOneTokenRoutes(app, studio)
}

const addOneTokenRoutes = (app: StudioApp, studio: Studio): void => {
  app.get(
    `${path}/:token_id`,
    {
      schema: {
        tags,
        summary: 'Read a token',
        params: tokenParams,
        response: { 200: token, ...errors },
      },
    },
    async ({ params, linkBase }) => {
      const collection = existingCollection(studio, params.collection_id)
      return tokenViews(
        studio,
        collection,
        linkBase,
      )(existingToken(studio, collection.id, params.token_id))
    },
  )

  app.patch(
    `${path}/:token_id`,
    {
      schema: {
        tags,
        summary: 'Change a token that nobody has reserved',
        params: tokenParams,
        body: tokenChange,
        response: { 200: token, ...errors },
      },
    },
    async ({ params, body, linkBase }) => {
      const changed = await changeToken(studio, params.collection_id, params.token_id, body)
      return tokenViews(studio, changed.collection, linkBase)(changed.token)
    },
  )

  app.delete(
    `${path}/:token_id`,
    {
      schema: {
        tags,
        summary: 'Delete a token that nobody has reserved',
        params: tokenParams,
        response: { 200: tokenDeleted, ...errors },
      },
    },
    async ({ params }) => removeToken(studio, params.collection_id, params.token_id),
  )
}
