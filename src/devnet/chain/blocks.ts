import { randomBytes } from 'node:crypto'
import { blake2b } from '@noble/hashes/blake2.js'
import { bytesToHex } from '@noble/hashes/utils.js'
import { z } from 'zod'
import { shortText } from '#values/bounds/bounded.ts'
import type { Database } from '#platform/db/database.ts'
import { amountColumn, sumColumn, sumSql } from './columns.ts'

const blockRow = z.object({
  height: z.int(),
  hash: shortText,
  slot: z.int(),
  tx_count: z.int(),
  size: z.int(),
  output: amountColumn,
  fees: amountColumn,
  previous_hash: shortText.nullable(),
  next_hash: shortText.nullable(),
  tip_height: z.int(),
})
export type BlockRow = z.output<typeof blockRow>

const selectBlocks = `
  SELECT b.*, p.hash AS previous_hash, n.hash AS next_hash,
         (SELECT max(height) FROM blocks) AS tip_height
  FROM blocks b
  LEFT JOIN blocks p ON p.height = b.height - 1
  LEFT JOIN blocks n ON n.height = b.height + 1`

export const blockAt = (database: Database, height: number): BlockRow | undefined =>
  database.get(blockRow, `${selectBlocks} WHERE b.height = :height`, { height })

export const blockWithHash = (database: Database, hash: string): BlockRow | undefined =>
  database.get(blockRow, `${selectBlocks} WHERE b.hash = :hash`, { hash })

/** The blocks from one height up to another, which is not among them. */
export const blocksBetween = (database: Database, from: number, before: number) =>
  database.all(
    blockRow,
    `${selectBlocks} WHERE b.height >= :from AND b.height < :before ORDER BY b.height`,
    { from, before },
  )

const epochRow = z.object({
  first_slot: z.int(),
  last_slot: z.int(),
  blocks: z.int().min(1),
  transactions: z.int(),
  output: sumColumn,
  fees: sumColumn,
})

/** What the blocks of these slots hold together; undefined without a block. */
export const blocksOfSlots = (database: Database, from: number, before: number) =>
  database.get(
    epochRow,
    `SELECT min(slot) AS first_slot, max(slot) AS last_slot, count(*) AS blocks,
            sum(tx_count) AS transactions,
            ${sumSql('output')} AS output, ${sumSql('fees')} AS fees
     FROM blocks WHERE slot >= :from AND slot < :before HAVING blocks > 0`,
    { from, before },
  )

/** The newest block; a chain always has one. */
export const tipOf = (database: Database): BlockRow => {
  const tip = database.get(blockRow, `${selectBlocks} ORDER BY b.height DESC LIMIT 1`)
  if (tip === undefined) throw new Error('the chain has no block')
  return tip
}

/** Undefined for a chain that is not started yet. */
export const newestSlot = (database: Database): number | undefined =>
  database.get(z.object({ slot: z.int() }), 'SELECT slot FROM blocks ORDER BY height DESC LIMIT 1')
    ?.slot

/** A block before its transactions are known. */
type Content = {
  readonly txCount: number
  readonly size: number
  readonly output: bigint
  readonly fees: bigint
}
export const noContent: Content = { txCount: 0, size: 0, output: 0n, fees: 0n }

/**
 * Adds a block above the tip. Its hash covers the previous block, and differs from that of any
 * rolled-back block at the same height, like the hashes of two forks.
 */
export const addBlock = (
  database: Database,
  height: number,
  slot: number,
  { txCount, size, output, fees }: Content,
): void => {
  const parent = height === 0 ? '' : blockAt(database, height - 1)?.hash
  const content = `${parent} ${height} ${slot} ${randomBytes(16).toString('hex')}`
  database.insert('blocks', {
    height,
    slot,
    size,
    output,
    fees,
    tx_count: txCount,
    hash: bytesToHex(blake2b(new TextEncoder().encode(content), { dkLen: 32 })),
  })
}
