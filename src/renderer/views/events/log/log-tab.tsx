import { Button } from '@mantine/core'
import { ScrollText, SearchX } from 'lucide-react'
import { useCallback, useEffect, useState } from 'react'
import { failureOf, listen } from '../../../bridge.ts'
import { useLog } from '../../../stores/log.ts'
import { text } from '../../../text/en.ts'
import { Fault } from '../../../ui/fault.tsx'
import { Empty } from '../../../ui/page.tsx'
import { Waiting } from '../../../ui/waiting.tsx'
import styles from '../events.module.css'
import { LogFilters } from './log-filters.tsx'
import { LogList } from './log-list.tsx'

const words = text.events

/** What the app did, as it noted it. */
export const LogTab = () => {
  const { entries, filter, total, load, change } = useLog()
  const [fault, setFault] = useState<string>()
  const tell = useCallback((work: () => Promise<void>) => {
    setFault(undefined)
    work().catch((error: unknown) => setFault(failureOf(error).message))
  }, [])
  useEffect(() => {
    // Listening first: what is written between the two is in one of them at least.
    const end = listen('log.added', useLog.getState().take)
    tell(load)
    return end
  }, [load, tell])
  const isFiltered = filter.kind !== null || filter.level !== null || filter.search.trim() !== ''
  const clear = () => tell(() => change({ kind: null, level: null, search: '' }))
  return (
    <>
      {fault !== undefined && (
        <div className={styles['fault']}>
          <Fault message={fault} onRetry={() => tell(load)} />
        </div>
      )}
      <LogFilters filter={filter} total={total} onChange={(part) => tell(() => change(part))} />
      {entries === undefined && <Waiting />}
      {entries?.length === 0 && <Nothing isFiltered={isFiltered} onClear={clear} />}
      {entries !== undefined && entries.length > 0 && (
        <LogList key={JSON.stringify(filter)} entries={entries} onFault={setFault} />
      )}
    </>
  )
}

const Nothing = ({
  isFiltered,
  onClear,
}: {
  readonly isFiltered: boolean
  readonly onClear: () => void
}) =>
  isFiltered ? (
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
  ) : (
    <Empty icon={<ScrollText size={32} aria-hidden />} title={words.log.emptyTitle}>
      {words.log.emptyText}
    </Empty>
  )
