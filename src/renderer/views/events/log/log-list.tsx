import { useEffect, useState } from 'react'
import type { LogEntry } from '#contract/log/entry.ts'
import { text } from '#renderer/text/en.ts'
import { DayList } from '../day-list.tsx'
import { EntryRow } from './entry-row.tsx'

/**
 * The log, any length. New entries are added on top. At the top of the list they push it down;
 * further down nothing moves, and a button shows how many there are.
 */
export const LogList = ({
  entries,
  onNearEnd,
}: {
  readonly entries: readonly LogEntry[]
  readonly onNearEnd: () => void
}) => {
  const [open, setOpen] = useState<number>()
  const [isAtTop, setIsAtTop] = useState(true)
  const unseen = useUnseen(isAtTop, entries)
  return (
    <DayList
      items={entries}
      label={text.events.log.label}
      newer={unseen}
      isAtTop={isAtTop}
      onAtTop={setIsAtTop}
      onNearEnd={onNearEnd}
      row={(entry, stop) => (
        <EntryRow
          entry={entry}
          isOpen={entry.id === open}
          onToggle={() => setOpen(entry.id === open ? undefined : entry.id)}
          {...stop}
        />
      )}
    />
  )
}

/** The number of new entries above while the list is scrolled down. */
const useUnseen = (isAtTop: boolean, entries: readonly LogEntry[]): number => {
  const newest = entries[0]?.id ?? 0
  const [seen, setSeen] = useState(newest)
  useEffect(() => {
    if (isAtTop) setSeen(newest)
  }, [isAtTop, newest])
  return isAtTop
    ? 0
    : Math.max(
        0,
        entries.findIndex(({ id }) => id <= seen),
      )
}
