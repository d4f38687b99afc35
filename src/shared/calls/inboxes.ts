import { z } from 'zod'
import { signatureSchemes } from '../signature-schemes.ts'
import { listOf, longText, shortText } from '../bounded.ts'
import { secretDocument, secretKey } from './secret-text.ts'

const ofAccount = z.object({ accountId: shortText })

/**
 * - `off`: nobody turned it on. `failed`: it should listen and cannot, `message` says why.
 * - `listening`: deliveries are received at `url`.
 */
const inbox = ofAccount.extend({
  isOn: z.boolean(),
  port: z.int(),
  hosts: listOf(shortText),
  /** In which deliveries are verified; null until the first secret decides. */
  scheme: z.enum(signatureSchemes).nullable(),
  state: z.enum(['off', 'listening', 'failed']),
  url: shortText.nullable(),
  message: longText.nullable(),
  /** Deliveries since the start; ISO 8601 UTC. */
  received: z.int(),
  lastReceivedAt: shortText.nullable(),
  lastError: z.object({ at: shortText, status: z.int(), reason: longText }).nullable(),
})
export type InboxFacts = z.output<typeof inbox>

export const inboxCalls = {
  /** One for each hosted account. The Local studio needs none. */
  'inboxes.list': {
    input: z.null(),
    output: z.object({ inboxes: listOf(inbox) }),
  },
  /** Saves how it listens and does so at once. A port that is taken is told by `state`. */
  'inboxes.change': {
    input: ofAccount.extend({
      isOn: z.boolean(),
      port: z.int(),
      hosts: listOf(shortText),
      scheme: z.enum(signatureSchemes).nullable(),
    }),
    output: inbox,
  },
  /** Whether the vault has a secret for it. */
  'inboxes.hasSecret': { input: ofAccount, output: z.object({ has: z.boolean() }) },
  /** The secret that the service gave. */
  'inboxes.setSecret': {
    secret: true,
    input: ofAccount.extend({ secret: secretKey }),
    output: inbox,
  },
  /** Makes a new one in place of what there was; `inboxes.reveal` shows it. */
  'inboxes.makeSecret': { input: ofAccount, output: inbox },
  /** Answers a secret: what the sender is to sign with. */
  'inboxes.reveal': { secret: true, input: ofAccount, output: z.object({ text: secretDocument }) },
  /**
   * Has the service send to a public address of the inbox. A secret that the service tells goes to
   * the vault; `isSecretStored` false: it told none.
   */
  'inboxes.register': {
    input: ofAccount.extend({ callbackUrl: shortText }),
    output: z.object({ webhookId: shortText, isSecretStored: z.boolean() }),
  },
} as const

/** An inbox changed. */
export const inboxesChanged = z.object({ inboxes: listOf(inbox) })
