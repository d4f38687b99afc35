import { z } from 'zod'
import type { TypedApp } from '#platform/http/loopback-server.ts'
import { longText } from '#values/bounds/bounded.ts'
import { errorBody } from '#contract/error-body.ts'

export type StudioApp = TypedApp

/** Of any length that the server's limit on a request's head lets in: an unknown id is 404. */
const appId = longText.describe('the application identifier')
export const appParams = z.object({ app_id: appId })
export const collectionParams = z.object({ app_id: appId, collection_id: longText })
export const tokenParams = collectionParams.extend({ token_id: longText })
export const mintParams = collectionParams.extend({ mint_id: longText })
export const roundParams = collectionParams.extend({ round_id: longText })
export const saleParams = appParams.extend({ sale_id: longText })
export const collectionSaleParams = collectionParams.extend({ sale_id: longText })
export const tokenSaleParams = saleParams.extend({ token_id: longText })
export const unknownPaymentParams = appParams.extend({ payment_address: longText })
export const webhookParams = z.object({ app_id: appId, webhook_id: longText })

/** The answers to failures, the same for every route. */
export const errors = { '4xx': errorBody, '5xx': errorBody } as const
