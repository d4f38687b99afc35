import { z } from 'zod'
import type { Effect, WindowCalls, WindowEvents } from '../window/call.ts'
import { documentText, listOf, longText, shortText } from '#values/bounds/bounded.ts'
import { rehearsal } from './rehearsal.ts'
import { finality } from '../mints/finality.ts'
import { signingBlock } from '../mints/mint.ts'
import { sale, saleError, saleResolutions } from './sale.ts'
import { saleRoundStatuses } from '../rounds/sale-round.ts'
import { acceptedImages } from '../mints/accepted-images.ts'
import { tokenFacts } from '../collections/calls.ts'
import { serviceNetwork } from '../network.ts'
import { signingSource } from '../mints/calls.ts'

const inCollection = z.object({ accountId: shortText, collectionId: shortText })
const oneSale = inCollection.extend({ saleId: shortText })

/** Decimal text. */
const lovelace = shortText
/** ISO 8601 UTC. */
const time = shortText

const soldToken = sale.shape.tokens.element.omit({ image: true }).extend({
  /** CIDv0 of the image when it has one, for `/thumb/<cid>`. */
  cid: shortText.nullable(),
})

/** A sale as a row of the list. */
const saleSummary = z.object({
  id: shortText,
  status: sale.shape.status,
  type: shortText,
  /** The price of one token, and of all of them. */
  price: lovelace,
  total: lovelace,
  tokens: listOf(soldToken),
  buyer: longText.nullable(),
  /** The service's own payment page for buyers. */
  paymentLink: shortText,
  txId: shortText.nullable(),
  /** When its reservation ends, by this computer's clock; null after that. */
  endsAt: time.nullable(),
  /** Lovelace that was paid beyond the sale's total and not returned. */
  surplus: lovelace,
  /** What of it lacks what its way back needs, so that nobody has to decide about it. */
  left: lovelace,
  /** Why the service's own vault does not sign for the sale; null while no signature is missing. */
  signingBlocked: signingBlock.nullable(),
  /** Where keys elsewhere sign: in what time, and in which round. Null where the service signs at once. */
  delivery: z
    .object({
      /** Seconds from the payment. */
      within: z.int(),
      by: time.nullable(),
      isLate: z.boolean(),
      roundId: shortText.nullable(),
    })
    .nullable(),
  createdAt: time,
  updatedAt: time,
})
export type SaleSummary = z.output<typeof saleSummary>

const payment = z.object({
  txId: shortText,
  index: z.int(),
  /** The payer: the address of the paying transaction's first input. */
  address: shortText,
  /**
   * The payment key that all inputs share; null for a payment that stands alone. Undefined where the
   * service does not say.
   */
  payer: shortText.nullish(),
  lovelace,
  /** What of it counts for the price: its other tokens take ADA back. */
  counts: lovelace,
  assets: listOf(z.object({ unit: shortText, quantity: shortText })),
  slot: shortText,
  /** Null while the network is unknown. */
  at: time.nullable(),
  confirmations: z.int(),
  use: z.enum(['unconfirmed', 'counted', 'surplus', 'refunded', 'spent', 'lost']),
  /** The transaction's page on a block explorer. */
  page: shortText.nullable(),
  /** What spent it and is not of this service, where that is known. */
  spentIn: z.object({ txId: shortText, page: shortText.nullable() }).nullable(),
})
export type SalePayment = z.output<typeof payment>

const saleEvent = z.object({ id: shortText, status: shortText, at: time })

const saleFacts = saleSummary.extend({
  network: serviceNetwork,
  paymentAddress: shortText,
  /** The whole price, whoever has paid a part of it; 0 when nothing is due, or it would be late. */
  due: lovelace,
  /**
   * CIP-13: a wallet opens it with address and amount filled in. Null when nothing has to be paid.
   */
  uri: shortText.nullable(),
  /** Seconds. */
  reservationTime: z.int(),
  confirmations: z.int(),
  payments: listOf(payment),
  errors: listOf(saleError),
  /** The resolutions that are possible now, the recommended one first. */
  resolutions: listOf(z.enum(saleResolutions)),
  page: shortText.nullable(),
  txFee: lovelace.nullable(),
  nftFee: lovelace.nullable(),
  income: lovelace.nullable(),
  /** Null until what ended the sale is confirmed. */
  finality: finality.nullable(),
  /** The mints of the sale and of its refund; see `minting.show`. */
  mintId: shortText.nullable(),
  refundId: shortText.nullable(),
  /** The transaction of the sale or of its refund that waits for signatures. */
  parked: z
    .object({
      mintId: shortText,
      kind: z.enum(['sale', 'refund']),
      missing: listOf(z.object({ keyHash: shortText, here: z.boolean() })),
    })
    .nullable(),
  /** Its events, oldest first. Empty where the service keeps no events. */
  events: listOf(saleEvent),
})
export type SaleFacts = z.output<typeof saleFacts>

