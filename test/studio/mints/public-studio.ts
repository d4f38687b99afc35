import { onTestFinished } from 'vitest'
import { createBlockfrost } from '#chain/gateway/blockfrost/client.ts'
import {
  genesisOf,
  type PublicNetwork,
  startBlockfrost,
} from '../../support/blockfrost-stand-in.ts'
import { until } from '../../support/until.ts'
import { openStudio } from '../open-studio.ts'

const hour = 3_600_000

/**
 * A studio over a stand-in of Blockfrost with a public network of its own, until the test is over. Its
 * clock can be ahead of the system's: deep transactions are looked at rarely.
 */
export const openPublicStudio = async (network: PublicNetwork = 'preprod') => {
  const blockfrost = await startBlockfrost({ network })
  onTestFinished(() => blockfrost.close())
  // So many that a deep rollback leaves some.
  blockfrost.mine(250)
  let aheadMs = 0
  const studio = await openStudio({
    network,
    gateway: createBlockfrost({ baseUrl: blockfrost.baseUrl, network }),
    following: { pollMs: 20, resendMs: 200, marginSlots: 2n, confirmations: 2 },
    now: () => new Date(Date.now() + aheadMs),
  })
  onTestFinished(() => studio.close())
  return {
    blockfrost,
    studio,
    /** The blocks on a transaction of this network that make it final. */
    finalAfter: genesisOf[network].security_param,
    /** Pays an address; answers when that is in a block. */
    fundAndWait: async (address: string, lovelace: bigint): Promise<void> => {
      await blockfrost.pay(address, lovelace)
    },
    /**
     * Waits for what the next look finds, and moves the clock on every two seconds: a look that was
     * under way while the clock moved sets the next one after that.
     */
    untilLooked: async (isSo: () => Promise<boolean>): Promise<void> => {
      let moveAt = performance.now()
      await until(async () => {
        if (performance.now() >= moveAt) {
          aheadMs += hour
          moveAt += 2_000
        }
        return isSo()
      })
    },
    /** Takes back the newest 200 blocks, and goes on with more than there were. */
    rollBackDeeply: (): void => {
      blockfrost.rollBack(200)
      blockfrost.mine(220)
    },
  }
}
export type PublicStudio = Awaited<ReturnType<typeof openPublicStudio>>
