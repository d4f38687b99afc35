import { z } from 'zod'
import { shortText } from '#values/bounds/bounded.ts'
import type { KeptWallet } from '#keys/vault-schemas.ts'
import type { Database } from '#platform/db/database.ts'

const walletRow = z.object({
  id: shortText,
  account_key: shortText,
  next_index: z.int(),
  /** See {@link isWatched}. */
  is_watched: z.int().transform(Boolean),
})
export type SaleWallet = z.output<typeof walletRow>

/** The wallet whose addresses receive payments: the newest that is watched, if there is one. */
export const findWallet = (database: Database): SaleWallet | undefined =>
  database.get(
    walletRow,
    'SELECT * FROM sale_wallets ORDER BY is_watched DESC, created_at DESC LIMIT 1',
  )

export const findWallets = (database: Database): SaleWallet[] =>
  database.all(walletRow, 'SELECT * FROM sale_wallets')

export const findWalletById = (database: Database, id: string): SaleWallet | undefined =>
  database.get(walletRow, 'SELECT * FROM sale_wallets WHERE id = :id', { id })

/** Whether the keys of a wallet are on another computer, which signs for its payments. */
export const isWatched = (database: Database, id: string): boolean =>
  findWalletById(database, id)?.is_watched === true

/**
 * Keeps the first wallet: a buyer may already have one of its addresses.
 * @returns whether it is this one
 */
export const insertWallet = (
  database: Database,
  wallet: { readonly id: string; readonly accountKey: string; readonly at: string },
): boolean =>
  database.run(
    `INSERT INTO sale_wallets (id, account_key, next_index, created_at)
     SELECT :id, :accountKey, 0, :at WHERE NOT EXISTS (SELECT 1 FROM sale_wallets)`,
    wallet,
  ) === 1

/**
 * Adds a wallet of the vault: one that is watched from now on, which the next sales are paid to while
 * earlier ones keep theirs, or one that the database has forgotten.
 * @returns whether it was not there
 */
export const insertKeptWallet = (
  database: Database,
  { id, accountKey, isWatched, createdAt }: KeptWallet,
): boolean =>
  database.insert(
    'sale_wallets',
    {
      id,
      account_key: accountKey,
      next_index: 0,
      created_at: createdAt,
      is_watched: isWatched ? 1 : 0,
    },
    'ON CONFLICT DO NOTHING',
  )

const takenRow = z.object({ next_index: z.int() }).transform((row) => row.next_index - 1)

/** @returns the index that was next; undefined where there is no such wallet */
export const raiseNextIndex = (database: Database, walletId: string): number | undefined =>
  database.get(
    takenRow,
    'UPDATE sale_wallets SET next_index = next_index + 1 WHERE id = :walletId RETURNING *',
    { walletId },
  )
