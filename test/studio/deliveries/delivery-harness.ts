import type { IncomingMessage, ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { monotonicFactory } from 'ulid'
import { onTestFinished } from 'vitest'
import { z } from 'zod'
import { Database } from '#platform/db/database.ts'
import { delivery, deliveryWithBody, webhookMade } from '#contract/webhooks/webhook.ts'
import { emitEvent, type SaleEvent } from '#studio/deliveries/emit-event.ts'
import type { StudioOptions } from '#studio/options.ts'
import { startLoopbackServer } from '../../support/loopback-server.ts'
import { createWebhookSecretKeeper, openStudio, type TestStudio } from '../open-studio.ts'

export const second = 1_000
export const hour = 3_600_000

/** What a receiver was sent. */
export type Received = {
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  readonly eventId: string
  readonly saleId: string
}

export type Answer = (
  received: Received,
  response: ServerResponse,
  message: IncomingMessage,
) => unknown

const eventShape = z.looseObject({
  id: z.string(),
  data: z.looseObject({ sale_id: z.string() }),
})

export const ok: Answer = (_received, response) => response.writeHead(204).end()
export const status =
  (code: number): Answer =>
  (_received, response) =>
    response.writeHead(code).end('so it is')
/** Takes what it is sent and never answers. */
export const hang: Answer = () => undefined

/** A real server that remembers what it was sent, whole. */
export const startReceiver = async (first: Answer = ok) => {
  const received: Received[] = []
  const state = { answer: first }
  const server = await startLoopbackServer(async (request, message, response) => {
    const body = await text(message)
    const { id, data } = eventShape.parse(JSON.parse(body))
    const headers = z.record(z.string(), z.string()).parse(request.headers)
    const one = { headers, body, eventId: id, saleId: data.sale_id }
    received.push(one)
    state.answer(one, response, message)
  })
  onTestFinished(() => server.close())
  return {
    url: `${server.url}/hook`,
    received,
    ids: () => received.map(({ eventId }) => eventId),
    answers: (answer: Answer) => {
      state.answer = answer
    },
  }
}

/** Writes events beside a running studio, as another process on the same database would. */
export const openEmitter = (databasePath: string, now: () => Date) => {
  const database = new Database(databasePath, [])
  onTestFinished(() => database.close())
  const ulid = monotonicFactory()
  const outbox = {
    database,
    nextId: () => ulid().toLowerCase(),
    now,
    wakeDeliveries: () => undefined,
  }
  const lastId = z.object({ id: z.string() })
  /** @returns the event's id */
  const emit = (saleId: string, event: Partial<SaleEvent> = {}): string => {
    emitEvent(outbox, {
      status: 'MINTING',
      saleId,
      collectionId: 'a-collection',
      tokens: [
        {
          image: 'ipfs://QmOne',
          tx_id: 'ab'.repeat(32),
          asset_name: 'One',
          name: 'One',
          price: 5_000_000,
        },
      ],
      ...event,
    })
    const row = database.get(lastId, 'SELECT id FROM events ORDER BY seq DESC LIMIT 1')
    return row?.id ?? ''
  }
  return { database, emit }
}

const page = z.object({ data: z.array(delivery), cursor: z.string().nullable() })

/** A studio whose clock can be set forward, and that can be started again. */
export const openDeliveryHarness = async (limitMs = 300, pollMs = 10): Promise<DeliveryHarness> => {
  const clock = { ahead: 0 }
  const now = () => new Date(Date.now() + clock.ahead)
  const fakeVault = createWebhookSecretKeeper()
  const open = async (more: Partial<StudioOptions>): Promise<TestStudio> => {
    const { webhookSecrets } = fakeVault
    const deliveryTimes = { limitMs, pollMs }
    const studio = await openStudio({ now, webhookSecrets, deliveryTimes, ...more })
    onTestFinished(() => studio.close())
    await studio.app.ready()
    return studio
  }
  let studio = await open({})
  const { databasePath } = studio
  const { emit, database } = openEmitter(databasePath, now)
  const call: TestStudio['call'] = (...args) => studio.call(...args)
  return {
    call,
    fakeVault,
    database,
    databasePath,
    now,
    emit,
    second: () => open({ database: databasePath }),
    close: () => studio.app.close(),
    reopen: async () => {
      studio = await open({ database: databasePath })
    },
    skip: (ms) => {
      clock.ahead += ms
    },
    addWebhook: async (url) => {
      const body = { type: 'nft_api', name: 'shop', network: 'testnet', callback_url: url }
      return webhookMade.parse((await call('POST', '/webhooks', body)).body)
    },
    deliveries: async (webhookId, query = '') => {
      const path = `/webhooks/${webhookId}/deliveries?order=asc&size=100${query}`
      return page.parse((await call('GET', path)).body).data
    },
    delivery: async (id) => deliveryWithBody.parse((await call('GET', `/deliveries/${id}`)).body),
  }
}

export type DeliveryHarness = {
  readonly call: TestStudio['call']
  readonly fakeVault: ReturnType<typeof createWebhookSecretKeeper>
  readonly database: Database
  readonly databasePath: string
  readonly now: () => Date
  readonly emit: (saleId: string, event?: Partial<SaleEvent>) => string
  /** Another studio on the same database, beside the first. */
  readonly second: () => Promise<TestStudio>
  /** The studio ends; `reopen` starts one where it left off. */
  readonly close: () => Promise<void>
  readonly reopen: () => Promise<void>
  readonly skip: (ms: number) => void
  readonly addWebhook: (url: string) => Promise<z.output<typeof webhookMade>>
  readonly deliveries: (webhookId: string, query?: string) => Promise<z.output<typeof delivery>[]>
  readonly delivery: (id: string) => Promise<z.output<typeof deliveryWithBody>>
}
