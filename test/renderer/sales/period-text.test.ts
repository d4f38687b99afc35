import { expect, test } from 'vitest'
import { longPeriod, shortPeriod } from '#renderer/views/sales/analytics/period-text.ts'

test('periods are named by their days, weeks and months', () => {
  const from = '2026-11-16'
  expect(shortPeriod('day', { from })).toBe('16 Nov')
  expect(longPeriod('day', { from })).toBe('16 Nov 2026')
  expect(longPeriod('week', { from })).toBe('Week from 16 Nov 2026')
  expect(shortPeriod('month', { from: '2026-11-01' })).toBe('Nov 2026')
})
