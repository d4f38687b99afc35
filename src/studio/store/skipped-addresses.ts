import { randomInt } from 'node:crypto'
import { z } from 'zod'
import { isoTime, listOf, longText, shortText } from '#values/bounds/bounded.ts'
import { TxId } from '#cardano/ids.ts'
import { columns, type Database } from '#platform/db/database.ts'
import { type GivenRun, leastSkipped } from '#chain/sale-addresses/given-addresses.ts'
import { findWalletById } from './sale-wallets.ts'

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
/** Indexes of a wallet that were left out, since somebody may have them already. */
export type SkippedAddresses = z.output<typeof skippedRow>

/** Those whose last search is the longest ago first. */
export const findSkipped = (database: Database): SkippedAddresses[] =>
  database.all(
    skippedRow,
    `SELECT skipped_addresses.*, account_key FROM skipped_addresses
     JOIN sale_wallets ON sale_wallets.id = wallet_id ORDER BY asked_at, wallet_id, first_index`,
  )

/** What a wallet gave out, as its studio's database knows: all before its next index but what was left out. */
export const runsIn = (database: Database, walletId: string): readonly GivenRun[] => {
  const next = findWalletById(database, walletId)?.next_index ?? 0
  const runs: GivenRun[] = []
  let first = 0
  for (const skip of skipsOf(database, walletId)) {
    if (skip.first_index > first) runs.push({ first, last: skip.first_index - 1 })
    first = Math.max(first, skip.first_index + skip.skipped)
  }
  return next > first ? [...runs, { first, last: next - 1 }] : runs
}

const skipsOf = (database: Database, walletId: string): readonly SkippedAddresses[] =>
  findSkipped(database)
    .filter(({ wallet_id }) => wallet_id === walletId)
    .toSorted((a, b) => a.first_index - b.first_index)

/**
 * Two data folders that came from one file would skip as many and meet again. Drawn from so many, they
 * meet once in two thousand times where each sells a thousand tokens before anybody notices. A wallet
 * has 2^31 indexes, so it can skip a thousand times.
 */
const skippedAtRandom = 2 ** 22

/** How many indexes to leave out. */
export const skipCount = (): number => leastSkipped + randomInt(skippedAtRandom)

/**
 * Leaves out a wallet's indexes from the first to before the next, and keeps in mind which. Call it in
 * a database transaction.
 * @returns whether they were not left out before
 */
export const skipFrom = (
  database: Database,
  walletId: string,
  { first, next, at }: { readonly first: number; readonly next: number; readonly at: string },
): boolean => {
  database.run('UPDATE sale_wallets SET next_index = MAX(next_index, :next) WHERE id = :walletId', {
    walletId,
    next,
  })
  return (
    database.run(
      `INSERT INTO skipped_addresses
         (wallet_id, first_index, skipped, skipped_at, next_index, asked_at)
       SELECT :walletId, :first, :skipped, :at, :first, NULL
       WHERE NOT EXISTS (SELECT 1 FROM skipped_addresses
         WHERE wallet_id = :walletId AND :first BETWEEN first_index AND first_index + skipped - 1)`,
      { walletId, first, skipped: next - first, at },
    ) > 0
  )
}

type Progress = Partial<Pick<SkippedAddresses, 'next_index' | 'asked_at'>>

export const setProgress = (
  database: Database,
  { wallet_id, first_index }: SkippedAddresses,
  progress: Progress,
): void => {
  database.update('skipped_addresses', progress, { wallet_id, first_index })
}

const paymentColumns = z.object({
  wallet_id: shortText,
  wallet_index: z.int(),
  payment_address: shortText,
  tx_id: shortText.transform(TxId),
  output_index: z.int(),
  lovelace: shortText.transform(BigInt),
  assets: columns.json(listOf(z.object({ unit: shortText, quantity: shortText }))),
  /** Null where what is sent back would not reach its payer. */
  from_address: shortText.nullable(),
})
/** An unspent payment to an address that no sale of this studio has. */
export type NewUnknownPayment = z.output<typeof paymentColumns>

