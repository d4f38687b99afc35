import { z } from 'zod'
import { shortText } from '#values/bounds/bounded.ts'
import { blockfrostGenesis } from '#contract/gateways/blockfrost.ts'
import type { Chain } from '../chain/chain.ts'
import { protocolParameters } from '../protocol-parameters.ts'
import type { DevnetApp } from './app-type.ts'
import { epochOf, epochSlots, systemStart } from './slots.ts'

/**
 * As Blockfrost answers them, from mainnet's genesis; the magic is that of local testnets. Final is
 * reached in minutes: nobody practises for half a day.
 */
const genesis = {
  active_slots_coefficient: 0.05,
  update_quorum: 5,
  max_lovelace_supply: '45000000000000000',
  network_magic: 42,
  epoch_length: epochSlots,
  system_start: systemStart,
  slots_per_kes_period: 129_600,
  slot_length: 1,
  max_kes_evolutions: 62,
  security_param: 12,
}

/** Routes with the same answer for everybody, without a token. */
export const addNetworkRoutes = (app: DevnetApp, chain: Chain, isHealthy: () => boolean): void => {
  app.get(
    '/',
    {
      config: { public: true },
      schema: { response: { 200: z.object({ url: shortText, version: shortText }) } },
    },
    async ({ host }) => ({ url: `http://${host}/api/v0`, version: 'coldpress-devnet' }),
  )
  app.get(
    '/health',
    {
      config: { public: true },
      schema: { response: { 200: z.object({ is_healthy: z.boolean() }) } },
    },
    async () => ({ is_healthy: isHealthy() }),
  )
  app.get('/genesis', { schema: { response: { 200: blockfrostGenesis } } }, async () => genesis)
  // Without an answer schema: Blockfrost sends numbers, which the client's schema turns into text.
  app.get('/epochs/latest/parameters', async () => ({
    ...protocolParameters,
    epoch: epochOf(Number(chain.slot())),
  }))
}
