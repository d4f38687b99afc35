import { Tooltip } from '@mantine/core'
import { ChartColumn } from 'lucide-react'
import { lazy, type ReactNode, Suspense, useEffect, useMemo } from 'react'
import type { SalesAnalytics } from '#contract/sales/calls.ts'
import { numberText } from '#values/text/format.ts'
import type { CollectionRef } from '#renderer/data/minting.ts'
import { useSales } from '#renderer/data/sales-list.ts'
import { useCall } from '#renderer/data/use-call.ts'
import { text } from '#renderer/text/en.ts'
import { shownAmounts } from '#renderer/ui/amounts.tsx'
import { Boundary } from '#renderer/ui/boundary.tsx'
import { ErrorAlert, Note } from '#renderer/ui/error-alert.tsx'
import { Empty, Sheet } from '#renderer/ui/page.tsx'
import { Ada } from '#renderer/ui/text-parts.tsx'
import { Waiting } from '#renderer/ui/waiting.tsx'
import { saleAmounts } from '../sale-amounts.ts'
import styles from '../sales.module.css'
import { AnalyticsTable } from './analytics-table.tsx'
import { periodsOf } from './periods.ts'

const words = text.sales.analytics

/** The charts and their library come when somebody looks at them: the start needs neither. */
const SalesCharts = lazy(async () => {
  const { SalesCharts: component } = await import('./sales-charts.tsx')
  return { default: component }
})

/** What was sold of a collection: images, and the same as a table. */
export const AnalyticsPart = ({
  collectionRef,
  action,
}: {
  readonly collectionRef: CollectionRef
  /** What leads to the first sale. */
  readonly action: ReactNode
}) => {
  const { data: analytics, error, refetch, isPending } = useCall('sales.analytics', collectionRef)
  // Another one that is confirmed changes the figures.
  const completed = useSales(collectionRef)
    .data?.sales.filter(({ status }) => status === 'COMPLETED')
    .map(({ id }) => id)
    .join()
  useEffect(() => void refetch(), [completed, refetch])
  return (
    <div className={styles['analytics']}>
      {isPending && <Waiting />}
      {error !== null && <ErrorAlert error={error} onRetry={() => void refetch()} />}
      {analytics !== undefined && <AnalyticsView analytics={analytics} action={action} />}
    </div>
  )
}

const AnalyticsView = ({
  analytics,
  action,
}: {
  readonly analytics: SalesAnalytics
  readonly action: ReactNode
}) => {
  const { kind, periods } = useMemo(() => periodsOf(analytics.days), [analytics.days])
  if (periods.length === 0)
    return (
      <Empty
        icon={<ChartColumn size={40} strokeWidth={1.25} aria-hidden />}
        title={words.emptyTitle}
        action={action}
      >
        {words.empty}
      </Empty>
    )
  return (
    <>
      {analytics.isCut && <Note>{words.cut(analytics.totals.sales)}</Note>}
      <Totals totals={analytics.totals} />
      <Boundary resetOn={periods} fallback={() => <Note>{words.noCharts}</Note>}>
        <Suspense fallback={<div className={styles['chartArea']} aria-busy />}>
          <SalesCharts kind={kind} periods={periods} />
        </Suspense>
      </Boundary>
      <Sheet title={words.table}>
        <AnalyticsTable kind={kind} periods={periods} totals={analytics.totals} />
      </Sheet>
    </>
  )
}

const Totals = ({ totals }: Pick<SalesAnalytics, 'totals'>) => {
  const entries = saleAmounts(totals)
  const shown = shownAmounts(entries)
  return (
    <dl className={styles['totals']}>
      <Total term={words.sales}>{numberText(totals.sales)}</Total>
      <Total term={words.tokens}>{numberText(totals.tokens)}</Total>
      {entries.map(({ term, lovelace, hint }, index) => (
        <Total key={term} term={term} hint={hint}>
          <Ada lovelace={lovelace} shown={shown[index]} />
        </Total>
      ))}
    </dl>
  )
}

const Total = ({
  term,
  hint,
  children,
}: {
  readonly term: string
  readonly hint?: string | undefined
  readonly children: ReactNode
}) => (
  <Tooltip label={hint} disabled={hint === undefined}>
    <div>
      <dt>{term}</dt>
      <dd>{children}</dd>
    </div>
  </Tooltip>
)
