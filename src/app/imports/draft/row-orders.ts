import type { RowOrder } from '#contract/imports/calls.ts'
import { naturalOrder } from '#values/text/text.ts'
import { inTurns, type Pieces, sortInPieces } from '../table/pieces.ts'
import type { Table, TableRow } from '../table/table-types.ts'
import type { Draft } from './drafts.ts'

type Rows = Table['rows']
type Kept = {
  readonly order: RowOrder
  /** The place of each row when its table was sorted, by the row's number. */
  readonly places: ReadonlyMap<number, number>
  readonly of: Rows
  readonly sorted: Rows
}

/**
 * The rows of drafts in the order that the window asks for. An edit moves no row: whoever fixes a
 * cell of a sorted column goes on at the same place, and rows that came later stand at the end.
 */
export class RowOrders {
  readonly #kept = new WeakMap<Draft, Kept>()

  /** `order` undefined: as in the file. */
  async rowsOf(draft: Draft, order: RowOrder | undefined): Promise<Rows> {
    const { table } = draft.state()
    if (order === undefined) {
      this.#kept.delete(draft)
      return table.rows
    }
    const before = this.#kept.get(draft)
    const isSame =
      before?.order.letter === order.letter && before.order.isDescending === order.isDescending
    if (isSame && before.of === table.rows) return before.sorted
    const sorted = await inTurns(
      isSame ? inPlaces(table.rows, before.places) : sortedRows(table, order),
    )
    const places = new Map(sorted.map(({ row }, place) => [row, place]))
    this.#kept.set(draft, { order, places, of: table.rows, sorted })
    return sorted
  }
}

const inPlaces = (rows: Rows, places: Kept['places']): Pieces<Rows> => {
  const placeOf = ({ row }: TableRow): number => places.get(row) ?? Infinity
  return sortInPieces(rows, (a, b) => (placeOf(a) === placeOf(b) ? 0 : placeOf(a) - placeOf(b)))
}

/** Rows of the same value stay as in the file, and those without one come last, in both directions. */
function* sortedRows({ columns, rows }: Table, { letter, isDescending }: RowOrder): Pieces<Rows> {
  const column = columns.findIndex((candidate) => candidate.letter === letter)
  if (column === -1) return rows
  const valueOf = ({ cells }: TableRow): string => cells[column] ?? ''
  const direction = isDescending ? -1 : 1
  return yield* sortInPieces(rows, (a, b) => {
    const [value, other] = [valueOf(a), valueOf(b)]
    if (value === '' || other === '') return Number(value === '') - Number(other === '')
    return direction * naturalOrder(value, other)
  })
}
