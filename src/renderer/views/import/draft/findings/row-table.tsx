import { useVirtualizer } from '@tanstack/react-virtual'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import type { MappedColumnFacts } from '../../../../../shared/calls/imports.ts'
import { text } from '../../../../text/en.ts'
import lists from './findings.module.css'
import styles from './rows.module.css'
import type { Pager } from '../../pager.ts'
import { CellInput } from './cell-input.tsx'
import type { CellPlace } from './finding-acts.ts'

const words = text.importing.draft.findings.rows

const rowHeight = 32
const headHeight = 32
const numberWidth = '4.5rem'
const cellWidth = '11rem'

export type Row = { readonly row: number; readonly cells: readonly string[] }

/** The row that is meant, and its cell; raising `edits` opens that cell. */
export type Target = {
  readonly index: number
  readonly row: number
  readonly letter: string | null
  readonly edits: number
}

type Cell = { readonly row: number; readonly column: number }

/**
 * The table as it stands, of any length. One tab stop: arrow keys move through the cells, Enter
 * edits one and saves it.
 */
export const RowTable = ({
  columns,
  pager,
  total = 0,
  version,
  target,
  onEdit,
}: {
  readonly columns: readonly MappedColumnFacts[]
  readonly pager: Pager<Row>
  readonly total: number | undefined
  /** Another one whenever rows have come. */
  readonly version: unknown
  readonly target: Target | undefined
  readonly onEdit: (place: CellPlace, value: string) => void
}) => {
  const scroller = useRef<HTMLDivElement>(null)
  const [active, setActive] = useState<Cell>({ row: 0, column: 0 })
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
  useEffect(() => pager.want(first, last), [pager, first, last, version])

  const move = (to: Cell, align: 'auto' | 'center' = 'auto') => {
    const row = Math.max(0, Math.min(total - 1, to.row))
    const column = Math.max(0, Math.min(columns.length - 1, to.column))
    setActive({ row, column })
    setEditing(false)
    if (total > 0) virtual.scrollToIndex(row, { align })
  }
  useGoTo(target, columns, (to) => move(to, 'center'), setEditing)
  useEffect(() => {
    document.getElementById(cellId(active))?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [active])

  const save = (row: Row, column: number, value: string) => {
    const letter = columns[column]?.letter
    setEditing(false)
    scroller.current?.focus()
    if (letter === undefined || row.cells[column] === value) return
    pager.replace(active.row, { ...row, cells: row.cells.with(column, value) })
    onEdit({ row: row.row, letter }, value)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.target !== event.currentTarget) return
    const next = nextCell(event, active, total, scroller.current?.clientHeight ?? 0)
    if (event.key === 'Enter' || event.key === 'F2') setEditing(total > 0)
    else if (next !== undefined) move(next)
    else return
    event.preventDefault()
  }
  const template = `${numberWidth} repeat(${columns.length}, ${cellWidth})`
  const isShown = active.row >= first && active.row <= last && total > 0
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
      onKeyDown={onKeyDown}
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
        {columns.map(({ letter, header }) => (
          <div key={letter} role="columnheader" className={styles['gridCell']} title={header}>
            {header === '' ? letter : header}
          </div>
        ))}
      </div>
      <div
        role="presentation"
        className={lists['space']}
        style={{ height: virtual.getTotalSize() }}
      >
        {items.map(({ index, start }) => {
          const row = pager.at(index)
          return (
            <div
              key={index}
              role="row"
              aria-rowindex={index + 2}
              className={styles['gridRow']}
              data-target={target?.index === index}
              style={{
                gridTemplateColumns: template,
                height: rowHeight,
                transform: `translateY(${start - headHeight}px)`,
              }}
            >
              <div role="rowheader" className={styles['gridNumber']}>
                {row?.row ?? '…'}
              </div>
              {columns.map(({ letter, header }, column) => {
                const isActive = active.row === index && active.column === column
                const value = row?.cells[column] ?? ''
                return (
                  <div
                    key={letter}
                    id={cellId({ row: index, column })}
                    role="gridcell"
                    className={styles['gridCell']}
                    data-active={isActive}
                    data-target={target?.index === index && target.letter === letter}
                    title={value}
                    onClick={() => {
                      if (!isActive) move({ row: index, column })
                    }}
                    onDoubleClick={() => setEditing(true)}
                  >
                    {isActive && editing && row !== undefined ? (
                      <CellInput
                        label={words.edit(header === '' ? letter : header, row.row)}
                        value={value}
                        onSave={(text) => save(row, column, text)}
                        onCancel={() => {
                          setEditing(false)
                          scroller.current?.focus()
                        }}
                      />
                    ) : (
                      value
                    )}
                  </div>
                )
              })}
            </div>
          )
        })}
      </div>
      {total === 0 && (
        <div role="row" className={styles['gridNone']}>
          <div role="gridcell">{words.none}</div>
        </div>
      )}
    </div>
  )
}

const cellId = ({ row, column }: Cell): string => `import-cell-${row}-${column}`

const nextCell = (
  { key, ctrlKey, metaKey }: KeyboardEvent,
  { row, column }: Cell,
  total: number,
  height: number,
): Cell | undefined => {
  const page = Math.max(1, Math.floor(height / rowHeight) - 2)
  const isFar = ctrlKey || metaKey
  switch (key) {
    case 'ArrowDown':
      return { row: isFar ? total - 1 : row + 1, column }
    case 'ArrowUp':
      return { row: isFar ? 0 : row - 1, column }
    case 'ArrowRight':
      return { row, column: column + 1 }
    case 'ArrowLeft':
      return { row, column: column - 1 }
    case 'PageDown':
      return { row: row + page, column }
    case 'PageUp':
      return { row: row - page, column }
    case 'Home':
      return { row: isFar ? 0 : row, column: 0 }
    case 'End':
      return { row: isFar ? total - 1 : row, column: Number.MAX_SAFE_INTEGER }
    default:
      return undefined
  }
}

/** Goes to the row that is meant when that changes, and opens its cell when that is asked for. */
const useGoTo = (
  target: Target | undefined,
  columns: readonly MappedColumnFacts[],
  go: (to: Cell) => void,
  setEditing: (editing: boolean) => void,
) => {
  const index = target?.index
  const letter = target?.letter
  const edits = target?.edits ?? 0
  useEffect(() => {
    if (index === undefined) return
    const at = columns.findIndex((column) => column.letter === letter)
    go({ row: index, column: Math.max(0, at) })
    if (edits > 0) setEditing(true)
    // What else changes, such as the columns after an edit, must not move the table.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [index, letter, edits])
}
