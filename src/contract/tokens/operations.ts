import { z } from 'zod'
import type { Operations } from '../operation.ts'
import { pageOf, pageQuery } from '../page.ts'
import {
  addTokensRequest,
  addTokensResponse,
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
    action: 'change the token',
  },
  deleteToken: {
    method: 'DELETE',
    path: `${path}/:token_id`,
    response: tokenDeleted,
    idempotent: true,
    tag,
    summary: 'Delete a token that nobody has reserved',
    action: 'delete the token',
  },
} as const satisfies Operations
