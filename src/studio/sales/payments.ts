import { z } from 'zod'
import { listOf, shortText } from '#values/bounds/bounded.ts'
import { isThere } from '#contract/sales/payment-due.ts'
import { TxId } from '#cardano/ids.ts'
import { refText, type Utxo } from '#cardano/utxo.ts'
import { valueFromWire } from '#cardano/value.ts'
import { columns, type Database } from '#platform/db/database.ts'
import type { SaleRow } from '../store/sales.ts'

const bigintColumn = shortText.transform(BigInt)

/** `unconfirmed`: too few confirmations. `counted`: pays for the tokens. `surplus`: must be refunded. */
const paymentUses = ['unconfirmed', 'counted', 'surplus'] as const
export type PaymentUse = (typeof paymentUses)[number]

/**
 * What a transaction that this studio does not know did with a payment: an older copy of the
 * database was put back, or somebody used the wallet's phrase.
 */
const spendPurposes = ['delivery', 'refund', 'elsewhere'] as const
export type SpendPurpose = (typeof spendPurposes)[number]

const paymentColumns = z.object({
  sale_id: shortText,
  tx_id: shortText.transform(TxId),
  output_index: z.int(),
  lovelace: bigintColumn,
  assets: columns.json(listOf(z.object({ unit: shortText, quantity: shortText }))),
  from_address: shortText,
  is_from_script: columns.boolean,
  /**
   * The payment key hash that all inputs of the transaction share; empty where they share none, so
   * that the payment stands alone. Null in rows of earlier versions until they are read again.
   */
  payer_key: shortText.nullable(),
  /** Lovelace that its foreign tokens need to travel back, by the parameters when it was read. */
  assets_lovelace: bigintColumn,
  has_reference_script: columns.boolean,
  block: shortText,
  slot: bigintColumn,
  height: z.int(),
  block_index: z.int(),
  use: z.enum(paymentUses),
  /** The refund that spends it, sent or planned. */
  spent_by: shortText.nullable(),
  /** The transaction on chain that spent it and is not of this studio, where it is, and what it did. */
  spent_in: shortText.transform(TxId).nullable(),
  spent_block: shortText.nullable(),
  spent_height: z.int().nullable(),
  spent_for: z.enum(spendPurposes).nullable(),
  /** Lovelace that its payer's money lacks to bear its own way back, as the last refund found. */
  lacks: bigintColumn.nullable(),
  /** A rollback took it off the chain; it is kept while a transaction that spends it may be valid. */
  is_lost: columns.boolean,
})
const paymentRow = paymentColumns.transform((row) => ({ ...row, use: useOf(row) }))
/**
 * `refunded`: spent by a refund, sent or planned. `spent`: by something else that is not of this
 * studio. `lost`: in a rollback. The previous use is kept in the database.
 */
export type PaymentRow = z.output<typeof paymentRow>

/** The fields that change after a payment was read. */
type ChangingField = 'use' | 'spent_by' | 'lacks' | 'is_lost' | keyof SpendColumns
type SpendColumns = Pick<
  z.output<typeof paymentColumns>,
  'spent_in' | 'spent_block' | 'spent_height' | 'spent_for'
>
export type NewPayment = Omit<z.output<typeof paymentColumns>, ChangingField> & {
  readonly payer_key: string
}

const useOf = ({
  use,
  spent_by: refund,
  spent_for: purpose,
  is_lost: isLost,
}: Pick<z.output<typeof paymentColumns>, 'use' | 'spent_by' | 'spent_for' | 'is_lost'>):
  | PaymentUse
  | 'refunded'
  | 'spent'
  | 'lost' => {
  if (refund !== null || purpose === 'refund') return 'refunded'
  if (purpose === 'elsewhere') return 'spent'
  if (purpose === 'delivery') return 'counted'
  return isLost ? 'lost' : use
}

/** Lovelace that a payment brings for the price: its foreign tokens take theirs back. */
export const worthOf = ({
  lovelace,
  assets_lovelace: needed,
}: Pick<PaymentRow, 'lovelace' | 'assets_lovelace'>): bigint =>
  lovelace > needed ? lovelace - needed : 0n

export const worthOfAll = (payments: readonly PaymentRow[]): bigint =>
  payments.reduce((sum, payment) => sum + worthOf(payment), 0n)

/** Still there, and too little to bear its own way back. */
export const isLeft = (payment: Pick<PaymentRow, 'use' | 'lacks'>): boolean =>
  payment.lacks !== null && isThere(payment)

/** The same for all payments of one payer. A payment that stands alone is its own. */
export const payerOf = <Payment extends Pick<PaymentRow, 'payer_key'>>(
  payment: Payment,
): string | Payment =>
  payment.payer_key === null || payment.payer_key === '' ? payment : payment.payer_key

