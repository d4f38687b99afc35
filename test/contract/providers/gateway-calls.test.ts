import { expect, test } from 'vitest'
import { callsADay, callsText } from '#contract/providers/gateway-calls.ts'

test('open sales ask a gateway at most once a minute each, and sixty of them with a block', () => {
  expect(callsADay(0)).toBe(4_320)
  expect(callsADay(1)).toBe(4_320 + 1_440)
  expect(callsADay(100_000)).toBe(4_320 + 259_200)
})

test('what open sales use is said with the budget where it is not enough', () => {
  expect(callsText(1, 50_000)).toBe(
    'With 1 open sale the gateway is asked up to 5,760 times a day.',
  )
  expect(callsText(40, 50_000)).toMatch(/up to 61,920 times a day\. Your budget is 50,000\./u)
  expect(callsText(40, null)).not.toContain('budget')
})
