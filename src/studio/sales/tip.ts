import type { Block } from '../../core/gateway/gateway.ts'
import { asked, chainOf } from '../mints/chain.ts'
import type { Studio } from '../options.ts'

const seen = new WeakMap<Studio, Block>()

/** The chain's newest block, as the gateway says now. */
export const askTip = async (studio: Studio): Promise<Block> => {
  const tip = await asked(chainOf(studio).gateway.tip())
  seen.set(studio, tip)
  return tip
}

/** The newest block as of the last time that somebody asked; undefined before the first time. */
export const seenTip = (studio: Studio): Block | undefined => seen.get(studio)
