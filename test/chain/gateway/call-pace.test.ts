import { expect, it } from 'vitest'
import { isBudgetUsedUp, slowdownOf } from '#chain/gateway/call-pace.ts'

const at = (calls: number) => ({ budget: () => ({ calls, callsPerDay: 1000 }) })

it('polls are as frequent as ever up to four fifths of the budget, then rarer and rarer', () => {
  expect(slowdownOf({})).toBe(1)
  expect(slowdownOf({ budget: () => undefined })).toBe(1)
  expect(slowdownOf(at(800))).toBe(1)
  expect(slowdownOf(at(900))).toBeCloseTo(8.5)
  expect(slowdownOf(at(999))).toBeLessThan(16)
  expect(slowdownOf(at(1000))).toBe(30)
})

it('a budget is used up at its last call', () => {
  expect(isBudgetUsedUp(at(999))).toBe(false)
  expect(isBudgetUsedUp(at(1000))).toBe(true)
  expect(isBudgetUsedUp({})).toBe(false)
})
