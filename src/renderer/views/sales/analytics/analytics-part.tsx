import { Flex, SegmentedControl, Tooltip } from '@mantine/core'
import { ChartColumn } from 'lucide-react'
import { lazy, type ReactNode, Suspense, useEffect, useMemo, useRef, useState } from 'react'
import type { SalesAnalytics } from '#contract/sales/analytics.ts'
import type { SaleSummary } from '#contract/sales/calls.ts'
import type { CallInput } from '#contract/window/calls.ts'
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
import { SoldTable } from './sold-table.tsx'

const words = text.sales.analytics

/** The charts and their library come when somebody looks at them: the start needs neither. */
const SalesCharts = lazy(async () => {
  const { SalesCharts: component } = await import('./sales-charts.tsx')
  return { default: component }
})

type Of = CallInput<'sales.analytics'>

/** What was sold of a collection: images, and the same as a table. */
export const AnalyticsPart = ({
  collectionRef,
  action,
}: {
  readonly collectionRef: CollectionRef
  /** What leads to the first sale. */
  readonly action: ReactNode
}) => <Analytics of={collectionRef} sales={useSales(collectionRef).data?.sales} action={action} />

/** The same of one collection or of all of an account. */
export const Analytics = ({
  of,
  sales,
  action,
}: {
  readonly of: Of
  /** As the list of payment links knows them: what changes there changes the sums. */
  readonly sales: readonly SaleSummary[] | undefined
  readonly action: ReactNode
}) => {
  const { data: analytics, error, refetch, isPending, isFetching } = useCall('sales.analytics', of)
  const states = useMemo(() => sales?.map(({ id, status }) => `${id} ${status}`).join(), [sales])
  const counted = useRef<string>(undefined)
  useEffect(() => {
    // Reading all payment links takes a while: the next change waits for its end.
    if (states === undefined || isFetching || counted.current === states) return
    const isNews = counted.current !== undefined
    counted.current = states
    if (isNews) void refetch()
  }, [states, isFetching, refetch])
  if (analytics === undefined)
    return (
      <div className={styles['analytics']}>
        {isPending && <Waiting />}
        {error !== null && <ErrorAlert error={error} onRetry={() => void refetch()} />}
      </div>
    )
  return (
    <>
      {error !== null && <ErrorAlert error={error} onRetry={() => void refetch()} />}
      <AnalyticsView of={of} analytics={analytics} action={action} />
    </>
  )
}

const AnalyticsView = ({
  of: { accountId, collectionId },
  analytics,
  action,
}: {
  readonly of: Of
  readonly analytics: SalesAnalytics
  readonly action: ReactNode
}) => {
  const [by, setBy] = useState<By>('time')
  if (analytics.totals.reserved === 0)
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
      <div className={styles['analyticsHead']}>
        <Totals totals={analytics.totals} />
        <SegmentedControl
          aria-label={words.by.label}
          data={bys
            .filter((name) => name !== 'collections' || collectionId === null)
            .map((value) => ({ value, label: words.by[value] }))}
          value={by}
          onChange={setBy}
        />
      </div>
      <Unstated analytics={analytics} />
      {by === 'time' ? (
        <OverTime analytics={analytics} />
      ) : (
        <SoldTable accountId={accountId} by={by} analytics={analytics} />
      )}
    </>
  )
}

const bys = ['time', 'tokens', 'collections'] as const
type By = (typeof bys)[number]

const OverTime = ({ analytics }: { readonly analytics: SalesAnalytics }) => {
  const { kind, periods, undated, totals } = analytics
  return (
    <div className={styles['analytics']}>
      {periods.length > 0 && (
        <Boundary resetOn={periods} fallback={() => <Note>{words.noCharts}</Note>}>
          <Suspense fallback={<div className={styles['chartArea']} aria-busy />}>
            <SalesCharts kind={kind} periods={periods} />
          </Suspense>
        </Boundary>
      )}
      <Sheet title={words.table}>
        <AnalyticsTable kind={kind} periods={periods} undated={undated} totals={totals} />
      </Sheet>
    </div>
  )
}

/** What the sums lack, as far as that is known. */
const Unstated = ({ analytics: { unstated, isCut } }: { readonly analytics: SalesAnalytics }) => {
  const notes = [
    ...(isCut ? [words.cut] : []),
    ...(unstated.paidAt > 0 ? [words.noPaidAt(unstated.paidAt)] : []),
    ...(unstated.income > 0 ? [words.noIncome(unstated.income)] : []),
  ]
  return notes.length > 0 && <Note>{notes.join(' ')}</Note>
}

const Totals = ({ totals }: Pick<SalesAnalytics, 'totals'>) => {
  const entries = saleAmounts(totals)
  const shown = shownAmounts(entries)
  return (
    // Where they need two rows, counts are above amounts.
    <Flex flex="1 1 auto" maw="52rem" wrap="wrap" rowGap="xs" columnGap="xl">
      <dl className={styles['totals']}>
        {(['reserved', 'paid', 'delivered'] as const).map((name) => (
          <Total key={name} term={words[name]} hint={words.hints[name]}>
            {numberText(totals[name])}
          </Total>
        ))}
      </dl>
      <dl className={styles['totals']}>
        {entries.map(({ term, lovelace, hint }, index) => (
          <Total key={term} term={term} hint={hint}>
            <Ada lovelace={lovelace} shown={shown[index]} />
          </Total>
        ))}
      </dl>
    </Flex>
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
