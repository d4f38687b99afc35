import type { z } from 'zod'
import { longText } from '#values/bounds/bounded.ts'
import { blockAt, blocksBetween, blockWithHash, tipOf, type BlockRow } from '../chain/blocks.ts'
import type { Chain } from '../chain/chain.ts'
import { transactionsIn } from '../chain/find-transactions.ts'
import { found, listParameters, pageParameters, route, type DevnetRoute } from './route.ts'
import { epochOf, epochSlots, secondsOf } from './slots.ts'

const malformed = 'Missing, out of range or malformed block hash or number.'

const hashOrNumber = {
  hash_or_number: longText
    .regex(/^(?:[0-9a-f]{64}|\d{1,15})$/u, malformed)
    .transform((text) => (text.length === 64 ? text : Number(text))),
}
type HashOrNumber = z.output<typeof hashOrNumber.hash_or_number>

export const blockRoutes = ({ database }: Chain): readonly DevnetRoute[] => {
  const known = (wanted: HashOrNumber): BlockRow =>
    found(typeof wanted === 'string' ? blockWithHash(database, wanted) : blockAt(database, wanted))
  const between = (from: number, before: number) =>
    blocksBetween(database, from, before).map(blockView)
  return [
    route('/blocks/latest', {}, () => blockView(tipOf(database))),
    route('/blocks/latest/txs', listParameters, (page) =>
      transactionsIn(database, tipOf(database).height, page),
    ),
    route('/blocks/{hash_or_number}', hashOrNumber, (block) =>
      blockView(known(block.hash_or_number)),
    ),
    route(
      '/blocks/{hash_or_number}/txs',
      { ...hashOrNumber, ...listParameters },
      ({ hash_or_number: block, ...page }) => transactionsIn(database, known(block).height, page),
    ),
    route(
      '/blocks/{hash_or_number}/next',
      { ...hashOrNumber, ...pageParameters },
      ({ hash_or_number: block, count, page }) => {
        const from = known(block).height + 1 + (page - 1) * count
        return between(from, from + count)
      },
    ),
    // Page 1 ends below the block, page 2 below page 1; each begins with its oldest.
    route(
      '/blocks/{hash_or_number}/previous',
      { ...hashOrNumber, ...pageParameters },
      ({ hash_or_number: block, count, page }) => {
        const before = known(block).height - (page - 1) * count
        return between(before - count, before)
      },
    ),
  ]
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
