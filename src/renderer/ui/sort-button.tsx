import { ArrowDown, ArrowUp, ChevronsUpDown } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Sort } from './sort.ts'
import styles from './sort-button.module.css'

export type SortDirection = 'ascending' | 'descending' | 'none'

/** Also the value of a header's `aria-sort`. */
export const directionOf = (sort: Sort | undefined, column: string): SortDirection => {
  if (sort?.column !== column) return 'none'
  return sort.isDescending ? 'descending' : 'ascending'
}

const icons = { ascending: ArrowUp, descending: ArrowDown, none: ChevronsUpDown } as const

/** The title of a column that a table can be sorted by. */
export const SortButton = ({
  direction,
  align = 'start',
  tabIndex,
  onPress,
  children,
}: {
  readonly direction: SortDirection
  readonly align?: 'start' | 'end'
  readonly tabIndex?: number
  readonly onPress: () => void
  readonly children: ReactNode
}) => {
  const Icon = icons[direction]
  return (
    <button
      type="button"
      className={styles['sort']}
      data-direction={direction}
      data-side={align}
      tabIndex={tabIndex}
      onClick={onPress}
    >
      <span className={styles['title']}>{children}</span>
      <Icon size={14} aria-hidden />
    </button>
  )
}
