import { expect, it } from 'vitest'
import { vaultWorkText } from '#contract/sales/vault-work.ts'

const none = { paid_sales: 0, open_sales: 0, mints: 0 }

it.each([
  [[], ''],
  [[none], ''],
  [[{ ...none, paid_sales: 1 }], '1 paid sale waits for a signature.'],
  [[{ ...none, mints: 2 }], '2 mints wait for a signature.'],
  [
    [
      { ...none, paid_sales: 1 },
      { ...none, mints: 1 },
    ],
    '1 paid sale and 1 mint wait for a signature.',
  ],
  [
    [{ ...none, open_sales: 1 }],
    '1 reserved link can still be paid, and its delivery then waits too.',
  ],
])('of %j it says: %s', (work, text) => {
  expect(vaultWorkText(work)).toBe(text)
})
