import type { SaleFacts } from '#shared/calls/sales.ts'
import { isMoving } from '#renderer/data/sales.ts'

/** The way of a sale that goes well. */
const path = ['RESERVED', 'PROCESSING', 'SUBMITTING', 'MINTING', 'COMPLETED'] as const
type PathStatus = (typeof path)[number]

export type SaleStep = {
  readonly key: string
  readonly what:
    | { readonly kind: 'status'; readonly status: string }
    | { readonly kind: 'payment'; readonly lovelace: string }
  /** Null: not yet, or not known. */
  readonly at: string | null
  readonly state: 'done' | 'now' | 'bad' | 'next'
}

const isOnPath = (status: string): status is PathStatus => path.some((one) => one === status)

const isBad = (status: string): boolean => /FAILED|MISSING|OVERPAID|UNDERPAID/u.test(status)

/** What happened to a sale and when, oldest first, and what is still to come if all goes well. */
export const stepsOf = (
  sale: Pick<SaleFacts, 'status' | 'createdAt' | 'updatedAt' | 'payments' | 'events'>,
): readonly SaleStep[] => {
  const status = (key: string, name: string, at: string): SaleStep => ({
    key,
    what: { kind: 'status', status: name },
    at,
    state: isBad(name) ? 'bad' : 'done',
  })
  const seen: SaleStep[] = [
    status('reserved', 'RESERVED', sale.createdAt),
    ...sale.payments.map(({ txId, index, lovelace, at }): SaleStep => ({
      key: `${txId} ${index}`,
      what: { kind: 'payment', lovelace },
      at,
      state: 'done',
    })),
    ...sale.events.map((event) => status(event.id, event.status, event.at)),
  ]
  const past = seen.toSorted((one, other) => timeIn(one) - timeIn(other))
  const statuses = past.flatMap(({ what }) => (what.kind === 'status' ? [what.status] : []))
  // What is told of money that came on top changes nothing about a sale that is done.
  const isReported =
    statuses.at(-1) === sale.status ||
    (sale.status === 'COMPLETED' && statuses.includes(sale.status))
  const all = isReported ? past : [...past, status('now', sale.status, sale.updatedAt)]
  const last = all.findLast(({ what }) => what.kind === 'status' && what.status === sale.status)
  return [
    ...all.map((step): SaleStep =>
      step === last && step.state === 'done' && isMoving(sale) ? { ...step, state: 'now' } : step,
    ),
    ...toCome(sale.status),
  ]
}

/** What has no time happened before what has one: it is what the service says least about. */
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
