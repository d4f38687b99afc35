import { Box, Flex, Group, SegmentedControl, Tooltip } from '@mantine/core'
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
import { AdaSentence } from '#renderer/ui/ada-sentence.tsx'
import { shownAmounts } from '#renderer/ui/amounts.tsx'
import { Boundary } from '#renderer/ui/boundary.tsx'
import { ErrorAlert, Note } from '#renderer/ui/error-alert.tsx'
import { Empty, Sheet } from '#renderer/ui/page.tsx'
import { Ada } from '#renderer/ui/text-parts.tsx'
import { Waiting } from '#renderer/ui/waiting.tsx'
import styles from '../sales.module.css'
import ui from '#renderer/ui/parts.module.css'
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
  const [chosen, setBy] = useState<By>()
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
  const by = chosen ?? (hasCharts(analytics) ? 'time' : 'tokens')
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

/** Bars of one or two days compare nothing. */
const hasCharts = ({ kind, periods }: SalesAnalytics): boolean =>
  kind !== 'day' || periods.length >= 3

const OverTime = ({ analytics }: { readonly analytics: SalesAnalytics }) => {
  const { kind, periods, undated, totals } = analytics
  return (
    <div className={styles['analytics']}>
      {hasCharts(analytics) && (
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

/** What came in, and of how much; then how many. */
const Totals = ({ totals }: Pick<SalesAnalytics, 'totals'>) => (
  <Flex flex="1 1 auto" wrap="wrap" rowGap="sm" columnGap={48}>
    <Figure
      term={words.income}
      amount={<Ada lovelace={totals.income} />}
      more={<Sum totals={totals} />}
    />
    <Figure
      term={words.sold}
      hint={words.hints.paid}
      amount={numberText(totals.paid)}
      more={
        <Group gap="sm">
          {(['reserved', 'delivered'] as const).map((name) => (
            <Tooltip key={name} label={words.hints[name]}>
              <span>{`${numberText(totals[name])} ${words.counts[name]}`}</span>
            </Tooltip>
          ))}
        </Group>
      }
    />
  </Flex>
)

/** Where all that buyers paid went, as parts that add up to it. */
const Sum = ({ totals }: Pick<SalesAnalytics, 'totals'>) => {
  const parts = (['undelivered', 'income', 'nftFee', 'txFee'] as const).filter(
    (name) => totals[name] !== '0',
  )
  const entries = [
    { lovelace: totals.revenue, isTotal: true },
    ...parts.map((name) => ({ lovelace: totals[name] })),
  ]
  const shown = shownAmounts(entries)
  if (parts.length === 0) return null
  return (
    <AdaSentence
      say={words.sum(parts.map((name) => words.parts[name]))}
      amounts={entries.map(({ lovelace }, at) => ({ lovelace, shown: shown[at] }))}
    />
  )
}

const Figure = ({
  term,
  hint,
  amount,
  more,
}: {
  readonly term: string
  readonly hint?: string
  readonly amount: ReactNode
  readonly more: ReactNode
}) => (
  <Tooltip label={hint} disabled={hint === undefined} position="top-start">
    <div>
      <div className={ui['soft']}>{term}</div>
      <Box fz={28} lh={1.25} fw={600}>
        {amount}
      </Box>
      <div className={ui['soft']}>{more}</div>
    </div>
  </Tooltip>
)
