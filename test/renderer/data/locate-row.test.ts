import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { locateRow } from '#renderer/data/locate-row.ts'

const locateIn = async (rows: readonly number[], row: number) => {
  let looked = 0
  const index = await locateRow(row, rows.length, async (at) => {
    looked += 1
    const found = rows[at]
    return found === undefined ? undefined : { row: found }
  })
  return { index, looked }
}

describe('the index of a row', () => {
  it('is found at the first look where no row is missing', async () => {
    const rows = Array.from({ length: 10_000 }, (_, index) => index + 2)
    expect(await locateIn(rows, 9_001)).toEqual({ index: 8_999, looked: 1 })
  })

  it('is undefined for the header, for a row that was removed and in an empty table', async () => {
    expect((await locateIn([2, 3, 5], 1)).index).toBeUndefined()
    expect((await locateIn([2, 3, 5], 4)).index).toBeUndefined()
    expect((await locateIn([], 2)).index).toBeUndefined()
  })

  it('is found in few looks wherever the gaps are', async () => {
    const gaps = fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 400 })
    await fc.assert(
      fc.asyncProperty(gaps, fc.nat(), async (steps, choice) => {
        let row = 1
        const rows = steps.map((gap) => (row += gap))
        const wanted = choice % rows.length
        const { index, looked } = await locateIn(rows, rows[wanted] ?? 0)
        expect(index).toBe(wanted)
        expect(looked).toBeLessThanOrEqual(10)
      }),
    )
  })
})
