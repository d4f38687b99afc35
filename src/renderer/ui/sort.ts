/** How a table's rows are ordered: by one of its columns. */
export type Sort = { readonly column: string; readonly isDescending: boolean }

/** The next order when a header is pressed: ascending, descending, then as the rows came. */
export const nextSort = (sort: Sort | undefined, column: string): Sort | undefined => {
  if (sort?.column !== column) return { column, isDescending: false }
  return sort.isDescending ? undefined : { column, isDescending: true }
}

type Comparer<T> = (a: T, b: T) => number

/** The rows in order; those that compare as equal stay as they came, in either direction. */
export const sortedRows = <T>(
  rows: readonly T[],
  compare: Comparer<T> | undefined,
  isDescending: boolean,
): readonly T[] => {
  if (compare === undefined) return rows
  return rows.toSorted(isDescending ? (a, b) => compare(b, a) : compare)
}
