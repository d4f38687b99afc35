import { currentSlot } from '#cardano/slots.ts'
import type { Block } from '#chain/gateway/gateway.ts'
import { chainAnswer, requireChain } from '../mints/chain.ts'
import type { Studio } from '../options.ts'

const seen = new WeakMap<Studio, Block>()

/** Fetches the newest block from the gateway. */
export const fetchTip = async (studio: Studio): Promise<Block> => {
  const tip = await chainAnswer(requireChain(studio).gateway.tip())
  seen.set(studio, tip)
  return tip
}

/** The newest block last fetched; undefined before the first time. */
export const latestTip = (studio: Studio): Block | undefined => seen.get(studio)

/** In slots; longer than any usual gap between blocks. */
const longestGap = 300n

/**
 * The current slot: that of the newest block, advanced by this machine's clock unless the clock is plainly
 * wrong.
 */
export const slotNow = (
  { network, now }: Pick<Studio, 'network' | 'now'>,
  { slot }: Pick<Block, 'slot'>,
): bigint => {
  const clock = currentSlot(network, now())
  return clock > slot && clock - slot <= longestGap ? clock : slot
}
