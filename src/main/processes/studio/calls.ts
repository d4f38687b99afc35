import { z } from 'zod'
import { networks } from '../../../core/cardano/network.ts'
import { scriptFromCbor } from '../../../core/cardano/scripts.ts'
import {
  bodyToSign,
  keyHash,
  nothing,
  paymentWallet,
  policyKey,
  readBy,
  secret,
  witness,
} from '../fields.ts'

const port = z.int().min(0).max(65_535)

/** What the main process may ask of the studio process. */
export const studioCalls = {
  /** Once; again only when it failed. */
  start: {
    input: z.strictObject({
      home: z.string(),
      network: z.enum(networks),
      apiKey: secret,
      /** 0: any free one. */
      port,
      /** For the network devnet: its chain is served too, to whoever has this token. */
      devnet: z.strictObject({ token: secret, port }).optional(),
    }),
    output: z.strictObject({
      baseUrl: z.string(),
      appId: z.string(),
      /** The base URL of the devnet. */
      devnet: z.string().optional(),
    }),
  },
  /** Answered when the requests under way are done and the database is closed. */
  close: { input: nothing, output: nothing },
} as const

const webhookId = z.string()

/** What the studio may ask of the vault, and no more (docs/adr/0005). */
export const vaultCalls = {
  storeKeys: {
    input: z.strictObject({
      /** CBOR in hex, which keeps a script's own bytes. */
      script: readBy(scriptFromCbor).optional(),
      keys: z.array(policyKey),
      collectionName: z.string(),
    }),
    output: nothing,
  },
  revealKeys: { input: z.array(keyHash), output: z.array(secret) },
  createWallet: { input: nothing, output: paymentWallet },
  witness: { input: bodyToSign, output: witness },
  putWebhookSecret: { input: z.strictObject({ webhookId, secret }), output: nothing },
  getWebhookSecret: { input: webhookId, output: secret.optional() },
  removeWebhookSecret: { input: webhookId, output: nothing },
} as const
