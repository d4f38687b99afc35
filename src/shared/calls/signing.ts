import { z } from 'zod'
import { documentText, listOf, longText, recordOf, shortText } from '../bounded.ts'
import { limits } from '../limits.ts'
import { networks } from '../networks.ts'
import { transactionSummary, transactionWarning } from '../transactions.ts'

/**
 * - `waiting`: nobody has signed it here.
 * - `signed`: a key of this vault has signed, and the answer has not left yet.
 * - `answered`: the signatures were saved or shown.
 * - `submitted`: on its way to the chain.
 * - `confirmed`, `failed`: decided on the chain.
 * - `dismissed`: put away.
 */
export const signingStates = [
  'waiting',
  'signed',
  'answered',
  'submitted',
  'confirmed',
  'failed',
  'dismissed',
] as const
export type SigningState = (typeof signingStates)[number]

/** How a request came here. */
export const signingOrigins = ['file', 'text', 'scan', 'app'] as const
export type SigningOrigin = (typeof signingOrigins)[number]

const network = z.enum(networks)

const entry = z.object({
  id: shortText,
  /** Of the request; null for a plain transaction. */
  title: longText.nullable(),
  /** Null while nobody said which test network it is for. */
  network: network.nullable(),
  origin: z.enum(signingOrigins),
  /** Such as the file's name. */
  originName: longText.nullable(),
  state: z.enum(signingStates),
  transactions: z.int(),
  firstTxId: shortText,
  /** When the first of its transactions ends to be valid; null for never, or not known. ISO 8601 UTC, as all times. */
  expiresAt: shortText.nullable(),
  createdAt: shortText,
  updatedAt: shortText,
})
export type SigningEntry = z.output<typeof entry>

const submission = z.object({
  state: z.enum(['awaiting', 'ready', 'sent', 'in_block', 'confirmed', 'rejected', 'missing']),
  /** Nothing can change any more. */
  settled: z.boolean(),
  confirmations: z.int(),
  /** Confirmations after which it counts as final. */
  wanted: z.int(),
  /** Why it did not go on, as a sentence. */
  error: longText.nullable(),
})
export type SigningSubmission = z.output<typeof submission>

const shownTransaction = z.object({
  /** With all signatures that are here. */
  summary: transactionSummary,
  warnings: listOf(transactionWarning),
  /** Of the keys that it names: those that this vault has. */
  keysHere: listOf(shortText),
  /** The missing keys of this vault, and of a choice no more than it needs: what signing adds. */
  toSign: listOf(shortText),
  /** Keys of this vault that have signed it here. */
  signedHere: listOf(shortText),
  /** Why its signatures can only be given as witnesses; null when they fit into it. */
  assembleError: longText.nullable(),
  submission: submission.nullable(),
})
export type ShownTransaction = z.output<typeof shownTransaction>

const answer = z.object({
  /** Of the file; each answer of a request has its own. */
  name: longText,
  kind: z.enum(['witness', 'transaction', 'request']),
  /** Null for a request, which holds all its transactions. */
  txId: shortText.nullable(),
  /** Of a witness. */
  keyHash: shortText.nullable(),
})
export type SigningAnswer = z.output<typeof answer>

const shown = z.object({
  entry,
  transactions: listOf(shownTransaction),
  /** What the request says beside its transactions, which no signature covers; null for a plain one. */
  stated: z
    .object({
      collectionName: longText.nullable(),
      createdAt: shortText,
      parametersAsOf: shortText.nullable(),
    })
    .nullable(),
  thumbnails: listOf(z.object({ name: longText, mediaType: shortText, base64: documentText })),
  answers: listOf(answer),
  /** Names of the policies that are known here. */
  policyNames: recordOf(longText),
})
export type ShownRequest = z.output<typeof shown>

/** What is taken in: a file that the user picked, or text that was pasted, dropped or scanned. */
const source = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('file'), path: shortText }),
  z.object({
    kind: z.literal('text'),
    text: documentText.max(limits.signingRequestBytes),
    /** Of the file that was dropped. */
    name: longText.max(255).nullable(),
  }),
])

const taken = z.object({
  id: shortText,
  /** `witnesses`: it only brought signatures for what is here. */
  what: z.enum(['new', 'known', 'witnesses']),
  /** How many signatures it brought that were not here. */
  added: z.int(),
})
export type SigningReceived = z.output<typeof taken>

const one = z.object({ id: shortText })

export const signingCalls = {
  /** Newest first. */
  'signing.list': { input: z.null(), output: listOf(entry) },
  /** A request, a transaction, or signatures for what is here. */
  'signing.take': { input: z.object({ source }), output: taken },
  'signing.show': { input: one, output: shown },
  /** The transaction with the signatures that are here, as it would be sent. */
  'signing.raw': {
    input: one.extend({ txId: shortText }),
    output: z.object({ cborHex: documentText }),
  },
  /** The user's word for which network a transaction is for. */
  'signing.setNetwork': { input: one.extend({ network }), output: z.null() },
  /**
   * Signs what was shown. `acknowledged`: codes of the warnings of the gravest kind that the user has
   * accepted; refused with the rule `not_acknowledged` when there is another one.
   */
  'signing.sign': {
    input: one.extend({
      transactions: listOf(
        z.object({
          txId: shortText,
          keyHashes: listOf(shortText).min(1),
          acknowledged: listOf(shortText),
        }),
      ).min(1),
    }),
    output: z.object({ signatures: z.int() }),
  },
  /** Signatures of others for this request, and for no other. */
  'signing.addWitnesses': { input: one.extend({ source }), output: taken },
  /**
   * Saves answers by their names: one where the user says, several into a folder. Null when the user
   * changed their mind.
   */
  'signing.export': {
    input: one.extend({ names: listOf(longText).min(1) }),
    output: listOf(longText).nullable(),
  },
  /** An answer as the texts of QR codes, to be shown over and over. */
  'signing.frames': {
    input: one.extend({ name: shortText }),
    /** What of a request that is large does not go by codes: its images, then the longest parents. */
    output: z.object({
      parts: listOf(documentText),
      thumbnailsLeftOut: z.int(),
      parentsLeftOut: z.int(),
    }),
  },
  /**
   * Texts of QR codes as a camera sees them; `taken` once a file is whole. `restart`: forgets what
   * was seen before. `id`: what is scanned are signatures for this request.
   */
  'signing.scan': {
    input: z.object({
      parts: listOf(documentText.max(5000)).max(100),
      restart: z.boolean(),
      id: shortText.nullable(),
    }),
    output: z.object({ progress: z.number(), taken: taken.nullable() }),
  },
  /** Sends its transactions and follows them; the signed bytes are stored before. */
  'signing.submit': { input: one, output: z.null() },
  'signing.dismiss': { input: one, output: z.null() },
  /** Takes back a dismissal. */
  'signing.reopen': { input: one, output: z.null() },
} as const

/** A request came or changed. */
export const signingChanged = z.object({ id: shortText })
