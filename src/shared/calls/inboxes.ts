import { z } from 'zod'
import { signatureSchemes } from '../signature-schemes.ts'

const secretText = z.string().max(10_000)
const ofAccount = z.object({ accountId: z.string() })

/**
 * - `off`: nobody turned it on. `failed`: it should listen and cannot, `message` says why.
 * - `listening`: deliveries are received at `url`.
 */
const inbox = ofAccount.extend({
  isOn: z.boolean(),
  port: z.int(),
  hosts: z.array(z.string()),
  /** In which deliveries are verified; null until the first secret decides. */
  scheme: z.enum(signatureSchemes).nullable(),
  state: z.enum(['off', 'listening', 'failed']),
  url: z.string().nullable(),
  message: z.string().nullable(),
  /** Deliveries since the start; ISO 8601 UTC. */
  received: z.int(),
  lastReceivedAt: z.string().nullable(),
  lastRefused: z.object({ at: z.string(), status: z.int(), reason: z.string() }).nullable(),
})
export type InboxFacts = z.output<typeof inbox>

/**
 * How the Local studio's events come.
 * - `off`: it is not asked, `message` says why, where there is a reason.
 * - `deliveries`: it delivers them here as they happen. `list`: its list is read again and again.
 */
const localFeed = z.object({
  mode: z.enum(['off', 'deliveries', 'list']),
  message: z.string().nullable(),
})
export type LocalFeedFacts = z.output<typeof localFeed>

export const inboxCalls = {
  /** One for each hosted account, and how the Local studio's events come. */
  'inboxes.list': {
    input: z.null(),
    output: z.object({ inboxes: z.array(inbox), local: localFeed }),
  },
  /** Saves how it listens and does so at once. A port that is taken is told by `state`. */
  'inboxes.change': {
    input: ofAccount.extend({
      isOn: z.boolean(),
      port: z.int(),
      hosts: z.array(z.string()),
      scheme: z.enum(signatureSchemes).nullable(),
    }),
    output: inbox,
  },
  /** Whether the vault has a secret for it. */
  'inboxes.hasSecret': { input: ofAccount, output: z.object({ has: z.boolean() }) },
  /** The secret that the service gave. */
  'inboxes.setSecret': { input: ofAccount.extend({ secret: secretText }), output: inbox },
  /** Makes a new one in place of what there was; `inboxes.reveal` shows it. */
  'inboxes.makeSecret': { input: ofAccount, output: inbox },
  /** Answers a secret: what the sender is to sign with. */
  'inboxes.reveal': { input: ofAccount, output: z.object({ text: z.string() }) },
  /**
   * Has the service send to a public address of the inbox. A secret that the service tells goes to
   * the vault; `isSecretKept` false: it told none.
   */
  'inboxes.register': {
    input: ofAccount.extend({ callbackUrl: z.string() }),
    output: z.object({ webhookId: z.string(), isSecretKept: z.boolean() }),
  },
} as const

/** An inbox, or the way of the Local studio's events, changed. */
export const inboxesChanged = z.object({ inboxes: z.array(inbox), local: localFeed })
