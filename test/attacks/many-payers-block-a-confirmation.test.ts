import { expect, it } from 'vitest'
import { addressOf, askedRefund, paid } from '../main/services/sales/asked-refund.ts'

it('A refund is confirmed however many strangers have paid: the last of them are counted', async () => {
  const crowd = Array.from({ length: 120 }, (_, at) => paid(at, 2_000_000 + at))
  const lines = await askedRefund([...crowd, paid(500, 25_000_000)])
  expect(lines.length).toBeLessThan(40)
  expect(lines.find((line) => line.includes('addr'))).toMatch(
    new RegExp(`25 ADA.* to ${addressOf(500)}$`, 'u'),
  )
  expect(lines.at(-1)).toMatch(/226\.\d+ ADA.* to 113 more payers$/u)
})
