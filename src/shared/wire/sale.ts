import { z } from 'zod'
import { documentText, listOf, longText, recordOf, shortText } from '../bounded.ts'
import { limits } from '../limits.ts'
import { signingBlock } from './mint.ts'

/** Sales as studio.md "Sales" has them; what that leaves open is Coldpress's own. */

/** A day: who has not paid by then is not going to. */
const longestReservation = 86_400
const maxTokens = limits.tokensPerSale
const tooMany = `above ${maxTokens}, the most that one sale holds`

export const saleTypes = ['fixed', 'random'] as const

const terms = {
  /** Lovelace for one token. */
  price: z.int('not a whole number of lovelace').positive('not above 0'),
  /** Seconds. */
  reservation_time: z
    .int('not a whole number of seconds')
    .min(1, 'below 1')
    .max(longestReservation, `above ${longestReservation}, a day`),
  /** Blocks that must stand on a payment before it counts; by default what suits the network. */
  confirmations: z.int().min(0, 'below 0').max(100, 'above 100').optional(),
}

const tokenIds = listOf(shortText).min(1, 'no token, at least one required').max(maxTokens, tooMany)

/** `fixed`: the tokens named. `random`: so many of those that are for sale, drawn by the studio. */
export const saleRequest = z.discriminatedUnion(
  'type',
  [
    z.object({ type: z.literal('fixed'), ...terms, tokens: tokenIds }),
    z.object({
      type: z.literal('random'),
      ...terms,
      quantity: z.int('not a whole number').min(1, 'below 1').max(maxTokens, tooMany),
    }),
  ],
  'must be fixed or random',
)
export type SaleRequest = z.output<typeof saleRequest>

/**
 * - `RESERVED`: waits for its payment. `EXPIRED`, `CANCELLED`: over, nothing was paid in time.
 * - `PROCESSING`: paid; being built and signed, or parked for signatures (`mint_id` says for whose).
 * - `SUBMITTING`, `MINTING`: on its way to the chain; accepted by it. `COMPLETED`: confirmed.
 * - `RESERVED_FAILED` to `UNRESOLVED_UNDERPAID`: studio.md's table; `resolutions` says what can be done.
 * - `REFUNDING`, `REFUNDED`: what was paid goes back; has gone back.
 */
export const saleStatuses = [
  'RESERVED',
  'EXPIRED',
  'CANCELLED',
  'PROCESSING',
  'SUBMITTING',
  'MINTING',
  'COMPLETED',
  'RESERVED_FAILED',
  'PROCESSING_FAILED',
  'UNRESOLVED_SUBMITTING_FAILED',
  'UNRESOLVED_MINTING_MISSING',
  'UNRESOLVED_OVERPAID',
  'UNRESOLVED_UNDERPAID',
  'REFUNDING',
  'REFUNDED',
] as const
export type SaleStatus = (typeof saleStatuses)[number]

/** What a sale tells its webhooks (interface, "Event kinds"). */
export const saleEventKinds = [
  'MINTING',
  'COMPLETED',
  'RESERVED_FAILED',
  'PROCESSING_FAILED',
  'UNRESOLVED_SUBMITTING_FAILED',
  'UNRESOLVED_MINTING_MISSING',
  'UNRESOLVED_OVERPAID',
  'UNRESOLVED_UNDERPAID',
] as const satisfies readonly SaleStatus[]
export type SaleEventKind = (typeof saleEventKinds)[number]

/**
 * - `refund`: what was paid goes back to who paid it, less the fee; of a sale that goes on, what was
 *   paid beyond it.
 * - `retry`: the same once more, after the cause is fixed.
 * - `accept`: sell all the same; what was paid too much goes back with the tokens.
 * - `wait`: the reservation starts again, for the rest to come.
 */
export const saleResolutions = ['refund', 'retry', 'accept', 'wait'] as const
export type SaleResolution = (typeof saleResolutions)[number]

export const resolveRequest = z.object({
  action: z.enum(saleResolutions, 'must be refund, retry, accept or wait'),
  /**
   * Another receiver of the tokens; of a refund too, all of it where one address has paid, otherwise
   * what came from where nobody can be reached. Refused for a retry of what may be on its way.
   */
  to: shortText.min(1, 'empty, an address is required').optional(),
  /**
   * For `retry` and `accept`: only builds what would be sent, and leaves the sale as it is. The sale
   * then names it as `held_mint_id`, or as `mint_id` where the same bytes are sent once more.
   * Releasing that mint does what was decided; cancelling a held one leaves no trace.
   */
  hold: z.boolean().optional(),
})
export type ResolveRequest = z.output<typeof resolveRequest>

