import { z } from 'zod'
import { listOf, longText, recordOf, shortText } from '#values/bounds/bounded.ts'
import { limits } from '#values/bounds/limits.ts'
import { hexOf, warnings, wellFormed } from '../fields.ts'
import { policy, policyRequest } from '../policies/policy.ts'

/** One further file of each token; each field may hold tags. */
export const fileTemplate = z.object({
  name: wellFormed.optional(),
  media_type: wellFormed.optional(),
  src: wellFormed,
})

/** Collection-level token metadata template (interface, "Collection (request)", `metadata`). */
export const metadataTemplate = z.object({
  asset_name: wellFormed.optional(),
  name: wellFormed.optional(),
  image: wellFormed.optional(),
  media_type: wellFormed.optional(),
  description: wellFormed.optional(),
  attributes: recordOf(wellFormed, wellFormed).optional(),
  files: listOf(fileTemplate).max(limits.recordNames).optional(),
  version: shortText.optional(),
})
export type MetadataTemplate = z.output<typeof metadataTemplate>

const tokenField = metadataTemplate.omit({ attributes: true, files: true, version: true }).keyof()
/** The token's own fields, which a tag of the same word stands for where no value is given. */
export const tokenFields = tokenField.options
export type TokenField = z.output<typeof tokenField>

export const royaltyRequest = z.object({
  address: listOf(shortText).min(1, 'no address piece, at least one required'),
  /**
   * 0.0 is 0 percent, 1.0 is 100 percent. The hosted service's own client declares it as a
   * string.
   */
  rate: z.union([
    z.number().min(0, 'below 0, at least 0 required').max(1, 'above 1, at most 1 allowed'),
    shortText.regex(/^(?:0(?:\.\d+)?|1(?:\.0+)?|\.\d+)$/u, 'not a number from 0.0 to 1.0'),
  ]),
})
export type RoyaltyRequest = z.output<typeof royaltyRequest>

export const payoutShare = z.object({
  addr: shortText,
  name: wellFormed.optional(),
  ratio: z.number().positive().max(1),
})

/** An address, or several that share the income; their ratios add up to 1. */
export const payoutAddress = z.union([
  shortText.min(1, 'empty, an address is required'),
  listOf(payoutShare).min(1, 'empty, at least one address is required'),
])
export type PayoutAddress = z.output<typeof payoutAddress>

export const collectionRequest = z.object({
  name: wellFormed.min(1, 'empty, a name is required'),
  url: wellFormed.optional(),
  description: wellFormed.optional(),
  payout_address: payoutAddress,
  policy: policyRequest,
  metadata: metadataTemplate.optional(),
  royalty: royaltyRequest.optional(),
  /**
   * Coldpress's own field. False: nobody has confirmed the royalty yet, so its token is not minted
   * before `POST …/royalty/confirm`.
   */
  royalty_confirmed: z.boolean().optional(),
  reservation_time: z.int().positive().optional(),
})
export type CollectionRequest = z.output<typeof collectionRequest>

/** What PATCH can change; null removes a value. */
export const collectionChange = collectionRequest
  .pick({ name: true, payout_address: true, metadata: true })
  .extend({
    url: wellFormed.nullable(),
    description: wellFormed.nullable(),
    /** Null gives up the royalty once its token can never be minted. Any other value is ignored. */
    royalty: z.null().optional().catch(undefined),
    /** Coldpress's own field: whether payment pages show how rare a token is. */
    rarity_published: z.boolean(),
  })
  .partial()
export type CollectionChange = z.output<typeof collectionChange>

const count = z.int().nonnegative()
/** Lovelace. A hosted service may send fractions of ADA. */
const amount = z.number()

export const network = z.enum(['mainnet', 'testnet'])
export type WireNetwork = z.output<typeof network>

const royalty = z.object({
  metadata: z.object({ '777': z.object({ addr: listOf(shortText), rate: shortText }) }).optional(),
  price: z.number().optional(),
  /**
   * Coldpress's own: the transaction that minted the royalty token, the first of its policy. `metadata`
   * is then what it says on chain, and absent where that cannot be read; before, what was requested.
   */
  tx_id: hexOf(32).optional(),
})

/**
 * Coldpress's own: transactions that wait for signatures and still say what a collection said before
 * it was changed. A sale whose transaction is in no round is named itself.
 */
const outdated = z.object({
  kind: z.enum(['sale_round', 'sale', 'mint']),
  id: shortText,
  facts: listOf(z.enum(['payout_address', 'royalty'])).min(1),
})
export type Outdated = z.output<typeof outdated>

export const collection = z.object({
  id: shortText,
  name: longText,
  url: shortText.nullish(),
  description: longText.nullish(),
  payout_address: z.union([longText, listOf(z.looseObject({ addr: shortText }))]).nullish(),
  network,
  token_count: count,
  token_for_sale_count: count,
  token_sold_count: count,
  /** Coldpress's own: how many of `token_count` were burned. Absent where none was. */
  token_burned_count: count.optional(),
  /** Coldpress's own: how many are minted and not burned. Its studio always says it. */
  token_minted_count: count.optional(),
  sales_count: count,
  revenue: amount,
  income: amount,
  service_fee: amount,
  affiliate_commission: amount.optional(),
  nft_fee: amount,
  tx_fee: amount,
  total_fees: amount,
  policy,
  metadata: metadataTemplate
    .extend({ label: z.union([longText, z.number()]).optional() })
    .nullish(),
  royalty: royalty.nullish(),
  payment_link: shortText.nullish(),
  reservation_time: z.number().nullish(),
  /** Coldpress's own: whether payment pages show how rare a token is. Its studio always says it. */
  rarity_published: z.boolean().optional(),
  /** Coldpress's own: it counts only once the vault of its creator, which is elsewhere, has confirmed it. */
  awaits_confirmation: z.literal(true).optional(),
  warnings,
  outdated: listOf(outdated).optional(),
  created_at: shortText,
  updated_at: shortText,
})
export type Collection = z.output<typeof collection>

export const collectionDeleted = z.object({
  deleted: z.literal(true),
  deleted_collection_id: shortText,
  deleted_at: shortText,
})
