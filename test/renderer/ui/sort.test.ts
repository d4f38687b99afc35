import { expect, test } from 'vitest'
import { nextSort, sortedRows } from '#renderer/ui/sort.ts'

test('a header orders up, then down, then as the rows came; another header starts again', () => {
  const up = nextSort(undefined, 'name')
  expect(up).toEqual({ column: 'name', isDescending: false })
  const down = nextSort(up, 'name')
  expect(down).toEqual({ column: 'name', isDescending: true })
  expect(nextSort(down, 'name')).toBeUndefined()
  expect(nextSort(down, 'status')).toEqual({ column: 'status', isDescending: false })
})

test('rows that compare as equal stay as they came in either direction', () => {
  const rows = [
    { id: 'a', size: 2 },
    { id: 'b', size: 1 },
    { id: 'c', size: 2 },
  ]
  const bySize = (a: { size: number }, b: { size: number }) => a.size - b.size
  const ids = (isDescending: boolean) => sortedRows(rows, bySize, isDescending).map(({ id }) => id)
  expect(ids(false)).toEqual(['b', 'a', 'c'])
  expect(ids(true)).toEqual(['a', 'c', 'b'])
  expect(sortedRows(rows, undefined, true)).toBe(rows)
})
