import { z } from 'zod'
import { documentText, longText, recordOf, shortText } from '#values/bounds/bounded.ts'
import { networks } from '#cardano/network.ts'
import type { GatewayAccess } from '#chain/gateway/open-gateway.ts'
import type { ReportedUsage, SharedUsage } from '#chain/gateway/gateway-usage.ts'
import type { EventBatch } from '#contract/events/event-feed.ts'
import { logLevels } from '#contract/log/entry.ts'
import { providerSettings } from '#contract/providers/providers.ts'
import { policyKeyOperations } from '#keys/operations.ts'
import { manyOf, nothingField, secret } from '#transport/process/fields.ts'
import type { StudioNotice } from './notice.ts'

const webhookId = shortText

/**
 * What a studio in a process of its own asks of its host: the only functions of the vault that it
 * gets (docs/adr/0005), its way to the chain, and its reports.
 */
export const hostOperations = {
  ...policyKeyOperations,
  notify: {
    input: z.strictObject({
      kind: z.enum(['signing', 'connection']).optional(),
      level: z.enum(logLevels),
      message: longText,
      details: recordOf(longText),
    }) satisfies z.ZodType<StudioNotice>,
    output: nothingField,
  },
  /** Resolves when the events are on disk. Each is JSON. */
  receiveEvents: {
    input: z.strictObject({
      events: manyOf(documentText),
      isLast: z.boolean(),
    }) satisfies z.ZodType<EventBatch>,
    output: nothingField,
  },
  setWebhookSecret: { input: z.strictObject({ webhookId, secret }), output: nothingField },
  getWebhookSecret: { input: webhookId, output: secret.optional() },
  removeWebhookSecret: { input: webhookId, output: nothingField },
  /** For a public network: the stored gateways of the studio's own network in their order, and their secrets. */
  gatewayAccess: {
    input: nothingField,
    output: manyOf(
      z.strictObject({
        id: shortText,
        network: z.enum(networks),
        kind: shortText,
        name: longText,
        settings: providerSettings,
        secret: secret.optional(),
        bannedUntil: shortText.optional(),
      }) satisfies z.ZodType<GatewayAccess>,
    ),
  },
  /** What the studio has asked a gateway since the last report. */
  reportGatewayCalls: {
    input: z.strictObject({
      id: shortText,
      calls: z.int().nonnegative(),
      isUsedUp: z.boolean(),
      /** When the gateway's ban of this computer ends, in ISO 8601. */
      bannedUntil: shortText.optional(),
    }) satisfies z.ZodType<ReportedUsage>,
    /** What all processes know. */
    output: z.strictObject({
      budget: z.strictObject({ calls: z.int(), callsPerDay: z.int().positive() }).optional(),
      bannedUntil: shortText.optional(),
    }) satisfies z.ZodType<SharedUsage>,
  },
} as const
