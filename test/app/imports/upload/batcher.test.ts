import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createBatcher } from '#app/imports/upload/batcher.ts'

const limits = { items: 3, bytes: 100, window: 6 }
const small = () => 1

describe('a batcher', () => {
  it('waits for a full batch in the order of rows', () => {
    const batcher = createBatcher<string>(5, limits, small)
    batcher.ready(2, 'c')
    batcher.ready(1, 'b')
    expect(batcher.take()).toBeUndefined()
    batcher.ready(0, 'a')
    expect(batcher.take()).toEqual(['a', 'b', 'c'])
    expect(batcher.take()).toBeUndefined()
  })

  it('closes the gap that a failed item leaves', () => {
    const batcher = createBatcher<string>(5, limits, small)
    for (const [at, item] of ['a', 'b', 'c'].entries()) batcher.ready(at + 1, item)
    expect(batcher.take()).toBeUndefined()
    batcher.gone(0)
    expect(batcher.take()).toEqual(['a', 'b', 'c'])
  })

  it('waits for a gap no longer once its window is full', () => {
    const batcher = createBatcher<number>(20, limits, small)
    for (let at = 1; at <= 5; at += 1) batcher.ready(at, at)
    expect(batcher.take()).toBeUndefined()
    batcher.ready(6, 6)
    expect(batcher.take()).toEqual([1, 2, 3])
    expect(batcher.held).toBe(3)
  })

  it('at the end gives what is left, in order', () => {
    const batcher = createBatcher<number>(9, limits, small)
    for (const at of [7, 5, 2, 3]) batcher.ready(at, at)
    expect([batcher.take(true), batcher.take(true), batcher.take(true)]).toEqual([
      [2, 3, 5],
      [7],
      undefined,
    ])
  })

  it('cuts by bytes too, and lets a single larger item go alone', () => {
    const batcher = createBatcher<number>(4, limits, (size) => size)
    for (const [at, size] of [60, 50, 500, 10].entries()) batcher.ready(at, size)
    expect([batcher.take(), batcher.take(), batcher.take(true), batcher.take(true)]).toEqual([
      [60],
      [50],
      [500],
      [10],
    ])
  })

  it('gives every item once, never more than a batch or its window, whatever the order', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 40 }).chain((total) =>
          fc.tuple(
            fc.constant(total),
            fc.shuffledSubarray(
              Array.from({ length: total }, (_, at) => at),
              { minLength: total },
            ),
            fc.array(fc.boolean(), { minLength: total, maxLength: total }),
          ),
        ),
        ([total, order, fails]) => {
          const batcher = createBatcher<number>(total, limits, small)
          const batches: number[][] = []
          for (const at of order) {
            if (fails[at] === true) batcher.gone(at)
            else batcher.ready(at, at)
            for (let b = batcher.take(); b !== undefined; b = batcher.take()) batches.push(b)
            expect(batcher.held).toBeLessThan(limits.window)
          }
          for (let b = batcher.take(true); b !== undefined; b = batcher.take(true)) batches.push(b)
          expect(batches.every(({ length }) => length >= 1 && length <= limits.items)).toBe(true)
          const wanted = order.filter((at) => fails[at] !== true).toSorted((a, b) => a - b)
          expect(batches.flat().toSorted((a, b) => a - b)).toEqual(wanted)
        },
      ),
    )
  })
})
