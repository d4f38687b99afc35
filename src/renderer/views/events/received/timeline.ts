import type { EventRow } from '#contract/events/calls.ts'
import type { SaleDetails } from '#contract/sales/calls.ts'

/** A step of a sale: from an event, or from the sale itself. */
export type Step = {
  readonly key: string
  readonly at: string
  /** Seconds since the previous step; null for the first. */
  readonly after: number | null
  readonly what:
    | { readonly kind: 'reserved' }
    | { readonly kind: 'paid'; readonly lovelace: number; readonly isConfirmed: boolean }
    | { readonly kind: 'event'; readonly row: EventRow }
}

/**
 * The steps of a sale, oldest first. Events lack the beginning; `sale`, if its service returns it,
 * has the times of reservation and payment.
 */
export const timelineOf = (
  rows: readonly EventRow[],
  sale: Pick<SaleDetails, 'created_at' | 'payments'> | undefined,
): readonly Step[] => {
  const received = rows.map((row) => ({
    key: String(row.id),
    at: row.at,
    what: { kind: 'event' as const, row },
  }))
  const paid = (sale?.payments ?? []).flatMap(({ at, tx_id: txId, index, lovelace, use }) =>
    at === null
      ? []
      : [
          {
            key: `${txId}#${index}`,
            at,
            what: { kind: 'paid' as const, lovelace, isConfirmed: use !== 'unconfirmed' },
          },
        ],
  )
  const reserved =
    typeof sale?.created_at !== 'string'
      ? []
      : [{ key: 'reserved', at: sale.created_at, what: { kind: 'reserved' as const } }]
  const steps = [...reserved, ...paid, ...received].toSorted(
    (a, b) => Date.parse(a.at) - Date.parse(b.at),
  )
  return steps.map((step, index) => {
    const before = steps[index - 1]
    const after = before === undefined ? null : (Date.parse(step.at) - Date.parse(before.at)) / 1000
    return { ...step, after }
  })
}
