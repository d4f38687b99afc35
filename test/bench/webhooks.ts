import { join } from 'node:path'
import { json } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { monotonicFactory } from 'ulid'
import { Agent, request } from 'undici'
import { z } from 'zod'
import { Database } from '#platform/db/database.ts'
import { Secret } from '#platform/secret/secret.ts'
import { newWebhookSecret } from '#platform/webhooks/new-secret.ts'
import { Deliveries } from '#studio/deliveries/deliver.ts'
import { deliveriesSchema } from '#studio/deliveries/schema.ts'
import { emitEvent } from '#studio/deliveries/emit-event.ts'
import { eventsSchema } from '#studio/events/store.ts'
import { studioSchema } from '#studio/store/schema.ts'
import { insertWebhook } from '#studio/store/webhooks.ts'
import { startLoopbackServer } from '../support/loopback-server.ts'
import { newFolder } from './bench-home.ts'
import type { Measure } from './main.ts'

const webhooks = 50
const hanging = 10
const events = 1_000
const perSecond = 20
/** A receiver is sent so many at once. */
const maxEach = 4
const goalMs = 1_000
const goalRatio = 8

const eventShape = z.object({ id: z.string() })

type Receiver = { readonly url: string; readonly at: Map<string, number>; close(): Promise<void> }

const startReceiver = async (hangs: boolean): Promise<Receiver> => {
  const at = new Map<string, number>()
  const server = await startLoopbackServer(async (_request, message, response) => {
    const { id } = eventShape.parse(await json(message))
    at.set(id, performance.now())
    if (!hangs) response.writeHead(204).end()
  })
  return { url: server.url, at, close: () => server.close() }
}

const openSender = (name: string, receivers: readonly Receiver[]) => {
  const folder = newFolder(`webhooks-${name}`)
  const schemas = [studioSchema, eventsSchema, deliveriesSchema]
  const database = new Database(join(folder, 'studio.db'), schemas)
  const ulid = monotonicFactory()
  const nextId = () => ulid().toLowerCase()
  const now = () => new Date()
  const secret = newWebhookSecret().text()
  const deliveries = new Deliveries({
    database,
    now,
    network: 'devnet',
    appId: 'bench',
    webhookSecrets: {
      set: () => Promise.resolve(),
      get: () => Promise.resolve(Secret.ofText(secret)),
      remove: () => Promise.resolve(),
    },
    failed: (error) => console.error(error),
  })
  for (const [index, { url }] of receivers.entries()) {
    const at = now().toISOString()
    const row = {
      id: nextId(),
      name: `receiver ${index}`,
      description: null,
      callback_url: url,
      own_events: '',
    }
    insertWebhook(database, { ...row, created_at: at, updated_at: at })
  }
  const studio = {
    database,
    nextId,
    now,
    wakeDeliveries: () => deliveries.wake(),
  }
  /** Two events of each sale. */
  const emit = (index: number): void =>
    emitEvent(studio, {
      status: index % 2 === 0 ? 'MINTING' : 'COMPLETED',
      saleId: `sale ${index >> 1}`,
      collectionId: 'bench',
      tokens: [
        {
          image: `ipfs://Qm${index}`,
          tx_id: 'ab'.repeat(32),
          asset_name: `Bench${index}`,
          name: `Bench ${index}`,
          price: 5_000_000,
        },
      ],
    })
  const lastId = () =>
    database.get(eventShape, 'SELECT id FROM events ORDER BY seq DESC LIMIT 1')?.id ?? ''
  const close = async (): Promise<void> => {
    await deliveries.close()
    database.close()
  }
  return { deliveries, emit, lastId, close }
}

const allReceived = async (receivers: readonly Receiver[]): Promise<void> => {
  while (receivers.some(({ at }) => at.size < events)) await sleep(5)
}

const p99 = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.ceil(values.length * 0.99) - 1] ?? Number.NaN

