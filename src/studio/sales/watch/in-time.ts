import type { Database } from '#platform/db/database.ts'
import { type ReservationGap, reservationGaps } from '../../store/reservation-gaps.ts'
import type { SaleRow } from '../../store/sales.ts'

/** When payments of a sale are in time. */
export type ReservationTime = Pick<SaleRow, 'reserved_until'> & {
  /** What was paid in them came after an end, and stays late when the seller waits for more. */
  readonly gaps: readonly ReservationGap[]
}

/** When payments of a stored sale are in time. */
export const reservationTime = (
  database: Database,
  { id, reserved_until }: Pick<SaleRow, 'id' | 'reserved_until'>,
): ReservationTime => ({ reserved_until, gaps: reservationGaps(database, id) })

/** The end of the reservation that a payment in this slot came after; undefined for one in time. */
export const endMissed = (
  { reserved_until: end, gaps }: ReservationTime,
  { slot }: { readonly slot: bigint },
): bigint | undefined =>
  slot >= end ? end : gaps.find(({ from, until }) => slot >= from && slot < until)?.from

export const isInTime = (time: ReservationTime, payment: { readonly slot: bigint }): boolean =>
  endMissed(time, payment) === undefined
