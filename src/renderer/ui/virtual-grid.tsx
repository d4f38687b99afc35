import { useVirtualizer } from '@tanstack/react-virtual'
import {
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { RovingTabIndex } from './tab-stop.ts'
import { seenRows, useNeighbourFocus, useWantedFocus, withActive } from './virtual-focus.ts'
import styles from './virtual.module.css'
import ui from './parts.module.css'

const gap = 16

/**
 * Any number of cards in as many columns as fit. The grid is one tab stop: arrow keys move between
 * cards, and `render` gives the focusable elements of its card the given tab index.
 */
export const VirtualGrid = <T,>({
  items,
  itemKey,
  label,
  minWidth = 168,
  captionHeight = 56,
  mostRows,
  scrollsWithPage = false,
  render,
}: {
  readonly items: readonly T[]
  readonly itemKey: (item: T) => string
  readonly label: string
  /** Pixels of a card, at least. */
  readonly minWidth?: number
  /** Pixels below the square image. */
  readonly captionHeight?: number
  /** The grid is as high as so many rows, and scrolls beyond them; by default it fills its place. */
  readonly mostRows?: number | undefined
  /** The page is the one scroller, and the grid as high as all its rows. */
  readonly scrollsWithPage?: boolean | undefined
  readonly render: (item: T, tabIndex: 0 | -1) => ReactNode
}) => {
  const grid = useRef<HTMLDivElement>(null)
  const scroller = useRef<HTMLElement>(null)
  const scrollMargin = useScrollMargin(grid, scroller, scrollsWithPage)
  const width = useWidth(grid)
  const [chosen, setChosen] = useState(0)
  const active = Math.min(chosen, items.length - 1)
  const lanes = Math.max(1, Math.floor((width + gap) / (minWidth + gap)))
  const cardWidth = width === 0 ? minWidth : (width - gap * (lanes - 1)) / lanes
  const rowHeight = Math.round(cardWidth + captionHeight + gap)
  const virtual = useVirtualizer({
    count: Math.ceil(items.length / lanes),
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight - gap,
    gap,
    scrollMargin,
    rangeExtractor: withActive(Math.floor(active / lanes)),
    overscan: 3,
  })
  useEffect(() => {
    virtual.measure()
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [rowHeight])
  const wanted = useRef<number>(undefined)
  const noteFocus = useNeighbourFocus(items, itemKey, wanted)
  useWantedFocus(wanted, (index) =>
    grid.current?.querySelector<HTMLElement>(
      `[aria-posinset="${index + 1}"] :is(button, a[href], input, [role="img"][tabindex])`,
    ),
  )
  const onKeyDown = (event: KeyboardEvent) => {
    // A card's dialog is elsewhere in the document.
    if (!(event.target instanceof Node) || !event.currentTarget.contains(event.target)) return
    const page = seenRows(scroller, rowHeight) * lanes
    const steps: Readonly<Record<string, number>> = {
      ArrowRight: active + 1,
      ArrowLeft: active - 1,
      ArrowDown: active + lanes,
      ArrowUp: active - lanes,
      PageDown: active + page,
      PageUp: active - page,
      Home: 0,
      End: items.length - 1,
    }
    const to = steps[event.key]
    if (to === undefined) return
    event.preventDefault()
    const next = Math.max(0, Math.min(items.length - 1, to))
    wanted.current = next
    setChosen(next)
    virtual.scrollToIndex(Math.floor(next / lanes))
  }
  return (
    <div
      ref={grid}
      className={scrollsWithPage ? '' : styles['scroller']}
      style={mostRows === undefined ? {} : { maxHeight: mostRows * rowHeight }}
      role="list"
      aria-label={label}
      onKeyDown={onKeyDown}
    >
      <div
        className={`${ui['space']} ${styles['space']}`}
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
              transform: `translateY(${row.start - scrollMargin}px)`,
              height: rowHeight - gap,
            }}
          >
            {items.slice(row.index * lanes, (row.index + 1) * lanes).map((item, lane) => {
              const index = row.index * lanes + lane
              return (
                <div
                  key={itemKey(item)}
                  role="listitem"
                  aria-posinset={index + 1}
                  aria-setsize={items.length}
                  onFocus={() => {
                    setChosen(index)
                    noteFocus(item, index)
                  }}
                >
                  <RovingTabIndex value={index === active}>
                    {render(item, index === active ? 0 : -1)}
                  </RovingTabIndex>
                </div>
              )
            })}
          </div>
        ))}
      </div>
    </div>
  )
}

/** What scrolls the grid, and the pixels above the grid in it. */
const useScrollMargin = (
  grid: RefObject<HTMLElement | null>,
  scroller: RefObject<HTMLElement | null>,
  scrollsWithPage: boolean,
): number => {
  const [margin, setMargin] = useState(0)
  // What is above the grid may change its height at any render.
  useLayoutEffect(() => {
    scroller.current = scrollsWithPage
      ? (grid.current?.closest<HTMLElement>('[data-scroller]') ?? null)
      : grid.current
    if (!scrollsWithPage || grid.current === null || scroller.current === null) return
    const { top } = grid.current.getBoundingClientRect()
    const above = scroller.current.getBoundingClientRect().top - scroller.current.scrollTop
    setMargin(Math.round(top - above))
  })
  return margin
}

/** Pixels that an element is wide inside; 0 until it is measured. */
const useWidth = (ref: RefObject<HTMLElement | null>): number => {
  const [width, setWidth] = useState(0)
  useEffect(() => {
    const element = ref.current
    if (element === null) return undefined
    const observer = new ResizeObserver(() => setWidth(element.clientWidth))
    observer.observe(element)
    return () => observer.disconnect()
  }, [ref])
  return width
}
