import { z } from 'zod'
import type { WindowCalls, WindowEvents } from '../window/call.ts'
import { documentText, listOf, longText, recordOf, shortText } from '#values/bounds/bounded.ts'
import { limits } from '#values/bounds/limits.ts'
import { networks } from '#values/networks/networks.ts'
import { transactionSummary, transactionWarning } from './transactions.ts'
import { scannedParts } from '../window/scanned-parts.ts'

/**
 * - `waiting`: not signed on this computer.
 * - `signed`: a key of this vault has signed; the signatures have not been returned yet.
 * - `answered`: the signatures were saved, or the user marked them as handed over.
 * - `submitted`: sent, not final.
 * - `confirmed`, `failed`: decided on the chain.
 * - `dismissed`: archived.
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

/** How a request arrived. */
export const signingOrigins = ['file', 'text', 'scan', 'app'] as const
export type SigningOrigin = (typeof signingOrigins)[number]

const network = z.enum(networks)

const entry = z.object({
  id: shortText,
  /** Title of the request; null for a plain transaction. */
  title: longText.nullable(),
  /** Null while the test network is unknown. */
  network: network.nullable(),
  origin: z.enum(signingOrigins),
  /** For example the file's name. */
  originName: longText.nullable(),
  state: z.enum(signingStates),
  transactions: z.int(),
  firstTxId: shortText,
  /** Tokens that it mints and burns; null in a request that was received before this was read. */
  minted: z.int().nullable(),
  burned: z.int().nullable(),
  /** Where the image of the first token that it mints is, as its metadata says. */
  cover: documentText.nullable(),
  /**
   * The earliest end of validity among its transactions; null for never or unknown. ISO 8601 UTC,
   * like all times.
   */
  expiresAt: shortText.nullable(),
  createdAt: shortText,
  updatedAt: shortText,
})
export type SigningEntry = z.output<typeof entry>

const listedEntry = entry.extend({
  /** False: this vault has none of the keys that were missing when the request arrived. */
  canSign: z.boolean(),
})
export type ListedSigningEntry = z.output<typeof listedEntry>

const submission = z.object({
  state: z.enum(['awaiting', 'ready', 'sent', 'in_block', 'confirmed', 'rejected', 'missing']),
  /** Nothing can change any more. */
  settled: z.boolean(),
  confirmations: z.int(),
  /** Confirmations after which it counts as final. */
  wanted: z.int(),
  /** Why it stopped, as a sentence. */
  error: longText.nullable(),
})
export type SigningSubmission = z.output<typeof submission>

const shownTransaction = z.object({
  /** Includes all signatures on this computer. */
  summary: transactionSummary,
  warnings: listOf(transactionWarning).readonly(),
  /** Keys that the transaction names and this vault has. */
  keysHere: listOf(shortText).readonly(),
  /**
   * The missing signatures that this vault can give: the keys that signing will use. Where a script
   * offers a choice, no more than it needs.
   */
  toSign: listOf(shortText).readonly(),
  /** Keys of this vault that have signed on this computer. */
  signedHere: listOf(shortText).readonly(),
  /**
   * Why the signatures can only be exported as witnesses; null when they fit into the transaction.
   */
  assembleError: longText.nullable(),
  submission: submission.nullable(),
})
export type ShownTransaction = z.output<typeof shownTransaction>

const answer = z.object({
  /** File name; each export of a request has its own. */
  name: longText,
  kind: z.enum(['witness', 'transaction', 'request']),
  /** Null for a request, and for signatures over several transactions in one file. */
  txId: shortText.nullable(),
  /** Set for a single witness. */
  keyHash: shortText.nullable(),
})
export type SigningAnswer = z.output<typeof answer>

const shown = z.object({
  entry,
  transactions: listOf(shownTransaction),
  /**
   * What the request states beside its transactions. No signature covers it. Null for a plain
   * transaction.
   */
  stated: z
    .object({
      collectionName: longText.nullable(),
      createdAt: shortText,
      parametersAsOf: shortText.nullable(),
    })
    .nullable(),
  thumbnails: listOf(z.object({ name: longText, mediaType: shortText, base64: documentText })),
  answers: listOf(answer).readonly(),
  /** Names of policies that are in the list. */
  policyNames: recordOf(longText),
})
export type ShownRequest = z.output<typeof shown>

