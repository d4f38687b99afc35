import { event } from '../../shared/wire/event.ts'
import type { MintingClient } from '../api/client.ts'

/** Kinds of the events of one sale, oldest first. */
export type EventReader = (saleId: string) => Promise<string[]>

/** Reads what a service told since now. */
export const createEventReader = async (
  client: Pick<MintingClient, 'events'>,
): Promise<EventReader> => {
  const idOf = (item: unknown): string | undefined => event.safeParse(item).data?.id
  const newest = idOf((await client.events({ order: 'desc', size: 1 }).next()).value)
  return async (saleId) => {
    const kinds: string[] = []
    for await (const item of client.events({ order: 'desc', size: 100 })) {
      const read = event.safeParse(item).data
      if (newest !== undefined && read?.id === newest) break
      if (read?.data?.sale_id === saleId && read.data.status !== undefined)
        kinds.unshift(read.data.status)
    }
    return kinds
  }
}
