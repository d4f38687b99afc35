import { platformErrors } from '#values/errors/platform-errors.ts'
import { isErrorBy } from '#values/errors/error-rules.ts'
import { existsSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { shortText } from '#values/bounds/bounded.ts'
import { isColdpressError } from '#values/errors/errors.ts'
import type { Network } from '#cardano/network.ts'
import type { Database } from '#platform/db/database.ts'
import { givenAddressesName } from '#platform/db/database-names.ts'
import { openDatabaseAt } from '#platform/db/open-database.ts'
import type { Schema } from '#platform/db/schema.ts'

export const givenAddressesSchema: Schema = {
  name: 'given_addresses',
  steps: [
    `CREATE TABLE given_addresses (
       network TEXT NOT NULL,
       wallet_id TEXT NOT NULL,
       highest INTEGER NOT NULL,
       PRIMARY KEY (network, wallet_id)
     ) STRICT, WITHOUT ROWID;`,
    // Which indexes were given out: a wallet whose highest is lower than what a skip leaves out had none.
    `CREATE TABLE given_runs (
       network TEXT NOT NULL,
       wallet_id TEXT NOT NULL,
       first_index INTEGER NOT NULL,
       last_index INTEGER NOT NULL,
       PRIMARY KEY (network, wallet_id, first_index)
     ) STRICT, WITHOUT ROWID;

     INSERT INTO given_runs (network, wallet_id, first_index, last_index)
     SELECT network, wallet_id, 0, highest FROM given_addresses WHERE highest BETWEEN 0 AND 9999;`,
  ],
}

/**
 * So many indexes are left out by a skip at least: more than any studio reserves between two backups.
 * What lies closer together than that was given out in one run.
 */
export const leastSkipped = 10_000

/** A wallet that sales are paid to, as the studio of one network uses it. */
export type WalletOfStudio = { readonly network: Network; readonly walletId: string }

/** Beside the vault, so that whoever puts back an older copy of a studio's database leaves it. */
export const givenAddressesPath = (home: string): string => join(home, givenAddressesName)

const highestRow = z.object({ highest: z.int() })
const walletIdRow = z.object({ wallet_id: shortText }).transform((row) => row.wallet_id)

const runRow = z
  .object({ first_index: z.int(), last_index: z.int() })
  .transform((row) => ({ first: row.first_index, last: row.last_index }))
/** Indexes that were given out one after the other, between two skips. */
export type GivenRun = z.output<typeof runRow>

/**
 * Which indexes of each wallet were given to buyers, and the highest that may have been. It stands
 * outside of the studios' databases: one that is behind it is an older copy, and would give the same
 * addresses to other buyers. It is on the disk before the address leaves.
 */
export class GivenAddresses {
  readonly #database: Database

  /** @throws ColdpressError as {@link openDatabaseAt}; see {@link openGivenAddresses} */
  constructor(path: string) {
    this.#database = openDatabaseAt(path, [givenAddressesSchema])
  }

  /** -1 before the first; undefined for a wallet that this file does not know. */
  highest({ network, walletId }: WalletOfStudio): number | undefined {
    return this.#database.get(
      highestRow,
      'SELECT highest FROM given_addresses WHERE network = :network AND wallet_id = :walletId',
      { network, walletId },
    )?.highest
  }

  /** The wallets whose addresses the studio of a network may have given out. */
  wallets(network: Network): readonly string[] {
    return this.#database.all(
      walletIdRow,
      'SELECT wallet_id FROM given_addresses WHERE network = :network ORDER BY wallet_id',
      { network },
    )
  }

  /**
   * What was given out, in order. What an earlier version gave out after a skip is there once
   * {@link GivenAddresses.recordEarlier} was told of it.
   */
  runs({ network, walletId }: WalletOfStudio): readonly GivenRun[] {
    return this.#database.all(
      runRow,
      `SELECT first_index, last_index FROM given_runs
       WHERE network = :network AND wallet_id = :walletId ORDER BY first_index`,
      { network, walletId },
    )
  }

  /** Records that this index is given out. @returns once that is on the disk */
  async give(wallet: WalletOfStudio, index: number): Promise<void> {
    await this.#database.transactTogether(() => {
      this.#raise(wallet, index)
      this.#extendRun(wallet, index)
    })
  }

  /** Records that no index up to this one will be given out any more, though nobody may have it. */
  leaveOut(wallet: WalletOfStudio, index: number): void {
    this.#database.transact(() => this.#raise(wallet, index))
  }

  /** Records what was given out before the first run on record, such as by an earlier version. */
  recordEarlier(wallet: WalletOfStudio, runs: readonly GivenRun[]): void {
    const end = this.runs(wallet).at(0)?.first ?? Infinity
    const earlier = runs.filter(({ first }) => first < end)
    if (earlier.length === 0) return
    this.#database.transact(() => {
      for (const { first, last } of earlier)
        this.#database.insert('given_runs', {
          network: wallet.network,
          wallet_id: wallet.walletId,
          first_index: first,
          last_index: Math.min(last, end - 1),
        })
    })
  }

  #raise({ network, walletId: wallet_id }: WalletOfStudio, highest: number): void {
    this.#database.insert(
      'given_addresses',
      { network, wallet_id, highest },
      'ON CONFLICT DO UPDATE SET highest = MAX(highest, excluded.highest)',
    )
  }

  /** Several processes give out indexes, so a higher one may be recorded first. */
  #extendRun({ network, walletId: wallet_id }: WalletOfStudio, index: number): void {
    const before = this.#database.get(
      runRow,
      `SELECT first_index, last_index FROM given_runs
       WHERE network = :network AND wallet_id = :wallet_id AND first_index <= :index
       ORDER BY first_index DESC LIMIT 1`,
      { network, wallet_id, index },
    )
    const isSameRun = before !== undefined && index - before.last < leastSkipped
    this.#database.insert(
      'given_runs',
      { network, wallet_id, first_index: isSameRun ? before.first : index, last_index: index },
      'ON CONFLICT DO UPDATE SET last_index = MAX(last_index, excluded.last_index)',
    )
  }

  /** @throws ColdpressError as {@link Database.tryWrite} */
  tryWrite(): void {
    this.#database.tryWrite()
  }

  close(): void {
    this.#database.close()
  }
}

/**
 * Opens the file. One that is damaged is set aside and begun again: the wallets that it does not know
 * then skip addresses, as they do without the file.
 * @returns with the path that a damaged file has now
 * @throws ColdpressError as {@link openDatabaseAt}, other than for damage
 */
export const openGivenAddresses = (
  path: string,
): { readonly given: GivenAddresses; readonly damaged?: string } => {
  try {
    return { given: new GivenAddresses(path) }
  } catch (error) {
    if (!isColdpressError(error, 'corrupt') || isErrorBy(error, platformErrors, 'too_new'))
      throw error
    const damaged = setAside(path)
    return { given: new GivenAddresses(path), damaged }
  }
}

const setAside = (path: string): string => {
  const aside = `${path}.damaged-${Date.now()}`
  for (const ending of ['', '-wal', '-shm'])
    if (existsSync(`${path}${ending}`)) renameSync(`${path}${ending}`, `${aside}${ending}`)
  return aside
}
