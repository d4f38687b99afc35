import { shortText } from '#values/bounds/bounded.ts'
import { blocksOfSlots, tipOf } from '../chain/blocks.ts'
import type { Chain } from '../chain/chain.ts'
import { lovelaceAt, lovelaceAtScripts } from '../chain/find-outputs.ts'
import { transactionsIn } from '../chain/find-transactions.ts'
import { protocolParameters } from '../protocol-parameters.ts'
import { found, listParameters, route, type DevnetRoute } from './route.ts'
import { epochOf, epochSlots, secondsOf, systemStart } from './slots.ts'

const maxSupply = 45_000_000_000_000_000n

/**
 * As Blockfrost answers them, from mainnet's genesis; the magic is that of local testnets. Final is
 * reached in minutes: nobody practises for half a day.
 */
const genesis = {
  active_slots_coefficient: 0.05,
  update_quorum: 5,
  max_lovelace_supply: String(maxSupply),
  network_magic: 42,
  epoch_length: epochSlots,
  system_start: systemStart,
  slots_per_kes_period: 129_600,
  slot_length: 1,
  max_kes_evolutions: 62,
  security_param: 12,
}

const epochNumber = {
  number: shortText
    .regex(/^\d{1,9}$/u, 'Missing, out of range or malformed epoch number.')
    .transform(Number),
}

export const networkRoutes = (chain: Chain): readonly DevnetRoute[] => {
  const { database } = chain
  const epochNow = (): number => epochOf(Number(chain.slot()))
  const parameters = (epoch: number) => ({ ...protocolParameters, epoch })
  return [
    route('/genesis', {}, () => genesis),
    route('/network', {}, () => networkView(database)),
    route('/epochs/latest', {}, () => epochView(database, epochOf(tipOf(database).slot))),
    route('/epochs/latest/parameters', {}, () => parameters(epochNow())),
    route('/epochs/{number}', epochNumber, ({ number }) => epochView(database, number)),
    // They never change: the ledger has them built in.
    route('/epochs/{number}/parameters', epochNumber, ({ number }) =>
      parameters(found(number <= epochNow() ? number : undefined)),
    ),
    // Calls by day: the devnet counts none, and nobody may use it up.
    route('/metrics', {}, () => []),
    route('/mempool', listParameters, (page) =>
      transactionsIn(database, 'mempool', page).map((id) => ({ tx_hash: id })),
    ),
  ]
}

/** Nothing is staked on the devnet. What circulates no more was paid as fees. */
const networkView = (database: Chain['database']) => {
  const circulating = lovelaceAt(database)
  return {
    supply: {
      max: String(maxSupply),
      total: String(circulating),
      circulating: String(circulating),
      locked: String(lovelaceAtScripts(database)),
      treasury: '0',
      reserves: String(maxSupply - circulating),
    },
    stake: { live: '0', active: '0' },
  }
}

const epochView = (database: Chain['database'], epoch: number) => {
  const [start, end] = [epoch * epochSlots, (epoch + 1) * epochSlots]
  const blocks = found(blocksOfSlots(database, start, end))
  return {
    epoch,
    start_time: secondsOf(start),
    end_time: secondsOf(end),
    first_block_time: secondsOf(blocks.first_slot),
    last_block_time: secondsOf(blocks.last_slot),
    block_count: blocks.blocks,
    tx_count: blocks.transactions,
    output: String(blocks.output),
    fees: String(blocks.fees),
    active_stake: null,
  }
}
