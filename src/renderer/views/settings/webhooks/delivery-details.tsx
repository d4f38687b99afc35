import { Stack } from '@mantine/core'
import { CircleCheck, CircleDashed, CircleX, Hourglass } from 'lucide-react'
import type { ReactNode } from 'react'
import type { CallOutput } from '#contract/window/calls.ts'
import type { DeliveryAttempt, DeliveryState } from '#contract/webhooks/webhook.ts'
import { printable } from '#values/text/printable.ts'
import { useCall } from '#renderer/data/use-call.ts'
import { copy } from '#renderer/stores/copy.ts'
import { text } from '#renderer/text/en.ts'
import { ErrorAlert } from '#renderer/ui/error-alert.tsx'
import { LongText } from '#renderer/ui/long-text.tsx'
import { DetailList } from '#renderer/ui/page.tsx'
import ui from '#renderer/ui/parts.module.css'
import { type SheetColumn, SortedTable } from '#renderer/ui/sorted-table.tsx'
import { type Badge, StatusBadge } from '#renderer/ui/status-badge.tsx'
import { Hash, When } from '#renderer/ui/text-parts.tsx'
import { Waiting } from '#renderer/ui/waiting.tsx'
import { saleStatusText } from '#renderer/views/sales/sale-state.tsx'

const words = text.settings.webhooks.delivery

/** One delivery: what was sent, when it was tried, and what came back. */
export const DeliveryDetails = (ref: {
  readonly accountId: string
  readonly deliveryId: string
}) => {
  const { data: delivery, error, refetch } = useCall('webhooks.showDelivery', ref)
  if (error !== null) return <ErrorAlert error={error} onRetry={() => void refetch()} />
  if (delivery === undefined) return <Waiting />
  return (
    <Stack gap="md">
      <DetailList entries={entriesOf(delivery)} />
      {delivery.history.length === 0 ? (
        <p className={ui['soft']}>{words.noAttempt}</p>
      ) : (
        <SortedTable
          rows={delivery.history}
          columns={columns}
          rowKey={({ number }) => String(number)}
          label={words.history}
          isLow
        />
      )}
      <LongText label={words.body} value={delivery.request_body} rows={6} />
    </Stack>
  )
}

const badges: Readonly<Record<DeliveryState, Badge>> = {
  pending: { tone: 'accent', icon: Hourglass },
  delivered: { tone: 'good', icon: CircleCheck },
  failed: { tone: 'bad', icon: CircleX },
}
const isKnown = (state: string): state is DeliveryState => Object.hasOwn(badges, state)

/** A service may answer a state that this version does not know. */
export const DeliveryBadge = ({ state }: { readonly state: string }) => (
  <StatusBadge {...(isKnown(state) ? badges[state] : { tone: 'plain', icon: CircleDashed })}>
    {words.states[state] ?? state}
  </StatusBadge>
)

const entriesOf = ({
  event_status: event,
  sale_id: sale,
  state,
  reason,
  next_attempt_at: next,
}: CallOutput<'webhooks.showDelivery'>): readonly (readonly [string, ReactNode])[] => [
  [words.columns.event, saleStatusText(event)],
  [words.columns.state, <DeliveryBadge key="state" state={state} />],
  ...(reason === null ? [] : [[words.because, reason] as const]),
  ...(next === null ? [] : [[words.next, <When key="next" at={next} />] as const]),
  [words.sale, <Hash key="sale" value={sale} what={words.sale} onCopy={copy} />],
]

const columns: readonly SheetColumn<DeliveryAttempt>[] = [
  { key: 'number', title: words.number, align: 'end', cell: ({ number }) => number },
  { key: 'at', title: words.columns.at, cell: ({ at }) => <When at={at} /> },
  {
    key: 'took',
    title: words.took,
    align: 'end',
    cell: ({ duration_ms: milliseconds }) => words.ms(milliseconds),
  },
  {
    key: 'answer',
    title: words.answer,
    cell: ({ error, status_code: status, body_start: body }) => (
      <>
        {error ?? (status !== null && words.answered(status))}
        {body !== '' && <div className={ui['soft']}>{printable(body.slice(0, 200))}</div>}
      </>
    ),
  },
]
