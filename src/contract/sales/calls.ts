import { z } from 'zod'
import type { Effect, WindowCalls, WindowEvents } from '../window/call.ts'
import { listOf, longText, shortText } from '#values/bounds/bounded.ts'
import { salesAnalytics } from './analytics.ts'
import { rehearsal } from './rehearsal.ts'
import { sparseSale, saleRequest } from './sale.ts'
import { saleResolutions } from './sale-status.ts'
import { saleRound, saleRounds } from '../rounds/sale-round.ts'
import { acceptedImages } from '../mints/accepted-images.ts'
import { tokenRow, tokenViewSchema } from '../collections/calls.ts'
import { tokenChange } from '../tokens/token.ts'
import { serviceNetwork } from '../network.ts'
import { signingSource } from '../mints/calls.ts'

const inCollection = z.object({ accountId: shortText, collectionId: shortText })
const saleRef = inCollection.extend({ saleId: shortText })

/** ISO 8601 UTC. */
const time = shortText

const soldToken = sparseSale.shape.tokens.unwrap().element.omit({ image: true }).extend({
  /** CIDv0 of the image when it has one, for `/thumb/<cid>`. */
  cid: shortText.nullable(),
})

/** A sale as a row of the list: as its service says it, with what this computer adds. */
const saleSummary = sparseSale.omit({ payments: true }).extend({
  tokens: listOf(soldToken),
  /** When its reservation ends, by this computer's clock; null after that. */
  endsAt: time.nullable(),
})
export type SaleSummary = z.output<typeof saleSummary>

const servicePayment = sparseSale.shape.payments.unwrap().element

const payment = servicePayment.extend({
  counts: servicePayment.shape.counts.unwrap(),
  /** Null while the network is unknown. */
  at: time.nullable(),
  /** The transaction's page on a block explorer, and that of what spent it. */
  page: shortText.nullable(),
  spentPage: shortText.nullable(),
})
export type SalePayment = z.output<typeof payment>

/** As many as a person who stops the work would wait for. */
export const pricesPerCall = 200

const saleEvent = z.object({ id: shortText, status: shortText, at: time })

export const saleDetails = saleSummary.extend({
  network: serviceNetwork,
  /** Lovelace: the whole price, whoever has paid a part of it; 0 when nothing is due, or it would be late. */
  due: z.int(),
  /**
   * CIP-13: a wallet opens it with address and amount filled in. Null when nothing has to be paid.
   */
  uri: shortText.nullable(),
  payments: listOf(payment),
  /** Those that this version knows, the recommended one first. */
  resolutions: listOf(z.enum(saleResolutions)),
  page: shortText.nullable(),
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
export type SaleDetails = z.output<typeof saleDetails>

/** Lovelace before the fee, where that is unknown. */
const receiver = z.object({
  address: shortText,
  lovelace: z.int(),
  assets: servicePayment.shape.assets,
})

export const refundPlan = z.object({
  receivers: listOf(receiver),
  /** Lovelace of all transactions, already deducted; null where it is unknown before the refund is built. */
  fee: z.int().nullable(),
  /** How many; null where that is unknown. */
  transactions: z.int().nullable(),
  /** What stays, by who paid it; amounts as they were paid. */
  left: listOf(
    receiver.extend({
      /**
       * Lovelace that it lacks to bear its own way back, unless the collection's payment address pays;
       * 0 where something else is in the way.
       */
      missing: z.int(),
      /** Nobody gets it before the user names a receiver: a script paid, or a Byron address. */
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

const roundView = saleRound.extend({
  /** It is in the signing inbox of this computer, which has signatures that the round lacks. */
  hasMore: z.boolean(),
})
export type SaleRoundView = z.output<typeof roundView>

const roundsView = saleRounds.extend({ rounds: listOf(roundView) })
export type SaleRoundsView = z.output<typeof roundsView>

const roundRef = inCollection.extend({ roundId: shortText })

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
  'sales.show': { reads: true, input: saleRef, output: saleDetails },
  /**
   * Saves what a buyer elsewhere needs to a path that the user picks: one page (`html`), or its QR
   * code. Null when they cancel.
   */
  'sales.share': {
    changes: [],
    input: saleRef.extend({ form: z.enum(['html', 'png']) }),
    output: longText.nullable(),
  },
  /** Of one collection, or of all of the account (null). */
  'sales.analytics': {
    reads: 'alone',
    input: inCollection.extend({ collectionId: shortText.nullable() }),
    output: salesAnalytics,
  },
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
      request: saleRequest,
      skipsRehearsal: z.boolean().optional(),
      ...acceptedImages,
    }),
    output: saleDetails,
  },
  'sales.cancel': { ...changedSale, input: saleRef, output: saleDetails },
  /** Receivers and amounts of a refund made now. `to`: refund everything to this address. */
  'sales.refund': {
    reads: 'alone',
    input: saleRef.extend({ to: shortText.nullable() }),
    output: refundPlan,
  },
  /**
   * Fails with `vault_locked` before anything changes when a signature is needed and the vault is
   * locked.
   */
  'sales.resolve': {
    ...changedSale,
    input: saleRef.extend({ action: z.enum(saleResolutions), to: shortText.nullable() }),
    output: saleDetails,
  },
  /** Paid sales that keys elsewhere sign for, and their signing rounds, newest first. */
  'sales.rounds': { reads: 'rounds', input: inCollection, output: roundsView },
  /** Builds the waiting sales as one signing round. Fails with `vault_locked` while it is locked. */
  'sales.buildRound': {
    ...changedRounds,
    input: inCollection.extend({ validForSeconds: z.int() }),
    output: roundsView,
  },
  /** Saves a round as a signing request to a path that the user picks. Null when they cancel. */
  'sales.saveRound': { changes: [], input: roundRef, output: longText.nullable() },
  /** Adds a round to the signing inbox of this computer, which shows it as codes. */
  'sales.openRoundInInbox': {
    changes: [{ area: 'rounds', by: ['collectionId'] }],
    input: roundRef,
    output: z.object({ requestId: shortText }),
  },
  'sales.addRoundSignatures': {
    ...changedRounds,
    input: roundRef.extend({ source: signingSource }),
    output: roundsView,
  },
  /** Adds the signatures from the signing inbox of this computer. */
  'sales.importRoundSignatures': { ...changedRounds, input: roundRef, output: roundsView },
  'sales.withdrawRound': { ...changedRounds, input: roundRef, output: roundsView },
  /**
   * The price at which visitors can reserve the token themselves; null: they cannot. A price fails as
   * `sales.create` where nothing was rehearsed, or images are not public.
   */
  'sales.setTokenPrice': {
    answers: { of: 'tokens.get' },
    input: inCollection.extend({
      tokenId: shortText,
      price: tokenChange.shape.price.unwrap(),
      skipsRehearsal: z.boolean().optional(),
      ...acceptedImages,
    }),
    output: tokenViewSchema,
  },
  /**
   * Sets or removes the prices of several tokens; what a sale needs is checked once for all of them,
   * as by `sales.setTokenPrice`. `failed`: what a service refused for one token.
   */
  'sales.setTokenPrices': {
    // The window has the rows of the answer, and reads a token again when it is opened.
    changes: [],
    input: inCollection.extend({
      prices: z
        .array(z.object({ tokenId: shortText, price: tokenChange.shape.price.unwrap() }))
        .min(1)
        .max(pricesPerCall),
      skipsRehearsal: z.boolean().optional(),
      ...acceptedImages,
    }),
    output: z.object({
      changed: listOf(tokenRow),
      failed: listOf(z.object({ tokenId: shortText, message: longText })),
    }),
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