/** What to receive: a file that the user picked, or text that was pasted, dropped or scanned. */
const source = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('file'), path: shortText }),
  z.object({
    kind: z.literal('text'),
    text: documentText.max(limits.signingRequestBytes),
    /** Name of the dropped file. */
    name: longText.max(255).nullable(),
  }),
])

const taken = z.object({
  id: shortText,
  /** `witnesses`: it contained only signatures for known transactions. */
  what: z.enum(['new', 'known', 'witnesses']),
  /** How many new signatures it contained. */
  added: z.int(),
})
export type SigningReceived = z.output<typeof taken>

const requestId = z.object({ id: shortText })

/** What they change is reported by `signing.changed`. */
export const signingCalls = {
  /** Newest first. */
  'signing.list': { reads: true, input: z.null(), output: listOf(listedEntry).readonly() },
  /** Receives a request, a transaction, or signatures for known transactions. */
  'signing.receive': { changes: [], input: z.object({ source }), output: taken },
  'signing.show': { reads: true, input: requestId, output: shown },
  /** The transaction with all signatures on this computer, as it would be sent. */
  'signing.raw': {
    reads: true,
    input: requestId.extend({ txId: shortText }),
    output: z.object({ cborHex: documentText }),
  },
  /** Sets the network of a transaction that does not say it. */
  'signing.setNetwork': { changes: [], input: requestId.extend({ network }), output: z.null() },
  /**
   * Signs the transactions that were shown. `acknowledged`: codes of the most serious warnings that
   * the user accepted. Fails with the rule `not_acknowledged` when there is another one.
   */
  'signing.sign': {
    changes: [],
    input: requestId.extend({
      transactions: listOf(
        z.object({
          txId: shortText,
          keyHashes: listOf(shortText).min(1).readonly(),
          acknowledged: listOf(shortText).readonly(),
        }),
      ).min(1),
    }),
    output: z.object({ signatures: z.int() }),
  },
  /** Adds signatures of other signers to this request only. */
  'signing.addWitnesses': { changes: [], input: requestId.extend({ source }), output: taken },
  /**
   * Saves exports by their names: one to a file, several to a folder. Null when the user cancels.
   */
  'signing.export': {
    changes: [],
    input: requestId.extend({ names: listOf(longText).min(1) }),
    output: listOf(longText).readonly().nullable(),
  },
  /** Marks the signatures as handed over: nobody else knows whether shown codes were scanned. */
  'signing.markHandedOver': { changes: [], input: requestId, output: z.null() },
  /** An export as the texts of QR codes, to be shown in a loop. */
  'signing.frames': {
    reads: true,
    input: requestId.extend({ name: shortText }),
    /** Large parts of a request that the codes leave out: its images, then the longest parents. */
    output: z.object({
      parts: listOf(documentText).readonly(),
      thumbnailsLeftOut: z.int(),
      parentsLeftOut: z.int(),
    }),
  },
  /**
   * Texts of QR codes that a camera read. `taken` is set once a file is complete. `restart`: forget
   * earlier codes. `id`: the codes are signatures for this request.
   */
  'signing.scan': {
    changes: [],
    input: scannedParts.extend({ id: shortText.nullable() }),
    output: z.object({ progress: z.number(), taken: taken.nullable() }),
  },
  /** Stores the signed bytes, sends the transactions and follows them. */
  'signing.submit': { changes: [], input: requestId, output: z.null() },
  'signing.dismiss': { changes: [], input: requestId, output: z.null() },
  /** Undoes a dismissal. */
  'signing.reopen': { changes: [], input: requestId, output: z.null() },
} as const satisfies WindowCalls

export const signingEvents = {
  /** A request arrived or changed. */
  'signing.changed': {
    changes: [{ area: 'signing' }, { area: 'mints' }, { area: 'rounds' }],
    payload: z.object({ id: shortText }),
  },
} as const satisfies WindowEvents
