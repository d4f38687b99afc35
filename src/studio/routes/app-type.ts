import type {
  FastifyBaseLogger,
  FastifyInstance,
  RawReplyDefaultExpression,
  RawRequestDefaultExpression,
  RawServerDefault,
} from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { fault } from '../../shared/wire/fault.ts'

/** A Fastify instance whose routes are typed by the zod schemas that validate them. */
export type StudioApp = FastifyInstance<
  RawServerDefault,
  RawRequestDefaultExpression,
  RawReplyDefaultExpression,
  FastifyBaseLogger,
  ZodTypeProvider
>

const appId = z.string().describe('the application identifier')
export const appParams = z.object({ app_id: appId })
export const collectionParams = z.object({ app_id: appId, collection_id: z.string() })
export const tokenParams = collectionParams.extend({ token_id: z.string() })
export const mintParams = collectionParams.extend({ mint_id: z.string() })
export const saleParams = appParams.extend({ sale_id: z.string() })
export const collectionSaleParams = collectionParams.extend({ sale_id: z.string() })
export const tokenSaleParams = saleParams.extend({ token_id: z.string() })
export const webhookParams = z.object({ app_id: appId, webhook_id: z.string() })

/** The answers to failures, the same for every route. */
export const faults = { '4xx': fault, '5xx': fault } as const
