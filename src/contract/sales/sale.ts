import { z } from 'zod'
import { anyRecord, documentText, listOf, longText, shortText } from '#values/bounds/bounded.ts'
import { limits } from '#values/bounds/limits.ts'
import { keepUnknown, payableAddress, serviceTime, warnings } from '../fields.ts'
import { finality } from '../mints/finality.ts'
import { signingBlock } from '../mints/mint.ts'
import { saleResolutions } from './sale-status.ts'
import { termAnswers, termFields } from './sale-terms.ts'
import { exampleIds, exampleTime } from '../examples.ts'
import { exampleSale, exampleSaleRequest } from './examples.ts'

/**
 * Sales as the interface defines them, with Coldpress's own fields where it leaves something open.
 */

const maxTokens = limits.tokensPerSale
const tooMany = `above ${maxTokens}, the most that one sale holds`

export const saleTypes = ['fixed', 'random'] as const

const tokenIds = listOf(shortText).min(1, 'no token, at least one required').max(maxTokens, tooMany)

/** `fixed`: the named tokens. `random`: a number of the tokens for sale, drawn by the studio. */
export const saleRequest = z
  .discriminatedUnion(
    'type',
    [
      z
        .object({ type: z.literal('fixed'), ...termFields, tokens: tokenIds })
        .meta({ id: 'FixedSaleRequest' }),
      z
        .object({
          type: z.literal('random'),
          ...termFields,
          quantity: z.int('not a whole number').min(1, 'below 1').max(maxTokens, tooMany),
        })
        .meta({ id: 'RandomSaleRequest' }),
    ],
    'must be fixed or random',
  )
  .meta({ id: 'SaleRequest', examples: [exampleSaleRequest] })
export type SaleRequest = z.output<typeof saleRequest>

export const resolveRequest = z
  .object({
    action: z.enum(saleResolutions, 'must be refund, retry, accept or wait'),
    /**
     * Another receiver of the tokens. For a refund: of everything if one address paid, otherwise of
     * the payments that cannot be sent back. Rejected for a retry of a transaction that may have been
     * sent.
     */
    to: payableAddress.optional(),
    /**
     * For `retry` and `accept`: only builds what would be sent, and leaves the sale as it is. The
     * sale then has it as `held_mint_id`, or as `mint_id` when the same bytes are sent again.
     * Releasing that mint carries out the decision; cancelling a held one leaves no trace.
     */
    hold: z.boolean().optional(),
  })
  .meta({ id: 'ResolveRequest', examples: [{ action: 'refund' }] })
export type ResolveRequest = z.output<typeof resolveRequest>

const lovelace = z.int().nonnegative()
const assets = listOf(z.object({ unit: shortText, quantity: shortText }))

/** Its name, and a message in the form that `saleErrorTable` gives for that name. */
export const saleError = z.looseObject({
  name: longText,
  message: anyRecord,
})
export type SaleError = z.output<typeof saleError>

const salePayment = z.object({
  tx_id: shortText,
  index: z.int(),
  /** The payer: the address of the paying transaction's first input. */
  address: shortText,
  /** False if a refund may not reach it: a script's address or a Byron address. */
  is_reachable: z.boolean().optional(),
  /**
   * The payment key hash that all inputs of the transaction share. Null where they share none: such a
   * payment stands alone, and no other completes it.
   */
  payer: shortText.nullish(),
  lovelace,
  /** Lovelace that it brings for the price: its foreign tokens take theirs back; 0 for one that is late. */
  counts: lovelace.optional(),
  /** True for one that came after the reservation had ended: it completes nothing, and can be refunded. */
  is_late: z.boolean().optional(),
  assets,
  slot: z.int(),
  confirmations: z.int(),
  /**
   * `counted`: pays for the tokens, or is of the payer nearest to the price. `surplus`: will be
   * returned. `refunded`: returned, or about to be. `spent`: by `spent_in`, a transaction that this
   * studio did not send. `lost`: in a rollback; it is looked for while a transaction that spends it may
   * be valid.
   */
  use: z.enum(['unconfirmed', 'counted', 'surplus', 'refunded', 'spent', 'lost']),
  spent_in: shortText.nullish(),
  /**
   * Lovelace that its payer's money lacks to bear its own way back, as the last refund found; absent
   * where nothing is known to be lacking.
   */
  lacks: lovelace.optional(),
})

/** When keys that are not in the studio's vault sign for a sale, together with others. */
const saleDelivery = z.object({
  /** Seconds that the seller has, counted from the payment's block. */
  within: z.int(),
  /** The end of that time; null before the payment. */
  by: shortText.nullable(),
  is_late: z.boolean(),
  /** The signing round that its transaction is in; null while it waits for one. */
  round_id: shortText.nullable(),
})

