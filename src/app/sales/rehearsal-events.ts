import { event } from '#contract/events/event.ts'
import type { MintingClient } from '../api/client.ts'

/** Kinds of a sale's events from the service, oldest first. */
export const eventsOfSale = async (
  client: Pick<MintingClient, 'events'>,
  saleId: string,
): Promise<string[]> => {
  const kinds: string[] = []
  for await (const item of client.events({ sale_id: saleId, order: 'asc' })) {
    const data = event.safeParse(item).data?.data
    // a service may list the others too
    if (data?.sale_id === saleId && data.status !== undefined) kinds.push(data.status)
  }
  return kinds
}