/** Milliseconds from an event to its arrival, the 99th percentile of each healthy webhook. */
const measureLatency = async (receivers: readonly Receiver[]): Promise<readonly number[]> => {
  const { deliveries, emit, lastId, close } = openSender('latency', receivers)
  deliveries.start()
  const emitted = new Map<string, number>()
  const startedAt = performance.now()
  for (let index = 0; index < events; index += 1) {
    const at = performance.now()
    emit(index)
    emitted.set(lastId(), at)
    await sleep(Math.max(0, startedAt + ((index + 1) * 1_000) / perSecond - performance.now()))
  }
  const healthy = receivers.slice(hanging)
  await allReceived(healthy)
  await close()
  return healthy.map(({ at }) => p99([...at].map(([id, ms]) => ms - (emitted.get(id) ?? 0))))
}

/** Seconds until every healthy webhook has all that was waiting for it. */
const measureBurst = async (receivers: readonly Receiver[]): Promise<number> => {
  const { deliveries, emit, close } = openSender('burst', receivers)
  for (let index = 0; index < events; index += 1) emit(index)
  const startedAt = performance.now()
  deliveries.start()
  await allReceived(receivers.slice(hanging))
  const seconds = (performance.now() - startedAt) / 1_000
  await close()
  return seconds
}

/** The same bodies, as many at once, by the same client, and nothing else. */
const measureFloor = async (receivers: readonly Receiver[]): Promise<number> => {
  const agent = new Agent()
  const padding = 'x'.repeat(450)
  const headers = { 'content-type': 'application/json' }
  const sendTo = async ({ url }: Receiver, first: number): Promise<void> => {
    for (let index = first; index < events; index += maxEach) {
      const body = JSON.stringify({ id: String(index), padding })
      const answer = await request(url, { method: 'POST', dispatcher: agent, headers, body })
      await answer.body.dump()
    }
  }
  const startedAt = performance.now()
  await Promise.all(
    receivers.flatMap((one) => Array.from({ length: maxEach }, (_, first) => sendTo(one, first))),
  )
  const seconds = (performance.now() - startedAt) / 1_000
  await agent.destroy()
  return seconds
}

const withReceivers = async <T>(
  ofThem: number,
  measure: (receivers: readonly Receiver[]) => Promise<T>,
): Promise<T> => {
  const receivers = await Promise.all(
    Array.from({ length: ofThem }, (_, index) =>
      startReceiver(ofThem === webhooks && index < hanging),
    ),
  )
  const result = await measure(receivers)
  for (const receiver of receivers) await receiver.close()
  return result
}

export const benchWebhooks = async (): Promise<readonly Measure[]> => {
  const floor = await withReceivers(webhooks - hanging, measureFloor)
  const burst = await withReceivers(webhooks, measureBurst)
  const latencies = await withReceivers(webhooks, measureLatency)
  const slowest = Math.max(...latencies)
  const healthy = webhooks - hanging
  const sent = (healthy * events).toLocaleString('en')
  const setting = `${webhooks} webhooks, ${hanging} of them hanging`
  const rate = (seconds: number): string =>
    `${Math.round((healthy * events) / seconds).toLocaleString('en')}/s`
  return [
    {
      what: `${setting}: from an event to its arrival, 99th percentile of the slowest healthy webhook (${events.toLocaleString('en')} events, ${perSecond} a second)`,
      value: `${slowest.toFixed(0)} ms (median webhook ${p99(latencies.toSorted((a, b) => a - b).slice(0, healthy / 2)).toFixed(0)} ms)`,
      goal: `< ${goalMs} ms`,
      met: slowest < goalMs,
    },
    {
      what: `${setting}: ${sent} deliveries that were waiting, against bare requests of the same client (${rate(floor)})`,
      value: `${(burst / floor).toFixed(1)} times (${rate(burst)})`,
      goal: `< ${goalRatio} times`,
      met: burst / floor < goalRatio,
    },
  ]
}
