import { Button, Group } from '@mantine/core'
import { Inbox, SearchX } from 'lucide-react'
import { useCallback, useEffect, useState } from 'react'
import { errorInfoOf } from '#renderer/bridge.ts'
import { useEvents } from '#renderer/stores/events.ts'
import { isOpenForm, openForm } from '#renderer/stores/events-filter.ts'
import { useNavigation } from '#renderer/stores/navigation.ts'
import { text } from '#renderer/text/en.ts'
import { ErrorAlert } from '#renderer/ui/error-alert.tsx'
import { Empty } from '#renderer/ui/page.tsx'
import { Waiting } from '#renderer/ui/waiting.tsx'
import { DayList } from '../day-list.tsx'
import styles from '../events.module.css'
import { EventDialog } from './event-dialog.tsx'
import { ReceivedFilters } from './received-filters.tsx'
import { ReceivedRow } from './received-row.tsx'
import { useMarkRead } from './use-mark-read.ts'

const words = text.events

/** What minting services told of sales: live, but nothing moves for whoever reads further down. */
export const ReceivedTab = () => {
  const { rows, form, bySale, names, newer, arrival, loadedAt, opened } = useEvents()
  const { load, change, open, close } = useEvents.getState()
  const [error, setError] = useState<string>()
  const [isAtTop, setIsAtTop] = useState(true)
  const notify = useCallback((work: () => Promise<void>) => {
    setError(undefined)
    work().catch((error: unknown) => setError(errorInfoOf(error).message))
  }, [])
  useEffect(() => notify(load), [load, notify])
  const isBehind = rows !== undefined && arrival > loadedAt
  useEffect(() => {
    if (!isBehind) return
    notify(isAtTop ? load : useEvents.getState().fetchNewer)
  }, [isBehind, isAtTop, arrival, load, notify])
  const loadOlder = useCallback(() => notify(useEvents.getState().loadOlder), [notify])
  useMarkRead(isAtTop && isOpenForm(form) && rows !== undefined)
  return (
    <>
      {error !== undefined && (
        <div className={styles['error']}>
          <ErrorAlert message={error} onRetry={() => notify(load)} />
        </div>
      )}
      <ReceivedFilters notify={notify} />
      {rows === undefined && error === undefined && <Waiting />}
      {rows?.length === 0 && (
        <Nothing isFiltered={!isOpenForm(form)} onClear={() => notify(() => change(openForm))} />
      )}
      {rows !== undefined && rows.length > 0 && (
        <DayList
          key={JSON.stringify([form, bySale])}
          items={rows}
          label={words.received.label}
          newer={newer}
          onNewer={() => notify(load)}
          isAtTop={isAtTop}
          onAtTop={setIsAtTop}
          onNearEnd={loadOlder}
          row={(row, stop) => (
            <ReceivedRow
              row={row}
              collection={row.collectionId === null ? '' : (names[row.collectionId] ?? '')}
              onOpen={() => open(row.id)}
              {...stop}
            />
          )}
        />
      )}
      {opened !== undefined && <EventDialog id={opened} onClose={close} />}
    </>
  )
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
    return (
      <Empty
        icon={<SearchX size={32} aria-hidden />}
        title={words.noneTitle}
        action={
          <Button variant="default" onClick={onClear}>
            {words.clear}
          </Button>
        }
      >
        {words.noneText}
      </Empty>
    )
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
