import { onTestFinished } from 'vitest'
import { Database } from '#platform/db/database.ts'
import { practiceSchema } from '#app/practice/practice.ts'
import { receivedSchema } from '#app/events/received/event-schema.ts'
import { createReceivedEvents } from '#app/events/received/received-events.ts'

const start = Date.parse('2026-11-21T10:00:00.000Z')

export const minutesIn = (minutes: number): Date => new Date(start + minutes * 60_000)

type Given = {
  readonly id: string
  readonly minute?: number
  readonly status?: string
  readonly sale?: string
  readonly collection?: string
  readonly key?: string | null
  readonly network?: string
  readonly more?: Readonly<Record<string, unknown>>
}

/** An event as the interface shows it, as JSON. */
export const eventJson = (given: Given): string => {
  const { id, minute = 0, status = 'MINTING', sale = 'sale-1', collection = 'collection-1' } = given
  return JSON.stringify({
    id,
    data: {
      status,
      tokens: [{ image: 'ipfs://QmOne', tx_id: 'ab12cd34', asset_name: 'Specimen01' }],
      sale_id: sale,
      account_id: 'account-1',
      collection_id: collection,
    },
    type: 'nft',
    object: 'event',
    webhook_id: 'webhook-1',
    api_version: '1.0',
    create_date: start + minute * 60_000,
    ...(given.key === null ? {} : { idempotency_key: given.key ?? `${id}|webhook-1` }),
    network: given.network ?? 'testnet',
    ...given.more,
  })
}

export const openEvents = (now?: () => Date) => {
  const db = new Database(':memory:', [receivedSchema, practiceSchema])
  onTestFinished(() => db.close())
  return { db, events: createReceivedEvents(now === undefined ? { db } : { db, now }) }
}
