import '@mantine/charts/styles.css'
import { BarChart } from '@mantine/charts'
import type { ReactNode } from 'react'
import type { PeriodKind, SalesPeriod } from '#contract/sales/analytics.ts'
import { adaText, numberText } from '#values/text/format.ts'
import { text } from '#renderer/text/en.ts'
import { Sheet } from '#renderer/ui/page.tsx'
import styles from '../sales.module.css'
import { shortPeriod } from './period-text.ts'

const words = text.sales.analytics

/** Images only: the table beside them says the same to whoever cannot see them. */
export const SalesCharts = ({
  kind,
  periods,
}: {
  readonly kind: PeriodKind
  readonly periods: readonly SalesPeriod[]
}) => {
  const data = periods.map((period) => ({
    period: shortPeriod(kind, period),
    [words.reserved]: period.reserved,
    [words.paid]: period.paid,
    [words.delivered]: period.delivered,
    [words.undelivered]: adaOf(period.undelivered),
    [words.income]: adaOf(period.income),
    [words.txFee]: adaOf(period.txFee),
    [words.nftFee]: adaOf(period.nftFee),
  }))
  const shared = {
    h: 220,
    data,
    dataKey: 'period',
    barProps: { isAnimationActive: false, maxBarSize: 48 },
    gridColor: 'var(--rule)',
    textColor: 'var(--ink-soft)',
    accessibilityLayer: false,
    // Room for the upper half of the highest label, which would be moved off its line.
    barChartProps: { margin: { top: 12 } },
    xAxisProps: { minTickGap: 24, tick: { ...tick, transform: 'translate(0, 10)' } },
  }
  return (
    <div className={styles['charts']}>
      <Chart title={words.perPeriod[kind]} summary={words.summaryCount(periods.length, kind)}>
        <BarChart
          {...shared}
          withLegend
          legendProps={legend}
          series={[
            { name: words.reserved, color: 'var(--chart-open)' },
            { name: words.paid, color: 'var(--chart-along)' },
            { name: words.delivered, color: 'var(--accent)' },
          ]}
          yAxisProps={{ allowDecimals: false, width: 40, tick }}
        />
      </Chart>
      <Chart title={words.money} summary={words.summaryMoney(periods.length, kind)}>
        <BarChart
          {...shared}
          type="stacked"
          withLegend
          legendProps={legend}
          series={[
            { name: words.income, color: 'var(--accent)' },
            { name: words.nftFee, color: 'var(--chart-along)' },
            { name: words.txFee, color: 'var(--chart-fee)' },
            ...(periods.some(({ undelivered }) => undelivered !== '0')
              ? [{ name: words.undelivered, color: 'var(--chart-open)' }]
              : []),
          ]}
          valueFormatter={(value) => adaText(lovelaceOf(value), '₳', { rounding: 'nearest' })}
          yAxisProps={{ width: 56, tick, tickFormatter: numberText }}
        />
      </Chart>
    </div>
  )
}

const tick = { fontSize: 13, fill: 'currentColor' } as const

/** In the order of the series, and not by the alphabet. */
const legend = { verticalAlign: 'bottom', itemSorter: null } as const

/** Exact enough for the height of a bar. */
const adaOf = (lovelace: string): number => Number(lovelace) / 1_000_000

const lovelaceOf = (ada: number): bigint => BigInt(Math.round(ada * 1_000_000))

const Chart = ({
  title,
  summary,
  children,
}: {
  readonly title: string
  readonly summary: string
  readonly children: ReactNode
}) => (
  <Sheet title={title}>
    <div role="img" aria-label={summary}>
      {children}
    </div>
  </Sheet>
)
