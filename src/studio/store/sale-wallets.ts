import { z } from 'zod'
import { shortText } from '#shared/bounded.ts'
import { ColdpressError } from '#shared/errors.ts'
import type { Database } from '#core/db/database.ts'

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

/** Adds a watched wallet, which the next sales are paid to; earlier sales keep theirs. */
export const insertWatchedWallet = (
  database: Database,
  { id, accountKey, at }: { readonly id: string; readonly accountKey: string; readonly at: string },
): boolean =>
  database.insert(
    'sale_wallets',
    { id, account_key: accountKey, next_index: 0, created_at: at, is_watched: 1 },
    'ON CONFLICT DO NOTHING',
  )

const takenRow = z.object({ next_index: z.int() }).transform((row) => row.next_index - 1)

/**
 * The next index of a wallet; each is used once. Not synced: a power failure can only take an index back
 * whose sale was never stored.
 */
export const reserveIndex = (database: Database, walletId: string): number => {
  const taken = database.transactUnsynced(() =>
    database.get(
      takenRow,
      'UPDATE sale_wallets SET next_index = next_index + 1 WHERE id = :walletId RETURNING *',
      { walletId },
    ),
  )
  if (taken !== undefined) return taken
  throw new ColdpressError('internal', `There is no wallet ${walletId} that sales are paid to.`)
}
