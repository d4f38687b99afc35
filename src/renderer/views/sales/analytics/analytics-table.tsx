import type { SalesAnalytics } from '#contract/sales/calls.ts'
import { commonDecimals, numberText } from '#values/text/format.ts'
import { byLovelace } from '#renderer/data/by-lovelace.ts'
import { text } from '#renderer/text/en.ts'
import { type SheetColumn, SortedTable } from '#renderer/ui/sorted-table.tsx'
import { Ada } from '#renderer/ui/text-parts.tsx'
import { longPeriod } from './period-text.ts'
import type { AnalyticsPeriod, PeriodKind } from './periods.ts'

const words = text.sales.analytics

type Sums = SalesAnalytics['totals']
/** `from` undefined: the sums of all periods. */
type Row = Sums & { readonly from?: string }

/** The charts in exact numbers, newest first; periods in which nothing was sold are left out. */
export const AnalyticsTable = ({
  kind,
  periods,
  totals,
}: {
  readonly kind: PeriodKind
  readonly periods: readonly AnalyticsPeriod[]
  readonly totals: Sums
}) => (
  <SortedTable<Row>
    rows={periods.filter(({ sales }) => sales > 0).toReversed()}
    columns={columnsOf(kind, decimalsOf([...periods, totals]))}
    rowKey={({ from }) => from ?? ''}
    label={words.tableLabel}
    footer={totals}
  />
)

const counts = ['sales', 'tokens'] as const
const amounts = ['revenue', 'income', 'nftFee', 'txFee'] as const

const decimalsOf = (sums: readonly Sums[]): 2 | 6 =>
  commonDecimals(sums.flatMap((sum) => amounts.map((key) => BigInt(sum[key]))))

const columnsOf = (kind: PeriodKind, decimals: 2 | 6): readonly SheetColumn<Row>[] => [
  {
    key: 'period',
    title: words.periods[kind],
    isRowHeader: true,
    sort: ({ from: a = '' }, { from: b = '' }) => (a < b ? -1 : Number(a > b)),
    cell: ({ from }) => (from === undefined ? words.all : longPeriod(kind, { from })),
  },
  ...counts.map((key): SheetColumn<Row> => ({
    key,
    title: words[key],
    align: 'end',
    sort: (a, b) => a[key] - b[key],
    cell: (sums) => numberText(sums[key]),
  })),
  ...amounts.map((key): SheetColumn<Row> => ({
    key,
    title: words[key],
    align: 'end',
    sort: (a, b) => byLovelace(a[key], b[key]),
    cell: (sums) => <Ada lovelace={sums[key]} shown={{ lovelace: BigInt(sums[key]), decimals }} />,
  })),
]
