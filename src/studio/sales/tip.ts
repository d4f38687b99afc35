import { currentSlot } from '#core/cardano/slots.ts'
import type { Block } from '#core/gateway/gateway.ts'
import { chainAnswer, chainOf } from '../mints/chain.ts'
import type { Studio } from '../options.ts'

const seen = new WeakMap<Studio, Block>()

/** The chain's newest block, as the gateway says now. */
export const fetchTip = async (studio: Studio): Promise<Block> => {
  const tip = await chainAnswer(chainOf(studio).gateway.tip())
  seen.set(studio, tip)
  return tip
}

/** The newest block as of the last time that somebody asked; undefined before the first time. */
export const latestTip = (studio: Studio): Block | undefined => seen.get(studio)

/** Longer than the chain goes without a block. */
const longestGap = 300n

/**
 * The chain's time is that of its newest block, which may be a while ago: this machine's clock fills
 * the gap, unless it is plainly wrong.
 */
export const slotNow = (
  { network, now }: Pick<Studio, 'network' | 'now'>,
  { slot }: Pick<Block, 'slot'>,
): bigint => {
  const clock = currentSlot(network, now())
  return clock > slot && clock - slot <= longestGap ? clock : slot
}
