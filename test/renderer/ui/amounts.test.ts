import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { MintEstimate } from '#contract/mints/mint.ts'
import { adaText } from '#values/text/format.ts'
import { type AmountEntry, shownAmounts, shownSums, sumsOf } from '#renderer/ui/amounts.tsx'
import { burnEntries } from '#renderer/views/minting/burn/burn-cost.tsx'
import {
  balanceShown,
  costEntries,
  paymentEntries,
} from '#renderer/views/minting/form/cost-amounts.ts'
import { keptOf, moneyEntries } from '#renderer/views/minting/mint/details-sheet.tsx'
import { royaltyEntries } from '#renderer/views/minting/royalty/royalty-dialog.tsx'
import { saleAmounts } from '#renderer/views/sales/sale/sale-sheet.tsx'
import { partAmounts, refundAmounts } from '#renderer/views/sales/resolution-amounts.ts'
import { mintCostEntries } from '#renderer/views/import/draft/cost.tsx'
import { salePayment } from '../sales/sample-sale.ts'

const lovelace = fc.integer({ min: 0, max: 2_000_000_000 })

/** What a person reads: the sign and the digits of the shown text. */
const read = (text: string): bigint => {
  const [whole = '', rest = ''] = text.replaceAll(/[^\d.]/gu, '').split('.')
  const size = BigInt(whole) * 1_000_000n + BigInt(rest.padEnd(6, '0'))
  return text.startsWith('−') ? -size : size
}

const expectToAddUp = (entries: readonly AmountEntry[]): void => {
  for (const rounding of ['nearest', 'up'] as const)
    for (const exact of [false, true]) {
      const shown = shownAmounts(entries, { rounding, exact })
      const written = shown.map((amount) => read(adaText(amount.lovelace, '₳', amount)))
      const rows = entries.map((entry, index) => ({ ...entry, written: written[index] ?? 0n }))
      for (const [total, ...parts] of sumsOf(rows)) {
        expect(parts.reduce((sum, part) => sum + part.written, 0n)).toBe(total?.written)
        if (rounding === 'up')
          expect(total?.written).toBeGreaterThanOrEqual(BigInt(total?.lovelace ?? 0))
      }
      for (const { written: amount, lovelace: due } of rows) {
        const off = amount - BigInt(due)
        expect(off > -10_000n && off < 10_000n).toBe(true)
      }
      expect(new Set(shown.map(({ decimals }) => decimals)).size).toBe(1)
    }
}

const estimateOf = (
  along: number,
  fees: number,
  { missing = 0, held = 0 }: { readonly missing?: number; readonly held?: number } = {},
): MintEstimate => ({
  tokens: 24,
  transactions: 2,
  total: along + fees,
  with_tokens: along,
  fees,
  address: 'addr_test1',
  missing,
  left: held + missing - along - fees,
})

