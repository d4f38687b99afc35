import { useVirtualizer } from '@tanstack/react-virtual'
import { ArrowUp } from 'lucide-react'
import { type ReactNode, useEffect, useMemo, useRef } from 'react'
import { Flex } from '@mantine/core'
import { text } from '#renderer/text/en.ts'
import { type Dated, type DayRow, dayRows } from './day-rows.ts'
import styles from './events.module.css'
import { useRoving } from './use-roving.ts'
import ui from '#renderer/ui/parts.module.css'
import { IconButton } from '#renderer/ui/icon-button.tsx'

/** Older items are fetched when this many lines are left below. */
const ahead = 30

/** What an item's button takes to be a part of the list. */
export type Stop = { readonly tabIndex: number; readonly onFocus: () => void }

/**
 * Any number of items by days, newest first, with one tab stop. `newer`: how many arrived above the
 * visible ones; a button shows the number and scrolls there.
 */
export const DayList = <T extends Dated>({
  items,
  label,
  rowHeight = 44,
  newer,
  onNewer,
  isAtTop,
  onAtTop,
  onNearEnd,
  row,
}: {
  readonly items: readonly T[]
  readonly label: string
  readonly rowHeight?: number
  readonly newer: number
  readonly onNewer?: () => void
  readonly isAtTop: boolean
  readonly onAtTop: (isAtTop: boolean) => void
  readonly onNearEnd: () => void
  readonly row: (item: T, stop: Stop) => ReactNode
}) => {
  const scroller = useRef<HTMLDivElement>(null)
  const today = new Date().toDateString()
  // A heading's text changes at midnight, not at each render.
  const lines = useMemo(() => dayRows(items, Date.parse(today)), [items, today])
  const virtual = useVirtualizer({
    count: lines.length,
    getScrollElement: () => scroller.current,
    getItemKey: (index) => lines[index]?.key ?? index,
    estimateSize: () => rowHeight,
    overscan: 12,
    anchorTo: isAtTop ? 'start' : 'end',
  })
  const shown = virtual.getVirtualItems()
  const last = shown.at(-1)?.index ?? 0
  useEffect(() => {
    if (last + ahead >= lines.length) onNearEnd()
  }, [last, lines.length, onNearEnd])
  // The first item has the heading of its day above it.
  const show = (index: number) =>
    index <= 1 ? virtual.scrollToOffset(0) : virtual.scrollToIndex(index)
  const roving = useRoving(lines, scroller, show)
  return (
    <Flex
      pos="relative"
      flex={1}
      mih={0}
      align="flex-start"
      style={{ containerType: 'inline-size' }}
    >
      {newer > 0 && (
        <IconButton
          className={styles['newer']}
          size="xs"
          radius="xl"
          variant="filled"
          icon={ArrowUp}
          iconSize={14}
          onClick={() => {
            virtual.scrollToOffset(0)
            onNewer?.()
          }}
        >
          {text.events.newer(newer)}
        </IconButton>
      )}
      <div
        ref={scroller}
        className={styles['scroller']}
        role="region"
        aria-label={label}
        tabIndex={-1}
        onScroll={() => onAtTop((scroller.current?.scrollTop ?? 0) < 8)}
        onKeyDown={roving.onKeyDown}
      >
        <div className={ui['space']} style={{ height: virtual.getTotalSize() }}>
          {shown.map((each) => {
            const listRow = lines[each.index]
            if (listRow === undefined) return null
            return (
              <div
                key={each.key}
                ref={virtual.measureElement}
                data-index={each.index}
                className={styles['line']}
                style={{ transform: `translateY(${each.start}px)` }}
              >
                <ListRow
                  listRow={listRow}
                  row={row}
                  stop={{
                    tabIndex: roving.tabIndexOf(each.index),
                    onFocus: () => roving.onFocus(each.index),
                  }}
                />
              </div>
            )
          })}
        </div>
      </div>
    </Flex>
  )
}

const ListRow = <T,>({
  listRow,
  row,
  stop,
}: {
  readonly listRow: DayRow<T>
  readonly row: (item: T, stop: Stop) => ReactNode
  readonly stop: Stop
}) =>
  listRow.kind === 'day' ? (
    <h2 className={styles['day']}>{listRow.title}</h2>
  ) : (
    row(listRow.item, stop)
  )
