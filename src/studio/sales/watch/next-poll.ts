import type { Network } from '#cardano/network.ts'
import { timeOf } from '#cardano/slots.ts'
import { saleStatus } from '#contract/sales/sale-status.ts'
import { neverMs, type SaleRow } from '../../store/sales.ts'

const minuteMs = 60_000
const dayMs = 86_400_000
/** Payments to an older address are recovered by hand: the wallet is in the vault. */
const longestMs = 180 * dayMs

/**
 * Polling limits of each network's gateway. Public gateways limit calls: an address without a payment is
 * polled at most once a minute, and at most `most` addresses per block. The devnet shares its machine:
 * `crowd` sales and more, of which it answers about so many a second, are polled more rarely.
 */
const paces = {
  devnet: { waitingMs: 0, busyMs: 0, most: -1, crowd: 100 },
  public: { waitingMs: minuteMs, busyMs: 5 * minuteMs, most: 60, crowd: Infinity },
} as const

const paceOf = (network: Network) => paces[network === 'devnet' ? 'devnet' : 'public']

/** Addresses polled per block; in SQLite a negative LIMIT means all. */
export const pollsPerBlock = (network: Network, slowdown = 1): number => {
  const { most } = paceOf(network)
  return most < 0 ? most : Math.max(1, Math.floor(most / slowdown))
}

/** What is polled with each block waits for so long at a slowdown of 2, where calls are scarce. */
const blockMs = 20_000

/**
 * When to poll a sale's address next, in milliseconds since 1970; 0 means with the next block. Active sales
 * are polled at once, unpaid ones at growing intervals up to five minutes and at the end of their
 * reservation, later ones at intervals up to a day.
 * @param on.isMoving a payment is unconfirmed, or was rolled back
 * @param on.slowdown see `slowdownOf`
 * @param on.watched how many sales are polled
 */
export const nextPoll = (
  network: Network,
  sale: Pick<SaleRow, 'status' | 'reserved_until' | 'updated_at'>,
  on: {
    readonly isMoving: boolean
    readonly nowMs: number
    readonly slowdown?: number
    readonly watched?: number
  },
): number => {
  const { isMoving, nowMs, slowdown = 1, watched = 0 } = on
  const soon = (pauseMs: number): number =>
    pauseMs === 0 ? 0 : nowMs + Math.round(pauseMs * slowdown)
  const withNextBlock = soon(slowdown > 1 ? (blockMs * (slowdown - 1)) / slowdown : 0)
  const pace = paceOf(network)
  const ageMs = Math.max(0, nowMs - Date.parse(sale.updated_at))
  const rarerMs = Math.round(ageMs / 10)
  if (isMoving) return withNextBlock
  const crowdMs = watched < pace.crowd ? 0 : Math.round((watched * 1_000) / pace.crowd)
  const { isInProgress, acceptsPayment } = saleStatus[sale.status]
  if (isInProgress) return soon(Math.max(crowdMs, Math.min(rarerMs, pace.busyMs)))
  const leftMs = timeOf(network, sale.reserved_until).getTime() - nowMs
  if (acceptsPayment && leftMs > 0) {
    const pauseMs = Math.min(Math.max(rarerMs, pace.waitingMs), pace.busyMs)
    // The end of a reservation is looked at in time: the tokens are free then.
    return Math.min(soon(pauseMs), nowMs + leftMs)
  }
  if (sale.status === 'RESERVED') return withNextBlock
  if (ageMs > longestMs) return neverMs
  return soon(Math.min(dayMs, Math.max(rarerMs, pace.waitingMs, crowdMs)))
}
