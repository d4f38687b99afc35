import { expect, it } from 'vitest'
import { intervalOf } from '#renderer/data/intervals.ts'

it('what a gateway is asked for is fetched again, beside its use, while a studio has a gateway', () => {
  const forecast = { openSales: 2, callsPerDay: 50_000, busyUntil: '2027-01-01T00:00:00Z' }
  expect(intervalOf('gateways.forecast', forecast)).toBe(intervalOf('gateways.usage', []))
  expect(intervalOf('gateways.forecast', forecast)).toBeGreaterThan(0)
  // A first answer that failed is asked for again.
  expect(intervalOf('gateways.forecast', undefined)).toBeGreaterThan(0)
  expect(intervalOf('gateways.forecast', null)).toBe(false)
})
