import { z } from 'zod'
import { shortText } from '#values/bounds/bounded.ts'
import { errorsThroughVault, type Operations } from '../operation.ts'
import { pageOf, pageQuery } from '../page.ts'
import {
  addTokensRequest,
  addTokensResponse,
  foundToken,
  sparseAddedTokens,
  sparseChangedToken,
  sparseToken,
  token,
  tokenChange,
  tokenDeleted,
  tokenStatuses,
} from './token.ts'

const tag = 'Tokens'
const path = '/nft/collections/:collection_id/tokens'

export const tokenOperations = {
  addTokens: {
    method: 'POST',
    path,
    request: addTokensRequest,
    response: addTokensResponse,
    reads: sparseAddedTokens,
    status: 201,
    idempotent: false,
    tag,
    summary: 'Add at most 25 tokens to a collection, all or none',
    description:
      'All are added or none: one bad token rejects the request, and the message names every error. Each token needs a value for every tag of the collection. An image from a web address is fetched, checked and pinned.',
    errors: {
      not_found: 'No collection has this ID.',
      conflict: 'An asset name is taken, or the policy is locked.',
      ...errorsThroughVault,
    },
    action: 'add the tokens',
  },
  tokens: {
    method: 'GET',
    path,
    query: pageQuery.extend({ status: z.enum(tokenStatuses).optional() }),
    response: pageOf(token),
    reads: pageOf(sparseToken),
    idempotent: true,
    tag,
    summary: "List a collection's tokens",
    description: 'Newest first.',
    errors: { not_found: 'No collection has this ID.' },
    action: 'list the tokens',
  },
  getToken: {
    method: 'GET',
    path: `${path}/:token_id`,
    response: token,
    reads: sparseToken,
    idempotent: true,
    tag,
    summary: 'Read a token',
    description: 'With its fingerprint, and the metadata that goes on chain.',
    errors: { not_found: 'No collection has this ID, or it has no such token.' },
    action: 'show the token',
  },
  updateToken: {
    method: 'PATCH',
    path: `${path}/:token_id`,
    request: tokenChange,
    response: token,
    reads: sparseChangedToken,
    idempotent: true,
    tag,
    summary: 'Change a token that nobody has reserved',
    description:
      'Takes the fields of a request; null removes a value. `status` holds a token back (`OPEN`) or releases it (`FOR_SALE`).',
    errors: {
      not_found: 'No collection has this ID, or it has no such token.',
      conflict: 'The token is reserved, on its way or minted, or its new name is taken.',
      ...errorsThroughVault,
    },
    action: 'change the token',
  },
  deleteToken: {
    method: 'DELETE',
    path: `${path}/:token_id`,
    response: tokenDeleted,
    idempotent: true,
    tag,
    summary: 'Delete a token that nobody has reserved',
    description: 'Its name is free again.',
    errors: {
      not_found: 'No collection has this ID, or it has no such token.',
      conflict: 'The token is reserved, on its way or minted.',
      ...errorsThroughVault,
    },
    action: 'delete the token',
  },
  /** Coldpress's own. Other services answer `not_found`. */
  findTokens: {
    method: 'GET',
    path: '/tokens',
    query: pageQuery.extend({
      name: shortText
        .min(1, 'empty')
        .max(100, 'above 100 characters')
        .describe('A part of the name or of the asset name, in large or small letters.')
        .meta({ examples: ['fern'] }),
    }),
    response: pageOf(foundToken),
    idempotent: true,
    tag: 'Studio',
    summary: 'Find tokens of all collections by their name',
    description: 'Newest first.',
    errors: {},
    action: 'find the tokens',
  },
} as const satisfies Operations
