import type { tokenOperations } from '#contract/tokens/operations.ts'
import type { HandlersOf, InvalidRequests } from '#transport/http/server.ts'
import type { Studio } from '../options.ts'
import { pageOfRows, pageStart } from '../server/paging.ts'
import { existingCollection } from '../store/collections.ts'
import { findTokensByName, listTokens } from '../store/tokens.ts'
import { tokenViews } from './token-view.ts'
import { addTokens, changeToken, existingToken, invalidBatch, removeToken } from './tokens.ts'

export const tokenHandlers = (studio: Studio): HandlersOf<typeof tokenOperations> => ({
  addTokens: async ({ params, body, linkBase }) => {
    const data = await addTokens(studio, params.collection_id, { tokens: body.tokens, linkBase })
    return { data: [...data], status_code: 201 }
  },

  tokens: ({ params, query, linkBase }) => {
    const collection = existingCollection(studio, params.collection_id)
    const scope = `tokens/${collection.id}/${query.status ?? ''}`
    const start = pageStart(query, scope)
    const rows = listTokens(studio.database, collection.id, query.status, start)
    return pageOfRows(rows, start, scope, tokenViews(studio, collection, linkBase))
  },

  getToken: ({ params, linkBase }) => {
    const collection = existingCollection(studio, params.collection_id)
    const token = existingToken(studio, collection.id, params.token_id)
    return tokenViews(studio, collection, linkBase)(token)
  },

  updateToken: async ({ params, body, linkBase }) => {
    const changed = await changeToken(studio, params.collection_id, params.token_id, body)
    return tokenViews(studio, changed.collection, linkBase)(changed.token)
  },

  deleteToken: ({ params }) => removeToken(studio, params.collection_id, params.token_id),

  findTokens: ({ query }) => {
    const scope = `found tokens/${query.name}`
    const start = pageStart(query, scope)
    const rows = findTokensByName(studio.database, query.name, start)
    return pageOfRows(rows, start, scope, ({ id, collection_id, name, asset_name, image }) => ({
      id,
      collection_id,
      name,
      asset_name,
      image,
    }))
  },
})

/** An error lists the errors of every item, which takes more than its form to know. */
export const invalidTokenRequests = (studio: Studio): InvalidRequests<typeof tokenOperations> => ({
  addTokens: ({ params, body }) => invalidBatch(studio, params.collection_id, body),
})
