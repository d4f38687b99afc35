import { z } from 'zod'
import { listOf, longText, shortText } from '#values/bounds/bounded.ts'

/** Decimal text. */
const lovelace = shortText

/** What payment links reserved, and what became of it. Without a refund: that takes it back. */
const salesSums = z.object({
  /** Tokens, each counted with every payment link that reserved it. */
  reserved: z.int(),
  /** Those of them whose price is paid, and those that are confirmed to be with their buyer. */
  paid: z.int(),
  delivered: z.int(),
  /** The price of those that are paid, and how much of it is of tokens not delivered yet. */
  revenue: lovelace,
  undelivered: lovelace,
  /** Of those that are delivered, as far as the service states it. */
  income: lovelace,
  nftFee: lovelace,
  txFee: lovelace,
})
export type SalesSums = z.output<typeof salesSums>

const periodKinds = ['day', 'week', 'month'] as const
export type PeriodKind = (typeof periodKinds)[number]

const period = salesSums.extend({
  /** Its first day, in this computer's time zone: `2026-11-22`. */
  from: shortText,
})
export type SalesPeriod = z.output<typeof period>

const soldToken = salesSums.extend({
  collectionId: shortText,
  /** Null together: the service does not say which tokens these are. */
  id: shortText.nullable(),
  name: longText.nullable(),
  assetName: shortText.nullable(),
  /** CIDv0 of the image when it has one, for `/thumb/<cid>`. */
  cid: shortText.nullable(),
})
export type TokenSales = z.output<typeof soldToken>

const soldCollection = salesSums.extend({ collectionId: shortText, name: longText })
export type CollectionSums = z.output<typeof soldCollection>

/**
 * The same sums by time, by token and by collection; each of these lists adds up to `totals`. What is
 * reserved counts on the day of its payment link, everything else on the day of the payment.
 */
export const salesAnalytics = z.object({
  kind: z.enum(periodKinds),
  /** Without gaps, oldest first. */
  periods: listOf(period),
  /** What the service gives no time of; null: nothing. */
  undated: salesSums.nullable(),
  /** Those with the highest income first. */
  tokens: listOf(soldToken),
  collections: listOf(soldCollection),
  totals: salesSums,
  /** Payment links of which the service does not say when they were paid, or what they brought. */
  unstated: z.object({ paidAt: z.int(), income: z.int() }),
  /** A collection has too many payment links; its oldest are left out. */
  isCut: z.boolean(),
})
export type SalesAnalytics = z.output<typeof salesAnalytics>

/** Of one collection. More would take too long, and newer ones matter more. */
export const maxAnalyzedSales = 5_000
