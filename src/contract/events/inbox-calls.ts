import { z } from 'zod'
import type { WindowCalls, WindowEvents } from '../window/call.ts'
import { signatureSchemes } from '#values/webhooks/signature-schemes.ts'
import { filled, listOf, longText, shortText } from '#values/bounds/bounded.ts'
import { secretDocument, secretKey } from '../window/secret-text.ts'

const ofAccount = z.object({ accountId: shortText })

/**
 * - `off`: not turned on. `failed`: cannot listen; `message` gives the reason.
 * - `listening`: receives deliveries at `url`.
 */
const inbox = ofAccount.extend({
  isOn: z.boolean(),
  port: z.int(),
  hosts: listOf(shortText),
  /** The scheme that verifies deliveries; null until the first secret is set. */
  scheme: z.enum(signatureSchemes).nullable(),
  state: z.enum(['off', 'listening', 'failed']),
  url: shortText.nullable(),
  message: longText.nullable(),
  /** Deliveries since the start; ISO 8601 UTC. */
  received: z.int(),
  lastReceivedAt: shortText.nullable(),
  lastError: z.object({ at: shortText, status: z.int(), reason: longText }).nullable(),
})
export type InboxView = z.output<typeof inbox>

export const inboxCalls = {
  /** One for each hosted account. The Local studio needs none. */
  'inboxes.list': { reads: true, input: z.null(), output: z.object({ inboxes: listOf(inbox) }) },
  /** Saves the settings and listens with them. If the port is in use, `state` is `failed`. */
  'inboxes.change': {
    changes: [{ area: 'inboxes', by: ['accountId'] }],
    input: ofAccount.extend({
      isOn: z.boolean(),
      port: z.int(),
      hosts: listOf(shortText),
      scheme: z.enum(signatureSchemes).nullable(),
    }),
    output: inbox,
  },
  /** Whether the vault has a secret for it. */
  'inboxes.hasSecret': { reads: true, input: ofAccount, output: z.object({ has: z.boolean() }) },
  /** Stores the secret that the service issued. */
  'inboxes.setSecret': {
    changes: [{ area: 'inboxes', by: ['accountId'] }],
    secret: true,
    input: ofAccount.extend({ secret: secretKey }),
    output: inbox,
  },
  /** Replaces the secret with a new one; `inboxes.reveal` shows it. */
  'inboxes.makeSecret': {
    changes: [{ area: 'inboxes', by: ['accountId'] }],
    input: ofAccount,
    output: inbox,
  },
  /** Returns the signing secret for the sender's configuration. */
  'inboxes.reveal': {
    reads: true,
    secret: true,
    input: ofAccount,
    output: z.object({ text: secretDocument }),
  },
  /**
   * Registers the inbox's public address as a webhook at the service. A secret that the service
   * returns goes to the vault; `isSecretStored` is false if it returned none.
   */
  'inboxes.register': {
    changes: [{ area: 'inboxes', by: ['accountId'] }],
    input: ofAccount.extend({ callbackUrl: filled(shortText) }),
    output: z.object({ webhookId: shortText, isSecretStored: z.boolean() }),
  },
} as const satisfies WindowCalls

export const inboxEvents = {
  'inboxes.changed': {
    answers: { of: 'inboxes.list' },
    payload: z.object({ inboxes: listOf(inbox) }),
  },
} as const satisfies WindowEvents
