import type { SalesAnalytics } from '#shared/calls/sales.ts'
import { numberText } from '#shared/format.ts'
import { text } from '#renderer/text/en.ts'
import { Ada } from '#renderer/ui/text-parts.tsx'
import styles from '../sales.module.css'
import { longPeriod } from './period-text.ts'
import type { Period, PeriodKind } from './periods.ts'
import ui from '#renderer/ui/parts.module.css'

const words = text.sales.analytics

/** The charts in numbers, newest first; periods in which nothing was sold are left out. */
export const AnalyticsTable = ({
  kind,
  periods,
  totals,
}: {
  readonly kind: PeriodKind
  readonly periods: readonly Period[]
  readonly totals: SalesAnalytics['totals']
}) => (
  <div className={styles['tableScroll']} tabIndex={0} role="region" aria-label={words.tableLabel}>
    <table className={`${ui['table']} ${styles['table']}`} aria-label={words.tableLabel}>
      <thead>
        <tr>
          <th scope="col">{words.periods[kind]}</th>
          {[words.sales, words.tokens, words.revenue, words.income, words.txFee, words.nftFee].map(
            (title) => (
              <th key={title} scope="col" data-align="end">
                {title}
              </th>
            ),
          )}
        </tr>
      </thead>
      <tbody>
        {periods
          .filter(({ sales }) => sales > 0)
          .toReversed()
          .map((period) => (
            <Row key={period.from} title={longPeriod(kind, period)} sums={period} />
          ))}
      </tbody>
      <tfoot>
        <Row title={words.all} sums={totals} />
      </tfoot>
    </table>
  </div>
)

const Row = ({
  title,
  sums,
}: {
  readonly title: string
  readonly sums: SalesAnalytics['totals']
}) => (
  <tr>
    <th scope="row">{title}</th>
    <td data-align="end">{numberText(sums.sales)}</td>
    <td data-align="end">{numberText(sums.tokens)}</td>
    {[sums.revenue, sums.income, sums.txFee, sums.nftFee].map((lovelace, position) => (
      // The columns never change their places.
      // oxlint-disable-next-line react/no-array-index-key
      <td key={position} data-align="end">
        <Ada lovelace={lovelace} />
      </td>
    ))}
  </tr>
)
