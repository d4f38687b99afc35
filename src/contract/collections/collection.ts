import { z } from 'zod'
import { listOf, longText, recordOf, shortText } from '#values/bounds/bounded.ts'
import { limits } from '#values/bounds/limits.ts'
import { hexOf, keepUnknown, payableAddress, serviceTime, warnings, wellFormed } from '../fields.ts'
import { policy, policyRequest, statedPolicy } from '../policies/policy.ts'
import { exampleIds, exampleTime } from '../examples.ts'
import { exampleCollection, exampleCollectionChange, exampleCollectionRequest } from './examples.ts'

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
  addr: payableAddress,
  name: wellFormed.optional(),
  ratio: z.number().positive().max(1),
})

/** An address, or several that share the income; their ratios add up to 1. */
export const payoutAddress = z.union([
  payableAddress,
  listOf(payoutShare).min(1, 'empty, at least one address is required'),
])
export type PayoutAddress = z.output<typeof payoutAddress>

export const collectionRequest = z
  .object({
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
  .meta({ id: 'CollectionRequest', examples: [exampleCollectionRequest] })
export type CollectionRequest = z.output<typeof collectionRequest>

const answeredTerms = z.object({
  metadata: z.object({ '777': z.object({ addr: z.unknown(), rate: z.unknown() }) }),
})

/**
 * A royalty in the form of an answer as a request has it; what is neither stays, to be refused.
 * @param sent typed as this program's own client sends it
 */
const toRequestedRoyalty = (sent: RoyaltyRequest | null): unknown => {
  const terms = answeredTerms.safeParse(sent).data?.metadata['777']
  return terms === undefined ? sent : { address: terms.addr, rate: terms.rate }
}

/** Of a collection: the address of an image. */
const coverImage = shortText.regex(/^ipfs:\/\/[A-Za-z0-9]+$/u, 'not ipfs:// and one CID')

/**
 * What PATCH takes: the fields of a request, as a request or an answer has them; null removes a value.
 * The service refuses another policy than the collection has.
 */
export const collectionChange = collectionRequest
  .pick({ name: true, payout_address: true, metadata: true, royalty_confirmed: true })
  .extend({
    url: wellFormed.nullable(),
    description: wellFormed.nullable(),
    policy: statedPolicy,
    reservation_time: z.int().positive().nullable(),
    /** Null gives up the royalty once its token can never be minted. */
    royalty: z.preprocess(toRequestedRoyalty, royaltyRequest.nullable()),
    /** Coldpress's own field: whether payment pages show how rare a token is. */
    rarity_published: z.boolean(),
    /** Coldpress's own fields: what the creator says, and nothing proves. */
    cover: coverImage.nullable(),
    creator: wellFormed.nullable(),
  })
  .partial()
  .meta({ id: 'CollectionChange', examples: [exampleCollectionChange] })
export type CollectionChange = z.output<typeof collectionChange>

const count = z.int().nonnegative()
/** Lovelace. A hosted service may send fractions of ADA. */
const amount = z.number()

export const network = z.enum(['mainnet', 'testnet'])
export type WireNetwork = z.output<typeof network>

/** The royalty token as a sale, once it was minted. Null where only another tool knows it. */
const royaltySaleInfo = z.object({
  /** Of a hosted service. A studio's royalty token belongs to no sale. */
  sale_id: shortText.optional(),
  tx_id: shortText.nullish(),
  tx_fee: amount.nullish(),
  nft_fee: amount.nullish(),
})

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

export const collection = z
  .object({
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
    royalty_sale_info: royaltySaleInfo.nullish(),
    payment_link: shortText.nullish(),
    reservation_time: z.number().nullish(),
    /** Coldpress's own: whether payment pages show how rare a token is. Its studio always says it. */
    rarity_published: z.boolean().optional(),
    /** Coldpress's own: what the creator says, and nothing proves. */
    cover: shortText.nullish(),
    creator: longText.nullish(),
    /** Coldpress's own: it counts only once the vault of its creator, which is elsewhere, has confirmed it. */
    awaits_confirmation: z.literal(true).optional(),
    warnings,
    outdated: listOf(outdated).optional(),
    created_at: shortText,
    updated_at: shortText,
  })
  .meta({ id: 'Collection', examples: [exampleCollection] })
/** A collection of the studio, which states everything. */
export type WholeCollection = z.output<typeof collection>

const royaltyMetadata = royalty.shape.metadata.unwrap().shape['777']

/**
 * A collection as any service states it. The hosted service's SDK, tutorial and developer portal have
 * neither `network` nor `sales_count`; its SDK declares the royalty's rate as a number too.
 */
export const sparseCollection = keepUnknown(
  collection.extend({
    /** As the service names it; absent: that of its account. */
    network: shortText.nullish(),
    sales_count: count.nullish(),
    revenue: amount.nullish(),
    income: amount.nullish(),
    service_fee: amount.nullish(),
    affiliate_commission: amount.nullish(),
    nft_fee: amount.nullish(),
    tx_fee: amount.nullish(),
    total_fees: amount.nullish(),
    royalty: royalty
      .extend({
        metadata: z
          .object({
            '777': royaltyMetadata.extend({
              rate: z.union([shortText, z.number().transform(String)]),
            }),
          })
          .nullish(),
      })
      .nullish(),
    created_at: serviceTime.nullish(),
    updated_at: serviceTime.nullish(),
  }),
)
export type Collection = z.output<typeof sparseCollection>

export const collectionDeleted = z
  .object({
    deleted: z.literal(true),
    deleted_collection_id: shortText,
    deleted_at: shortText,
  })
  .meta({
    id: 'CollectionDeleted',
    examples: [
      { deleted: true, deleted_collection_id: exampleIds.collection, deleted_at: exampleTime },
    ],
  })
