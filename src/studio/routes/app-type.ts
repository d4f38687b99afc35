import type {
  FastifyBaseLogger,
  FastifyInstance,
  RawReplyDefaultExpression,
  RawRequestDefaultExpression,
  RawServerDefault,
} from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { longText } from '#shared/bounded.ts'
import { errorBody } from '#shared/wire/error-body.ts'

/** A Fastify instance whose routes are typed by the zod schemas that validate them. */
export type StudioApp = FastifyInstance<
  RawServerDefault,
  RawRequestDefaultExpression,
  RawReplyDefaultExpression,
  FastifyBaseLogger,
  ZodTypeProvider
>

/** Of any length that the server's limit on a request's head lets in: an unknown id is 404. */
const appId = longText.describe('the application identifier')
export const appParams = z.object({ app_id: appId })
export const collectionParams = z.object({ app_id: appId, collection_id: longText })
export const tokenParams = collectionParams.extend({ token_id: longText })
export const mintParams = collectionParams.extend({ mint_id: longText })
export const saleParams = appParams.extend({ sale_id: longText })
export const collectionSaleParams = collectionParams.extend({ sale_id: longText })
export const tokenSaleParams = saleParams.extend({ token_id: longText })
export const webhookParams = z.object({ app_id: appId, webhook_id: longText })

/** The answers to failures, the same for every route. */
export const errors = { '4xx': errorBody, '5xx': errorBody } as const
