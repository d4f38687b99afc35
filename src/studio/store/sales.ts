import { z } from 'zod'
import { documentText, listOf, longText, shortText } from '#values/bounds/bounded.ts'
import { saleError, saleTypes } from '#contract/sales/sale.ts'
import { saleResolutions, type SaleStatus, saleStatuses } from '#contract/sales/sale-status.ts'
import { totalPrice } from '#contract/sales/total-price.ts'
import { tokenStatuses } from '#contract/tokens/token.ts'
import { KeyHash, TxId } from '#cardano/ids.ts'
import { columns, type Database } from '#platform/db/database.ts'
import { type PageStart, rowsOfPage } from '../server/paging.ts'
import { termColumns } from '#contract/sales/sale-terms.ts'

const bigintColumn = shortText.transform(BigInt)

const saleRow = z.object({
  seq: z.int(),
  id: shortText,
  collection_id: shortText,
  type: z.enum(saleTypes),
  status: z.enum(saleStatuses),
  price: bigintColumn,
  reservation_time: z.int(),
  /** The first slot in which a payment is late. */
  reserved_until: bigintColumn,
  confirmations: z.int(),
  wallet_id: shortText,
  wallet_index: z.int(),
  payment_key_hash: shortText.transform(KeyHash),
  payment_address: shortText,
  buyer_address: shortText.nullable(),
  /** Receives the tokens instead of the buyer. */
  delivery_address: shortText.nullable(),
  error: columns.json(listOf(saleError)).nullable(),
  /** The state before its refund started; restored if the refund fails. */
  status_before: z.enum(saleStatuses).nullable(),
  /** The last resolution; repeating it returns the same result. */
  resolution: z.enum(saleResolutions).nullable(),
  mint_id: shortText.nullable(),
  refund_id: shortText.nullable(),
  tx_id: shortText.transform(TxId).nullable(),
  tx_fee: bigintColumn.nullable(),
  nft_fee: bigintColumn.nullable(),
  income: bigintColumn.nullable(),
  /** Lovelace of an accepted sale that returned to the buyer with the tokens. */
  returned: bigintColumn.nullable(),
  cursor_height: z.int(),
  cursor_index: z.int(),
  /** When to poll its address next, in milliseconds since 1970; 0: with the next block. */
  watch_at: z.int(),
  /** When it was last polled, by the clock of that time. */
  watched_at: z.int(),
  /** Height of the first block at which the reservation was found expired and unpaid, or null. */
  unpaid_by: z.int().nullable(),
  is_cancelled: columns.boolean,
  ...termColumns,
  /** The slot from which `delivers_within` counts since the owner's decision; null: the payment's. */
  deliver_from: bigintColumn.nullable(),
  /** Receives the last refund instead of its payers, where the owner named somebody. */
  refund_to: shortText.nullable(),
  created_at: shortText,
  updated_at: shortText,
})
export type SaleRow = z.output<typeof saleRow>

/** A token as it was when reserved: the sale stays readable after the token is deleted. */
const saleTokenRow = z.object({
  token_id: shortText,
  asset_name: shortText,
  name: longText,
  image: documentText,
  status_before: z.enum(tokenStatuses),
  /** Not released yet. */
  is_held: columns.boolean,
})
export type SaleTokenRow = z.output<typeof saleTokenRow>

/** The fields that a step may change. */
const changingFields = [
  'status',
  'reserved_until',
  'buyer_address',
  'delivery_address',
  'error',
  'status_before',
  'resolution',
  'mint_id',
  'refund_id',
  'tx_id',
  'tx_fee',
  'nft_fee',
  'income',
  'returned',
  'watch_at',
  'unpaid_by',
  'is_cancelled',
  'deliver_from',
  'refund_to',
] as const
type ChangingField = (typeof changingFields)[number]
export type SaleChange = Partial<Pick<SaleRow, ChangingField>>

/** What a sale starts with; everything else that may change has its default. */
export type NewSale = Pick<SaleRow, 'status' | 'reserved_until'> &
  Omit<SaleRow, ChangingField | 'seq' | 'watched_at' | 'updated_at'>

export const insertSale = (database: Database, sale: NewSale): void => {
  database.insert('sales', { ...sale, watch_at: 0, updated_at: sale.created_at })
}

export const insertSaleToken = (
  database: Database,
  saleId: string,
  position: number,
  token: Omit<SaleTokenRow, 'is_held'>,
): void => {
  database.insert('sale_tokens', { ...token, sale_id: saleId, position })
}

export const findSale = (database: Database, id: string): SaleRow | undefined =>
  database.get(saleRow, 'SELECT * FROM sales WHERE id = :id', { id })

/** The id of the sale that holds a token. */
export const saleHolding = (database: Database, tokenId: string): string | undefined =>
  database.get(
    z.object({ sale_id: shortText }),
    'SELECT sale_id FROM sale_tokens WHERE token_id = :tokenId AND is_held = 1 ORDER BY sale_id DESC LIMIT 1',
    { tokenId },
  )?.sale_id

