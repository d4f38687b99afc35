import { z } from 'zod'
import { documentText, shortText } from '#values/bounds/bounded.ts'
import { ColdpressError } from '#values/errors/errors.ts'
import { Unit, type Value } from '#cardano/value.ts'
import { columns, type Database } from '#platform/db/database.ts'
import { amountColumn, assetsColumn, sumColumn, sumSql } from './columns.ts'

/** Which part of a list is asked for: `page` counts from 1. */
export type OutputPage = {
  readonly count: number
  readonly page: number
  readonly order: 'asc' | 'desc'
}

export const rangeOf = ({ count, page }: OutputPage) => ({ count, skipped: (page - 1) * count })

const outputRow = z.object({
  tx_id: shortText,
  output_index: z.int(),
  address: shortText,
  lovelace: amountColumn,
  assets: assetsColumn,
  data_hash: shortText.nullable(),
  inline_datum: documentText.nullable(),
  script_hash: shortText.nullable(),
})
export type OutputRow = z.output<typeof outputRow>

const parts = `o.tx_id, o.output_index, o.address, o.lovelace, o.assets,
  o.data_hash, o.inline_datum, o.script_hash`

const unspentRow = outputRow.extend({ block_hash: shortText })
export type UnspentRow = z.output<typeof unspentRow>

/**
 * Whose outputs are meant: those of an address, of all addresses with a payment credential (the hash
 * of a key or a script, in hex), or of all with a stake address.
 */
export type OutputHolder = {
  readonly by: 'address' | 'payment' | 'stake_address'
  readonly value: string
}

/** SQL for an address that is the holder's; `:holder` is its value. */
export const isHolders = (column: string, { by }: OutputHolder): string =>
  by === 'address'
    ? `${column} = :holder`
    : `${column} IN (SELECT address FROM addresses WHERE ${by} = :holder)`

/** Which outputs hold an asset; those without any asset for `lovelace`, as at Blockfrost. */
const holding = (unit: string | undefined): string => {
  if (unit === undefined) return ''
  const assets = 'EXISTS (SELECT 1 FROM output_assets a WHERE a.output = o.seq'
  return unit === 'lovelace' ? `AND NOT ${assets})` : `AND ${assets} AND a.unit = :unit)`
}

/**
 * The unspent outputs of a holder, without transactions that wait for a block.
 * @param unit the asset that each of them holds
 */
export const outputsAt = (
  database: Database,
  holder: OutputHolder,
  page: OutputPage,
  unit?: string,
) =>
  database.all(
    unspentRow,
    `SELECT ${parts}, b.hash AS block_hash
     FROM outputs o JOIN blocks b ON b.height = o.created_height
     WHERE ${isHolders('o.address', holder)}
       AND ${onChain.unspent} ${holding(unit)}
     ORDER BY o.seq ${page.order} LIMIT :count OFFSET :skipped`,
    {
      holder: holder.value,
      ...rangeOf(page),
      ...(unit === undefined || unit === 'lovelace' ? {} : { unit }),
    },
  )

/** Whether an output on the chain, spent or not, was ever the holder's. */
export const isKnownHolder = (database: Database, holder: OutputHolder): boolean =>
  database.get(
    z.object({ known: z.literal(1) }),
    `SELECT 1 AS known FROM outputs o
     WHERE ${isHolders('o.address', holder)} AND ${onChain.received} LIMIT 1`,
    { holder: holder.value },
  ) !== undefined

const onChain = {
  unspent: 'o.created_height IS NOT NULL AND o.spent_height IS NULL',
  sent: 'o.spent_height IS NOT NULL',
  received: 'o.created_height IS NOT NULL',
} as const
type OutputsOnChain = keyof typeof onChain

const lovelaceRow = z.object({ lovelace: sumColumn })

/** The ADA in the outputs of a holder, or of all. */
export const lovelaceAt = (
  database: Database,
  holder?: OutputHolder,
  which: OutputsOnChain = 'unspent',
): bigint =>
  database.get(
    lovelaceRow,
    `SELECT ${sumSql('o.lovelace')} AS lovelace FROM outputs o
     WHERE ${onChain[which]} ${holder === undefined ? '' : `AND ${isHolders('o.address', holder)}`}`,
    holder === undefined ? {} : { holder: holder.value },
  )?.lovelace ?? 0n

/** The ADA at addresses of scripts. */
export const lovelaceAtScripts = (database: Database): bigint =>
  database.get(
    lovelaceRow,
    `SELECT ${sumSql('o.lovelace')} AS lovelace FROM addresses h JOIN outputs o USING (address)
     WHERE h.is_script = 1 AND ${onChain.unspent}`,
  )?.lovelace ?? 0n

/** Kinds of assets that one answer adds up. */
const maxUnits = 20_000

const unitRow = z.object({ unit: shortText, quantity: sumColumn })

/**
 * The sum of a holder's outputs.
 * @throws ColdpressError `invalid` for more kinds of assets than an answer adds up
 */
export const sumAt = (database: Database, holder: OutputHolder, which: OutputsOnChain): Value => {
  const assets = database.all(
    unitRow,
    `SELECT a.unit, ${sumSql('a.quantity')} AS quantity
     FROM outputs o JOIN output_assets a ON a.output = o.seq
     WHERE ${isHolders('o.address', holder)} AND ${onChain[which]}
     GROUP BY a.unit ORDER BY a.unit LIMIT :limit`,
    { holder: holder.value, limit: maxUnits + 1 },
  )
  if (assets.length > maxUnits)
    throw new ColdpressError(
      'invalid',
      `address: it holds more than ${maxUnits} kinds of assets, the most that are added up. Read its utxos page by page.`,
    )
  return {
    lovelace: lovelaceAt(database, holder, which),
    assets: new Map(assets.map(({ unit, quantity }) => [Unit(unit), quantity])),
  }
}

const madeRow = outputRow.extend({ consumed_by: shortText.nullable() })

export const outputsOf = (database: Database, txId: string) =>
  database.all(
    madeRow,
    `SELECT ${parts}, CASE WHEN o.spent_height IS NULL THEN NULL ELSE o.spent_by END AS consumed_by
     FROM outputs o WHERE o.tx_id = :txId ORDER BY o.output_index`,
    { txId },
  )

const inputRow = outputRow.extend({ is_reference: columns.boolean })

/** The outputs that a transaction spends, then those that it only reads. */
export const inputsOf = (database: Database, txId: string) =>
  database.all(
    inputRow,
    `SELECT ${parts}, i.is_reference
     FROM inputs i JOIN outputs o ON o.tx_id = i.source_id AND o.output_index = i.source_index
     WHERE i.tx_id = :txId ORDER BY i.is_reference, i.position`,
    { txId },
  )
