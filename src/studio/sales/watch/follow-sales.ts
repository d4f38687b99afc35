import { isColdpressError } from '#values/errors/errors.ts'
import { inParallel } from '#values/work/in-parallel.ts'
import { slowdownOf } from '#chain/gateway/call-pace.ts'
import { maxParallelCalls } from '#chain/submission/at-once.ts'
import type { Submission } from '#chain/submission/journal.ts'
import { requireChain } from '../../mints/chain.ts'
import type { Studio } from '../../options.ts'
import { changeSale, recordEvent } from '../change-sale.ts'
import { noteLateDeliveries } from '../deliver/late-deliveries.ts'
import { pollsPerBlock } from './next-poll.ts'
import { processSale } from '../deliver/process.ts'
import {
  countWatched,
  findSale,
  type SaleRow,
  salesIn,
  salesToWatch,
  setTried,
} from '../../store/sales.ts'
import { fetchTip } from '../tip.ts'
import { pollSale } from './watch.ts'
import { saleErrorOf } from '#contract/sales/explain-sale-error.ts'

/** Runs the work for one sale. A failure is reported under its id and does not stop the others. */
export type RunForSale = (about: string, work: () => Promise<void>) => Promise<void>

/**
 * Creates a pass over all sales, run once per new block: it polls the addresses that are due and processes
 * paid sales.
 */
export const createSalesPass = (studio: Studio, attempt: RunForSale): (() => Promise<void>) => {
  const limit = maxParallelCalls(studio.network)
  let polledTip = ''
  const pollDue = async (): Promise<void> => {
    const nowMs = studio.now().getTime()
    const due = salesToWatch(
      studio.database,
      nowMs,
      pollsPerBlock(studio.network, slowdownOf(requireChain(studio).gateway)),
    )
    if (due.length === 0) return
    const tip = await fetchTip(studio)
    // Without a new block, even a sale that is new or due has nothing new.
    if (tip.hash === polledTip) return
    const pass = { tip, watched: countWatched(studio.database) }
    let isAway = false
    await inParallel(due, limit, (sale) =>
      attempt(sale.id, async () => {
        if (isAway) return
        try {
          await pollSale(studio, sale, pass)
        } catch (error) {
          isAway ||= isOfGateway(error)
          if (!isAway) setTried(studio.database, sale.id, nowMs)
          throw error
        }
      }),
    )
    // A failure of one sale waits for the next block; an unreachable gateway is retried at once.
    if (!isAway) polledTip = tip.hash
  }
  return async () => {
    await attempt('sales', pollDue)
    await attempt('late deliveries', async () => noteLateDeliveries(studio))
    const waiting = salesIn(studio.database, ['PROCESSING']).filter((sale) => sale.mint_id === null)
    await inParallel(waiting, limit, ({ id }) => attempt(id, () => processSale(studio, id)))
    for (const { id } of salesIn(studio.database, ['SUBMITTING'])) noteStuck(studio, id)
  }
}

const isOfGateway = (error: unknown): boolean =>
  isColdpressError(error, 'unreachable') ||
  isColdpressError(error, 'timeout') ||
  isColdpressError(error, 'rate_limited')

/** Reports a signed transaction that the gateway rejects or cannot send yet. Sending is retried. */
const noteStuck = (studio: Studio, saleId: string): void =>
  studio.database.transact(() => {
    const { submissions, following } = requireChain(studio)
    const before = findSale(studio.database, saleId)
    if (before?.status !== 'SUBMITTING' || before.mint_id === null) return
    const since = before.updated_at
    if (studio.now().getTime() - Date.parse(since) < following.unreachableMs) return
    const stuck = submissions.of(before.mint_id).find(isStuck)
    if (stuck !== undefined) noteNotTaken(studio, before, stuck)
  })

const isStuck = ({ state, error }: Submission): boolean => state === 'ready' && error !== null

const noteNotTaken = (
  studio: Studio,
  before: SaleRow,
  { txId, error: gatewayError }: Submission,
): void => {
  const reason = gatewayError?.message ?? ''
  const isRejected = gatewayError?.code === 'rejected'
  const stuck = isRejected
    ? saleErrorOf('GatewayRefusedError', { reason })
    : saleErrorOf('GatewayUnreachableError', { reason, since: before.updated_at })
  const error = [stuck]
  const sale = changeSale(studio, before, { status: 'UNRESOLVED_SUBMITTING_FAILED', error })
  const cause = `${stuck.name} ${txId}`
  recordEvent(studio, sale, { kind: 'UNRESOLVED_SUBMITTING_FAILED', cause, error })
}
