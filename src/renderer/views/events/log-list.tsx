import { Button } from '@mantine/core'
import { useVirtualizer } from '@tanstack/react-virtual'
import { ArrowUp } from 'lucide-react'
import { type RefObject, useEffect, useMemo, useRef, useState } from 'react'
import type { LogEntry } from '../../../shared/calls/facts.ts'
import { failureOf } from '../../bridge.ts'
import { useLog } from '../../stores/log.ts'
import { text } from '../../text/en.ts'
import { EntryRow } from './entry-row.tsx'
import styles from './events.module.css'
import { type LogLine, logLines } from './log-lines.ts'
import { useRoving } from './use-roving.ts'

const words = text.events
const height = { day: 44, entry: 44 } as const
/** Older entries are asked for when so many lines are left below. */
const ahead = 30

/**
 * The log, any length. New entries go on top: while the list stands at its top they push it down,
 * while somebody reads further down nothing moves and a button tells how many there are.
 */
export const LogList = ({
  entries,
  onFault,
}: {
  readonly entries: readonly LogEntry[]
  readonly onFault: (message: string) => void
}) => {
  const scroller = useRef<HTMLDivElement>(null)
  const today = new Date().toDateString()
  // A heading changes its words at midnight, not at each render.
  const lines = useMemo(() => logLines(entries, Date.parse(today)), [entries, today])
  const [open, setOpen] = useState<number>()
  const { isAtTop, unseen, onScroll } = useUnseen(scroller, entries)
  const virtual = useVirtualizer({
    count: lines.length,
    getScrollElement: () => scroller.current,
    getItemKey: (index) => lines[index]?.key ?? index,
    estimateSize: (index) => height[lines[index]?.kind ?? 'entry'],
    overscan: 12,
    anchorTo: isAtTop ? 'start' : 'end',
  })
  const items = virtual.getVirtualItems()
  const last = items.at(-1)?.index ?? 0
  useEffect(() => {
    if (last + ahead < lines.length) return
    useLog
      .getState()
      .loadOlder()
      .catch((error: unknown) => onFault(failureOf(error).message))
  }, [last, lines.length, onFault])
  // Before the first entry stands the heading of its day.
  const show = (index: number) =>
    index <= 1 ? virtual.scrollToOffset(0) : virtual.scrollToIndex(index)
  const roving = useRoving(lines, scroller, show)
  return (
    <div className={styles['list']}>
      {unseen > 0 && (
        <Button
          className={styles['newer']}
          size="xs"
          radius="xl"
          leftSection={<ArrowUp size={14} aria-hidden />}
          onClick={() => virtual.scrollToOffset(0)}
        >
          {words.newer(unseen)}
        </Button>
      )}
      <div
        ref={scroller}
        className={styles['scroller']}
        role="region"
        aria-label={words.label}
        tabIndex={-1}
        onScroll={onScroll}
        onKeyDown={roving.onKeyDown}
      >
        <div className={styles['space']} style={{ height: virtual.getTotalSize() }}>
          {items.map((item) => {
            const line = lines[item.index]
            if (line === undefined) return null
            return (
              <div
                key={item.key}
                ref={virtual.measureElement}
                data-index={item.index}
                className={styles['line']}
                style={{ transform: `translateY(${item.start}px)` }}
              >
                <Line
                  line={line}
                  isOpen={line.kind === 'entry' && line.entry.id === open}
                  tabIndex={roving.tabIndexOf(item.index)}
                  onFocus={() => roving.onFocus(item.index)}
                  onToggle={(id) => setOpen(id === open ? undefined : id)}
                />
              </div>
            )
          })}
        </div>
      </div>
    </div>
  )
}

const Line = ({
  line,
  onToggle,
  ...row
}: {
  readonly line: LogLine
  readonly isOpen: boolean
  readonly tabIndex: number
  readonly onFocus: () => void
  readonly onToggle: (id: number) => void
}) =>
  line.kind === 'day' ? (
    <h2 className={styles['day']}>{line.title}</h2>
  ) : (
    <EntryRow entry={line.entry} onToggle={() => onToggle(line.entry.id)} {...row} />
  )

/** How many entries came in above while the list was scrolled down. */
const useUnseen = (scroller: RefObject<HTMLDivElement | null>, entries: readonly LogEntry[]) => {
  const [isAtTop, setIsAtTop] = useState(true)
  const newest = entries[0]?.id ?? 0
  const [seen, setSeen] = useState(newest)
  useEffect(() => {
    if (isAtTop) setSeen(newest)
  }, [isAtTop, newest])
  return {
    isAtTop,
    unseen: isAtTop
      ? 0
      : Math.max(
          0,
          entries.findIndex(({ id }) => id <= seen),
        ),
    onScroll: () => setIsAtTop((scroller.current?.scrollTop ?? 0) < 8),
  }
}
