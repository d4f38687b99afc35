import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { periodsOf } from '#app/sales/sales-periods.ts'
import type { SalesPeriod } from '#contract/sales/analytics.ts'

const day = (from: string, paid = 1): SalesPeriod => ({
  from,
  reserved: paid,
  paid,
  delivered: paid * 2,
  revenue: String(paid * 10),
  undelivered: '0',
  income: String(paid * 8),
  txFee: String(paid),
  nftFee: String(paid),
})

describe('the bars of a chart', () => {
  test('have no gaps: a day without a sale is as wide as any other', () => {
    const { kind, periods } = periodsOf([day('2026-02-27'), day('2026-03-02', 3)])
    expect(kind).toBe('day')
    expect(periods.map(({ from, paid }) => [from, paid])).toEqual([
      ['2026-02-27', 1],
      ['2026-02-28', 0],
      ['2026-03-01', 0],
      ['2026-03-02', 3],
    ])
  })

  test('are weeks from Monday for months, and months for years', () => {
    const weeks = periodsOf([day('2026-01-01'), day('2026-01-04'), day('2026-04-30')])
    expect(weeks.kind).toBe('week')
    expect(weeks.periods[0]).toMatchObject({ from: '2025-12-29', paid: 2, revenue: '20' })
    expect(weeks.periods.at(-1)).toMatchObject({ from: '2026-04-27', paid: 1 })
    const months = periodsOf([day('2024-12-31'), day('2026-11-22')])
    expect(months.kind).toBe('month')
    expect(months.periods.slice(0, 3).map(({ from }) => from)).toEqual([
      '2024-12-01',
      '2025-01-01',
      '2025-02-01',
    ])
    expect(months.periods.at(-1)?.from).toBe('2026-11-01')
  })

  test('of one day is one, of none is none', () => {
    expect(periodsOf([day('2026-11-22')]).periods).toHaveLength(1)
    expect(periodsOf([]).periods).toEqual([])
  })

  test('hold every sale exactly once, and never too many', () => {
    const days = fc
      .uniqueArray(fc.integer({ min: 0, max: 1_800 }), { minLength: 1, maxLength: 40 })
      .map((numbers) =>
        numbers
          .toSorted((one, other) => one - other)
          .map((number) =>
            day(new Date(Date.UTC(2024, 0, 1 + number)).toISOString().slice(0, 10), number % 4),
          ),
      )
    fc.assert(
      fc.property(days, (given) => {
        const { periods } = periodsOf(given)
        const sum = (all: readonly { readonly paid: number }[]) =>
          all.reduce((total, { paid }) => total + paid, 0)
        expect(sum(periods)).toBe(sum(given))
        expect(periods.length).toBeLessThanOrEqual(64)
      }),
    )
  })
})
