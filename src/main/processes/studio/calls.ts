import { z } from 'zod'
import { documentText, listOf, longText, recordOf, shortText } from '#values/bounds/bounded.ts'
import { logLevels } from '#contract/log/entry.ts'
import { providerSettings } from '#contract/providers/providers.ts'
import { networks } from '#cardano/network.ts'
import { scriptFromCbor } from '#cardano/scripts.ts'
import {
  keptWallet,
  keyHash,
  nothing,
  orderedTransaction,
  paymentWallet,
  policyKey,
  parsedBy,
  seals,
  secret,
  statements,
  witness,
} from '../fields.ts'

const port = z.int().min(0).max(65_535)

/** Calls of the main process to the studio process. */
export const studioCalls = {
  /** Once; again only after a failure. */
  start: {
    input: z.strictObject({
      home: shortText,
      network: z.enum(networks),
      apiKey: secret,
      /** 0: any free one. */
      port,
      /** For the network devnet: also serves its chain, to clients with this token. */
      devnet: z.strictObject({ token: secret, port }).optional(),
      /** The last event stored by the app; absent before the first. */
      lastEventId: shortText.optional(),
    }),
    output: z.strictObject({
      baseUrl: shortText,
      appId: shortText,
      /** The base URL of the devnet. */
      devnet: shortText.optional(),
    }),
  },
  /** Resolves when running requests are done and the database is closed. */
  close: { input: nothing, output: nothing },
} as const

const webhookId = shortText

/**
 * The only vault calls that the studio may make (docs/adr/0005), its way to the chain, and its
 * reports: notices and events.
 */
export const vaultCalls = {
  storeKeys: {
    input: z.strictObject({
      /** CBOR in hex, which preserves the script's bytes. */
      script: parsedBy(scriptFromCbor).optional(),
      keys: listOf(policyKey),
      madeHere: z.boolean(),
      collectionName: longText,
    }),
    output: nothing,
  },
  revealKeys: { input: listOf(keyHash), output: listOf(secret) },
  createWallet: { input: nothing, output: paymentWallet },
  watchedWallet: { input: nothing, output: paymentWallet.optional() },
  keptWallet: { input: shortText, output: keptWallet.optional() },
  availability: {
    input: z.strictObject({ keyHashes: listOf(keyHash), wallet: shortText.optional() }),
    output: z.strictObject({ isOpen: z.boolean(), missing: listOf(shortText).readonly() }),
  },
  notify: {
    input: z.strictObject({
      level: z.enum(logLevels),
      message: longText,
      details: recordOf(longText),
    }),
    output: nothing,
  },
  /** Resolves when the events are on disk. Each is JSON. */
  receiveEvents: {
    input: z.strictObject({ events: listOf(documentText), isLast: z.boolean() }),
    output: nothing,
  },
  witness: { input: orderedTransaction, output: witness },
  seal: { input: statements, output: seals },
  sealKey: { input: nothing, output: shortText.optional() },
  creatorKey: { input: nothing, output: shortText.optional() },
  setWebhookSecret: { input: z.strictObject({ webhookId, secret }), output: nothing },
  getWebhookSecret: { input: webhookId, output: secret.optional() },
  removeWebhookSecret: { input: webhookId, output: nothing },
  /** For a public network: the stored gateway of the studio's own network, and its secret. */
  gatewayAccess: {
    input: nothing,
    output: z.strictObject({
      kind: shortText,
      name: longText,
      settings: providerSettings,
      secret: secret.optional(),
      bannedUntil: shortText.optional(),
    }),
  },
  /** What the studio has asked its gateway since the last report. */
  reportGatewayCalls: {
    input: z.strictObject({
      calls: z.int().nonnegative(),
      isUsedUp: z.boolean(),
      /** When the gateway's ban of this computer ends, in ISO 8601. */
      bannedUntil: shortText.optional(),
    }),
    /** What all processes know. */
    output: z.strictObject({
      budget: z.strictObject({ calls: z.int(), callsPerDay: z.int().positive() }).optional(),
      bannedUntil: shortText.optional(),
    }),
  },
} as const
