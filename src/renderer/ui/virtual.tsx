import { useVirtualizer } from '@tanstack/react-virtual'
import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react'
import {
  type Column,
  type Held,
  heldKeys,
  type RowActions,
  type RowMenu,
  TableRowView,
} from './table-row.tsx'
import { TableHead } from './table-head.tsx'
import { type Sorting, useSorting } from './use-sorting.ts'
import { seenRows, useNeighbourFocus, useWantedFocus, withActive } from './virtual-focus.ts'
import styles from './virtual.module.css'
import ui from './parts.module.css'

export { type Column, type Held, heldKeys } from './table-row.tsx'
export type { Sort } from './sort.ts'

/**
 * A table of any length; only visible rows are in the document. With `onOpen` it is a grid with one
 * tab stop beside its headers: arrow keys move between rows, Enter opens. Without, it is read-only.
 * A column with `sort` can be sorted by; with `sorting`, the rows come in order already.
 */
export const VirtualTable = <T,>({
  rows: given,
  columns,
  rowKey,
  label,
  rowHeight = 40,
  sorting: ownSorting,
  onOpen,
  menuOf,
}: {
  readonly rows: readonly T[]
  readonly columns: readonly Column<T>[]
  readonly rowKey: (row: T) => string
  readonly label: string
  /** Pixels; every row has the same. */
  readonly rowHeight?: number
  readonly sorting?: Sorting
  readonly onOpen?: (row: T, held: Held) => void
  /** What a row of a grid does at a right click, the Menu key, and the keys that its menu names. */
  readonly menuOf?: (row: T) => RowMenu
}) => {
  const { rows, sorting } = useSorting(given, columns, ownSorting)
  const scroller = useRef<HTMLDivElement>(null)
  const [chosen, setChosen] = useState(0)
  const active = Math.min(chosen, rows.length - 1)
  const isGrid = onOpen !== undefined
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    rangeExtractor: withActive(isGrid ? active : -1),
    overscan: 12,
  })
  const wanted = useRef<number>(undefined)
  const noteFocus = useNeighbourFocus(rows, rowKey, wanted)
  useWantedFocus(wanted, (index) =>
    scroller.current?.querySelector<HTMLElement>(`[aria-rowindex="${index + 2}"]`),
  )
  const rowActions = useRowActions({ rows, onOpen, menuOf, noteFocus }, setChosen)
  const onKeyDown = (event: KeyboardEvent) => {
    // Elements in a row handle their own keys.
    if (!(event.target instanceof Element) || event.target.role !== 'row') return
    const page = seenRows(scroller, rowHeight)
    const steps: Readonly<Record<string, number>> = {
      ArrowDown: active + 1,
      ArrowUp: active - 1,
      PageDown: active + page,
      PageUp: active - page,
      Home: 0,
      End: rows.length - 1,
    }
    const to = steps[event.key]
    if (to !== undefined) {
      event.preventDefault()
      const next = Math.max(0, Math.min(rows.length - 1, to))
      wanted.current = next
      setChosen(next)
      virtual.scrollToIndex(next)
    } else if (event.key === 'Enter' || event.key === ' ') {
      event.preventDefault()
      rowActions?.open(active, heldKeys(event))
    } else rowActions?.menuKey(active, event)
  }
  const template = columns.map(({ width }) => width).join(' ')
  return (
    <div
      className={styles['table']}
      role={isGrid ? 'grid' : 'table'}
      aria-label={label}
      aria-rowcount={rows.length + 1}
    >
      <TableHead columns={columns} template={template} sorting={sorting} />
      <div
        ref={scroller}
        role="rowgroup"
        className={styles['rows']}
        {...(isGrid ? { onKeyDown } : { tabIndex: 0, 'aria-label': label })}
      >
        <div
          className={`${ui['space']} ${styles['space']}`}
          style={{ height: virtual.getTotalSize() }}
          role="presentation"
        >
          {virtual.getVirtualItems().map(({ index, start }) => {
            const row = rows[index]
            if (row === undefined) return null
            return (
              <TableRowView
                key={rowKey(row)}
                row={row}
                index={index}
                start={start}
                height={rowHeight}
                template={template}
                columns={columns}
                isActive={isGrid && index === active}
                rowActions={rowActions}
              />
            )
          })}
        </div>
      </div>
    </div>
  )
}

/** The rows' actions; the same functions at each render, so that rows need not render again. */
const useRowActions = <T,>(
  props: {
    readonly rows: readonly T[]
    readonly onOpen: ((row: T, held: Held) => void) | undefined
    readonly menuOf: ((row: T) => RowMenu) | undefined
    readonly noteFocus: (row: T, index: number) => void
  },
  activate: (index: number) => void,
): RowActions | undefined => {
  const latest = useRef(props)
  useEffect(() => {
    latest.current = props
  })
  const isGrid = props.onOpen !== undefined
  return useMemo(() => {
    if (!isGrid) return undefined
    const rowAt = (index: number): T | undefined => latest.current.rows[index]
    return {
      open: (index, held) => {
        const row = rowAt(index)
        if (row !== undefined) latest.current.onOpen?.(row, held)
      },
      menu: (index, event) => {
        const row = rowAt(index)
        if (row !== undefined) latest.current.menuOf?.(row).onContextMenu(event)
      },
      menuKey: (index, event) => {
        const row = rowAt(index)
        if (row !== undefined) latest.current.menuOf?.(row).onKeyDown(event)
      },
      activate: (index) => {
        activate(index)
        const row = rowAt(index)
        if (row !== undefined) latest.current.noteFocus(row, index)
      },
    }
  }, [isGrid, activate])
}
