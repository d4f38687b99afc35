import { Box, Button, Group, Stack } from '@mantine/core'
import { ArrowDown, ArrowUp, ExternalLink } from 'lucide-react'
import type { EventRow, EventView } from '#contract/events/calls.ts'
import { useCall } from '#renderer/data/use-call.ts'
import { useEvents } from '#renderer/stores/events.ts'
import { text } from '#renderer/text/en.ts'
import { Dialog } from '#renderer/ui/dialog.tsx'
import { ErrorAlert } from '#renderer/ui/error-alert.tsx'
import { IconButton } from '#renderer/ui/icon-button.tsx'
import { saleStatusText } from '#renderer/views/sales/sale-state.tsx'
import styles from '../events.module.css'
import { EventDetails } from './event-details.tsx'
import { EventErrors } from './event-errors.tsx'
import { RawEvent } from './raw-event.tsx'
import { Timeline } from './timeline-list.tsx'
import { useIsLocal } from '#renderer/stores/accounts.ts'
import { TokenImage } from '#renderer/ui/token-image.tsx'
import { CutText, Hash } from '#renderer/ui/text-parts.tsx'
import { copy } from '#renderer/stores/copy.ts'
import ui from '#renderer/ui/parts.module.css'

const words = text.events
const detailWords = words.detail

/** One event and the other events of its sale. */
export const EventDialog = ({
  id,
  rows,
  onClose,
}: {
  readonly id: number
  /** The list that the event is part of. */
  readonly rows: readonly EventRow[]
  readonly onClose: () => void
}) => {
  // The previous event stays until the next one is loaded, so that nothing jumps.
  const { data: details, error } = useCall('events.show', { id }, { keepsPrevious: true })
  const title =
    details === undefined
      ? words.received.loadingDetail
      : saleStatusText(words.received.otherKind(details.kind))
  return (
    <Dialog title={title} onClose={onClose} size="46rem">
      {error !== null && <ErrorAlert error={error} />}
      <Box mih="16rem" className={ui['breakable']} aria-busy={details?.id !== id}>
        {details !== undefined && <Shown key={details.id} eventView={details} onClose={onClose} />}
      </Box>
      <Neighbours id={id} rows={rows} />
    </Dialog>
  )
}

const Shown = ({
  eventView: details,
  onClose,
}: {
  readonly eventView: EventView
  readonly onClose: () => void
}) => {
  const { rows, sale, retry } = useSaleOf(details)
  return (
    <Stack gap="lg">
      {details.errors.length > 0 && (
        <EventErrors event={details} sale={sale} onResolved={retry} onClose={onClose} />
      )}
      {details.saleId !== null && <Timeline event={details} rows={rows} sale={sale} />}
      {details.all.length > 0 && <EventTokens tokens={details.all} total={details.tokens} />}
      {details.transactions.length > 0 && <EventTransactions transactions={details.transactions} />}
      <EventDetails event={details} hasSale={sale !== undefined} onClose={onClose} />
      <RawEvent raw={details.raw} />
    </Stack>
  )
}

/** Leads from event to event in the order of the list. */
const Neighbours = ({ id, rows }: { readonly id: number; readonly rows: readonly EventRow[] }) => {
  const open = useEvents((store) => store.open)
  const at = rows.findIndex((row) => row.id === id)
  const newer = at === -1 ? undefined : rows[at - 1]
  const older = at === -1 ? undefined : rows[at + 1]
  return (
    <Group justify="space-between" gap="sm" className={styles['neighbours']}>
      <IconButton
        size="xs"
        icon={ArrowUp}
        iconSize={14}
        disabled={newer === undefined}
        onClick={() => newer !== undefined && open(newer.id)}
      >
        {detailWords.previous}
      </IconButton>
      <Button
        variant="default"
        size="xs"
        rightSection={<ArrowDown size={14} aria-hidden />}
        disabled={older === undefined}
        onClick={() => older !== undefined && open(older.id)}
      >
        {detailWords.following}
      </Button>
    </Group>
  )
}

/**
 * The events of an event's sale, and the sale itself if its service returns it, as the Local studio
 * does. What cannot be fetched is left out.
 */
const useSaleOf = ({ accountId, collectionId, saleId }: EventView) => {
  const isLocal = useIsLocal(accountId)
  const { data: rows } = useCall(
    'events.timeline',
    saleId === null ? undefined : { accountId, saleId },
  )
  const { data: sale, refetch } = useCall(
    'sales.show',
    saleId === null || collectionId === null || !isLocal
      ? undefined
      : { accountId, collectionId, saleId },
  )
  return { rows, sale, retry: () => void refetch() }
}

/** More are only counted. */
const shownTokens = 12

const EventTokens = ({
  tokens,
  total,
}: {
  readonly tokens: EventView['all']
  readonly total: number
}) => (
  <section>
    <h3 className={ui['heading']}>{detailWords.tokens}</h3>
    <ul className={styles['tokens']}>
      {tokens.slice(0, shownTokens).map(({ name, cid }, index) => (
        // Two tokens of an event may read the same, and they never change.
        // oxlint-disable-next-line react/no-array-index-key
        <Box key={index} component="li" miw={0} maw="8rem" fz="sm">
          <TokenImage cid={cid} alt="" size={320} />
          <CutText>{name === '' ? detailWords.noName : name}</CutText>
        </Box>
      ))}
    </ul>
    {total > shownTokens && (
      <Box component="p" mt="sm" c="dimmed">
        {detailWords.moreTokens(total - shownTokens)}
      </Box>
    )}
  </section>
)

const EventTransactions = ({ transactions }: Pick<EventView, 'transactions'>) => (
  <section>
    <h3 className={ui['heading']}>{detailWords.transactions}</h3>
    <ul>
      {transactions.map(({ txId, pages }) => (
        <li key={txId} className={ui['inline']}>
          <Hash value={txId} what={detailWords.transaction} onCopy={copy} />
          {pages.map(({ network, url }) => (
            <a key={network} className={ui['link']} href={url} target="_blank" rel="noreferrer">
              {detailWords.open(text.common.networks[network])}
              <ExternalLink size={14} aria-hidden />
            </a>
          ))}
        </li>
      ))}
    </ul>
  </section>
)
