import { useVirtualizer } from '@tanstack/react-virtual'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import type { RowOrder } from '#contract/imports/calls.ts'
import type { ImportDraft, MappedColumnView } from '#contract/imports/draft-view.ts'
import { replaceRow, type DraftRow, type TargetRow } from '#renderer/data/import-draft.ts'
import { useNotices } from '#renderer/stores/notices.ts'
import { text } from '#renderer/text/en.ts'
import { nextSort } from '#renderer/ui/sort.ts'
import { directionOf, SortButton } from '#renderer/ui/sort-button.tsx'
import type { Sorting } from '#renderer/ui/use-sorting.ts'
import styles from './rows.module.css'
import type { IssueCellRef } from './issue-cells.ts'
import {
  type Cell,
  cellId,
  type CellRange,
  cellOfTarget,
  nextCell,
  rangeBetween,
  rowHeight,
} from './grid-cells.ts'
import { GridRow } from './grid-row.tsx'
import { fixedReason, type useCellEdits } from './use-cell-edits.ts'
import ui from '#renderer/ui/parts.module.css'

const words = text.importing.draft.issues.rows

/** The row index of the columns' titles. */
const titleRow = -1
const headHeight = 32
const numberWidth = '4.5rem'
const cellWidth = '11rem'

/**
 * The current table, of any length. One tab stop: arrow keys move through the cells, Enter opens a
 * cell and saves it. Above the first row are the columns' titles, where Enter sorts.
 */