/** The sale form while the user fills it in. Its values may still be wrong. */
const saleForm = z.object({
  /** Ids of the tokens to sell, or how many to draw from those for sale. */
  tokens: z.union([listOf(documentText), z.int()]),
  /** For one token. */
  price: lovelace,
  /** Seconds. */
  reservationTime: z.int(),
  /** Null: the default of the network. */
  confirmations: z.int().nullable(),
  /** Seconds. Null: as stated before, or the keys are here. */
  deliversWithin: z.int().nullable(),
})
export type SaleForm = z.output<typeof saleForm>

/** The income of one day. */
const day = z.object({
  /** `2026-11-22`, in this computer's time zone. */
  day: shortText,
  sales: z.int(),
  tokens: z.int(),
  revenue: lovelace,
  income: lovelace,
  txFee: lovelace,
  nftFee: lovelace,
})
export type SalesDay = z.output<typeof day>

const analytics = z.object({
  /** Days with a sale, oldest first. */
  days: listOf(day),
  totals: day.omit({ day: true }),
  /** There are too many sales; the oldest are left out. */
  isCut: z.boolean(),
})
export type SalesAnalytics = z.output<typeof analytics>

const receiver = z.object({
  address: shortText,
  lovelace,
  assets: listOf(z.object({ unit: shortText, quantity: shortText })),
})

const refundPlan = z.object({
  receivers: listOf(receiver),
  /** Already deducted; null where it is unknown before the refund is built. */
  fee: lovelace.nullable(),
  /** How many; null where that is unknown. */
  transactions: z.int().nullable(),
  /** What stays, by who paid it; amounts as they were paid. */
  left: listOf(
    receiver.extend({
      /**
       * What it lacks to bear its own way back, unless the collection's payment address pays; 0
       * where something else is in the way.
       */
      missing: lovelace,
      /** Nobody gets it before the user names a receiver. */
      needsReceiver: z.boolean(),
    }),
  ),
})
export type RefundPlan = z.output<typeof refundPlan>

/** The wallet that receives the payments and has no tested backup. */
const unprovedWallet = z.object({ id: shortText, backup: z.enum(['none', 'made']) })
export type UnprovedWallet = z.output<typeof unprovedWallet>

export const rehearsalNow = z.object({
  /** Null: none was started since the app started. */
  rehearsal: rehearsal.nullable(),
  state: z.enum(['none', 'running', 'stopping', 'over']),
  /** Why it ended early. */
  error: longText.nullable(),
})
export type RehearsalNow = z.output<typeof rehearsalNow>

const round = z.object({
  id: shortText,
  status: z.enum(saleRoundStatuses),
  sales: z.int(),
  /** How many of them wait for signatures, and how many are delivered. */
  open: z.int(),
  delivered: z.int(),
  validUntil: time,
  /** That it says otherwise than its collection does now. */
  cautions: listOf(longText),
  /** It is in the signing inbox of this computer, which has signatures that the round lacks. */
  hasMore: z.boolean(),
  createdAt: time,
})
export type SalesRound = z.output<typeof round>

const rounds = z.object({
  /** Key hashes of signers elsewhere; empty where the service signs sales at once. */
  keysElsewhere: listOf(shortText),
  /** Seconds: as stated last; null where none was stated. */
  deliversWithin: z.int().nullable(),
  /** Paid sales that are in no round. */
  waiting: z.int(),
  /** When the first of them is late; null where none waits. */
  firstDue: time.nullable(),
  rounds: listOf(round),
})
export type SalesRounds = z.output<typeof rounds>

const oneRound = inCollection.extend({ roundId: shortText })

const changedSale = {
  answers: { of: 'sales.show' },
  changes: [
    { area: 'sales', by: ['collectionId', 'saleId'] },
    { area: 'mints', by: ['collectionId'] },
    { area: 'rounds', by: ['collectionId'] },
  ],
} as const satisfies Effect
/** Its sales have moved too. */
const changedRounds = {
  answers: { of: 'sales.rounds' },
  changes: [
    { area: 'sales', by: ['collectionId'] },
    { area: 'mints', by: ['collectionId'] },
    { area: 'collection', by: ['collectionId'] },
  ],
} as const satisfies Effect

