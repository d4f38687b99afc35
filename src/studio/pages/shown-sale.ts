import { setTimeout as sleep } from 'node:timers/promises'
import { isColdpressError } from '#values/errors/errors.ts'
import type { OwnSale } from '../sales/show/sale-view.ts'
import { asPoll } from '#chain/gateway/polls.ts'
import { createRateLimit, type RateLimit } from '#platform/http/rate-limit.ts'
import type { Studio } from '../options.ts'
import { callsStop } from '../sales/calls-used-up.ts'
import { shownDelivery } from '../sales/deliver/delivery.ts'
import { existingSale } from '../sales/existing-sale.ts'
import { isRead } from '../sales/watch/read-sales.ts'
import { requireSale } from '../sales/require-sale.ts'
import { fetchTip } from '../sales/tip.ts'
import { pollSale } from '../sales/watch/watch.ts'
import { existingCollection } from '../store/collections.ts'
import { countWatched, type SaleRow } from '../store/sales.ts'
import { type SaleState, saleStateOf } from './sale-state.ts'
import { saleStatus } from '#contract/sales/sale-status.ts'

/**
 * A sale that may be shown. What is paid for an open one is read first, unless this process has read it
 * since its start: nobody is asked to pay what the chain may have as paid already.
 * @throws ColdpressError `not_found`; as `requireSale`, and nothing of it is shown then
 */
export const confirmedSale = async (studio: Studio, id: string): Promise<SaleRow> => {
  const row = existingSale(studio, id)
  await requireSale(studio, row)
  return readFirst(studio, row)
}

/** As {@link confirmedSale}, for a sale that was required already, or needs no proof. */
export const readFirst = async (studio: Studio, row: SaleRow): Promise<SaleRow> => {
  if (
    !saleStatus[row.status].acceptsPayment ||
    isRead(studio, row.id) ||
    studio.chain === undefined
  )
    return row
  await Promise.race([readOnce(studio, row), sleep(longestWaitMs, undefined, { ref: false })])
  return existingSale(studio, row.id)
}

/** A visitor waits no longer for a silent gateway; the page says so and asks again. */
const longestWaitMs = 5_000

/** Of all sales together: each costs a few calls of the gateway, again and again while it fails. */
const attempts = { burst: 20, perSecond: 1 }

type Reading = { readonly limit: RateLimit; readonly underWay: Map<string, Promise<void>> }
const readings = new WeakMap<Studio, Reading>()

/** Visitors of one sale share a reading. */
const readOnce = (studio: Studio, row: SaleRow): Promise<void> => {
  const { limit, underWay } = readings.get(studio) ?? {
    limit: createRateLimit(attempts),
    underWay: new Map<string, Promise<void>>(),
  }
  readings.set(studio, { limit, underWay })
  const before = underWay.get(row.id)
  if (before !== undefined) return before
  if (callsStop(studio) !== undefined || !limit.receive()) return Promise.resolve()
  const reading = asPoll(() => readSale(studio, row)).finally(() => underWay.delete(row.id))
  underWay.set(row.id, reading)
  return reading
}

/** Without an answer the sale stays unread, which its page says. */
const readSale = async (studio: Studio, row: SaleRow): Promise<void> => {
  try {
    const tip = await fetchTip(studio)
    await pollSale(studio, row, { tip, watched: countWatched(studio.database) })
  } catch (error) {
    if (!isColdpressError(error)) throw error
  }
}

/** @param sale the same sale as it is answered */
export const shownState = async (
  studio: Studio,
  row: SaleRow,
  sale: OwnSale,
): Promise<SaleState> => {
  const collection = existingCollection(studio, row.collection_id)
  // Nobody pays any more: whether it can be delivered is no question.
  const { state: delivery } = saleStatus[sale.status].acceptsPayment
    ? await shownDelivery(studio, collection)
    : ({ state: 'ready' } as const)
  return saleStateOf(studio, row, { sale, delivery })
}
