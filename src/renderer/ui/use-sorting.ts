import { useMemo, useState } from 'react'
import { type Sort, sortedRows } from './sort.ts'

export type Sorting = {
  readonly sort: Sort | undefined
  readonly onSort: (sort: Sort | undefined) => void
}

/** The rows in the order of the pressed header; the owner of a `sorting` has ordered them. */
export const useSorting = <T>(
  given: readonly T[],
  columns: readonly {
    readonly key: string
    readonly sort?: ((a: T, b: T) => number) | undefined
  }[],
  owned?: Sorting,
): { readonly rows: readonly T[]; readonly sorting: Sorting } => {
  const [sort, onSort] = useState<Sort>()
  const compare = columns.find(({ key }) => key === sort?.column)?.sort
  const isDescending = sort?.isDescending === true
  const rows = useMemo(
    () => sortedRows(given, compare, isDescending),
    [given, compare, isDescending],
  )
  return owned === undefined ? { rows, sorting: { sort, onSort } } : { rows: given, sorting: owned }
}