export const salesCalls = {
  /** One page, newest first. `canSell`: false for a service that does not sell. */
  'sales.list': {
    reads: true,
    input: inCollection.extend({ cursor: shortText.nullable() }),
    output: z.object({
      canSell: z.boolean(),
      sales: listOf(saleSummary),
      cursor: shortText.nullable(),
    }),
  },
  /**
   * Null when no warning is needed: on the devnet, and for a wallet that another computer holds.
   */
  'sales.wallet': { reads: 'wallets', input: inCollection, output: unprovedWallet.nullable() },
  'sales.show': { reads: true, input: oneSale, output: saleFacts },
  /**
   * Saves what a buyer elsewhere needs to a path that the user picks: one page (`html`), or its QR
   * code. Null when they cancel.
   */
  'sales.share': {
    changes: [],
    input: oneSale.extend({ form: z.enum(['html', 'png']) }),
    output: longText.nullable(),
  },
  /** Confirmed sales by day. */
  'sales.analytics': { reads: 'alone', input: inCollection, output: analytics },
  /**
   * Where it may lead to the collection's first mint on mainnet, it fails with rule `rehearsal` unless
   * that was rehearsed. For images it fails as `minting.build`.
   */
  'sales.create': {
    answers: { of: 'sales.show', from: { saleId: 'id' } },
    changes: [
      { area: 'sales', by: ['collectionId'] },
      { area: 'wallets', by: ['collectionId'] },
      { area: 'rounds', by: ['collectionId'] },
    ],
    input: inCollection.extend({
      form: saleForm,
      skipsRehearsal: z.boolean().optional(),
      ...acceptedImages,
    }),
    output: saleFacts,
  },
  'sales.cancel': { ...changedSale, input: oneSale, output: saleFacts },
  /** Receivers and amounts of a refund made now. `to`: refund everything to this address. */
  'sales.refund': {
    reads: 'alone',
    input: oneSale.extend({ to: shortText.nullable() }),
    output: refundPlan,
  },
  /**
   * Fails with `vault_locked` before anything changes when a signature is needed and the vault is
   * locked.
   */
  'sales.resolve': {
    ...changedSale,
    input: oneSale.extend({ action: z.enum(saleResolutions), to: shortText.nullable() }),
    output: saleFacts,
  },
  /** Paid sales that keys elsewhere sign for, and their signing rounds, newest first. */
  'sales.rounds': { reads: 'rounds', input: inCollection, output: rounds },
  /** Builds the waiting sales as one signing round. Fails with `vault_locked` while it is locked. */
  'sales.buildRound': {
    ...changedRounds,
    input: inCollection.extend({ validForSeconds: z.int() }),
    output: rounds,
  },
  /** Saves a round as a signing request to a path that the user picks. Null when they cancel. */
  'sales.saveRound': { changes: [], input: oneRound, output: longText.nullable() },
  /** Adds a round to the signing inbox of this computer, which shows it as codes. */
  'sales.openRoundInInbox': {
    changes: [{ area: 'rounds', by: ['collectionId'] }],
    input: oneRound,
    output: z.object({ requestId: shortText }),
  },
  'sales.addRoundSignatures': {
    ...changedRounds,
    input: oneRound.extend({ source: signingSource }),
    output: rounds,
  },
  /** Adds the signatures from the signing inbox of this computer. */
  'sales.importRoundSignatures': { ...changedRounds, input: oneRound, output: rounds },
  'sales.withdrawRound': { ...changedRounds, input: oneRound, output: rounds },
  /**
   * The price at which visitors can reserve the token themselves; null: they cannot. A price fails as
   * `sales.create` where nothing was rehearsed, or images are not public.
   */
  'sales.setTokenPrice': {
    answers: { of: 'tokens.get' },
    input: inCollection.extend({
      tokenId: shortText,
      price: lovelace.nullable(),
      skipsRehearsal: z.boolean().optional(),
      ...acceptedImages,
    }),
    output: tokenFacts,
  },
  /** The state of the rehearsal of sales. Only one runs at a time. */
  'sales.rehearsal': { reads: 'alone', input: z.null(), output: rehearsalNow },
  /** Plays every way a sale can end, in a collection of its own, with test ADA. */
  'sales.rehearse': {
    answers: { of: 'sales.rehearsal' },
    input: z.object({ accountId: shortText }),
    output: rehearsalNow,
  },
  'sales.stopRehearsal': {
    answers: { of: 'sales.rehearsal' },
    input: z.null(),
    output: rehearsalNow,
  },
} as const satisfies WindowCalls

export const salesEvents = {
  'sales.rehearsalEnded': {
    answers: { of: 'sales.rehearsal' },
    payload: rehearsalNow,
  },
} as const satisfies WindowEvents
