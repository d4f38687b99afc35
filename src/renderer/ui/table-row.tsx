import { type KeyboardEvent, memo, type MouseEvent, type ReactNode } from 'react'
import { RovingTabIndex } from './tab-stop.ts'
import styles from './virtual.module.css'

export type Column<T> = {
  readonly key: string
  readonly title: ReactNode
  /** A CSS grid track, such as `8rem` or `minmax(10rem, 2fr)`. */
  readonly width: string
  readonly cell: (row: T) => ReactNode
  readonly align?: 'start' | 'end'
  /** Orders two rows, the smaller first; a column without it cannot be sorted by. */
  readonly sort?: (a: T, b: T) => number
}

/** Keys that were held down when a row was opened. */
export type Held = {
  /** Ctrl, or Command on macOS. */
  readonly isToggling: boolean
  /** Shift. */
  readonly isExtending: boolean
}

export const heldKeys = (event: {
  readonly ctrlKey: boolean
  readonly metaKey: boolean
  readonly shiftKey: boolean
}): Held => ({ isToggling: event.ctrlKey || event.metaKey, isExtending: event.shiftKey })

type Props<T> = {
  readonly row: T
  readonly index: number
  readonly start: number
  readonly height: number
  readonly template: string
  readonly columns: readonly Column<T>[]
  readonly isActive: boolean
  /** Undefined: the row is read-only. Otherwise it can have the focus. */
  readonly rowActions: RowActions | undefined
}
/** The context menu of a row. */
export type RowMenu = {
  readonly onContextMenu: (event: MouseEvent) => void
  readonly onKeyDown: (event: KeyboardEvent) => void
}
export type RowActions = {
  readonly open: (index: number, held: Held) => void
  readonly menu: (index: number, event: MouseEvent) => void
  readonly menuKey: (index: number, event: KeyboardEvent) => void
  readonly activate: (index: number) => void
}

const Row = <T,>({
  row,
  index,
  start,
  height,
  template,
  columns,
  isActive,
  rowActions,
}: Props<T>) => (
  <div
    role="row"
    // The header is the first.
    aria-rowindex={index + 2}
    className={styles['row']}
    data-open={rowActions !== undefined}
    style={{ gridTemplateColumns: template, height, transform: `translateY(${start}px)` }}
    {...(rowActions === undefined
      ? {}
      : {
          tabIndex: isActive ? 0 : -1,
          onFocus: () => rowActions.activate(index),
          onClick: (event) => rowActions.open(index, heldKeys(event)),
          onContextMenu: (event) => rowActions.menu(index, event),
        })}
  >
    <RovingTabIndex value={rowActions === undefined || isActive}>
      {columns.map(({ key, cell, align = 'start' }) => (
        <div
          key={key}
          role={rowActions === undefined ? 'cell' : 'gridcell'}
          className={styles['cell']}
          data-align={align}
        >
          {cell(row)}
        </div>
      ))}
    </RovingTabIndex>
  </div>
)

/** Rendered again only when the row has changed, not while scrolling. */
// `memo` loses the type parameter and changes nothing else.
// oxlint-disable-next-line typescript/no-unsafe-type-assertion
export const TableRowView = memo(Row) as unknown as typeof Row
