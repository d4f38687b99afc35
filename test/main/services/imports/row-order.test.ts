import { expect, it } from 'vitest'
import type { RowOrder } from '#contract/imports/calls.ts'
import { makePicture } from '../../../app/imports/harness.ts'
import { header, openImports, writeTable } from './open-imports.ts'

const byInk: RowOrder = { letter: 'D', isDescending: false }

const openInks = async (inks: readonly string[]) => {
  const { call, folder, open } = await openImports()
  await makePicture(folder, 1)
  await writeTable(folder, [
    header,
    ...inks.map((ink, at) => [`Print${at}`, `Print no ${at}`, '1.png', ink]),
  ])
  const { id: draftId } = await open()
  const rows = async (order?: RowOrder, offset = 0) =>
    (await call('imports.rows', { draftId, offset, limit: 500, order })).rows
  return {
    call,
    draftId,
    rows,
    numbers: async (order?: RowOrder) => (await rows(order)).map(({ row }) => row),
    indexOf: async (row: number, order?: RowOrder) =>
      (await call('imports.rowIndex', { draftId, row, order })).index,
  }
}

it('rows of a draft are in the order of a column: equal ones as in the file, empty ones last', async () => {
  const { numbers, indexOf } = await openInks(['ink 10', '', 'ink 2', 'ink 10', 'black'])
  expect(await numbers()).toEqual([2, 3, 4, 5, 6])
  expect(await numbers(byInk)).toEqual([6, 4, 2, 5, 3])
  expect(await indexOf(5, byInk)).toBe(3)
  const descending = { ...byInk, isDescending: true }
  expect(await numbers(descending)).toEqual([2, 5, 4, 6, 3])
  expect(await indexOf(4, descending)).toBe(2)
  expect(await indexOf(1, descending)).toBeNull()
  expect(await numbers({ letter: 'ZZ', isDescending: false })).toEqual([2, 3, 4, 5, 6])
})

it('an edit of the sorted column moves no row until the table is sorted again', async () => {
  const { call, draftId, numbers, indexOf } = await openInks(['c', 'b', 'a'])
  expect(await numbers(byInk)).toEqual([4, 3, 2])
  await call('imports.edit', {
    draftId,
    edits: [{ kind: 'set', row: 4, column: 'D', value: 'z' }],
  })
  expect(await numbers(byInk)).toEqual([4, 3, 2])
  expect(await indexOf(4, byInk)).toBe(0)
  await call('imports.edit', { draftId, edits: [{ kind: 'remove_row', row: 3 }] })
  expect(await numbers(byInk)).toEqual([4, 2])
  expect(await numbers()).toEqual([2, 4])
  expect(await numbers(byInk)).toEqual([2, 4])
})

it('ten thousand rows are sorted once, and their pages then come from that order', async () => {
  const count = 10_000
  const { rows } = await openInks(
    Array.from({ length: count }, (_, at) => `ink ${(at * 7919) % count}`),
  )
  const first = await rows(byInk)
  expect(first.map(({ cells }) => cells[3])).toEqual(first.map((_, at) => `ink ${at}`))
  const last = await rows(byInk, count - 500)
  expect(last.at(-1)?.cells[3]).toBe(`ink ${count - 1}`)
})
