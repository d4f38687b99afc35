import { z } from 'zod'
import { longText } from '#values/bounds/bounded.ts'
import { blockfrostBlock } from '#contract/gateways/blockfrost.ts'
import { blockAt, blockWithHash, tipOf, type BlockRow } from '../chain/blocks.ts'
import type { Chain } from '../chain/chain.ts'
import { notFound, type DevnetApp } from './app-type.ts'
import { epochOf, epochSlots, secondsOf } from './slots.ts'

const malformed = 'Missing, out of range or malformed block hash or number.'

const hashOrHeight = longText
  .regex(/^(?:[0-9a-f]{64}|\d{1,15})$/u, malformed)
  .transform((text) => (text.length === 64 ? text : Number(text)))

export const addBlockRoutes = (app: DevnetApp, { database }: Chain): void => {
  app.get('/blocks/latest', { schema: { response: { 200: blockfrostBlock } } }, async () =>
    blockView(tipOf(database)),
  )
  app.get(
    '/blocks/:hash_or_number',
    {
      schema: {
        params: z.object({ hash_or_number: hashOrHeight }),
        response: { 200: blockfrostBlock },
      },
    },
    async ({ params: { hash_or_number: wanted } }) => {
      const block =
        typeof wanted === 'string' ? blockWithHash(database, wanted) : blockAt(database, wanted)
      if (block === undefined) throw notFound()
      return blockView(block)
    },
  )
}

/** The devnet has no slot leaders: the fields of a pool's certificate are null. */
const blockView = (block: BlockRow) => ({
  time: secondsOf(block.slot),
  height: block.height,
  hash: block.hash,
  slot: block.slot,
  epoch: epochOf(block.slot),
  epoch_slot: block.slot % epochSlots,
  slot_leader: 'devnet',
  size: block.size,
  tx_count: block.tx_count,
  output: block.tx_count === 0 ? null : String(block.output),
  fees: block.tx_count === 0 ? null : String(block.fees),
  block_vrf: null,
  op_cert: null,
  op_cert_counter: null,
  previous_block: block.previous_hash,
  next_block: block.next_hash,
  confirmations: block.tip_height - block.height,
})
