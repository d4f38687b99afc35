import { expect, it } from 'vitest'
import { finalityOf, finalityText, isFinal } from '#contract/mints/finality-text.ts'

it('finality is that of the transaction furthest behind, once all are confirmed', () => {
  const one = { status: 'confirmed', confirmations: 1204, final_after: 2160 }
  const other = { ...one, confirmations: 1300 }
  expect(finalityOf([other, one])).toEqual({ blocks: 1204, of: 2160 })
  expect(finalityOf([one, { ...other, status: 'in_block', final_after: null }])).toBeUndefined()
  expect(finalityOf([{ ...one, final_after: null }])).toBeUndefined()
  expect(finalityOf([])).toBeUndefined()
})

it('finality says how many blocks there are, and how long the others take', () => {
  expect(finalityText({ blocks: 1204, of: 2160 })).toBe('1,204 of 2,160 blocks, about 5 hours left')
  expect(finalityText({ blocks: 2100, of: 2160 })).toBe(
    '2,100 of 2,160 blocks, about 20 minutes left',
  )
  expect(finalityText({ blocks: 2160, of: 2160 })).toBe('final')
  expect(isFinal({ blocks: 0, of: 0 })).toBe(true)
})
