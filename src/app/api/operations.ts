import { z } from 'zod'
import { shortText } from '#values/bounds/bounded.ts'
import { limits } from '#values/bounds/limits.ts'
import {
  collection,
  collectionChange,
  collectionDeleted,
  collectionRequest,
} from '#contract/collections/collection.ts'
import {
  burnRequest,
  funding,
  mint,
  mintEstimate,
  mintParents,
  mintRequest,
  rebuildRequest,
  royaltyConfirmationRequest,
  royaltyView,
  withdrawRequest,
  witnessesRequest,
} from '#contract/mints/mint.ts'
import { gatewayUse } from '#contract/gateways/gateway-use.ts'
import { pageOf } from '#contract/page.ts'
import { policyExport } from '#contract/policies/policy.ts'
import { resolveRequest, sale, saleRequest } from '#contract/sales/sale.ts'
import {
  addTokensRequest,
  addTokensResponse,
  token,
  tokenChange,
  tokenDeleted,
  type TokenRequestInput,
} from '#contract/tokens/token.ts'
import {
  delivery,
  deliveryWithBody,
  webhook,
  webhookChange,
  webhookDeleted,
  webhookMade,
  webhookRequest,
  webhookTested,
} from '#contract/webhooks/webhook.ts'
import { Secret } from '#platform/secret/secret.ts'
import type { Operation } from './operation.ts'
import { saleRoundOperations } from './sale-round-operations.ts'
import { unknownPaymentOperations } from './unknown-payment-operations.ts'

const listQuery = z
  .object({
    order: z.enum(['asc', 'desc'], 'must be asc or desc'),
    size: z.int().min(limits.pageSize.min).max(limits.pageSize.max),
  })
  .partial()

/**
 * Callers pass and receive arrays; the envelopes exist only on the wire. The array is put into its
 * envelope before it is validated, so errors name `tokens[3].name` as the service would.
 */
const tokensToAdd = z
  .custom<readonly TokenRequestInput[]>()
  .transform((tokens) => ({ tokens: [...tokens] }))
  .pipe(addTokensRequest)
/**
 * The signing secret of the webhook, returned once. Services that sign with another secret return
 * none.
 */
const webhookWithSecret = webhookMade.transform(({ secret, ...made }) =>
  secret === undefined ? made : { ...made, secret: Secret.ofText(secret) },
)

const tokensAdded = addTokensResponse.transform(({ data }) => data)

/** Keys become Secrets in the step that reads them. */
const policyWithKeys = policyExport.transform(({ signing_keys, ...policy }) => ({
  policy,
  signingKeys: signing_keys.map((key) => Secret.ofText(key)),
}))

/** The answer to a deletion is ignored; some services send none (204). */
const gone = () => undefined

const collections = '/nft/collections'
const tokens = `${collections}/:collectionId/tokens`
const mints = `${collections}/:collectionId/mints`
const burns = `${collections}/:collectionId/burns`
const royalty = `${collections}/:collectionId/royalty`
const sales = `${collections}/:collectionId/sales`

