import { z } from 'zod'
import { shortText } from '#values/bounds/bounded.ts'
import type { Unit } from '#cardano/value.ts'
import type { Database } from '#platform/db/database.ts'
import { amountColumn, metadataColumn, sumColumn, sumSql, type Metadata } from './columns.ts'
import { rangeOf, type OutputPage } from './find-outputs.ts'

const mintRow = z.object({ tx_id: shortText, unit: shortText, quantity: amountColumn })

const onChain = `
  FROM asset_mints m JOIN transactions t ON t.id = m.tx_id
  WHERE m.unit = :unit AND t.height IS NOT NULL`

/** Mints and burns of one asset on the chain. */
export const mintsOf = (database: Database, unit: string, page: OutputPage) =>
  database.all(
    mintRow,
    `SELECT m.tx_id, m.unit, m.quantity ${onChain}
     ORDER BY t.seq ${page.order} LIMIT :count OFFSET :skipped`,
    { unit, ...rangeOf(page) },
  )

const totalRow = z.object({ quantity: sumColumn, mints: z.int().min(1) })

/** The current quantity of an asset, and how often it was minted or burned; undefined if never. */
export const totalOf = (database: Database, unit: string) =>
  database.get(
    totalRow,
    `SELECT ${sumSql('m.quantity')} AS quantity, count(*) AS mints ${onChain} HAVING mints > 0`,
    { unit },
  )

/** What a transaction mints and burns, in its own order. */
export const mintsIn = (database: Database, txId: string) =>
  database.all(
    mintRow,
    'SELECT tx_id, unit, quantity FROM asset_mints WHERE tx_id = :txId ORDER BY seq',
    { txId },
  )

const unitRow = z.object({ unit: shortText, quantity: sumColumn })

/** The assets that were ever minted under a policy, by their first mint, with their quantities. */
export const unitsOf = (database: Database, policyId: string, page: OutputPage) =>
  database.all(
    unitRow,
    `SELECT m.unit, ${sumSql('m.quantity')} AS quantity
     FROM asset_mints m JOIN transactions t ON t.id = m.tx_id
     WHERE m.policy_id = :policyId AND t.height IS NOT NULL
     GROUP BY m.unit ORDER BY min(m.seq) ${page.order} LIMIT :count OFFSET :skipped`,
    { policyId, ...rangeOf(page) },
  )

const heldRow = z.object({ address: shortText, quantity: sumColumn })

/** The addresses whose unspent outputs hold an asset, with how many of it. */
export const holdersOf = (database: Database, unit: Unit, page: OutputPage) =>
  database.all(
    heldRow,
    `SELECT o.address, ${sumSql('a.quantity')} AS quantity
     FROM output_assets a JOIN outputs o ON o.seq = a.output
     WHERE a.unit = :unit AND o.created_height IS NOT NULL AND o.spent_height IS NULL
     GROUP BY o.address ORDER BY min(o.seq) ${page.order} LIMIT :count OFFSET :skipped`,
    { unit, ...rangeOf(page) },
  )

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
