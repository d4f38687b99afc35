import { z } from 'zod'
import { Database } from '#platform/db/database.ts'
import { parseAddress } from '#cardano/addresses.ts'
import { readBech32 } from '#cardano/bech32.ts'
import type { TxId } from '#cardano/ids.ts'
import { slotAt } from '#cardano/slots.ts'
import { amountColumn, assetsColumn } from '#devnet/chain/columns.ts'
import { openChain } from '#devnet/chain/chain.ts'
import { startChain } from '#devnet/chain/genesis.ts'
import { rollBack } from '#devnet/chain/roll-back.ts'
import { chainSchema } from '#devnet/chain/schema.ts'
import type { UnspentOutput } from '#devnet/ledger/validate.ts'
import { atSlot } from '../../devnet/cases.ts'
import { outputsFor } from '../../devnet/open-devnet.ts'
import { fee, newParty, sign } from '../../devnet/payments.ts'

const ada = 1_000_000n

/**
 * A chain with the devnet's ledger, on which blocks are made when a test says so, each in a slot of its
 * own as on a public network.
 */
export const openTestChain = (given: readonly UnspentOutput[] = [], startSlot = 1000) => {
  const database = new Database(':memory:', [chainSchema])
  const clock = { slot: startSlot }
  const now = (): Date => atSlot(clock.slot)
  const payer = newParty()
  const funds = outputsFor(payer, 200, 100_000n * ada)
  startChain(database, slotAt('devnet', now()), () => [...funds, ...given])
  const chain = openChain(database, now)
  const mine = (blocks = 1): void => {
    for (let made = 0; made < blocks; made += 1) {
      clock.slot += 1
      chain.makeBlock()
    }
  }
  return {
    database,
    chain,
    clock,
    mine,
    rollBack: (blocks: number) => rollBack(database, blocks),
    /** A payment of a stranger, in a block. */
    pay: (
      address: string,
      lovelace: bigint,
    ): { readonly txId: TxId; readonly cbor: Uint8Array } => {
      const { spend } = funds.pop() ?? {}
      if (spend === undefined) throw new Error('whoever pays on this chain has nothing left')
      const to = bytesOf(address)
      const { cbor } = sign(payer, { spends: [spend], pays: [{ to, lovelace }], fee })
      const txId = chain.submit(cbor)
      mine()
      return { txId, cbor }
    },
    payerAddress: payer.address,
    close: () => database.close(),
  }
}
export type TestChain = ReturnType<typeof openTestChain>

/** What stand-ins of servers read and send to. */
export type ReadableChain = Pick<TestChain, 'database' | 'chain'>

const bytesOf = (address: string): { readonly addressBytes: Uint8Array } => {
  const read = readBech32(parseAddress(address).bech32)
  if (read.outcome !== 'read') throw new Error(`${address} cannot be paid`)
  return { addressBytes: read.bytes }
}

const outputRow = z.object({
  tx_id: z.string(),
  output_index: z.int(),
  address: z.string(),
  lovelace: amountColumn,
  assets: assetsColumn,
  data_hash: z.string().nullable(),
  inline_datum: z.string().nullable(),
  script_hash: z.string().nullable(),
  height: z.int(),
  position: z.int(),
  slot: z.int(),
  block_hash: z.string(),
  spent_by: z.string().nullable(),
  spent_height: z.int().nullable(),
  spent_slot: z.int().nullable(),
  spent_block: z.string().nullable(),
})
export type ChainOutputRow = z.output<typeof outputRow>

/** Every output of the chain's blocks, oldest first; those of the genesis are none of any transaction. */
export const allOutputs = (database: Database): readonly ChainOutputRow[] =>
  database.all(
    outputRow,
    `SELECT o.tx_id, o.output_index, o.address, o.lovelace, o.assets, o.data_hash, o.inline_datum,
            o.script_hash, o.created_height AS height, coalesce(t.position, 0) AS position,
            b.slot, b.hash AS block_hash,
            CASE WHEN o.spent_height IS NULL THEN NULL ELSE o.spent_by END AS spent_by,
            o.spent_height, s.slot AS spent_slot, s.hash AS spent_block
     FROM outputs o JOIN blocks b ON b.height = o.created_height
     LEFT JOIN transactions t ON t.id = o.tx_id
     LEFT JOIN blocks s ON s.height = o.spent_height
     WHERE o.created_height IS NOT NULL ORDER BY o.seq`,
  )