/** Every call that Coldpress makes (interface, "Endpoints"); the client is derived from this table. */
export const operations = {
  createCollection: {
    method: 'POST',
    path: collections,
    request: collectionRequest,
    response: collection,
    idempotent: false,
  },
  collections: {
    method: 'GET',
    path: collections,
    query: listQuery,
    response: pageOf(collection),
    idempotent: true,
  },
  getCollection: {
    method: 'GET',
    path: `${collections}/:collectionId`,
    response: collection,
    idempotent: true,
  },
  updateCollection: {
    method: 'PATCH',
    path: `${collections}/:collectionId`,
    request: collectionChange,
    response: collection,
    idempotent: true,
  },
  deleteCollection: {
    method: 'DELETE',
    path: `${collections}/:collectionId`,
    response: collectionDeleted.optional().transform(gone),
    idempotent: true,
  },
  /** Coldpress's own: the studio's, on the devnet. */
  deleteWithMinted: {
    method: 'DELETE',
    path: `${collections}/:collectionId/with-minted`,
    response: collectionDeleted.optional().transform(gone),
    idempotent: true,
  },
  exportPolicy: {
    method: 'GET',
    path: `${collections}/:collectionId/policy`,
    response: policyWithKeys,
    idempotent: true,
  },
  addTokens: {
    method: 'POST',
    path: tokens,
    request: tokensToAdd,
    response: tokensAdded,
    idempotent: false,
  },
  tokens: {
    method: 'GET',
    path: tokens,
    query: listQuery.extend({ status: shortText.min(1, 'empty').optional() }),
    response: pageOf(token),
    idempotent: true,
  },
  getToken: { method: 'GET', path: `${tokens}/:tokenId`, response: token, idempotent: true },
  updateToken: {
    method: 'PATCH',
    path: `${tokens}/:tokenId`,
    request: tokenChange,
    response: token,
    idempotent: true,
  },
  deleteToken: {
    method: 'DELETE',
    path: `${tokens}/:tokenId`,
    response: tokenDeleted.optional().transform(gone),
    idempotent: true,
  },
  /** From here to the webhooks: the studio's own calls. Other services answer `not_found`. */
  createMint: {
    method: 'POST',
    path: mints,
    request: mintRequest,
    response: mint,
    idempotent: false,
  },
  estimateMint: {
    method: 'POST',
    path: `${mints}/estimate`,
    request: mintRequest,
    response: mintEstimate,
    idempotent: true,
  },
  createBurn: {
    method: 'POST',
    path: burns,
    request: burnRequest,
    response: mint,
    idempotent: false,
  },
  estimateBurn: {
    method: 'POST',
    path: `${burns}/estimate`,
    request: burnRequest,
    response: mintEstimate,
    idempotent: true,
  },
  mints: { method: 'GET', path: mints, query: listQuery, response: pageOf(mint), idempotent: true },
  getMint: { method: 'GET', path: `${mints}/:mintId`, response: mint, idempotent: true },
  getMintParents: {
    method: 'GET',
    path: `${mints}/:mintId/parents`,
    response: mintParents,
    idempotent: true,
  },
  /**
   * Not repeated: after a lost answer the second call would be rejected, because the first was
   * carried out.
   */
  addWitnesses: {
    method: 'POST',
    path: `${mints}/:mintId/witnesses`,
    request: witnessesRequest,
    response: mint,
    idempotent: false,
  },
  /** Releases a mint that was created with `hold`. */
  releaseMint: {
    method: 'POST',
    path: `${mints}/:mintId/release`,
    response: mint,
    idempotent: true,
  },
  cancelMint: {
    method: 'POST',
    path: `${mints}/:mintId/cancel`,
    response: mint,
    idempotent: false,
  },
  getGatewayUse: {
    method: 'GET',
    path: '/gateway',
    response: gatewayUse,
    idempotent: true,
  },
  /** Not repeated: a second call would be rejected, because the first built it. */
  rebuildMint: {
    method: 'POST',
    path: `${mints}/:mintId/rebuild`,
    request: rebuildRequest,
    response: mint,
    idempotent: false,
  },
  getFunding: {
    method: 'GET',
    path: `${collections}/:collectionId/funding`,
    response: funding,
    idempotent: true,
  },
  withdraw: {
    method: 'POST',
    path: `${collections}/:collectionId/funding/withdraw`,
    request: withdrawRequest,
    response: mint,
    idempotent: false,
  },
  getRoyalty: { method: 'GET', path: royalty, response: royaltyView, idempotent: true },
  confirmRoyalty: {
    method: 'POST',
    path: `${royalty}/confirm`,
    request: royaltyConfirmationRequest,
    response: royaltyView,
    idempotent: true,
  },
  /** While one is under way, the studio makes no second one. */
  mintRoyalty: { method: 'POST', path: royalty, response: royaltyView, idempotent: true },
  /**
   * `app/sales` looks up a sale after a lost answer: sending the call again would reserve twice.
   */
  createSale: {
    method: 'POST',
    path: sales,
    request: saleRequest,
    response: sale,
    idempotent: false,
  },
  sales: { method: 'GET', path: sales, query: listQuery, response: pageOf(sale), idempotent: true },
  getSale: { method: 'GET', path: '/sales/:saleId', response: sale, idempotent: true },
  /**
   * Not repeated: after a lost answer the second call would be rejected, because the first was
   * carried out.
   */
  cancelSale: {
    method: 'POST',
    path: '/sales/:saleId/cancel',
    response: sale,
    idempotent: false,
  },
  /** The same call twice gives the same result. */
  resolveSale: {
    method: 'POST',
    path: '/sales/:saleId/resolve',
    request: resolveRequest,
    response: sale,
    idempotent: true,
  },
  ...saleRoundOperations,
  ...unknownPaymentOperations,
  /**
   * Items as they came: unknown kinds and fields are kept, and an invalid item does not fail its
   * page.
   */
  events: {
    method: 'GET',
    path: '/events',
    query: listQuery.extend({
      status: shortText.min(1, 'empty').optional(),
      collection_id: shortText.min(1, 'empty').optional(),
      sale_id: shortText.min(1, 'empty').optional(),
      /** ISO 8601, or Unix milliseconds. */
      since: shortText.min(1, 'empty').optional(),
    }),
    response: pageOf(z.unknown()),
    idempotent: true,
  },
  createWebhook: {
    method: 'POST',
    path: '/webhooks',
    request: webhookRequest,
    response: webhookWithSecret,
    idempotent: false,
  },
  webhooks: {
    method: 'GET',
    path: '/webhooks',
    query: listQuery,
    response: pageOf(webhook),
    idempotent: true,
  },
  getWebhook: {
    method: 'GET',
    path: '/webhooks/:webhookId',
    response: webhook,
    idempotent: true,
  },
  updateWebhook: {
    method: 'PATCH',
    path: '/webhooks/:webhookId',
    request: webhookChange,
    response: webhook,
    idempotent: true,
  },
  deleteWebhook: {
    method: 'DELETE',
    path: '/webhooks/:webhookId',
    response: webhookDeleted.optional().transform(gone),
    idempotent: true,
  },
  /** From here on: the studio's own calls. Each sends a sample, so it is not repeated. */
  testWebhook: {
    method: 'POST',
    path: '/webhooks/:webhookId/test',
    response: webhookTested,
    idempotent: false,
  },
  deliveries: {
    method: 'GET',
    path: '/webhooks/:webhookId/deliveries',
    query: listQuery.extend({ state: shortText.min(1, 'empty').optional() }),
    response: pageOf(delivery),
    idempotent: true,
  },
  getDelivery: {
    method: 'GET',
    path: '/deliveries/:deliveryId',
    response: deliveryWithBody,
    idempotent: true,
  },
  /** Not repeated: the second call might be rejected while the first is being carried out. */
  resendDelivery: {
    method: 'POST',
    path: '/deliveries/:deliveryId/resend',
    response: delivery,
    idempotent: false,
  },
} as const satisfies Record<string, Operation>
