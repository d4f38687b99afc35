import { z } from 'zod'
import { isoTime, shortText } from '#shared/bounded.ts'
import { TxId } from '#core/cardano/ids.ts'
import type { Database } from '#core/db/database.ts'

const skippedRow = z.object({
  wallet_id: shortText,
  account_key: shortText,
  first_index: z.int(),
  skipped: z.int(),
  skipped_at: isoTime,
  /** The first index that the search under way has not asked about. */
  next_index: z.int(),
  /** The end of the last whole search. */
  asked_at: isoTime.nullable(),
})
/** Indexes of a wallet that were left out when its studio was restored from a backup. */
export type SkippedAddresses = z.output<typeof skippedRow>

export const findSkipped = (database: Database): SkippedAddresses[] =>
  database.all(
    skippedRow,
    `SELECT skipped_addresses.*, account_key FROM skipped_addresses
     JOIN sale_wallets ON sale_wallets.id = wallet_id ORDER BY wallet_id, first_index`,
  )

/** Leaves out so many indexes of every wallet, and keeps in mind which. */
export const skipIndexes = (database: Database, skipped: number, at: string): void =>
  database.transact(() => {
    database.run(
      `INSERT INTO skipped_addresses
         (wallet_id, first_index, skipped, skipped_at, next_index, asked_at)
       SELECT id, next_index, :skipped, :at, next_index, NULL FROM sale_wallets`,
      { skipped, at },
    )
    database.run('UPDATE sale_wallets SET next_index = next_index + :skipped', { skipped })
  })

type Progress = Partial<Pick<SkippedAddresses, 'next_index' | 'asked_at'>>

export const setProgress = (
  database: Database,
  { wallet_id, first_index }: SkippedAddresses,
  progress: Progress,
): void => {
  database.update('skipped_addresses', progress, { wallet_id, first_index })
}

const paymentRow = z.object({
  wallet_id: shortText,
  wallet_index: z.int(),
  payment_address: shortText,
  tx_id: shortText.transform(TxId),
  output_index: z.int(),
  lovelace: shortText.transform(BigInt),
  /** Null where what is sent back would not reach its payer. */
  from_address: shortText.nullable(),
})
/** An unspent payment to a skipped address: the sale that it was meant for is not known here. */
export type UnknownPayment = z.output<typeof paymentRow>

export const findUnknownPayments = (database: Database): UnknownPayment[] =>
  database.all(
    paymentRow,
    'SELECT * FROM unknown_payments ORDER BY wallet_id, wallet_index, tx_id, output_index',
  )

/**
 * Replaces what is known of the payments at an index.
 * @returns those that were not known
 */
export const setUnknownPayments = (
  database: Database,
  { walletId, index }: { readonly walletId: string; readonly index: number },
  payments: readonly UnknownPayment[],
): readonly UnknownPayment[] => {
  const known = new Set(findUnknownPayments(database).map(outputOf))
  database.run(
    'DELETE FROM unknown_payments WHERE wallet_id = :walletId AND wallet_index = :index',
    { walletId, index },
  )
  for (const payment of payments) database.insert('unknown_payments', payment)
  return payments.filter((payment) => !known.has(outputOf(payment)))
}

const outputOf = ({ tx_id: txId, output_index: index }: UnknownPayment): string =>
  `${txId}#${index}`