export const sale = z
  .object({
    id: shortText,
    collection_id: shortText,
    /** A status that this version does not know is kept. */
    status: shortText,
    type: shortText,
    /** Lovelace for one token; the buyer pays `price` times the number of tokens. */
    price: lovelace,
    supply: z.int(),
    payment_address: shortText,
    payment_link: shortText,
    /** Coldpress's own: its terms count only once the vault of its creator, which is elsewhere, has confirmed it. */
    awaits_confirmation: z.literal(true).optional(),
    /** Seconds. */
    reservation_time: z.int(),
    ...termAnswers,
    /** Milliseconds left by this machine's clock; 0 after the end. */
    reserved_time: z.int().nonnegative(),
    /** Lovelace that the service itself keeps; the studio keeps none. */
    service_fee: z.number().nonnegative().optional(),
    tokens: listOf(
      z.object({
        id: shortText,
        asset_name: shortText,
        name: longText,
        image: documentText,
        status: shortText,
      }),
    ),
    /** Confirmations that a payment needs. */
    confirmations: z.int(),
    payments: listOf(salePayment).optional(),
    /** Receiver of the tokens: who has reached the price first, or an address named instead; null before. */
    buyer_address: shortText.nullish(),
    error: listOf(saleError).nullish(),
    /** The resolutions that are possible now, the recommended one first. */
    resolutions: listOf(shortText).optional(),
    /** Lovelace paid beyond the sale's total and not returned. */
    surplus: lovelace.optional(),
    /** The mints of the sale and of its refund; see `GET …/mints/:id`. */
    mint_id: shortText.nullish(),
    refund_id: shortText.nullish(),
    /** Why the studio's own vault does not sign for the sale; null while no signature is missing. */
    signing_blocked: signingBlock.nullish(),
    /** Null where the studio signs as soon as the sale is paid. */
    delivery: saleDelivery.nullish(),
    /** A mint built for a decision that waits for its release. Nothing of it is signed. */
    held_mint_id: shortText.nullish(),
    tx_id: shortText.nullish(),
    tx_fee: lovelace.nullish(),
    /** Minimum ADA that went to the buyer with the tokens. */
    nft_fee: lovelace.nullish(),
    income: lovelace.nullish(),
    /** Of the mint that completed it or of its refund; null before. */
    finality: finality.nullish(),
    warnings,
    created_at: shortText,
    updated_at: shortText,
  })
  .meta({ id: 'Sale', examples: [exampleSale] })
/** A sale of the studio, which states everything. */
export type WholeSale = z.output<typeof sale>

const soldToken = sale.shape.tokens.element

/**
 * A sale as any service states it. The hosted service's SDK has neither `collection_id` nor
 * `reservation_time`, and in a sale that is read no `payment_link`. It describes the tokens as objects
 * without saying of what.
 */
export const sparseSale = keepUnknown(
  sale.extend({
    type: shortText.nullish(),
    payment_link: shortText.nullish(),
    reservation_time: z.int().nullish(),
    /** Absent where the service does not say how long the reservation lasts. */
    reserved_time: z.int().nonnegative().nullish(),
    tokens: listOf(
      keepUnknown(
        soldToken.extend({
          id: shortText.nullish(),
          asset_name: shortText.nullish(),
          name: longText.nullish(),
          image: soldToken.shape.image.nullish(),
          status: shortText.nullish(),
        }),
      ),
    ).default([]),
    confirmations: z.int().nullish(),
    created_at: serviceTime.nullish(),
    updated_at: serviceTime.nullish(),
  }),
)
export type Sale = z.output<typeof sparseSale>

/** The sales of a collection's own path: their collection is known without their saying it. */
export const saleInCollection = sparseSale.partial({ collection_id: true })

/** What the hosted service's SDK declares as the answer to a cancelled sale, in place of the sale. */
export const saleCancelled = z.object({ canceled: z.literal(true) })

/** What a cancellation answers: the sale, and beside it what the interface's own client reads. */
export const cancelledSale = sale
  .extend({
    canceled: z.literal(true),
    canceled_sale_id: shortText,
    canceled_at: shortText,
  })
  .meta({
    id: 'CancelledSale',
    examples: [
      {
        ...exampleSale,
        status: 'CANCELLED',
        canceled: true,
        canceled_sale_id: exampleIds.sale,
        canceled_at: exampleTime,
      },
    ],
  })
