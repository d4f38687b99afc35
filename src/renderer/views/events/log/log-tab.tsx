import { ScrollText } from 'lucide-react'
import { useMemo } from 'react'
import { Box, Button } from '@mantine/core'
import { useCallPages } from '#renderer/data/use-call.ts'
import { useNavigation } from '#renderer/stores/navigation.ts'
import { type LogFilter, useLogFilter } from '#renderer/stores/log.ts'
import { text } from '#renderer/text/en.ts'
import { ErrorAlert } from '#renderer/ui/error-alert.tsx'
import { Empty } from '#renderer/ui/page.tsx'
import { Waiting } from '#renderer/ui/waiting.tsx'
import { LogFilters } from './log-filters.tsx'
import { LogList } from './log-list.tsx'
import { NoMatches } from '../no-matches.tsx'

const words = text.events

/** The app's own log. */
export const LogTab = () => {
  const { filter, change } = useLogFilter()
  const { entries, total, error, refetch, loadMore } = useLogEntries(filter)
  const isFiltered = filter.kind !== null || filter.level !== null || filter.search.trim() !== ''
  const clear = () => change({ kind: null, level: null, search: '' })
  return (
    <>
      {error !== null && (
        <Box pb="sm">
          <ErrorAlert error={error} onRetry={() => void refetch()} />
        </Box>
      )}
      <LogFilters filter={filter} total={total} onChange={change} />
      {entries === undefined && <Waiting />}
      {entries?.length === 0 && <Nothing isFiltered={isFiltered} onClear={clear} />}
      {entries !== undefined && entries.length > 0 && (
        <LogList key={JSON.stringify(filter)} entries={entries} onNearEnd={loadMore} />
      )}
    </>
  )
}

const pageSize = 200

const levelsFrom = { warning: ['warning', 'error'], error: ['error'] } as const

/** Newest first, without gaps as far as they are loaded. */
const useLogEntries = ({ kind, level, search }: LogFilter) => {
  const { pages, ...rest } = useCallPages('log.page', {
    first: null,
    input: (before: number | null) => ({
      before,
      limit: pageSize,
      kinds: kind === null ? null : [kind],
      levels: level === null ? null : [...levelsFrom[level]],
      search,
    }),
    next: ({ entries, total }, all) =>
      all.flatMap((page) => page.entries).length < total ? entries.at(-1)?.id : undefined,
    keepsPrevious: true,
  })
  const entries = useMemo(() => pages?.flatMap((page) => page.entries), [pages])
  return { entries, total: pages?.at(-1)?.total ?? 0, ...rest }
}

const Nothing = ({
  isFiltered,
  onClear,
}: {
  readonly isFiltered: boolean
  readonly onClear: () => void
}) =>
  isFiltered ? (
    <NoMatches onClear={onClear} />
  ) : (
    <Empty
      icon={<ScrollText size={32} aria-hidden />}
      title={words.log.emptyTitle}
      action={
        <Button onClick={() => useNavigation.getState().go({ view: 'start' })}>
          {words.log.toStart}
        </Button>
      }
    >
      {words.log.emptyText}
    </Empty>
  )
