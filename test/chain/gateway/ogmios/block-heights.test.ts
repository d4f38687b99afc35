import { describe, expect, it } from 'vitest'
import { createBlockHeights, type KnownBlock } from '#chain/gateway/ogmios/block-heights.ts'

/** A chain of blocks, three slots apart; `fork` names the branch from a height on. */
const chainOf = (tip: number, fork = (_height: number) => 'main') => {
  const blockAt = (height: number): KnownBlock => ({
    height,
    slot: 3 * height,
    hash: `${fork(height)} ${height}`,
  })
  return {
    tip: blockAt(tip),
    before: async (slot: number) => (slot <= 0 ? null : blockAt(Math.ceil(slot / 3) - 1)),
  }
}

const openHeights = (deepest?: number) => {
  const state = { chain: chainOf(100) }
  const heights = createBlockHeights((slot) => state.chain.before(slot), deepest)
  const find = async (height: number) => {
    await heights.follow(state.chain.tip)
    return heights.find(
      (block) => block.height === height,
      (block) => block.height <= height,
    )
  }
  return { state, find }
}

describe('the heights of blocks', () => {
  it('are counted from the tip, down to the first block', async () => {
    const { find } = openHeights()
    expect(await find(100)).toMatchObject({ slot: 300 })
    expect(await find(40)).toEqual({ height: 40, slot: 120, hash: 'main 40' })
    expect(await find(0)).toMatchObject({ slot: 0 })
    expect(await find(101)).toBeUndefined()
  })

  it('go on with the chain, and forget what a rollback took back', async () => {
    const { state, find } = openHeights()
    expect(await find(98)).toMatchObject({ hash: 'main 98' })
    state.chain = chainOf(103)
    expect(await find(98)).toMatchObject({ hash: 'main 98' })
    state.chain = chainOf(102, (height) => (height > 97 ? 'other' : 'main'))
    expect(await find(98)).toMatchObject({ hash: 'other 98' })
    expect(await find(97)).toMatchObject({ hash: 'main 97' })
    expect(await find(103)).toBeUndefined()
  })

  it('end at the deepest block that is counted, in words', async () => {
    const { state, find } = openHeights(10)
    expect(await find(91)).toMatchObject({ height: 91 })
    await expect(find(90)).rejects.toMatchObject({
      code: 'not_implemented',
      message: expect.stringContaining('counts at most 10 of them'),
    })
    state.chain = chainOf(200)
    expect(await find(195)).toMatchObject({ height: 195 })
  })
})
