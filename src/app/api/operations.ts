import { z } from 'zod'
import { binOperations } from '#contract/bin/operations.ts'
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
import { shopOperations } from '#contract/shops/operations.ts'
import { tokenOperations } from '#contract/tokens/operations.ts'
import {
  addTokensRequest,
  sparseAddedTokens,
  sparseChangedToken,
  sparseToken,
  type TokenRequestInput,
} from '#contract/tokens/token.ts'
import { deliveryOperations, webhookOperations } from '#contract/webhooks/operations.ts'
import { sparseWebhookMade } from '#contract/webhooks/webhook.ts'
import { Secret } from '#platform/secret/secret.ts'
import { compareFingerprint } from './compare-fingerprint.ts'

/**
 * Callers pass and receive arrays; the envelopes exist only on the wire. The array is put into its
 * envelope before it is validated, so errors name `tokens[3].name` as the service would.
 */
const tokensToAdd = z
  .custom<readonly TokenRequestInput[]>()
  .transform((tokens) => ({ tokens: [...tokens] }))
  .pipe(addTokensRequest)

const tokensAdded = sparseAddedTokens.transform(({ data }) => data.map(compareFingerprint))

/** Keys become Secrets in the step that reads them. */
const policyWithKeys = policyExport.transform(({ signing_keys, ...policy }) => ({
  policy,
  signingKeys: signing_keys.map((key) => Secret.ofText(key)),
}))

/**
 * The signing secret of the webhook, returned once. Services that sign with another secret return
 * none.
 */
const webhookWithSecret = sparseWebhookMade.transform(({ secret, ...made }) =>
  secret === undefined ? made : { ...made, secret: Secret.ofText(secret) },
)

/**
 * Every call that Coldpress makes; of some this process has its own form of a value. The
 * fingerprint is compared of a token that is looked at, not of each in a list.
 */
export const operations = {
  ...collectionOperations,
  ...practiceOperations,
  ...binOperations,
  ...policyOperations,
  ...tokenOperations,
  ...mintOperations,
  ...royaltyOperations,
  ...saleOperations,
  ...roundOperations,
  ...shopOperations,
  ...webhookOperations,
  ...deliveryOperations,
  ...eventOperations,
  ...gatewayOperations,
  addTokens: { ...tokenOperations.addTokens, request: tokensToAdd, reads: tokensAdded },
  getToken: { ...tokenOperations.getToken, reads: sparseToken.transform(compareFingerprint) },
  updateToken: {
    ...tokenOperations.updateToken,
    reads: sparseChangedToken.transform(compareFingerprint),
  },
  exportPolicy: { ...policyOperations.exportPolicy, reads: policyWithKeys },
  createWebhook: { ...webhookOperations.createWebhook, reads: webhookWithSecret },
} as const satisfies Operations
