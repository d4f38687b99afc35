import { nextSort } from './sort.ts'
import { directionOf, SortButton } from './sort-button.tsx'
import type { Column } from './table-row.tsx'
import type { Sorting } from './use-sorting.ts'
import styles from './virtual.module.css'

/** The header of a table; a column that can be sorted by is a button. */
export const TableHead = <T,>({
  columns,
  template,
  sorting: { sort, onSort },
}: {
  readonly columns: readonly Column<T>[]
  readonly template: string
  readonly sorting: Sorting
}) => (
  <div role="rowgroup" className={styles['head']}>
    <div
      role="row"
      aria-rowindex={1}
      className={styles['row']}
      style={{ gridTemplateColumns: template }}
    >
      {columns.map(({ key, title, align = 'start', sort: compare }) => (
        <div
          key={key}
          role="columnheader"
          className={styles['cell']}
          data-align={align}
          {...(compare === undefined ? {} : { 'aria-sort': directionOf(sort, key) })}
        >
          {compare === undefined ? (
            title
          ) : (
            <SortButton
              direction={directionOf(sort, key)}
              align={align}
              onPress={() => onSort(nextSort(sort, key))}
            >
              {title}
            </SortButton>
          )}
        </div>
      ))}
    </div>
  </div>
)
