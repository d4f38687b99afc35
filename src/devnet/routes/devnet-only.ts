import { z } from 'zod'
import { devnetFunded, devnetFundRequest, devnetWallet } from '#contract/gateways/blockfrost.ts'
import type { Chain } from '../chain/chain.ts'
import { rollBack } from '../chain/roll-back.ts'
import { faucetAddress, fund } from '../faucet.ts'
import type { DevnetApp } from './app-type.ts'

/** Routes that only a devnet has: its test wallet, giving test ADA away, and rolling blocks back. */
export const addDevnetRoutes = (app: DevnetApp, chain: Chain): void => {
  app.post(
    '/devnet/fund',
    { schema: { body: devnetFundRequest, response: { 200: devnetFunded } } },
    async ({ body }) => ({ tx_hash: fund(chain, body.address, BigInt(body.lovelace)) }),
  )
  app.get('/devnet/wallet', { schema: { response: { 200: devnetWallet } } }, () => ({
    address: faucetAddress(chain.database),
  }))
  app.post(
    '/devnet/rollback',
    {
      schema: {
        body: z.object({ blocks: z.int().min(1, 'must be at least 1') }),
        response: { 200: z.object({ height: z.int() }) },
      },
    },
    async ({ body }) => ({ height: rollBack(chain.database, body.blocks) }),
  )
}