describe('each summary of money', () => {
  it.each<[string, (a: number, b: number, c: number) => readonly AmountEntry[]]>([
    ['the cost of a burn', (along, fees) => burnEntries(estimateOf(along, fees), true)],
    [
      'what a mint costs, holds and leaves',
      (along, fees, left) => {
        return costEntries(estimateOf(along, fees, { held: along + fees + left }))
      },
    ],
    [
      'what a mint costs and lacks',
      (along, fees, left) => {
        const held = Math.floor((along + fees + left) / 3)
        const missing = along + fees + left - held
        const estimate = estimateOf(along, fees, { held, missing })
        return paymentEntries(BigInt(missing), estimate)
      },
    ],
    [
      'the review of a mint to an address of this vault',
      (along, fees, elsewhere) => {
        const totals = {
          along: String(along),
          fees: String(fees),
          elsewhere: String(elsewhere),
        }
        return moneyEntries('tokens', totals, keptOf(totals, { lovelace: BigInt(-fees) }))
      },
    ],
    [
      'the review of a mint',
      (along, fees, elsewhere) =>
        moneyEntries(
          'tokens',
          { along: String(along), fees: String(fees), elsewhere: String(elsewhere) },
          0n,
        ),
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
      'what is left of a price',
      (paid, missing) =>
        partAmounts(BigInt(paid + missing), { paid: BigInt(paid), missing: BigInt(missing) }),
    ],
    [
      'a refund of all that was paid',
      (one, other, fee) => {
        const receivers = [one, other].map((amount, at) => ({
          address: `addr_test${at}`,
          lovelace: amount,
          assets: [],
        }))
        const payments = [salePayment({ lovelace: one + other + fee })]
        // Before its sum stands the price.
        return refundAmounts(
          { price: 1, supply: 1, tokens: [], payments },
          { receivers, fee, left: [] },
        ).slice(1)
      },
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

  const written = (entries: readonly AmountEntry[], rounding: 'nearest' | 'up' = 'nearest') =>
    shownAmounts(entries, { rounding }).map((amount) => adaText(amount.lovelace, '₳', amount))

  it('the form of a mint and its payment have one number for the balance, and one for the cost', () => {
    fc.assert(
      fc.property(lovelace, lovelace, lovelace, lovelace, (along, fees, held, left) => {
        const missing = Math.max(0, along + fees + left - held)
        const estimate = estimateOf(along, fees, { held, missing })
        const cost = shownAmounts(costEntries(estimate), { rounding: 'up' })
        const payment = shownAmounts(paymentEntries(BigInt(missing), estimate), { rounding: 'up' })
        // Amounts below a cent are shown exactly, and all beside them.
        fc.pre(cost[0]?.decimals === payment[1]?.decimals)
        expect(payment[1]?.lovelace).toBe(cost[0]?.lovelace)
        const balance = missing === 0 || held === 0 ? undefined : -(payment.at(-1)?.lovelace ?? 0n)
        expect(balanceShown(estimate, held)?.lovelace).toBe(balance)
      }),
    )
  })

  it('what this vault keeps of a mint is in no other part, and no number stands twice', () => {
    const totals = { along: '1159390', fees: '226529', elsewhere: '0' }
    const kept = keptOf(totals, { lovelace: -226_529n })
    expect(moneyEntries('tokens', totals, kept).map(({ lovelace: amount }) => amount)).toEqual([
      '1385919',
      '1159390',
      '226529',
    ])
    expect(keptOf(totals, { lovelace: -1_385_919n })).toBe(0n)
    // Another payer: the sum says nothing of what this vault loses.
    expect(keptOf(totals, { lovelace: -1n })).toBe(0n)
  })

  it('the columns of a table of sums add up, as its rows do', () => {
    const amount = fc.integer({ min: 10_000, max: 90_000_000 })
    fc.assert(
      fc.property(fc.array(fc.tuple(amount, amount, amount), { maxLength: 30 }), (periods) => {
        const entriesOf = (parts: readonly number[]) => [
          { lovelace: parts.reduce((sum, part) => sum + part, 0), isTotal: true },
          ...parts.map((part) => ({ lovelace: part })),
        ]
        const sums = [0, 1, 2].map((at) =>
          periods.reduce((sum, parts) => sum + (parts[at] ?? 0), 0),
        )
        const rows = shownSums(periods.map(entriesOf))
        const columns = shownAmounts(entriesOf(sums)).map(({ lovelace: total }) => total)
        const added = columns.map((_, at) =>
          rows.reduce((sum, row) => sum + (row[at]?.lovelace ?? 0n), 0n),
        )
        expect(added).toEqual(columns)
        for (const [total, ...parts] of rows)
          expect(parts.reduce((sum, part) => sum + part.lovelace, 0n)).toBe(total?.lovelace)
        expect(rows.flat().every(({ decimals }) => decimals === 2)).toBe(true)
      }),
    )
  })

  it('what is to be sent is what is missing, and what wallets add to a small amount', () => {
    expect(written(paymentEntries(335_678n, undefined), 'up')).toEqual([
      '1.00\u00A0₳',
      '0.34\u00A0₳',
      '0.66\u00A0₳',
    ])
    expect(written(paymentEntries(2_822_345n, undefined), 'up')).toEqual(['2.83\u00A0₳'])
  })

  it('a cost of 2.34 and 0.55 is 2.89, of which a balance of 0.92 leaves 2.82 to be sent', () => {
    const estimate = estimateOf(2_340_330, 545_061, { held: 919_575, missing: 2_815_396 })
    const shown = (...amounts: string[]) => amounts.map((ada) => `${ada}\u00A0₳`)
    expect(written(costEntries(estimate), 'up')).toEqual(shown('2.89', '2.34', '0.55'))
    expect(written(paymentEntries(2_815_396n, estimate), 'up')).toEqual(
      shown('2.82', '2.89', '0.85', '−0.92'),
    )
  })

  it('shows two amounts that are no sum each by itself, and exactly where they are signed', () => {
    const entries = [{ lovelace: 3_000_000 }, { lovelace: 1_234_567 }]
    const shown = (exact: boolean) =>
      shownAmounts(entries, { exact }).map((amount) => adaText(amount.lovelace, '₳', amount))
    expect(shown(false)).toEqual(['3.00\u00A0₳', '1.23\u00A0₳'])
    expect(shown(true)).toEqual(['3.000000\u00A0₳', '1.234567\u00A0₳'])
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
