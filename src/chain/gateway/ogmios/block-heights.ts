import { ColdpressError } from '#values/errors/errors.ts'
import { numberText } from '#values/text/format.ts'
import type { Point } from './kupo-calls.ts'

export type KnownBlock = Point & { readonly height: number }

/**
 * The blocks behind the tip that are looked at for their height, about a day of a public network, and
 * twice as many as a rollback can reach.
 */
const deepest = 4_320

/**
 * The heights of blocks, which neither server states: Ogmios knows that of the tip, and Kupo the block
 * before each. So they are counted from the tip, once for each block: what is counted is kept while
 * the chain goes on.
 */
export type BlockHeights = {
  /** The blocks between a tip and what is known of its chain; after a rollback the rest is forgotten. */
  readonly follow: (tip: KnownBlock, signal?: AbortSignal) => Promise<void>
  /**
   * The first known block, from the tip down, for which the question is answered with yes.
   * @param isBelow whether the wanted block must be above this one, so that it does not exist
   * @throws ColdpressError `not_implemented` for a block that is too deep
   */
  readonly find: (
    isWanted: (block: KnownBlock) => boolean,
    isBelow: (block: KnownBlock) => boolean,
    signal?: AbortSignal,
  ) => Promise<KnownBlock | undefined>
}

/** @param before the block before a slot; null before the first one */
export const createBlockHeights = (
  before: (slot: number, signal?: AbortSignal) => Promise<Point | null>,
): BlockHeights => {
  /** From the tip down, without a gap. */
  let known: readonly KnownBlock[] = []
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
    find: async (isWanted, isBelow, signal) => {
      for (let at = 0; ; at += 1) {
        const block = known[at]
        if (block === undefined) return undefined
        if (isWanted(block)) return block
        if (isBelow(block)) return undefined
        if (at + 1 < known.length) continue
        if (known.length >= deepest) throw tooDeep()
        const parent = await parentOf(block, signal)
        if (parent === undefined) return undefined
        // Another call may have gone on meanwhile.
        if (known.at(-1) === block) known = [...known, parent]
      }
    },
  }
}

const tooDeep = (): ColdpressError =>
  new ColdpressError(
    'not_implemented',
    `Ogmios and Kupo do not state the heights of blocks, and Coldpress counts at most ${numberText(deepest)} of them from the newest: what was asked for is older. Use Blockfrost or Koios for this.`,
    { details: { rule: 'gateway_lacks', ability: 'history' } },
  )
