import type { SaleDetails } from '#contract/sales/calls.ts'
import { isMoving, statusOf } from '#contract/sales/sale-status.ts'

/** The steps of a successful sale. */
const path = ['RESERVED', 'PROCESSING', 'SUBMITTING', 'MINTING', 'COMPLETED'] as const
type PathStatus = (typeof path)[number]

export type SaleStep = {
  readonly key: string
  readonly what:
    | { readonly kind: 'status'; readonly status: string }
    | { readonly kind: 'payment'; readonly lovelace: number }
  /** Null: not yet, or not known. */
  readonly at: string | null
  readonly state: 'done' | 'now' | 'bad' | 'next'
}

const isOnPath = (status: string): status is PathStatus => path.some((known) => known === status)

/** The steps of a sale with their times, oldest first, and the next ones if all goes well. */
export const stepsOf = (
  sale: Pick<SaleDetails, 'status' | 'created_at' | 'updated_at' | 'payments' | 'events'>,
): readonly SaleStep[] => {
  const status = (key: string, name: string, at: string | null | undefined): SaleStep => ({
    key,
    what: { kind: 'status', status: name },
    at: at ?? null,
    state: statusOf(name).needsDecision ? 'bad' : 'done',
  })
  const reserved = status('reserved', 'RESERVED', sale.created_at)
  const seen: SaleStep[] = [
    ...sale.payments.map(({ tx_id: txId, index, lovelace, at }): SaleStep => ({
      key: `${txId} ${index}`,
      what: { kind: 'payment', lovelace },
      at,
      state: 'done',
    })),
    ...sale.events.map((event) => status(event.id, event.status, event.at)),
  ]
  // A block's time may be before that of this computer, on which the sale was created.
  const past = [reserved, ...seen.toSorted((a, b) => timeIn(a) - timeIn(b))]
  const statuses = past.flatMap(({ what }) => (what.kind === 'status' ? [what.status] : []))
  // Events about a surplus change nothing about a completed sale.
  const isReported =
    statuses.at(-1) === sale.status ||
    (sale.status === 'COMPLETED' && statuses.includes(sale.status))
  const all = isReported ? past : [...past, status('now', sale.status, sale.updated_at)]
  const last = all.findLast(({ what }) => what.kind === 'status' && what.status === sale.status)
  return [
    ...all.map((step): SaleStep =>
      step === last && step.state === 'done' && isMoving(sale) ? { ...step, state: 'now' } : step,
    ),
    ...toCome(sale.status),
  ]
}

/** Steps without a time come before those with one: the service says least about them. */
const timeIn = ({ at }: SaleStep): number => (at === null ? 0 : Date.parse(at))

const toCome = (status: string): SaleStep[] =>
  isOnPath(status)
    ? path.slice(path.indexOf(status) + 1).map((next) => ({
        key: `next ${next}`,
        what: { kind: 'status', status: next },
        at: null,
        state: 'next',
      }))
    : []
