import type { RowOrder } from '#contract/imports/calls.ts'
import type { MappedColumnView } from '#contract/imports/draft-view.ts'
import { type DraftRow, type TargetRow, useRow } from '#renderer/data/import-draft.ts'
import { text } from '#renderer/text/en.ts'
import { CellInput } from './cell-input.tsx'
import { cellId, rowHeight } from './grid-cells.ts'
import styles from './rows.module.css'

const words = text.importing.draft.issues.rows

/** One row of the table; its active cell may be open. */
export const GridRow = ({
  draftId,
  order,
  index,
  top,
  template,
  columns,
  target,
  activeColumn,
  selected,
  editing,
  onActivate,
  onOpen,
  onSave,
  onCancel,
}: {
  readonly draftId: string
  readonly order: RowOrder | undefined
  readonly index: number
  /** Pixels from the first row. */
  readonly top: number
  readonly template: string
  readonly columns: readonly MappedColumnView[]
  /** Set for the target row. */
  readonly target: TargetRow | undefined
  /** Set if the active cell is in this row. */
  readonly activeColumn: number | undefined
  /** The first and the last selected column, where some of the row are. */
  readonly selected: readonly [first: number, last: number] | undefined
  readonly editing: boolean
  /** `extends`: the selection reaches to this cell. */
  readonly onActivate: (column: number, isExtending: boolean) => void
  readonly onOpen: () => void
  readonly onSave: (row: DraftRow, column: number, value: string) => void
  readonly onCancel: () => void
}) => {
  const row = useRow(draftId, order, index)
  return (
    <div
      role="row"
      aria-rowindex={index + 2}
      className={styles['gridRow']}
      data-target={target !== undefined}
      style={{
        gridTemplateColumns: template,
        height: rowHeight,
        transform: `translateY(${top}px)`,
      }}
    >
      <div role="rowheader" className={styles['gridNumber']}>
        {row?.row ?? '…'}
      </div>
      {columns.map(({ letter, header, fixed }, column) => {
        const isActive = activeColumn === column
        const value = row?.cells[column] ?? ''
        return (
          <div
            key={letter}
            id={cellId({ row: index, column })}
            role="gridcell"
            className={styles['gridCell']}
            data-active={isActive}
            data-target={target?.letter === letter}
            data-fixed={fixed !== null}
            aria-readonly={fixed !== null}
            aria-selected={selected !== undefined && column >= selected[0] && column <= selected[1]}
            title={value}
            onClick={({ shiftKey }) => {
              if (!isActive || !editing) onActivate(column, shiftKey)
            }}
            onDoubleClick={onOpen}
          >
            {isActive && editing && row !== undefined ? (
              <CellInput
                label={words.edit(header === '' ? letter : header, row.row)}
                value={value}
                onSave={(typed) => onSave(row, column, typed)}
                onCancel={onCancel}
              />
            ) : (
              value
            )}
          </div>
        )
      })}
    </div>
  )
}
