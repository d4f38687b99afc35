import { ArrowDown, ArrowUp, ChevronsUpDown } from 'lucide-react'
import type { ReactNode } from 'react'
import { nextSort, type Sort } from './sort.ts'
import type { Column } from './table-row.tsx'
import styles from './virtual.module.css'

export type Sorting = {
  readonly sort: Sort | undefined
  readonly onSort: (sort: Sort | undefined) => void
}

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

type Direction = 'ascending' | 'descending' | 'none'

const directionOf = (sort: Sort | undefined, key: string): Direction => {
  if (sort?.column !== key) return 'none'
  return sort.isDescending ? 'descending' : 'ascending'
}

const icons = { ascending: ArrowUp, descending: ArrowDown, none: ChevronsUpDown } as const

const SortButton = ({
  direction,
  onPress,
  children,
}: {
  readonly direction: Direction
  readonly onPress: () => void
  readonly children: ReactNode
}) => {
  const Icon = icons[direction]
  return (
    <button type="button" className={styles['sort']} data-direction={direction} onClick={onPress}>
      <span className={styles['sortTitle']}>{children}</span>
      <Icon size={14} aria-hidden />
    </button>
  )
}