/** Whether a completed sale sold the token. */
export const isTokenSold = (database: Database, tokenId: string): boolean =>
  database.get(
    z.object({ sale_id: shortText }),
    `SELECT sale_id FROM sale_tokens CROSS JOIN sales ON sales.id = sale_id
     WHERE token_id = :tokenId AND status = 'COMPLETED' LIMIT 1`,
    { tokenId },
  ) !== undefined

/** The sale that a mint delivers or refunds. */
export const findSaleOfMint = (database: Database, mintId: string): SaleRow | undefined =>
  database.get(
    saleRow,
    'SELECT sales.* FROM sale_mints JOIN sales ON sales.id = sale_id WHERE sale_mints.mint_id = :mintId',
    { mintId },
  )

export const listSales = (
  database: Database,
  collectionId: string,
  start: PageStart,
): SaleRow[] => {
  const select = 'SELECT * FROM sales WHERE collection_id = :collectionId'
  return rowsOfPage(database, saleRow, { select, collectionId }, start)
}

/** Oldest first. */
export const salesIn = (database: Database, statuses: readonly SaleStatus[]): SaleRow[] =>
  database.all(
    saleRow,
    `SELECT * FROM sales WHERE status IN (SELECT value FROM json_each(:statuses)) ORDER BY seq`,
    { statuses: JSON.stringify(statuses) },
  )

/** Never polled again. The index of the others names it as a number (`sales/schema.ts`). */
export const neverMs = Number.MAX_SAFE_INTEGER

/**
 * Sales to poll now, least recently polled first. If the clock was set back since the last poll, the
 * scheduled time is ignored.
 */
export const salesToWatch = (database: Database, nowMs: number, most: number): SaleRow[] =>
  database.all(
    saleRow,
    `SELECT * FROM sales
     WHERE watch_at < ${neverMs} AND (watch_at <= :nowMs OR watched_at > :nowMs)
     ORDER BY watched_at, seq LIMIT :most`,
    { nowMs, most },
  )

/** How many sales are polled at all. */
export const countWatched = (database: Database): number =>
  database.get(
    z.object({ sales: z.int() }),
    `SELECT COUNT(*) AS sales FROM sales WHERE watch_at < ${neverMs}`,
  )?.sales ?? 0

/** Writes the whole changed row; read it in the same database transaction. */
export const updateSale = (
  database: Database,
  before: SaleRow,
  change: SaleChange,
  at: string,
): SaleRow => {
  const after = { ...before, ...change, updated_at: at }
  const fields = [...changingFields, 'updated_at'] as const
  const changed = Object.fromEntries(fields.map((field) => [field, after[field]]))
  database.update('sales', changed, { id: before.id })
  return after
}

/** Fields that a poll updates; the sale itself does not change. */
type Watched = {
  readonly id: string
  /** Height up to which its address was read for good. */
  readonly cursorHeight: number
  readonly unpaidBy: number | null
  readonly nowMs: number
  readonly watchAt: number
}

export const setWatched = (database: Database, watched: Watched): void => {
  database.run(
    `UPDATE sales SET cursor_height = MAX(cursor_height, :cursorHeight), unpaid_by = :unpaidBy,
       watched_at = :nowMs, watch_at = :watchAt
     WHERE id = :id`,
    watched,
  )
}

/** Has a sale's address read again from a height on, with the next poll. */
export const readAgainFrom = (database: Database, id: string, height: number): void => {
  database.run(
    'UPDATE sales SET cursor_height = MIN(cursor_height, :height), watch_at = 0 WHERE id = :id',
    { id, height },
  )
}

/** Marks a sale as tried, so that the others come first. */
export const setTried = (database: Database, id: string, nowMs: number): void => {
  database.run('UPDATE sales SET watched_at = :nowMs WHERE id = :id', { id, nowMs })
}

/** Restores the status of the tokens that a sale holds, once. */
export const freeSaleTokens = (database: Database, saleId: string, at: string): void => {
  database.run(
    `UPDATE tokens SET status = sale_tokens.status_before, updated_at = :at FROM sale_tokens
     WHERE sale_id = :saleId AND is_held = 1 AND tokens.id = token_id AND status = 'RESERVED'`,
    { saleId, at },
  )
  database.run('UPDATE sale_tokens SET is_held = 0 WHERE sale_id = :saleId', { saleId })
}

const takenRowOf = z.object({ token_id: shortText })

/** Whether a sale holds its tokens, or could take them again. */
export const canHoldSaleTokens = (database: Database, saleId: string): boolean =>
  database.get(
    takenRowOf,
    `SELECT token_id FROM sale_tokens LEFT JOIN tokens ON tokens.id = token_id
     WHERE sale_id = :saleId AND is_held = 0
       AND (status IS NULL OR status NOT IN ('OPEN', 'FOR_SALE')) LIMIT 1`,
    { saleId },
  ) === undefined

