import { z } from 'zod'
import { listOf, longText, shortText } from '#values/bounds/bounded.ts'
import { payableAddress, warnings } from '../fields.ts'
import { exampleAddress } from '../examples.ts'
import { exampleUnknownPayment, exampleUnknownRefund } from './examples.ts'

/**
 * Payments to addresses that no sale of the studio has: those of deleted sales, and those that were
 * left out because an earlier sale may have them. Coldpress's own; other services have none.
 */

const lovelace = z.int().nonnegative()
const assets = listOf(z.object({ unit: shortText, quantity: shortText }))

const unknownPayment = z.object({
  payment_address: shortText,
  tx_id: shortText,
  index: z.int(),
  lovelace,
  /** Absent in the answers of a studio of an earlier version. */
  assets: assets.default([]),
  /** Null where nothing says with certainty whom a refund would reach. */
  payer: shortText.nullable(),
  /** The deleted sale that it was meant for; null for a sale that the studio does not know. */
  sale_id: shortText.nullable(),
  collection_name: longText.nullable(),
  /** The refund that is on its way. */
  refund_id: shortText.nullable(),
  /** In words: what was paid for what, and what to do. */
  explanation: longText,
})
export type UnknownPaymentView = z.output<typeof unknownPayment>

export const unknownPayments = z
  .object({ data: listOf(unknownPayment) })
  .meta({ id: 'UnknownPayments', examples: [{ data: [exampleUnknownPayment] }] })

export const unknownRefundRequest = z
  .object({
    /** Receives what cannot be sent back to its payer; left out where everybody can be reached. */
    to: payableAddress.optional(),
  })
  .meta({ id: 'UnknownRefundRequest', examples: [{ to: exampleAddress }] })

export const unknownRefund = z
  .object({
    id: shortText,
    payment_address: shortText,
    tx_id: shortText,
    fee: lovelace,
    /** Of its transaction: `ready` until a gateway took it, then `sent`, `in_block`, `confirmed`. */
    state: shortText,
    receivers: listOf(z.object({ address: shortText, lovelace, assets })),
    warnings,
  })
  .meta({ id: 'UnknownRefund', examples: [exampleUnknownRefund] })
export type UnknownRefund = z.output<typeof unknownRefund>
