import { isColdpressError } from '#shared/errors.ts'
import type { Submission } from '#core/submission/journal.ts'
import { chainOf } from '../mints/chain.ts'
import type { Studio } from '../options.ts'
import { changeSale, recordEvent } from './change-sale.ts'
import { inParallel } from './in-parallel.ts'
import { pollsPerBlock } from './next-poll.ts'
import { processSale } from './process.ts'
import { findSale, type SaleRow, salesIn, salesToWatch, setTried } from './store.ts'
import { fetchTip } from './tip.ts'
import { pollSale } from './watch.ts'

/** Runs work for one sale; a failure is told under its id and does not end the others. */
export type Attempt = (about: string, work: () => Promise<void>) => Promise<void>

/**
 * One round over all sales: looks at the addresses that are due, once for each new block, and brings
 * on what was paid.
 */
export const createSalesRound = (studio: Studio, attempt: Attempt): (() => Promise<void>) => {
  let polledTip = ''
  const pollDue = async (): Promise<void> => {
    const nowMs = studio.now().getTime()
    const due = salesToWatch(studio.database, nowMs, pollsPerBlock(studio.network))
    if (due.length === 0) return
    const tip = await fetchTip(studio)
    // A sale that was made since, or is due since, can have nothing new before the next block either.
    if (tip.hash === polledTip) return
    let isAway = false
    await inParallel(due, (sale) =>
      attempt(sale.id, async () => {
        if (isAway) return
        try {
          await pollSale(studio, sale, tip)
        } catch (error) {
          isAway ||= isOfGateway(error)
          if (!isAway) setTried(studio.database, sale.id, nowMs)
          throw error
        }
      }),
    )
    // One sale that cannot be looked at waits for the next block; a gateway that is away does not.
    if (!isAway) polledTip = tip.hash
  }
  return async () => {
    await attempt('sales', pollDue)
    const waiting = salesIn(studio.database, ['PROCESSING']).filter((sale) => sale.mint_id === null)
    await inParallel(waiting, ({ id }) => attempt(id, () => processSale(studio, id)))
    for (const { id } of salesIn(studio.database, ['SUBMITTING'])) noteStuck(studio, id)
  }
}

const isOfGateway = (error: unknown): boolean =>
  isColdpressError(error, 'unreachable') ||
  isColdpressError(error, 'timeout') ||
  isColdpressError(error, 'rate_limited')

/**
 * Signed, and the gateway does not take it, or says that it cannot yet: whoever sells learns of it,
 * and it is tried on.
 */
const noteStuck = (studio: Studio, saleId: string): void =>
  studio.database.transact(() => {
    const { submissions, following } = chainOf(studio)
    const before = findSale(studio.database, saleId)
    if (before?.status !== 'SUBMITTING' || before.mint_id === null) return
    const since = before.updated_at
    if (studio.now().getTime() - Date.parse(since) < following.unreachableMs) return
    const stuck = submissions.of(before.mint_id).find(isStuck)
    if (stuck !== undefined) notTaken(studio, before, stuck)
  })

const isStuck = ({ state, error }: Submission): boolean => state === 'ready' && error !== null

const notTaken = (
  studio: Studio,
  before: SaleRow,
  { txId, error: gatewayError }: Submission,
): void => {
  const reason = gatewayError?.message ?? ''
  const isRejected = gatewayError?.code === 'rejected'
  const name = isRejected ? 'GatewayRefusedError' : 'GatewayUnreachableError'
  const message = isRejected ? { reason } : { reason, since: before.updated_at }
  const error = [{ name, message }]
  const sale = changeSale(studio, before, { status: 'UNRESOLVED_SUBMITTING_FAILED', error })
  const cause = `${name} ${txId}`
  recordEvent(studio, sale, { kind: 'UNRESOLVED_SUBMITTING_FAILED', cause, error })
}
