import { tipOf } from './chain/blocks.ts'
import type { Chain } from './chain/chain.ts'
import { newestDepth } from './chain/make-block.ts'

/** Blocks that follow a transaction quickly: as many confirmations as a devnet's user waits for. */
const quickConfirmations = 3
/** Where nothing waits, a block comes after so many ticks, or slots where the machine slept. */
const idleTicks = 20
const idleSlots = 20n

/**
 * Makes blocks: at every tick while there is something to put in or to confirm, otherwise at every
 * twentieth, so that heights go on and the tip stays near the clock; at once where it has fallen
 * behind, as after a restart, because clients reckon how long a transaction is valid from it.
 * @param options.failed told of a block that could not be made; the next tick tries again
 * @returns what stops it
 */
export const produceBlocks = (
  chain: Chain,
  options: { readonly blockMs: number; readonly failed: (error: unknown) => void },
): (() => void) => {
  let idle = 0
  const tick = (): void => {
    idle += 1
    try {
      if (idle < idleTicks && !isDue(chain)) return
      chain.makeBlock()
      idle = 0
    } catch (error) {
      options.failed(error)
    }
  }
  tick()
  const timer = setInterval(tick, options.blockMs)
  return () => clearInterval(timer)
}

const isDue = ({ database, slot }: Chain): boolean => {
  const depth = newestDepth(database)
  if (depth !== undefined && depth < quickConfirmations) return true
  return slot() - BigInt(tipOf(database).slot) >= idleSlots
}
