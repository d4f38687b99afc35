import { z } from 'zod'
import { listOf, shortText } from '#shared/bounded.ts'
import { TxId } from '#core/cardano/ids.ts'
import { columns, type Database } from '#core/db/database.ts'

const bigintColumn = shortText.transform(BigInt)

/** `unconfirmed`: too few confirmations. `counted`: pays for the tokens. `surplus`: must be refunded. */
const paymentUses = ['unconfirmed', 'counted', 'surplus'] as const
export type PaymentUse = (typeof paymentUses)[number]

const paymentColumns = z.object({
  sale_id: shortText,
  tx_id: shortText.transform(TxId),
  output_index: z.int(),
  lovelace: bigintColumn,
  assets: columns.json(listOf(z.object({ unit: shortText, quantity: shortText }))),
  from_address: shortText,
  is_from_script: columns.boolean,
  has_reference_script: columns.boolean,
  block: shortText,
  slot: bigintColumn,
  height: z.int(),
  block_index: z.int(),
  use: z.enum(paymentUses),
  /** The refund that spends it, sent or planned. */
  spent_by: shortText.nullable(),
})
const paymentRow = paymentColumns.transform((row) => ({
  ...row,
  use: row.spent_by === null ? row.use : ('refunded' as const),
}))
/** `refunded`: spent by a refund, sent or planned; the previous use is kept. */
export type PaymentRow = z.output<typeof paymentRow>
export type NewPayment = Omit<z.output<typeof paymentColumns>, 'use' | 'spent_by'>

/** In chain order. */
export const paymentsOf = (database: Database, saleId: string): PaymentRow[] =>
  database.all(
    paymentRow,
    `SELECT * FROM sale_payments WHERE sale_id = :saleId
     ORDER BY height, block_index, tx_id, output_index`,
    { saleId },
  )

/** Inserts a payment, or updates its position on chain; its use stays. */
export const upsertPayment = (database: Database, payment: NewPayment): void => {
  database.insert(
    'sale_payments',
    { ...payment, use: 'unconfirmed' },
    `ON CONFLICT DO UPDATE SET block = excluded.block, slot = excluded.slot,
       height = excluded.height, block_index = excluded.block_index`,
  )
}

type PaymentKey = Pick<PaymentRow, 'sale_id' | 'tx_id' | 'output_index'>
const keyOf = ({ sale_id, tx_id, output_index }: PaymentKey): PaymentKey => ({
  sale_id,
  tx_id,
  output_index,
})

export const setPaymentUse = (database: Database, payment: PaymentKey, use: PaymentUse): void => {
  database.update('sale_payments', { use }, keyOf(payment))
}

/** @param spentBy the refund that spends it, or null when that refund failed */
export const setPaymentSpent = (
  database: Database,
  payment: PaymentKey,
  spentBy: string | null,
): void => {
  database.update('sale_payments', { spent_by: spentBy }, keyOf(payment))
}

/** Deletes a payment that was rolled back. */
export const deletePayment = (
  database: Database,
  { sale_id, tx_id, output_index }: PaymentKey,
): void => {
  database.run(
    `DELETE FROM sale_payments
     WHERE sale_id = :sale_id AND tx_id = :tx_id AND output_index = :output_index`,
    { sale_id, tx_id, output_index },
  )
}