export const RowTable = ({
  draft: { id: draftId, columns },
  total,
  order,
  sorting: { sort, onSort },
  target,
  opened,
  onEdit,
  onSelect,
  cellEdits,
}: {
  readonly draft: ImportDraft
  readonly total: number
  readonly order: RowOrder | undefined
  readonly sorting: Sorting
  readonly target: TargetRow | undefined
  /** Increases from 0 when the target's cell should open. */
  readonly opened: number
  readonly onEdit: (cellRef: IssueCellRef, value: string) => void
  readonly onSelect: (range: CellRange) => void
  readonly cellEdits: ReturnType<typeof useCellEdits>
}) => {
  const scroller = useRef<HTMLDivElement>(null)
  const [active, setActive] = useState<Cell>({ row: 0, column: 0 })
  /** The other corner of the selection. */
  const [anchor, setAnchor] = useState<Cell>(active)
  const [editing, setEditing] = useState(false)
  const virtual = useVirtualizer({
    count: total,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 8,
    scrollMargin: headHeight,
    scrollPaddingStart: headHeight,
  })
  const items = virtual.getVirtualItems()
  const first = items[0]?.index ?? 0
  const last = items.at(-1)?.index ?? 0

  const range = rangeBetween(anchor, active)
  const move = (to: Cell, { align = 'auto', isExtending = false }: Moving = {}) => {
    const row = Math.max(titleRow, Math.min(total - 1, to.row))
    const column = Math.max(0, Math.min(columns.length - 1, to.column))
    const from = isExtending ? anchor : { row, column }
    setActive({ row, column })
    setAnchor(from)
    onSelect(rangeBetween(from, { row, column }))
    setEditing(false)
    if (row >= 0) virtual.scrollToIndex(row, { align })
  }
  useGoTo(target, columns, editing, (to) => move(to, { align: 'center' }))
  const openedBefore = useRef(0)
  useEffect(() => {
    if (opened === openedBefore.current) return
    openedBefore.current = opened
    if (target !== undefined) move(cellOfTarget(target, columns), { align: 'center' })
    setEditing(true)
    // Only a new request opens the cell again.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [opened])
  useEffect(() => {
    document.getElementById(cellId(active))?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [active])

  const open = () => {
    const reason = fixedReason(columns[active.column])
    if (reason !== undefined) useNotices.getState().notify('info', reason)
    else setEditing(active.row >= 0)
  }
  const leave = () => {
    setEditing(false)
    scroller.current?.focus()
  }
  const save = (row: DraftRow, column: number, value: string) => {
    const letter = columns[column]?.letter
    leave()
    if (letter === undefined || row.cells[column] === value) return
    replaceRow(draftId, order, active.row, { ...row, cells: row.cells.with(column, value) })
    onEdit({ row: row.row, letter }, value)
  }
  const sortBy = (column: number) => {
    const letter = columns[column]?.letter
    if (letter === undefined) return
    setActive({ row: titleRow, column })
    setAnchor({ row: titleRow, column })
    leave()
    onSort(nextSort(sort, letter))
    scroller.current?.scrollTo({ top: 0 })
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.target !== event.currentTarget) return
    const next = nextCell(event, active, total, scroller.current?.clientHeight ?? 0)
    if (event.key === 'Enter' && active.row === titleRow) sortBy(active.column)
    else if (event.key === 'Enter' || event.key === 'F2') open()
    else if (isFillDown(event)) cellEdits.fillDown(range)
    else if (next !== undefined) move(next, { isExtending: event.shiftKey })
    else return
    event.preventDefault()
  }
  const template = `${numberWidth} repeat(${columns.length}, ${cellWidth})`
  const isShown =
    active.row === titleRow || (active.row >= first && active.row <= last && total > 0)
  return (
    <div
      ref={scroller}
      className={styles['grid']}
      role="grid"
      aria-label={words.label}
      aria-description={words.hint}
      aria-rowcount={total + 1}
      aria-colcount={columns.length + 1}
      aria-activedescendant={isShown && !editing ? cellId(active) : undefined}
      tabIndex={0}
      aria-multiselectable
      onKeyDown={onKeyDown}
      onPaste={(event) => {
        if (event.target instanceof HTMLInputElement) return
        event.preventDefault()
        cellEdits.paste(range, event.clipboardData.getData('text/plain'))
      }}
    >
      <div
        role="row"
        aria-rowindex={1}
        className={styles['gridHead']}
        style={{ gridTemplateColumns: template }}
      >
        <div role="columnheader" className={styles['gridNumber']}>
          {words.row}
        </div>
        {columns.map(({ letter, header }, column) => (
          <div
            key={letter}
            id={cellId({ row: titleRow, column })}
            role="columnheader"
            aria-sort={directionOf(sort, letter)}
            className={styles['gridCell']}
            data-active={active.row === titleRow && active.column === column}
            title={header}
          >
            <SortButton
              direction={directionOf(sort, letter)}
              tabIndex={-1}
              onPress={() => sortBy(column)}
            >
              {header === '' ? letter : header}
            </SortButton>
          </div>
        ))}
      </div>
      <div role="presentation" className={ui['space']} style={{ height: virtual.getTotalSize() }}>
        {items.map(({ index, start }) => (
          <GridRow
            key={index}
            draftId={draftId}
            order={order}
            index={index}
            top={start - headHeight}
            template={template}
            columns={columns}
            target={target?.index === index ? target : undefined}
            activeColumn={active.row === index ? active.column : undefined}
            editing={editing && active.row === index}
            selected={
              index >= range.top && index <= range.bottom ? [range.left, range.right] : undefined
            }
            onActivate={(column, isExtending) => {
              move({ row: index, column }, { isExtending })
              scroller.current?.focus()
            }}
            onOpen={open}
            onSave={save}
            onCancel={leave}
          />
        ))}
      </div>
      {total === 0 && (
        <div role="row" className={styles['gridNone']}>
          <div role="gridcell">{words.none}</div>
        </div>
      )}
    </div>
  )
}

type Moving = { readonly align?: 'auto' | 'center'; readonly isExtending?: boolean }

const isFillDown = ({ key, ctrlKey, metaKey }: KeyboardEvent): boolean =>
  (ctrlKey || metaKey) && key.toLowerCase() === 'd'

/** Scrolls to the target row when another one is it, unless the user is typing. */
const useGoTo = (
  target: TargetRow | undefined,
  columns: readonly MappedColumnView[],
  editing: boolean,
  go: (to: Cell) => void,
) => {
  useEffect(() => {
    if (target !== undefined && !editing) go(cellOfTarget(target, columns))
    // Other changes, such as another order or columns after an edit, must not scroll the table.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [target?.row, target?.letter])
}
