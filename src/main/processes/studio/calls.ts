import { z } from 'zod'
import { documentText, listOf, longText, recordOf, shortText } from '#shared/bounded.ts'
import { logLevels } from '#shared/calls/facts.ts'
import { networks } from '#core/cardano/network.ts'
import { scriptFromCbor } from '#core/cardano/scripts.ts'
import {
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

/** What the main process may ask of the studio process. */
export const studioCalls = {
  /** Once; again only when it failed. */
  start: {
    input: z.strictObject({
      home: shortText,
      network: z.enum(networks),
      apiKey: secret,
      /** 0: any free one. */
      port,
      /** For the network devnet: its chain is served too, to whoever has this token. */
      devnet: z.strictObject({ token: secret, port }).optional(),
      /** The last event that the app has stored; absent before the first. */
      lastEventId: shortText.optional(),
    }),
    output: z.strictObject({
      baseUrl: shortText,
      appId: shortText,
      /** The base URL of the devnet. */
      devnet: shortText.optional(),
    }),
  },
  /** Answered when the requests under way are done and the database is closed. */
  close: { input: nothing, output: nothing },
} as const

const webhookId = shortText

/**
 * What the studio may ask of the vault, and no more (docs/adr/0005); and what it reports to its
 * keeper: notices and events.
 */
export const vaultCalls = {
  storeKeys: {
    input: z.strictObject({
      /** CBOR in hex, which keeps a script's own bytes. */
      script: parsedBy(scriptFromCbor).optional(),
      keys: listOf(policyKey),
      madeHere: z.boolean(),
      collectionName: longText,
    }),
    output: nothing,
  },
  revealKeys: { input: listOf(keyHash), output: listOf(secret) },
  createWallet: { input: nothing, output: paymentWallet },
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
  /** Answered when the events are on disk. Each is JSON. */
  receiveEvents: {
    input: z.strictObject({ events: listOf(documentText), isLast: z.boolean() }),
    output: nothing,
  },
  witness: { input: orderedTransaction, output: witness },
  seal: { input: statements, output: seals },
  sealKey: { input: nothing, output: shortText.optional() },
  setWebhookSecret: { input: z.strictObject({ webhookId, secret }), output: nothing },
  getWebhookSecret: { input: webhookId, output: secret.optional() },
  removeWebhookSecret: { input: webhookId, output: nothing },
} as const
