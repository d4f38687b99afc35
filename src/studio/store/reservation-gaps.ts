import { z } from 'zod'
import { shortText } from '#values/bounds/bounded.ts'
import type { Database } from '#platform/db/database.ts'

const slotColumn = shortText.transform(BigInt)

const gapRow = z
  .object({ from_slot: slotColumn, until_slot: slotColumn })
  .transform((row) => ({ from: row.from_slot, until: row.until_slot }))
/** The slots from the end of a reservation to before its owner decided to wait for more. */
export type ReservationGap = z.output<typeof gapRow>

export const insertReservationGap = (
  database: Database,
  saleId: string,
  { from, until }: ReservationGap,
): void => {
  database.insert('reservation_gaps', { sale_id: saleId, from_slot: from, until_slot: until })
}

/** In the order of time. */
export const reservationGaps = (database: Database, saleId: string): readonly ReservationGap[] =>
  database.all(
    gapRow,
    'SELECT from_slot, until_slot FROM reservation_gaps WHERE sale_id = :saleId ORDER BY seq',
    { saleId },
  )
