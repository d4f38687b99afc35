import type { SaleFacts } from '#shared/calls/sales.ts'
import { isColdpressError } from '#shared/errors.ts'
import { event } from '#shared/wire/event.ts'
import type { MintingClient } from '#core/api/client.ts'

/** The sale's events, oldest first; none where the service keeps no events. */
export const eventsOf = async (
  client: Pick<MintingClient, 'events'>,
  saleId: string,
): Promise<SaleFacts['events']> => {
  try {
    const events = await Array.fromAsync(
      client.events({ sale_id: saleId, order: 'asc', size: 100 }),
    )
    return events.flatMap((one) => {
      const read = event.safeParse(one)
      const { id, data, create_date: at } = read.data ?? {}
      // A service that ignores the filter also returns events of other sales.
      if (id === undefined || data?.status === undefined || data.sale_id !== saleId) return []
      return [{ id, status: data.status, at: new Date(at ?? 0).toISOString() }]
    })
  } catch (error) {
    if (isColdpressError(error, 'not_found')) return []
    throw error
  }
}
