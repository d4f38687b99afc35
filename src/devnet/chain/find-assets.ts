import { z } from 'zod'
import { shortText } from '#values/bounds/bounded.ts'
import type { Unit } from '#cardano/value.ts'
import type { Database } from '#platform/db/database.ts'
import { amountColumn, assetsColumn, metadataColumn, type Metadata } from './columns.ts'
import { rangeOf, type OutputPage } from './find-outputs.ts'

const mintRow = z.object({ tx_id: shortText, unit: shortText, quantity: amountColumn })

/** Mints and burns of one asset on the chain, oldest first. */
export const mintsOf = (database: Database, unit: string) =>
  database.all(
    mintRow,
    `SELECT m.tx_id, m.unit, m.quantity FROM asset_mints m JOIN transactions t ON t.id = m.tx_id
     WHERE m.unit = :unit AND t.height IS NOT NULL ORDER BY t.seq`,
    { unit },
  )

/** The current quantity of an asset. */
export const quantityOf = (mints: readonly { readonly quantity: bigint }[]): bigint =>
  mints.reduce((sum, { quantity }) => sum + quantity, 0n)

/** What a transaction mints and burns, in its own order. */
export const mintsIn = (database: Database, txId: string) =>
  database.all(
    mintRow,
    'SELECT tx_id, unit, quantity FROM asset_mints WHERE tx_id = :txId ORDER BY seq',
    { txId },
  )

const unitRow = z.object({ unit: shortText })

/** The assets that were ever minted under a policy, by their first mint. */
export const unitsOf = (
  database: Database,
  policyId: string,
  page: OutputPage,
): readonly string[] =>
  database
    .all(
      unitRow,
      `SELECT m.unit FROM asset_mints m JOIN transactions t ON t.id = m.tx_id
       WHERE m.policy_id = :policyId AND t.height IS NOT NULL
       GROUP BY m.unit ORDER BY min(m.seq) ${page.order} LIMIT :count OFFSET :skipped`,
      { policyId, ...rangeOf(page) },
    )
    .map(({ unit }) => unit)

const heldRow = z.object({ address: shortText, assets: assetsColumn })

/** The addresses whose unspent outputs hold an asset, with how many of it. */
export const holdersOf = (database: Database, unit: Unit, { count, page, order }: OutputPage) => {
  const held = new Map<string, bigint>()
  // An asset's hex has no character that LIKE reads in another way.
  const outputs = database.all(
    heldRow,
    `SELECT address, assets FROM outputs
     WHERE assets LIKE :pattern AND created_height IS NOT NULL AND spent_height IS NULL
     ORDER BY seq ${order}`,
    { pattern: `%"${unit}"%` },
  )
  for (const { address, assets } of outputs)
    held.set(address, (held.get(address) ?? 0n) + (assets.get(unit) ?? 0n))
  return [...held]
    .map(([address, quantity]) => ({ address, quantity }))
    .slice((page - 1) * count, page * count)
}

const metadataRow = z.object({ metadata: metadataColumn })

/** The metadata of the newest transaction that minted the asset; burns change none (CIP-25). */
export const metadataOfLatestMint = (database: Database, unit: string): Metadata =>
  database.get(
    metadataRow,
    `SELECT t.metadata FROM asset_mints m JOIN transactions t ON t.id = m.tx_id
     WHERE m.unit = :unit AND t.height IS NOT NULL AND m.quantity NOT LIKE '-%'
     ORDER BY t.seq DESC LIMIT 1`,
    { unit },
  )?.metadata ?? []
