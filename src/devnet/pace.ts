import { tipOf } from './chain/blocks.ts'
import type { Chain } from './chain/chain.ts'
import { newestDepth } from './chain/make-block.ts'

/** Blocks that follow a transaction quickly: the confirmations that a devnet's user waits for. */
const quickConfirmations = 3
/** With nothing waiting, a block comes after this many ticks, or slots if the machine slept. */
const idleTicks = 20
const idleSlots = 20n

/**
 * Makes blocks: at every tick while a transaction waits or needs confirmations, otherwise at every
 * twentieth, so that the tip stays near the clock. Catches up at once after a restart, because
 * clients compute validity from the tip.
 * @param options.failed called with the error of a block; the next tick tries again
 * @returns a function that stops it
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
