import { Box, Button, Group } from '@mantine/core'
import { Inbox } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { EventRow } from '#contract/events/calls.ts'
import type { CallOutput } from '#contract/window/calls.ts'
import { cutMiddle } from '#values/text/format.ts'
import {
  type EventsQuery,
  loadOlderEvents,
  useReceivedEvents,
} from '#renderer/data/received-events.ts'
import { useCall } from '#renderer/data/use-call.ts'
import { useEvents } from '#renderer/stores/events.ts'
import { filterOf, isOpenForm, openForm } from '#renderer/stores/events-filter.ts'
import { useNavigation } from '#renderer/stores/navigation.ts'
import { attempt } from '#renderer/stores/notices.ts'
import { text } from '#renderer/text/en.ts'
import { ErrorAlert } from '#renderer/ui/error-alert.tsx'
import { Empty } from '#renderer/ui/page.tsx'
import { Waiting } from '#renderer/ui/waiting.tsx'
import { DayList } from '../day-list.tsx'
import { EventDialog } from './event-dialog.tsx'
import { ReceivedFilters } from './received-filters.tsx'
import { ReceivedRow } from './received-row.tsx'
import { NoMatches } from '../no-matches.tsx'
import { change } from '#renderer/data/change.ts'

const words = text.events

/**
 * Events of sales from minting services: live, but nothing moves while the user reads further down.
 */
export const ReceivedTab = () => {
  const { form, bySale, opened } = useEvents()
  const { change, open, close } = useEvents.getState()
  const [isAtTop, setIsAtTop] = useState(true)
  const query = { filter: filterOf(form, new Date()), bySale }
  const { data, error, refetch } = useReceivedEvents(query)
  const rows = data?.rows
  const names = useCollectionNames(data?.choices)
  const newer = useNewer(query, data?.loadedAt, isAtTop, refetch)
  useMarkRead(isAtTop && isOpenForm(form) && rows !== undefined, data?.loadedAt ?? 0)
  return (
    <>
      {error !== null && (
        <Box pb="sm">
          <ErrorAlert error={error} onRetry={() => void refetch()} />
        </Box>
      )}
      <ReceivedFilters events={data} names={names} />
      {rows === undefined && error === null && <Waiting />}
      {rows?.length === 0 && (
        <Nothing isFiltered={!isOpenForm(form)} onClear={() => change(openForm)} />
      )}
      {rows !== undefined && rows.length > 0 && (
        <DayList
          key={JSON.stringify([form, bySale])}
          items={rows}
          label={words.received.label}
          rowHeight={56}
          newer={newer}
          onNewer={() => void refetch()}
          isAtTop={isAtTop}
          onAtTop={setIsAtTop}
          onNearEnd={() => void attempt(() => loadOlderEvents(query))}
          row={(row, stop) => (
            <ReceivedRow
              row={row}
              collection={collectionText(row, names)}
              onOpen={() => open(row.id)}
              {...stop}
            />
          )}
        />
      )}
      {opened !== undefined && <EventDialog id={opened} rows={rows ?? []} onClose={close} />}
    </>
  )
}

const collectionText = ({ collectionId }: EventRow, names: Readonly<Record<string, string>>) =>
  collectionId === null ? '' : (names[collectionId] ?? cutMiddle(collectionId))

/** Names of collections by id. Fetched again for a new collection. */
const useCollectionNames = (
  choices: CallOutput<'events.choices'> | undefined,
): Readonly<Record<string, string>> => {
  const ids = choices?.collections.map(({ collectionId }) => collectionId)
  const { data: names = {}, refetch } = useCall(
    'events.names',
    ids === undefined || ids.length === 0 ? undefined : null,
  )
  const unnamed = ids?.filter((id) => !(id in names)).join() ?? ''
  useEffect(() => {
    if (unnamed !== '') void refetch()
  }, [unnamed, refetch])
  return names
}

/**
 * The number of new events above the shown rows. At the top of the list they are fetched instead.
 */
const useNewer = (
  { filter }: EventsQuery,
  loadedAt: number | undefined,
  isAtTop: boolean,
  refetch: () => Promise<unknown>,
): number => {
  const { arrival } = useCall('events.unread', null).data ?? { arrival: 0 }
  const isBehind = loadedAt !== undefined && arrival > loadedAt
  const { data } = useCall(
    'events.newer',
    isBehind && !isAtTop ? { filter, arrival: loadedAt } : undefined,
  )
  useEffect(() => {
    if (isBehind && isAtTop) void refetch()
  }, [isBehind, isAtTop, arrival, refetch])
  return isBehind ? (data?.count ?? 0) : 0
}

const Nothing = ({
  isFiltered,
  onClear,
}: {
  readonly isFiltered: boolean
  readonly onClear: () => void
}) => {
  const go = useNavigation((store) => store.go)
  if (isFiltered) {
    return <NoMatches onClear={onClear} />
  }
  return (
    <Empty
      icon={<Inbox size={32} aria-hidden />}
      title={words.received.emptyTitle}
      action={
        <Group gap="sm">
          <Button onClick={() => go({ view: 'collections' })}>
            {words.received.toCollections}
          </Button>
          <Button variant="default" onClick={() => go({ view: 'settings', section: 'inbox' })}>
            {words.received.inbox}
          </Button>
        </Group>
      }
    >
      {words.received.emptyText}
    </Empty>
  )
}

const restMs = 1_500

/**
 * Marks events as read when all of the newest are on screen for a moment. The rows keep their marks
 * until they are fetched again.
 */
const useMarkRead = (isSeen: boolean, loadedAt: number): void => {
  const isNews = (useCall('events.unread', null).data?.unread ?? 0) > 0
  useEffect(() => {
    if (!isSeen || !isNews) return undefined
    let timer: ReturnType<typeof setTimeout> | undefined
    const start = () => {
      clearTimeout(timer)
      if (document.hidden) return
      timer = setTimeout(() => {
        void attempt(() => change('events.markRead', { arrival: loadedAt }))
      }, restMs)
    }
    start()
    document.addEventListener('visibilitychange', start)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', start)
    }
  }, [isSeen, isNews, loadedAt])
}
