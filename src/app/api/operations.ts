import { z } from 'zod'
import { collectionOperations, practiceOperations } from '#contract/collections/operations.ts'
import { eventOperations } from '#contract/events/operations.ts'
import { gatewayOperations } from '#contract/gateways/operations.ts'
import { mintOperations } from '#contract/mints/operations.ts'
import type { Operations } from '#contract/operation.ts'
import { policyOperations } from '#contract/policies/operations.ts'
import { policyExport } from '#contract/policies/policy.ts'
import { roundOperations } from '#contract/rounds/operations.ts'
import { royaltyOperations } from '#contract/royalty/operations.ts'
import { saleOperations } from '#contract/sales/operations.ts'
import { tokenOperations } from '#contract/tokens/operations.ts'
import {
  addTokensRequest,
  addTokensResponse,
  type TokenRequestInput,
} from '#contract/tokens/token.ts'
import { deliveryOperations, webhookOperations } from '#contract/webhooks/operations.ts'
import { webhookMade } from '#contract/webhooks/webhook.ts'
import { Secret } from '#platform/secret/secret.ts'

/**
 * Callers pass and receive arrays; the envelopes exist only on the wire. The array is put into its
 * envelope before it is validated, so errors name `tokens[3].name` as the service would.
 */
const tokensToAdd = z
  .custom<readonly TokenRequestInput[]>()
  .transform((tokens) => ({ tokens: [...tokens] }))
  .pipe(addTokensRequest)

const tokensAdded = addTokensResponse.transform(({ data }) => data)

/** Keys become Secrets in the step that reads them. */
const policyWithKeys = policyExport.transform(({ signing_keys, ...policy }) => ({
  policy,
  signingKeys: signing_keys.map((key) => Secret.ofText(key)),
}))

/**
 * The signing secret of the webhook, returned once. Services that sign with another secret return
 * none.
 */
const webhookWithSecret = webhookMade.transform(({ secret, ...made }) =>
  secret === undefined ? made : { ...made, secret: Secret.ofText(secret) },
)

/** Every call that Coldpress makes; in three of them this process has its own form of a value. */
export const operations = {
  ...collectionOperations,
  ...practiceOperations,
  ...policyOperations,
  ...tokenOperations,
  ...mintOperations,
  ...royaltyOperations,
  ...saleOperations,
  ...roundOperations,
  ...webhookOperations,
  ...deliveryOperations,
  ...eventOperations,
  ...gatewayOperations,
  addTokens: { ...tokenOperations.addTokens, request: tokensToAdd, reads: tokensAdded },
  exportPolicy: { ...policyOperations.exportPolicy, reads: policyWithKeys },
  createWebhook: { ...webhookOperations.createWebhook, reads: webhookWithSecret },
} as const satisfies Operations
