import { expect, test } from 'vitest'
import { buyersText } from '#cli/commands/sale/sale-price.ts'

test('A price says that a link of this computer reaches nobody elsewhere, and a public one does', () => {
  for (const link of [null, undefined, 'http://127.0.0.1:4800/pay/token/a'])
    expect(buyersText(link)).toMatch(/on this computer alone, unless .*--public-url/u)
  expect(buyersText('https://shop.example.com/pay/token/a')).toBe(
    'Whoever has the link of one can buy it.',
  )
})
