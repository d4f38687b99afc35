import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import { readCborItem } from '#cardano/cbor-items.ts'
import { TxId } from '#cardano/ids.ts'
import type { Database } from '#platform/db/database.ts'
import type { UnspentOutput } from '../ledger/validate.ts'
import { readOutput } from '../ledger/read-transaction.ts'
import { addMissingAddresses, addOutput } from './accepted.ts'
import { addBlock, noContent } from './blocks.ts'

const countRow = z.object({ blocks: z.int() })

/** Creates the first block with outputs that no transaction made, unless it exists. */
export const startChain = (
  database: Database,
  slot: bigint,
  outputs: () => readonly UnspentOutput[],
): void =>
  database.transact(() => {
    const found = database.get(countRow, 'SELECT count(*) AS blocks FROM blocks')
    if (found !== undefined && found.blocks > 0) return addMissingAddresses(database)
    addBlock(database, 0, Number(slot), noContent)
    for (const { ref, cbor } of outputs())
      addOutput(database, ref, readOutput(readCborItem(cbor), cbor), 0)
  })

/** The transaction ID of a chain's first outputs: of no transaction, and unique to this chain. */
export const newGenesisId = (): TxId => TxId(randomBytes(32).toString('hex'))