const paymentRow = paymentColumns.extend({
  /** The refund that is on its way. */
  refund_id: shortText.nullable(),
  /** The sale that it was meant for, where that was deleted; null for one that is not known. */
  sale_id: shortText.nullable(),
  collection_name: longText.nullable(),
})
export type UnknownPayment = z.output<typeof paymentRow>

const selectUnknown = `SELECT unknown_payments.*, sale_id, collection_name
  FROM unknown_payments LEFT JOIN saleless_addresses USING (wallet_id, wallet_index)`

export const findUnknownPayments = (database: Database): UnknownPayment[] =>
  database.all(paymentRow, `${selectUnknown} ORDER BY wallet_id, wallet_index, tx_id, output_index`)

const indexRow = z.object({ wallet_index: z.int() }).transform((row) => row.wallet_index)

/** The indexes of a wallet from `first` to before `end` at which payments without a sale were found. */
export const paidIndexes = (
  database: Database,
  range: { readonly walletId: string; readonly first: number; readonly end: number },
): readonly number[] =>
  database.all(
    indexRow,
    `SELECT DISTINCT wallet_index FROM unknown_payments
     WHERE wallet_id = :walletId AND wallet_index >= :first AND wallet_index < :end`,
    range,
  )

const unknownPaymentsAt = (
  database: Database,
  { walletId, index }: AtIndex,
): readonly UnknownPayment[] =>
  database.all(
    paymentRow,
    `${selectUnknown} WHERE wallet_id = :walletId AND wallet_index = :index
     ORDER BY tx_id, output_index`,
    { walletId, index },
  )

type AtIndex = { readonly walletId: string; readonly index: number }

/**
 * Replaces what is known of the payments at an index; the refund of one that is still there stays.
 * @returns those that were not known
 */
export const setUnknownPayments = (
  database: Database,
  { walletId, index }: AtIndex,
  payments: readonly NewUnknownPayment[],
): readonly UnknownPayment[] => {
  const before = unknownPaymentsAt(database, { walletId, index })
  if (before.length + payments.length === 0) return []
  const refunds = new Map(before.map((payment) => [outputOf(payment), payment.refund_id]))
  database.run(
    'DELETE FROM unknown_payments WHERE wallet_id = :walletId AND wallet_index = :index',
    { walletId, index },
  )
  for (const payment of payments)
    database.insert('unknown_payments', {
      ...payment,
      refund_id: refunds.get(outputOf(payment)) ?? null,
    })
  return unknownPaymentsAt(database, { walletId, index }).filter(
    (payment) => !refunds.has(outputOf(payment)),
  )
}

const outputOf = ({ tx_id: txId, output_index: index }: NewUnknownPayment): string =>
  `${txId}#${index}`

type Spent = { readonly txId: string; readonly index: number }

/** Notes the refund that spends payments at an address. */
export const setUnknownRefund = (
  database: Database,
  refundId: string,
  spent: readonly Spent[],
): void => {
  for (const { txId, index } of spent)
    database.update(
      'unknown_payments',
      { refund_id: refundId },
      { tx_id: txId, output_index: index },
    )
}

/** A refund is over: what it spent is gone, or still there. */
export const endUnknownRefund = (
  database: Database,
  refundId: string,
  outcome: 'given_back' | 'failed',
): void => {
  database.run(
    outcome === 'given_back'
      ? 'DELETE FROM unknown_payments WHERE refund_id = :refundId'
      : 'UPDATE unknown_payments SET refund_id = NULL WHERE refund_id = :refundId',
    { refundId },
  )
}

/** Whether a sale of this studio has the address: what is paid there is not unknown. */
export const isOfSale = (database: Database, { walletId, index }: AtIndex): boolean =>
  database.get(
    z.object({ found: z.int() }),
    `SELECT EXISTS (SELECT 1 FROM sales
       WHERE wallet_id = :walletId AND wallet_index = :index) AS found`,
    { walletId, index },
  )?.found === 1
