import { useVirtualizer } from '@tanstack/react-virtual'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import styles from './virtual.module.css'

export type Column<T> = {
  readonly key: string
  readonly title: ReactNode
  /** A CSS grid track, such as `8rem` or `minmax(10rem, 2fr)`. */
  readonly width: string
  readonly cell: (row: T) => ReactNode
  readonly align?: 'start' | 'end'
}

/**
 * A table of any length: only what is seen is in the document. Rows are reached with the arrow keys,
 * opened with Enter.
 */
export const VirtualTable = <T,>({
  rows,
  columns,
  rowKey,
  label,
  rowHeight = 40,
  onOpen,
  focusRow,
}: {
  readonly rows: readonly T[]
  readonly columns: readonly Column<T>[]
  readonly rowKey: (row: T) => string
  readonly label: string
  /** Pixels; every row has the same. */
  readonly rowHeight?: number
  readonly onOpen?: (row: T) => void
  /** Index that is scrolled to when it changes. */
  readonly focusRow?: number
}) => {
  const scroller = useRef<HTMLDivElement>(null)
  const [active, setActive] = useState(0)
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 12,
  })
  useEffect(() => {
    if (focusRow === undefined || focusRow < 0) return
    setActive(focusRow)
    virtual.scrollToIndex(focusRow, { align: 'center' })
    // The virtualizer is made anew at each render; only a new target moves the list.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [focusRow])
  const template = columns.map(({ width }) => width).join(' ')
  const move = (to: number) => {
    const next = Math.max(0, Math.min(rows.length - 1, to))
    setActive(next)
    virtual.scrollToIndex(next)
  }
  const current = rows[active]
  const pageRows = Math.max(1, Math.floor((scroller.current?.clientHeight ?? 400) / rowHeight) - 1)
  const steps: Readonly<Record<string, number>> = {
    ArrowDown: active + 1,
    ArrowUp: active - 1,
    PageDown: active + pageRows,
    PageUp: active - pageRows,
    Home: 0,
    End: rows.length - 1,
  }
  return (
    <div
      className={styles['table']}
      role="table"
      aria-label={label}
      aria-rowcount={rows.length + 1}
    >
      <div role="rowgroup" className={styles['head']}>
        <div role="row" className={styles['row']} style={{ gridTemplateColumns: template }}>
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
        tabIndex={0}
        aria-label={label}
        onKeyDown={(event) => {
          const to = steps[event.key]
          if (to !== undefined) {
            event.preventDefault()
            move(to)
          } else if (
            event.key === 'Enter' &&
            current !== undefined &&
            event.target === event.currentTarget
          ) {
            onOpen?.(current)
          }
        }}
      >
        <div
          className={styles['space']}
          style={{ height: virtual.getTotalSize() }}
          role="presentation"
        >
          {virtual.getVirtualItems().map((item) => {
            const row = rows[item.index]
            if (row === undefined) return null
            return (
              <div
                key={rowKey(row)}
                role="row"
                aria-rowindex={item.index + 2}
                className={styles['row']}
                data-active={item.index === active}
                data-open={onOpen !== undefined}
                style={{
                  gridTemplateColumns: template,
                  height: rowHeight,
                  transform: `translateY(${item.start}px)`,
                }}
                onClick={() => {
                  setActive(item.index)
                  onOpen?.(row)
                }}
              >
                {columns.map(({ key, cell, align = 'start' }) => (
                  <div key={key} role="cell" className={styles['cell']} data-align={align}>
                    {cell(row)}
                  </div>
                ))}
              </div>
            )
          })}
        </div>
      </div>
    </div>
  )
}

/** Cards in as many columns as fit, any number of them. */
export const VirtualGrid = <T,>({
  items,
  itemKey,
  label,
  minWidth = 168,
  captionHeight = 56,
  render,
}: {
  readonly items: readonly T[]
  readonly itemKey: (item: T) => string
  readonly label: string
  /** Pixels of a card, at least. */
  readonly minWidth?: number
  /** Pixels below the square picture. */
  readonly captionHeight?: number
  readonly render: (item: T) => ReactNode
}) => {
  const scroller = useRef<HTMLDivElement>(null)
  const [width, setWidth] = useState(0)
  useEffect(() => {
    const element = scroller.current
    if (element === null) return undefined
    const observer = new ResizeObserver(() => setWidth(element.clientWidth))
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  const gap = 16
  const lanes = Math.max(1, Math.floor((width + gap) / (minWidth + gap)))
  const cardWidth = width === 0 ? minWidth : (width - gap * (lanes - 1)) / lanes
  const rowHeight = Math.round(cardWidth + captionHeight + gap)
  const virtual = useVirtualizer({
    count: Math.ceil(items.length / lanes),
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 3,
  })
  useEffect(() => {
    virtual.measure()
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [rowHeight])
  return (
    <div ref={scroller} className={styles['scroller']} role="list" aria-label={label}>
      <div
        className={styles['space']}
        style={{ height: virtual.getTotalSize() }}
        role="presentation"
      >
        {virtual.getVirtualItems().map((row) => (
          <div
            key={row.key}
            role="presentation"
            className={styles['lane']}
            style={{
              gridTemplateColumns: `repeat(${lanes}, minmax(0, 1fr))`,
              transform: `translateY(${row.start}px)`,
              height: rowHeight - gap,
            }}
          >
            {items.slice(row.index * lanes, (row.index + 1) * lanes).map((item) => (
              <div key={itemKey(item)} role="listitem">
                {render(item)}
              </div>
            ))}
          </div>
        ))}
      </div>
    </div>
  )
}
