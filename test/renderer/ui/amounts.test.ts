import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { MintEstimate } from '#contract/mints/mint.ts'
import { adaText } from '#values/text/format.ts'
import { type AmountEntry, shownAmounts } from '#renderer/ui/amounts.tsx'
import { burnEntries } from '#renderer/views/minting/burn/burn-cost.tsx'
import { costEntries } from '#renderer/views/minting/form/cost-section.tsx'
import { moneyEntries } from '#renderer/views/minting/mint/details-sheet.tsx'
import { royaltyEntries } from '#renderer/views/minting/royalty/royalty-dialog.tsx'
import { saleAmounts } from '#renderer/views/sales/sale-amounts.ts'
import { refundAmounts } from '#renderer/views/sales/resolution-amounts.ts'
import { mintCostEntries } from '#renderer/views/import/draft/cost.tsx'

const lovelace = fc.integer({ min: 0, max: 2_000_000_000 })

/** What a person reads: the digits of the shown text. */
const read = (text: string): bigint => {
  const [whole = '', rest = ''] = text.replaceAll(/[^\d.]/gu, '').split('.')
  return BigInt(whole) * 1_000_000n + BigInt(rest.padEnd(6, '0'))
}

const expectToAddUp = (entries: readonly AmountEntry[]): void => {
  for (const rounding of ['nearest', 'up'] as const)
    for (const exact of [false, true]) {
      const shown = shownAmounts(entries, { rounding, exact })
      const [total = 0n, ...parts] = shown.map((amount) =>
        read(adaText(amount.lovelace, '₳', amount)),
      )
      expect(parts.reduce((sum, part) => sum + part, 0n)).toBe(total)
      const due = BigInt(entries[0]?.lovelace ?? 0)
      if (rounding === 'up') expect(total).toBeGreaterThanOrEqual(due)
      shown.forEach((amount, index) => {
        const off = amount.lovelace - BigInt(entries[index]?.lovelace ?? 0)
        expect(off > -10_000n && off < 10_000n).toBe(true)
      })
      expect(new Set(shown.map(({ decimals }) => decimals)).size).toBe(1)
    }
}

const estimateOf = (along: number, fees: number): MintEstimate => ({
  tokens: 24,
  transactions: 2,
  total: along + fees,
  with_tokens: along,
  fees,
  address: 'addr_test1',
  missing: 0,
  left: 0,
})

describe('each summary of money', () => {
  it.each<[string, (a: number, b: number, c: number) => readonly AmountEntry[]]>([
    ['the cost of a mint', (along, fees) => costEntries(estimateOf(along, fees))],
    ['the cost of a burn', (along, fees) => burnEntries(estimateOf(along, fees), true)],
    [
      'the review of a mint',
      (along, fees, elsewhere) =>
        moneyEntries('tokens', {
          along: String(along),
          fees: String(fees),
          elsewhere: String(elsewhere),
        }),
    ],
    [
      'the payment for a royalty',
      (along, fee, left) =>
        royaltyEntries({ amount: along + fee + left, cost: { with_token: along, fee, left } }),
    ],
    [
      'the income of sales',
      (income, nftFee, txFee) =>
        saleAmounts({ revenue: income + nftFee + txFee, income, nftFee, txFee }),
    ],
    [
      'a refund',
      (one, other, fee) =>
        refundAmounts({
          receivers: [one, other].map((amount, at) => ({
            address: `addr_test${at}`,
            lovelace: amount,
            assets: [],
          })),
          fee,
        }),
    ],
    [
      'the cost of a mint after an import',
      (along, fees) =>
        mintCostEntries({
          mintLovelace: String(along + fees),
          feesLovelace: String(fees),
          withTokensLovelace: String(along),
        }),
    ],
  ])('adds up as it is shown: %s', (_summary, entriesOf) => {
    fc.assert(
      fc.property(lovelace, lovelace, lovelace, (a, b, c) => expectToAddUp(entriesOf(a, b, c))),
    )
  })

  it('shows two amounts that are no sum exactly, with aligned decimals', () => {
    const entries = [{ lovelace: 3_000_000 }, { lovelace: 1_234_567 }]
    expect(shownAmounts(entries).map((amount) => adaText(amount.lovelace, '₳', amount))).toEqual([
      '3.000000\u00A0₳',
      '1.234567\u00A0₳',
    ])
  })

  it('rounds 0.345 and 2.465 of 2.81 so that they are 2.81', () => {
    const entries = [
      { lovelace: 2_810_000, isTotal: true },
      { lovelace: 345_000 },
      { lovelace: 2_465_000 },
    ]
    expect(shownAmounts(entries).map((amount) => adaText(amount.lovelace, '₳', amount))).toEqual([
      '2.81\u00A0₳',
      '0.35\u00A0₳',
      '2.46\u00A0₳',
    ])
  })
})
