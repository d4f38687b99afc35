import { z } from 'zod'
import { shortText } from '#values/bounds/bounded.ts'
import type { Database } from '#platform/db/database.ts'
import { protocolParameters } from '../protocol-parameters.ts'
import { dropTransaction } from './accepted.ts'
import { addBlock, tipOf } from './blocks.ts'
import { amountColumn } from './columns.ts'

const waitingRow = z.object({
  id: shortText,
  size: z.int(),
  fee: amountColumn,
  invalid_hereafter: amountColumn.nullable(),
})

/**
 * Puts waiting transactions into a block, in the order of acceptance, up to the block's size. Drops
 * expired ones, with all that build on them. Everything else about a waiting transaction remains
 * valid: nothing else can spend its inputs.
 */
export const makeBlock = (database: Database, slotNow: bigint): void =>
  database.transact(() => {
    const tip = tipOf(database)
    const slot = Math.max(tip.slot, Number(slotNow))
    dropExpired(database, BigInt(slot))
    const chosen = fitting(database)
    const height = tip.height + 1
    const ids = chosen.map(({ id }) => id)
    addBlock(database, height, slot, {
      txCount: chosen.length,
      size: chosen.reduce((sum, { size }) => sum + size, 0),
      output: outputOf(database, ids),
      fees: chosen.reduce((sum, { fee }) => sum + fee, 0n),
    })
    for (const [position, id] of ids.entries()) include(database, id, height, position)
  })

const waiting = `
  SELECT id, length(cbor) AS size, fee, invalid_hereafter
  FROM transactions WHERE height IS NULL ORDER BY seq`

const dropExpired = (database: Database, slot: bigint): void => {
  for (const { id, invalid_hereafter: end } of database.all(waitingRow, waiting))
    if (end !== null && end <= slot) dropTransaction(database, id)
}

const fitting = (database: Database): z.output<typeof waitingRow>[] => {
  const all = database.all(waitingRow, waiting)
  let size = 0
  const full = all.findIndex((transaction) => {
    size += transaction.size
    return size > protocolParameters.max_block_size
  })
  return full === -1 ? all : all.slice(0, full)
}

const lovelaceRow = z.object({ lovelace: amountColumn })

const outputOf = (database: Database, ids: readonly string[]): bigint =>
  ids
    .flatMap((id) =>
      database.all(lovelaceRow, 'SELECT lovelace FROM outputs WHERE tx_id = :id', { id }),
    )
    .reduce((sum, { lovelace }) => sum + lovelace, 0n)

const include = (database: Database, id: string, height: number, position: number): void => {
  database.run('UPDATE transactions SET height = :height, position = :position WHERE id = :id', {
    id,
    height,
    position,
  })
  database.run('UPDATE outputs SET created_height = :height WHERE tx_id = :id', { id, height })
  database.run('UPDATE outputs SET spent_height = :height WHERE spent_by = :id', { id, height })
}

/** Confirmations of the newest transaction: 0 while it waits, undefined if there was none. */
export const newestDepth = (database: Database): number | undefined => {
  const found = database.get(
    z.object({ depth: z.int().nullable(), waits: z.int() }),
    `SELECT (SELECT max(height) FROM blocks) - max(height) AS depth,
            EXISTS (SELECT 1 FROM transactions WHERE height IS NULL) AS waits
     FROM transactions`,
  )
  if (found === undefined || found.waits === 1) return 0
  return found.depth ?? undefined
}
