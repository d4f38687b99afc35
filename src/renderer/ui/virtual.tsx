import { useVirtualizer } from '@tanstack/react-virtual'
import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react'
import { type Column, type RowActions, TableRow } from './table-row.tsx'
import { seenRows, useWantedFocus, withActive } from './virtual-focus.ts'
import styles from './virtual.module.css'
import ui from './parts.module.css'

export type { Column } from './table-row.tsx'

/**
 * A table of any length; only visible rows are in the document. With `onOpen` it is a grid with one
 * tab stop: arrow keys move between rows, Enter opens. Without, it is read-only.
 */
export const VirtualTable = <T,>({
  rows,
  columns,
  rowKey,
  label,
  rowHeight = 40,
  onOpen,
}: {
  readonly rows: readonly T[]
  readonly columns: readonly Column<T>[]
  readonly rowKey: (row: T) => string
  readonly label: string
  /** Pixels; every row has the same. */
  readonly rowHeight?: number
  readonly onOpen?: (row: T) => void
}) => {
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
  const wanted = useWantedFocus((index) =>
    scroller.current?.querySelector<HTMLElement>(`[aria-rowindex="${index + 2}"]`),
  )
  const rowActions = useRowActions(rows, onOpen, setChosen)
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
      rowActions?.open(active)
    }
  }
  const template = columns.map(({ width }) => width).join(' ')
  return (
    <div
      className={styles['table']}
      role={isGrid ? 'grid' : 'table'}
      aria-label={label}
      aria-rowcount={rows.length + 1}
    >
      <div role="rowgroup" className={styles['head']}>
        <div
          role="row"
          aria-rowindex={1}
          className={styles['row']}
          style={{ gridTemplateColumns: template }}
        >
          {columns.map(({ key, title, align = 'start' }) => (
            <div key={key} role="columnheader" className={styles['cell']} data-align={align}>
              {title}
            </div>
          ))}
        </div>
      </div>
      <div
        ref={scroller}
        role="rowgroup"
        className={styles['scroller']}
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
              <TableRow
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
  rows: readonly T[],
  onOpen: ((row: T) => void) | undefined,
  activate: (index: number) => void,
): RowActions | undefined => {
  const latest = useRef({ rows, onOpen })
  useEffect(() => {
    latest.current = { rows, onOpen }
  })
  const isGrid = onOpen !== undefined
  return useMemo(() => {
    if (!isGrid) return undefined
    const open = (index: number) => {
      const { rows: shown, onOpen: opens } = latest.current
      const row = shown[index]
      if (row !== undefined) opens?.(row)
    }
    return { open, activate }
  }, [isGrid, activate])
}
