import * as fc from 'fast-check'
import { afterEach, expect, it, vi } from 'vitest'
import { atOnce, eachInPieces, inTurns, sortInPieces } from '#app/imports/table/pieces.ts'

afterEach(() => vi.restoreAllMocks())

const numbers = (count: number): readonly number[] => Array.from({ length: count }, (_, at) => at)

it('gives others a turn as soon as a piece has taken its time', async () => {
  let now = 0
  vi.spyOn(performance, 'now').mockImplementation(() => (now += 5))
  const taken: number[] = []
  let turns = 0
  let isDone = false
  const others = (): void => {
    turns += 1
    if (!isDone) setImmediate(others)
  }
  setImmediate(others)
  await inTurns(eachInPieces(numbers(10_000), (item) => taken.push(item)))
  isDone = true
  expect(taken).toEqual(numbers(10_000))
  // Twenty pieces of 500 items, two of which fill a turn here.
  expect(turns).toBeGreaterThanOrEqual(8)
})

it('stops between two pieces when it is aborted', async () => {
  vi.spyOn(performance, 'now').mockReturnValueOnce(0).mockReturnValue(1_000)
  const ending = new AbortController()
  let taken = 0
  const work = inTurns(
    eachInPieces(numbers(10_000), () => {
      taken += 1
      if (taken === 1) ending.abort(new Error('enough'))
    }),
    ending.signal,
  )
  await expect(work).rejects.toThrow('enough')
  expect(taken).toBeLessThanOrEqual(500)
})

it('sorts as toSorted does, also items of the same key', () => {
  const item = fc.record({ key: fc.nat(5), at: fc.nat() })
  fc.assert(
    fc.property(fc.array(item, { minLength: 1, maxLength: 40 }), fc.nat(100), (items, times) => {
      const many = Array.from({ length: times }, () => items).flat()
      const compare = (a: { key: number }, b: { key: number }): number => a.key - b.key
      const sorted = atOnce(sortInPieces(many, compare))
      const wanted = many.toSorted(compare)
      expect(sorted).toHaveLength(wanted.length)
      expect(sorted.every((one, at) => one === wanted[at])).toBe(true)
    }),
    { numRuns: 30 },
  )
})
