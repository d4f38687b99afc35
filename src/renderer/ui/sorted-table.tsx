import type { ReactNode } from 'react'
import { nextSort } from './sort.ts'
import { directionOf, SortButton } from './sort-button.tsx'
import type { Column } from './table-row.tsx'
import { type Sorting, useSorting } from './use-sorting.ts'
import ui from './parts.module.css'
import styles from './sorted-table.module.css'

export type SheetColumn<T> = Omit<Column<T>, 'width'> & {
  /** Its cells name their rows. */
  readonly isRowHeader?: boolean
}

/**
 * A short table in a sheet, whose rows are as high as their content; for many rows there is
 * `VirtualTable`. A column with `sort` can be sorted by.
 */
export const SortedTable = <T,>({
  rows: given,
  columns,
  rowKey,
  label,
  isLow = false,
  footer,
}: {
  readonly rows: readonly T[]
  readonly columns: readonly SheetColumn<T>[]
  readonly rowKey: (row: T) => string
  readonly label: string
  /** It scrolls by itself, so that what is below it stays near. */
  readonly isLow?: boolean
  /** Shown like a row, below all of them in every order. */
  readonly footer?: T
}) => {
  const { rows, sorting } = useSorting(given, columns)
  return (
    <div
      className={styles['scroll']}
      data-low={isLow}
      tabIndex={0}
      role="region"
      aria-label={label}
    >
      <table className={`${ui['table']} ${styles['table']}`} aria-label={label}>
        <thead>
          <tr>
            {columns.map((column) => (
              <Header key={column.key} column={column} sorting={sorting} />
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={rowKey(row)}>{cellsOf(row, columns)}</tr>
          ))}
        </tbody>
        {footer !== undefined && (
          <tfoot>
            <tr>{cellsOf(footer, columns)}</tr>
          </tfoot>
        )}
      </table>
    </div>
  )
}

const Header = <T,>({
  column: { key, title, align, sort: compare },
  sorting: { sort, onSort },
}: {
  readonly column: SheetColumn<T>
  readonly sorting: Sorting
}) => {
  const direction = directionOf(sort, key)
  return (
    <th
      scope="col"
      data-align={align}
      {...(compare === undefined ? {} : { 'aria-sort': direction })}
    >
      {compare === undefined ? (
        title
      ) : (
        <SortButton
          direction={direction}
          {...(align === undefined ? {} : { align })}
          onPress={() => onSort(nextSort(sort, key))}
        >
          {title}
        </SortButton>
      )}
    </th>
  )
}

const cellsOf = <T,>(row: T, columns: readonly SheetColumn<T>[]): ReactNode =>
  columns.map(({ key, align, isRowHeader = false, cell }) =>
    isRowHeader ? (
      <th key={key} scope="row">
        {cell(row)}
      </th>
    ) : (
      <td key={key} data-align={align}>
        {cell(row)}
      </td>
    ),
  )
