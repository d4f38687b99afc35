import type { Chain } from './chain/chain.ts'
import { newestDepth } from './chain/make-block.ts'

/** Blocks that follow a transaction quickly: as many confirmations as a devnet's user waits for. */
const quickConfirmations = 3
/** Of the ticks in which nothing waits, the one that makes a block: time goes on for confirmations. */
const idleTicks = 20

/**
 * Makes blocks: at every tick while there is something to put in or to confirm, at every
 * twentieth otherwise.
 * @param options.failed told of a block that could not be made; the next tick tries again
 * @returns what stops it
 */
export const keepMakingBlocks = (
  chain: Chain,
  options: { readonly blockMs: number; readonly failed: (error: unknown) => void },
): (() => void) => {
  let idle = 0
  const tick = (): void => {
    idle += 1
    try {
      const depth = newestDepth(chain.database)
      const isQuick = depth !== undefined && depth < quickConfirmations
      if (!isQuick && idle < idleTicks) return
      chain.makeBlock()
      idle = 0
    } catch (error) {
      options.failed(error)
    }
  }
  const timer = setInterval(tick, options.blockMs)
  return () => clearInterval(timer)
}