/**
 * Reserves the released tokens of a sale again, all or none.
 * @returns whether the sale holds them now
 */
export const holdSaleTokens = (database: Database, saleId: string, at: string): boolean => {
  if (!canHoldSaleTokens(database, saleId)) return false
  database.run(
    `UPDATE sale_tokens SET is_held = 1, asset_name = tokens.asset_name, name = tokens.name,
       image = tokens.image, status_before = tokens.status
     FROM tokens WHERE sale_id = :saleId AND is_held = 0 AND tokens.id = token_id`,
    { saleId },
  )
  database.run(
    `UPDATE tokens SET status = 'RESERVED', updated_at = :at FROM sale_tokens
     WHERE sale_id = :saleId AND tokens.id = token_id AND status IN ('OPEN', 'FOR_SALE')`,
    { saleId, at },
  )
  return true
}

/**
 * Marks the tokens of a sale as minted by a transaction that the studio did not send: those that it
 * holds, and those that nobody has.
 */
export const completeSaleTokens = (database: Database, saleId: string, at: string): void => {
  database.run(
    `UPDATE sale_tokens SET is_completed_elsewhere = 1,
       status_before = iif(is_held = 1, status_before, tokens.status)
     FROM tokens WHERE sale_id = :saleId AND tokens.id = token_id
       AND (status IN ('OPEN', 'FOR_SALE') OR (is_held = 1 AND status = 'RESERVED'))`,
    { saleId },
  )
  database.run(
    `UPDATE tokens SET status = 'COMPLETED', updated_at = :at FROM sale_tokens
     WHERE sale_id = :saleId AND tokens.id = token_id AND is_completed_elsewhere = 1`,
    { saleId, at },
  )
  database.run('UPDATE sale_tokens SET is_held = 0 WHERE sale_id = :saleId', { saleId })
}

/**
 * Takes {@link completeSaleTokens} back: what it marked is free, and the sale holds its tokens again,
 * unless another sale or mint has one of them.
 */
export const reopenSaleTokens = (database: Database, saleId: string, at: string): void => {
  database.run(
    `UPDATE tokens SET status = sale_tokens.status_before, updated_at = :at FROM sale_tokens
     WHERE sale_id = :saleId AND tokens.id = token_id AND is_completed_elsewhere = 1
       AND status = 'COMPLETED'`,
    { saleId, at },
  )
  database.run('UPDATE sale_tokens SET is_completed_elsewhere = 0 WHERE sale_id = :saleId', {
    saleId,
  })
  holdSaleTokens(database, saleId, at)
}

/** Lovelace for all tokens of a sale together. */
export const priceOfSale = (database: Database, { id, price }: SaleRow): bigint =>
  totalPrice(price, saleTokens(database, id).length)

export const saleTokens = (database: Database, saleId: string): SaleTokenRow[] =>
  database.all(
    saleTokenRow,
    'SELECT * FROM sale_tokens WHERE sale_id = :saleId ORDER BY position',
    {
      saleId,
    },
  )

const saleMintRow = z.object({
  mint_id: shortText,
  sale_id: shortText,
  tx_fee: bigintColumn,
  nft_fee: bigintColumn,
  income: bigintColumn,
  returned: bigintColumn,
})
export type SaleMintRow = z.output<typeof saleMintRow>

/** Records a mint built for a sale or its refund, with the sale's resulting amounts. */
export const insertSaleMint = (database: Database, mint: SaleMintRow): void => {
  database.insert('sale_mints', mint)
}

export const findSaleMint = (database: Database, mintId: string): SaleMintRow | undefined =>
  database.get(saleMintRow, 'SELECT * FROM sale_mints WHERE mint_id = :mintId', { mintId })

export const saleMints = (database: Database, saleId: string): SaleMintRow[] =>
  database.all(saleMintRow, 'SELECT * FROM sale_mints WHERE sale_id = :saleId', { saleId })

const heldRow = z.object({ id: shortText })

/** Mints built for a decision about a sale, not released yet, newest first. */
export const heldMints = (database: Database, saleId: string): readonly string[] =>
  database
    .all(
      heldRow,
      `SELECT mints.id FROM sale_mints CROSS JOIN mints ON mints.id = mint_id
       WHERE sale_id = :saleId AND held = 1 AND mints.status = 'awaiting_witnesses'
       ORDER BY mints.seq DESC`,
      { saleId },
    )
    .map(({ id }) => id)

/** @returns whether it had not been reported before */
export const noteReported = (database: Database, saleId: string, what: string): boolean =>
  database.insert('sale_reports', { sale_id: saleId, what }, 'ON CONFLICT DO NOTHING')