/** Read by an earlier version, which did not ask who paid. */
export const isUnread = ({ payer_key: key }: Pick<PaymentRow, 'payer_key'>): boolean => key === null

/** Payments that nobody has read yet may be of several. */
export const areOfOnePayer = (payments: readonly PaymentRow[]): boolean =>
  new Set(payments.map(payerOf)).size < 2

/** In chain order. */
export const paymentsOf = (database: Database, saleId: string): PaymentRow[] =>
  database.all(
    paymentRow,
    `SELECT * FROM sale_payments WHERE sale_id = :saleId
     ORDER BY height, block_index, tx_id, output_index`,
    { saleId },
  )

/** What pays for the tokens of a sale. */
export const countedPayments = (database: Database, saleId: string): readonly PaymentRow[] =>
  paymentsOf(database, saleId).filter(({ use }) => use === 'counted')

/** Inserts a payment, or updates its position on chain and who paid; its use stays. */
export const upsertPayment = (database: Database, payment: NewPayment): void => {
  database.insert(
    'sale_payments',
    { ...payment, use: 'unconfirmed' },
    `ON CONFLICT DO UPDATE SET block = excluded.block, slot = excluded.slot,
       height = excluded.height, block_index = excluded.block_index,
       payer_key = excluded.payer_key, assets_lovelace = excluded.assets_lovelace, is_lost = 0`,
  )
}

export type PaymentRef = Pick<PaymentRow, 'sale_id' | 'tx_id' | 'output_index'>

/** The output that a payment is. */
export const refOf = ({
  tx_id: txId,
  output_index: index,
}: Pick<PaymentRef, 'tx_id' | 'output_index'>): string => refText({ txId, index })

const keyOf = ({ sale_id, tx_id, output_index }: PaymentRef): PaymentRef => ({
  sale_id,
  tx_id,
  output_index,
})

export const setPaymentUse = (database: Database, payment: PaymentRef, use: PaymentUse): void => {
  database.update('sale_payments', { use }, keyOf(payment))
}

/** Nothing pays for tokens any more: what is left of a sale is to be given back. */
export const setCountedAsSurplus = (
  { database }: { readonly database: Database },
  { id }: { readonly id: string },
): void => {
  for (const payment of paymentsOf(database, id))
    if (payment.use === 'counted') setPaymentUse(database, payment, 'surplus')
}

/** @param spentBy the refund that spends it, or null when that refund failed */
export const setPaymentSpent = (
  database: Database,
  payment: PaymentRef,
  spentBy: string | null,
): void => {
  database.update('sale_payments', { spent_by: spentBy }, keyOf(payment))
}

/** @param lacks null when nothing is lacking, or nobody knows */
export const setLacks = (database: Database, payment: PaymentRef, lacks: bigint | null): void => {
  database.update('sale_payments', { lacks }, keyOf(payment))
}

/** Marks a payment that a rollback took; {@link upsertPayment} finds it again. */
export const setLost = (database: Database, payment: PaymentRef): void => {
  database.update('sale_payments', { is_lost: true }, keyOf(payment))
}

/** A transaction on chain that spent a payment. */
export type Spend = {
  readonly txId: TxId
  readonly block: string
  readonly height: number
  readonly purpose: SpendPurpose
}

/** @param spend null when its block was rolled back */
export const setSpend = (database: Database, payment: PaymentRef, spend: Spend | null): void => {
  const changes: SpendColumns = {
    spent_in: spend?.txId ?? null,
    spent_block: spend?.block ?? null,
    spent_height: spend?.height ?? null,
    spent_for: spend?.purpose ?? null,
  }
  database.update('sale_payments', changes, keyOf(payment))
}

/** Deletes a payment that was rolled back. */
export const deletePayment = (
  database: Database,
  { sale_id, tx_id, output_index }: PaymentRef,
): void => {
  database.run(
    `DELETE FROM sale_payments
     WHERE sale_id = :sale_id AND tx_id = :tx_id AND output_index = :output_index`,
    { sale_id, tx_id, output_index },
  )
}

/** A payment as a UTxO. */
export const utxoOf = (
  { payment_address: address }: Pick<SaleRow, 'payment_address'>,
  {
    tx_id: txId,
    output_index: index,
    lovelace,
    assets,
    has_reference_script,
  }: Omit<NewPayment, 'payer_key'>,
): Utxo => ({
  txId,
  index,
  address,
  ...(has_reference_script ? { isSpecial: true, hasReferenceScript: true } : {}),
  value: valueFromWire(lovelace, assets),
})
