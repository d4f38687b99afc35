import type {
  PeriodKind,
  SalesAnalytics,
  SalesPeriod,
  SalesSums,
} from '#contract/sales/analytics.ts'
import { commonDecimals, numberText } from '#values/text/format.ts'
import { byLovelace } from '#renderer/data/by-lovelace.ts'
import { text } from '#renderer/text/en.ts'
import { type SheetColumn, SortedTable } from '#renderer/ui/sorted-table.tsx'
import { Ada } from '#renderer/ui/text-parts.tsx'
import { longPeriod } from './period-text.ts'

const words = text.sales.analytics

/** `from` null: what has no date; undefined: the sums of all. */
type Row = SalesSums & { readonly from?: string | null }

/** The charts in exact numbers, newest first; periods in which nothing happened are left out. */
export const AnalyticsTable = ({
  kind,
  periods,
  undated,
  totals,
}: Pick<SalesAnalytics, 'kind' | 'periods' | 'undated' | 'totals'>) => (
  <SortedTable<Row>
    rows={[
      ...periods.filter(hasSales).toReversed(),
      ...(undated === null ? [] : [{ ...undated, from: null }]),
    ]}
    columns={columnsOf(kind, amountsIn(totals), decimalsOf([...periods, totals]))}
    rowKey={({ from }) => from ?? ''}
    label={words.tableLabel}
    footer={totals}
  />
)

const hasSales = ({ reserved, paid }: SalesPeriod): boolean => reserved > 0 || paid > 0

const counts = ['reserved', 'paid', 'delivered'] as const
const amounts = ['revenue', 'undelivered', 'income', 'nftFee', 'txFee'] as const
type Amount = (typeof amounts)[number]

/** Usually everything that is paid is delivered. */
const amountsIn = (totals: SalesSums): readonly Amount[] =>
  amounts.filter((name) => name !== 'undelivered' || totals.undelivered !== '0')

const decimalsOf = (sums: readonly SalesSums[]): 2 | 6 =>
  commonDecimals(sums.flatMap((sum) => amounts.map((key) => BigInt(sum[key]))))

const columnsOf = (
  kind: PeriodKind,
  shownAmounts: readonly Amount[],
  decimals: 2 | 6,
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
  ...shownAmounts.map((key): SheetColumn<Row> => ({
    key,
    title: words[key],
    align: 'end',
    sort: (a, b) => byLovelace(a[key], b[key]),
    cell: (sums) => <Ada lovelace={sums[key]} shown={{ lovelace: BigInt(sums[key]), decimals }} />,
  })),
]
