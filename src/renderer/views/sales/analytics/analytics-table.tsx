import type {
  PeriodKind,
  SalesAnalytics,
  SalesPeriod,
  SalesSums,
} from '#contract/sales/analytics.ts'
import { numberText } from '#values/text/format.ts'
import { byLovelace } from '#renderer/data/by-lovelace.ts'
import { text } from '#renderer/text/en.ts'
import { type SheetColumn, SortedTable } from '#renderer/ui/sorted-table.tsx'
import { shownAmounts, shownSums } from '#renderer/ui/amounts.tsx'
import { Ada, type ShownAmount } from '#renderer/ui/text-parts.tsx'
import { longPeriod } from './period-text.ts'

const words = text.sales.analytics

/** `from` null: what has no date; undefined: the sums of all. */
type Row = SalesSums & { readonly from?: string | null }

/** The charts in numbers, newest first; periods in which nothing happened are left out. */
export const AnalyticsTable = ({
  kind,
  periods,
  undated,
  totals,
}: Pick<SalesAnalytics, 'kind' | 'periods' | 'undated' | 'totals'>) => {
  const rows: readonly Row[] = [
    ...(undated === null ? [] : [{ ...undated, from: null }]),
    ...periods.filter(hasSales),
  ]
  return (
    <SortedTable<Row>
      rows={rows.toReversed()}
      columns={columnsOf(kind, amountsIn(totals), shownIn(rows, totals))}
      rowKey={({ from }) => from ?? ''}
      label={words.tableLabel}
      footer={totals}
    />
  )
}

const hasSales = ({ reserved, paid }: SalesPeriod): boolean => reserved > 0 || paid > 0

const counts = ['reserved', 'paid', 'delivered'] as const
const amounts = ['revenue', 'undelivered', 'income', 'nftFee', 'txFee'] as const
type Amount = (typeof amounts)[number]

/** Usually everything that is paid is delivered. */
const amountsIn = (totals: SalesSums): readonly Amount[] =>
  amounts.filter((name) => name !== 'undelivered' || totals.undelivered !== '0')

type Shown = Partial<Record<Amount, ShownAmount>>

/** What is shown of the amounts of each row. */
const shownIn = (rows: readonly Row[], totals: SalesSums): ReadonlyMap<Row, Shown> => {
  const names = amountsIn(totals)
  const entriesOf = (sums: SalesSums) =>
    names.map((name) => ({ lovelace: sums[name], isTotal: name === 'revenue' }))
  const named = (shown: readonly ShownAmount[] = []): Shown =>
    Object.fromEntries(shown.map((amount, at) => [names[at], amount]))
  const shown = shownSums(rows.map(entriesOf))
  return new Map<Row, Shown>([
    ...rows.map((row, at) => [row, named(shown[at])] as const),
    [totals, named(shownAmounts(entriesOf(totals)))],
  ])
}

const columnsOf = (
  kind: PeriodKind,
  names: readonly Amount[],
  shown: ReadonlyMap<Row, Shown>,
): readonly SheetColumn<Row>[] => [
  {
    key: 'period',
    title: words.periods[kind],
    isRowHeader: true,
    sort: (a, b) => (a.from ?? '').localeCompare(b.from ?? ''),
    cell: ({ from }) => {
      if (from === undefined) return words.all
      return from === null ? words.undated : longPeriod(kind, { from })
    },
  },
  ...counts.map((key): SheetColumn<Row> => ({
    key,
    title: words[key],
    align: 'end',
    sort: (a, b) => a[key] - b[key],
    cell: (sums) => numberText(sums[key]),
  })),
  ...names.map((key): SheetColumn<Row> => ({
    key,
    title: words[key],
    align: 'end',
    sort: (a, b) => byLovelace(a[key], b[key]),
    cell: (sums) => <Ada lovelace={sums[key]} shown={shown.get(sums)?.[key]} />,
  })),
]
