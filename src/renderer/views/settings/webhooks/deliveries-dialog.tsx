import { Button, Group, SegmentedControl, Stack } from '@mantine/core'
import { useState } from 'react'
import type { DeliveryRowView, WebhookView } from '#contract/webhooks/calls.ts'
import { type DeliveryState, deliveryStates } from '#contract/webhooks/webhook.ts'
import { dateText } from '#values/text/format.ts'
import { change } from '#renderer/data/change.ts'
import { useCall } from '#renderer/data/use-call.ts'
import { useNotices } from '#renderer/stores/notices.ts'
import { withVault } from '#renderer/stores/vault.ts'
import { text } from '#renderer/text/en.ts'
import { BackLink } from '#renderer/ui/back-link.tsx'
import { Dialog } from '#renderer/ui/dialog.tsx'
import { ErrorAlert, Note } from '#renderer/ui/error-alert.tsx'
import ui from '#renderer/ui/parts.module.css'
import { type SheetColumn, SortedTable } from '#renderer/ui/sorted-table.tsx'
import { When } from '#renderer/ui/text-parts.tsx'
import { Waiting } from '#renderer/ui/waiting.tsx'
import { saleStatusText } from '#renderer/views/sales/sale-state.tsx'
import { useAction } from '#renderer/views/use-submit.ts'
import { DeliveryBadge, DeliveryDetails } from './delivery-details.tsx'
import { isOn, webhookName } from './webhook-sheet.tsx'

const words = text.settings.webhooks.delivery

/** What a webhook was sent, the newest first; one of them with every attempt. */
export const DeliveriesDialog = ({
  accountId,
  webhook,
  onClose,
}: {
  readonly accountId: string
  readonly webhook: WebhookView
  readonly onClose: () => void
}) => {
  const [shown, setShown] = useState<string>()
  return (
    <Dialog title={words.title(webhookName(webhook))} onClose={onClose} size="52rem">
      {shown === undefined ? (
        <Deliveries accountId={accountId} webhook={webhook} onShow={setShown} />
      ) : (
        <Stack gap="md">
          <BackLink onClick={() => setShown(undefined)}>{words.back}</BackLink>
          <DeliveryDetails accountId={accountId} deliveryId={shown} />
        </Stack>
      )}
    </Dialog>
  )
}

const step = 50
const most = 1000

const filters: readonly (DeliveryState | 'all')[] = ['all', ...deliveryStates]

const Deliveries = ({
  accountId,
  webhook,
  onShow,
}: {
  readonly accountId: string
  readonly webhook: WebhookView
  readonly onShow: (deliveryId: string) => void
}) => {
  const [filter, setFilter] = useState<DeliveryState | 'all'>('all')
  const [limit, setLimit] = useState(step)
  const { data, error, refetch } = useCall(
    'webhooks.deliveries',
    { accountId, webhookId: webhook.id, state: filter === 'all' ? null : filter, limit },
    { keepsPrevious: true },
  )
  const resend = useAction(async (deliveryId: string) => {
    await withVault(text.settings.webhooks.reason, () =>
      change('webhooks.resend', { accountId, deliveryId }),
    )
    useNotices.getState().notify('good', words.resent)
  })
  // A service of other make may not know deliveries: that is no failure to try again.
  if (error?.code === 'not_implemented') return <Note>{error.message}</Note>
  return (
    <Stack gap="md">
      <SegmentedControl
        aria-label={words.filter}
        size="xs"
        data={filters.map((value) => ({
          value,
          label: value === 'all' ? words.all : (words.states[value] ?? value),
        }))}
        value={filter}
        onChange={(value) => {
          setFilter(value)
          setLimit(step)
        }}
      />
      {error !== null && <ErrorAlert error={error} onRetry={() => void refetch()} />}
      {data === undefined && error === null && <Waiting />}
      {data?.deliveries.length === 0 && <Note>{filter === 'all' ? words.none : words.noneOf}</Note>}
      {data !== undefined && data.deliveries.length > 0 && (
        <SortedTable
          rows={data.deliveries}
          columns={[
            ...columns,
            actions({
              canResend: isOn(webhook) && !resend.isBusy,
              isOff: !isOn(webhook),
              onResend: (id) => void resend.run(id),
              onShow,
            }),
          ]}
          rowKey={({ id }) => id}
          label={words.title(webhookName(webhook))}
        />
      )}
      {data?.hasMore === true && limit < most && (
        <Group justify="center">
          <Button variant="default" size="xs" onClick={() => setLimit(Math.min(most, limit * 2))}>
            {words.showMore}
          </Button>
        </Group>
      )}
    </Stack>
  )
}

const columns: readonly SheetColumn<DeliveryRowView>[] = [
  {
    key: 'event',
    title: words.columns.event,
    isRowHeader: true,
    cell: ({ event_status: status }) => saleStatusText(status),
  },
  { key: 'at', title: words.columns.at, cell: ({ created_at: at }) => <When at={at} /> },
  {
    key: 'state',
    title: words.columns.state,
    cell: ({ state, reason, status_code: status, next_attempt_at: next }) => (
      <>
        <DeliveryBadge state={state} />
        <div className={ui['soft']}>
          {reason ?? (status !== null && words.answered(status))}
          {next !== null && (
            <div>
              {words.next}: <When at={next} />
            </div>
          )}
        </div>
      </>
    ),
  },
  {
    key: 'attempts',
    title: words.columns.attempts,
    align: 'end',
    cell: ({ attempts }) => attempts,
  },
]

const actions = ({
  canResend,
  isOff,
  onResend,
  onShow,
}: {
  readonly canResend: boolean
  readonly isOff: boolean
  readonly onResend: (deliveryId: string) => void
  readonly onShow: (deliveryId: string) => void
}): SheetColumn<DeliveryRowView> => ({
  key: 'act',
  title: <span className={ui['unseen']}>{words.columns.act}</span>,
  align: 'end',
  cell: ({ id, event_status: status, created_at: at }) => {
    const [event, time] = [saleStatusText(status), dateText(at)]
    return (
      <Group gap="xs" justify="flex-end">
        <Button
          variant="default"
          size="compact-xs"
          aria-label={words.detailsOf(event, time)}
          onClick={() => onShow(id)}
        >
          {words.details}
        </Button>
        <Button
          variant="default"
          size="compact-xs"
          aria-label={words.resendOf(event, time)}
          disabled={!canResend}
          {...(isOff ? { title: words.isOff } : {})}
          onClick={() => onResend(id)}
        >
          {words.resend}
        </Button>
      </Group>
    )
  },
})
