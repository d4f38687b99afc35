import type { ColdpressError } from '#values/errors/errors.ts'
import { numberText } from '#values/text/format.ts'
import { gatewayLacks } from '../gateway.ts'
import type { Point } from './kupo-calls.ts'

export type KnownBlock = Point & { readonly height: number }

/**
 * The blocks behind the tip that are counted, each by a call to a server of one's own: about ten days
 * of a public network, and 20 times as many as a rollback can reach.
 */
const deepestBlocks = 43_200

/**
 * The heights of blocks, which neither server states: Ogmios knows that of the tip, and Kupo the block
 * before each. So they are counted from the tip, once for each block: what is counted is kept while
 * the chain goes on. One question at a time: each goes on from what the one before has counted.
 */
export type BlockHeights = {
  /** The blocks between a tip and what is known of its chain; after a rollback the rest is forgotten. */
  readonly follow: (tip: KnownBlock, signal?: AbortSignal) => Promise<void>
  /**
   * The first block, from the tip down, for which the first question is answered with yes.
   * @param isEnd of the deepest counted block: whether no further one is counted for this
   * @throws ColdpressError `not_implemented` for a block that is too deep
   */
  readonly find: (
    isWanted: (block: KnownBlock) => boolean,
    isEnd: (block: KnownBlock) => boolean,
    signal?: AbortSignal,
  ) => Promise<KnownBlock | undefined>
}

/** @param before the block before a slot; null before the first one */
export const createBlockHeights = (
  before: (slot: number, signal?: AbortSignal) => Promise<Point | null>,
  deepest = deepestBlocks,
): BlockHeights => {
  /** From the tip down, without a gap. */
  let known: KnownBlock[] = []
  const parentOf = async (
    block: KnownBlock,
    signal: AbortSignal | undefined,
  ): Promise<KnownBlock | undefined> => {
    const parent = block.height === 0 ? null : await before(block.slot, signal)
    return parent === null ? undefined : { ...parent, height: block.height - 1 }
  }
  return {
    follow: async (tip, signal) => {
      const earlier = known
      const fresh: KnownBlock[] = []
      let block: KnownBlock | undefined = tip
      while (block !== undefined) {
        const { hash } = block
        const at = earlier.findIndex((candidate) => candidate.hash === hash)
        if (at >= 0) {
          known = [...fresh, ...earlier.slice(at)].slice(0, deepest)
          return
        }
        fresh.push(block)
        const isUnconnected = earlier.length === 0 || block.height <= (earlier.at(-1)?.height ?? 0)
        if (isUnconnected || fresh.length > deepest) break
        block = await parentOf(block, signal)
      }
      known = fresh.slice(0, deepest)
    },
    find: async (isWanted, isEnd, signal) => {
      const found = known.find(isWanted)
      if (found !== undefined) return found
      for (;;) {
        const last = known.at(-1)
        if (last === undefined || isEnd(last)) return undefined
        if (known.length >= deepest) throw tooDeep(deepest)
        const parent = await parentOf(last, signal)
        if (parent === undefined) return undefined
        known.push(parent)
        if (isWanted(parent)) return parent
      }
    },
  }
}

const tooDeep = (deepest: number): ColdpressError =>
  gatewayLacks(
    'history',
    `Ogmios and Kupo do not state the heights of blocks, and Coldpress counts at most ${numberText(deepest)} of them from the newest: what was asked for is older. Use Blockfrost or Koios for this.`,
  )