const lovelace = z.int().nonnegative()
const assets = listOf(z.object({ unit: shortText, quantity: shortText }))

/**
 * What went wrong, as events carry it (interface, "Event"). Names and their `message`:
 * - `OutsideOfValidityIntervalError` {interval: {invalidBefore, invalidHereafter}, currentSlot}
 * - `ReservationEndedError` {reservedUntil, paidAt (slots), lovelace}
 * - `SigningKeyMissingError` {keyHashes, reason}
 * - `RoyaltyNotMintedError` {reason}, `AlreadyMintedError` {assetNames}
 * - `TransactionBuildError` {reason}
 * - `PaidByScriptError` {address}
 * - `GatewayRefusedError` {reason}, `GatewayUnreachableError` {reason, since}
 * - `TransactionMissingError` {txId, validUntilSlot, currentSlot}, `RolledBackError` {txId}
 * - `OverpaidError` {expected, paid, surplus}, `OtherTokensError` {assets}, `SecondPaymentError` {txIds, lovelace}
 * - `UnderpaidError` {expected, paid, missing}
 * - `RefundFailedError` {reason}: in a sale only, no event tells it
 * - `NotConfirmedError` {reason}: in a list of sales only; its `payment_address` is empty, for nothing
 *   proves where the sale is paid
 * Amounts are whole lovelace, slots whole numbers.
 */
export const saleError = z.looseObject({
  name: longText,
  message: recordOf(z.unknown()),
})
export type SaleError = z.output<typeof saleError>

const salePayment = z.object({
  tx_id: shortText,
  index: z.int(),
  /** Who paid: where the first input of the paying transaction lay. */
  address: shortText,
  /** False where nothing can be sent back to it with certainty: a script's, or one of old times. */
  is_reachable: z.boolean().optional(),
  lovelace,
  assets,
  slot: z.int(),
  confirmations: z.int(),
  /** `counted`: pays for the tokens. `surplus`: to be given back. `refunded`: given back, or about to be. */
  use: z.enum(['unconfirmed', 'counted', 'surplus', 'refunded']),
})

export const sale = z.object({
  id: shortText,
  collection_id: shortText,
  /** A status that this version does not know is kept as it is. */
  status: shortText,
  type: shortText,
  /** Lovelace for one token; the buyer pays `price` times the number of tokens. */
  price: lovelace,
  supply: z.int(),
  payment_address: shortText,
  payment_link: shortText,
  /** Seconds. */
  reservation_time: z.int(),
  /** Milliseconds that are left, by this machine's clock; 0 when it is over. */
  reserved_time: z.int().nonnegative(),
  tokens: listOf(
    z.object({
      id: shortText,
      asset_name: shortText,
      name: longText,
      image: documentText,
      status: shortText,
    }),
  ),
  /** Blocks that must stand on a payment. */
  confirmations: z.int(),
  payments: listOf(salePayment).optional(),
  /** Where the tokens go: who paid, or who was named instead. */
  buyer_address: shortText.nullish(),
  error: listOf(saleError).nullish(),
  /** What can be done now, the recommended one first. */
  resolutions: listOf(shortText).optional(),
  /** Lovelace paid beyond what the sale took, still here. */
  surplus: lovelace.optional(),
  /** The mint that carries the sale, and the one that carries its refund: `GET …/mints/:id` says more. */
  mint_id: shortText.nullish(),
  refund_id: shortText.nullish(),
  /** Why the studio's own vault does not sign what the sale waits for; null while nothing waits for it. */
  signing_blocked: signingBlock.nullish(),
  /** A mint that was built for a decision and waits for its release; nothing of it is signed. */
  held_mint_id: shortText.nullish(),
  tx_id: shortText.nullish(),
  tx_fee: lovelace.nullish(),
  /** Lovelace that went to the buyer beside the tokens, because the ledger wants it there. */
  nft_fee: lovelace.nullish(),
  income: lovelace.nullish(),
  created_at: shortText,
  updated_at: shortText,
})
export type Sale = z.output<typeof sale>
