import type { Network } from '#core/cardano/network.ts'
import { timeOf } from '#core/cardano/slots.ts'
import type { SaleStatus } from '#shared/wire/sale.ts'
import { neverMs, type SaleRow } from './store.ts'

const minuteMs = 60_000
const dayMs = 86_400_000
/** Whoever pays to an old address later than this is helped by hand: the wallet is in the vault. */
const longestMs = 180 * dayMs

/**
 * How a network's gateway is asked. Of a public one every call counts and is bounded: an address that
 * nothing was paid to is asked about at most once a minute, and all together no more often than
 * `most` with each block.
 */
const paces = {
  devnet: { waitingMs: 0, busyMs: 0, most: -1 },
  public: { waitingMs: minuteMs, busyMs: 5 * minuteMs, most: 60 },
} as const

const paceOf = (network: Network) => paces[network === 'devnet' ? 'devnet' : 'public']

/** How many addresses are looked at with one block; SQLite takes a number below 0 for all. */
export const pollsPerBlock = (network: Network): number => paceOf(network).most

/** The studio does something about them, or waits for what was paid to be confirmed. */
const busy: ReadonlySet<SaleStatus> = new Set(['PROCESSING', 'SUBMITTING', 'MINTING', 'REFUNDING'])
const waiting: ReadonlySet<SaleStatus> = new Set(['RESERVED', 'UNRESOLVED_UNDERPAID'])

/**
 * When a sale's address is to be looked at again, in milliseconds since 1970 and 0 for the next block:
 * at once while something moves there; while the buyer is waited for ever more rarely, down to every
 * five minutes, and once its time is over; later ever more rarely, in the end once a day.
 * @param isMoving a payment is not confirmed yet, or the chain took one back
 */
export const nextPoll = (
  network: Network,
  sale: Pick<SaleRow, 'status' | 'reserved_until' | 'updated_at'>,
  { isMoving, nowMs }: { readonly isMoving: boolean; readonly nowMs: number },
): number => {
  const pace = paceOf(network)
  const ageMs = Math.max(0, nowMs - Date.parse(sale.updated_at))
  const rarerMs = Math.round(ageMs / 10)
  if (isMoving) return 0
  if (busy.has(sale.status)) return soon(nowMs, Math.min(rarerMs, pace.busyMs))
  const leftMs = timeOf(network, sale.reserved_until).getTime() - nowMs
  if (waiting.has(sale.status) && leftMs > 0) {
    const pauseMs = Math.min(Math.max(rarerMs, pace.waitingMs), pace.busyMs)
    return soon(nowMs, Math.min(pauseMs, leftMs))
  }
  if (sale.status === 'RESERVED') return 0
  if (ageMs > longestMs) return neverMs
  return soon(nowMs, Math.min(dayMs, Math.max(rarerMs, pace.waitingMs)))
}

const soon = (nowMs: number, pauseMs: number): number => (pauseMs === 0 ? 0 : nowMs + pauseMs)
