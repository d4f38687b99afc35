import { createHmac } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { Webhook } from 'standardwebhooks'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { z } from 'zod'
import { checkSignature } from '#platform/webhooks/signature.ts'
import { Secret } from '#platform/secret/secret.ts'
import { Deliveries } from '#studio/deliveries/deliver.ts'
import { emitEvent } from '#studio/deliveries/emit-event.ts'
import { retryDelaysMs } from '#studio/deliveries/schedule.ts'
import { findWebhook, setWaiting } from '#studio/store/webhooks.ts'
import { errorMessage } from '../open-studio.ts'
import {
  hang,
  hour,
  ok,
  openDeliveryHarness,
  second,
  startReceiver,
  status,
} from './delivery-harness.ts'

const minute = 60 * second
const day = 24 * hour

/** What sends the events of a harness, beside or instead of its studio. */
const deliveriesOf = (
  { database, now, fakeVault }: Awaited<ReturnType<typeof openDeliveryHarness>>,
  changes: Partial<ConstructorParameters<typeof Deliveries>[0]>,
) =>
  new Deliveries({
    database,
    now,
    network: 'devnet',
    appId: 'local',
    webhookSecrets: fakeVault.webhookSecrets,
    failed: () => undefined,
    ...changes,
  })

describe('A delivery', () => {
  it("has exactly the interface's fields, and both signatures", async () => {
    const harness = await openDeliveryHarness()
    const receiver = await startReceiver()
    const { id: webhookId, secret = '' } = await harness.addWebhook(receiver.url)
    const error = [{ name: 'OverpaidError', message: { expected: 1, paid: 2, surplus: 1 } }]
    const id = harness.emit('sale-1', { status: 'UNRESOLVED_OVERPAID', error })
    await expect.poll(() => receiver.received.length).toBe(1)
    const { headers = {}, body = '' } = receiver.received[0] ?? {}
    const key = `${id}|${webhookId}`
    const event: unknown = JSON.parse(body)
    expect(event).toEqual({
      id,
      data: {
        status: 'UNRESOLVED_OVERPAID',
        tokens: [
          {
            image: 'ipfs://QmOne',
            tx_id: 'ab'.repeat(32),
            asset_name: 'One',
            name: 'One',
            price: 5_000_000,
          },
        ],
        sale_id: 'sale-1',
        account_id: 'local',
        collection_id: 'a-collection',
        error,
      },
      type: 'nft',
      object: 'event',
      webhook_id: webhookId,
      api_version: '1.0',
      create_date: expect.any(Number),
      idempotency_key: key,
      network: 'testnet',
    })
    expect(headers).toMatchObject({ 'content-type': 'application/json', 'webhook-id': key })
    expect(new Webhook(secret).verify(body, { ...headers })).toEqual(event)
    expect(headers['x-tangocrypto-signature']).toBe(
      createHmac('sha256', secret).update(body).digest('hex'),
    )
    const given = { headers, body: Buffer.from(body) }
    expect(
      checkSignature(given, { secret: Secret.ofText(secret), scheme: 'standard' }, new Date()).ok,
    ).toBe(true)
  })

  it('is repeated after a 500, byte for byte under the same key, signed again', async () => {
    const harness = await openDeliveryHarness()
    const receiver = await startReceiver(status(500))
    const { id, secret = '' } = await harness.addWebhook(receiver.url)
    const before = Date.now()
    harness.emit('sale-1')
    await expect.poll(async () => (await harness.deliveries(id))[0]?.attempts).toBe(1)
    const [waits] = await harness.deliveries(id)
    const nextAt = Date.parse(waits?.next_attempt_at ?? '')
    expect(waits).toMatchObject({ state: 'pending', reason: 'the receiver answered 500' })
    expect(nextAt).toBeGreaterThanOrEqual(before + 5 * second)
    expect(nextAt).toBeLessThanOrEqual(Date.now() + 5.5 * second)
    expect(receiver.received).toHaveLength(1)

    receiver.answers(ok)
    harness.skip(6 * second)
    await expect.poll(async () => (await harness.deliveries(id))[0]?.state).toBe('delivered')
    const [first, again] = receiver.received
    expect(again?.body).toBe(first?.body)
    expect(again?.headers['webhook-id']).toBe(first?.headers['webhook-id'])
    expect(again?.headers['webhook-timestamp']).not.toBe(first?.headers['webhook-timestamp'])
    new Webhook(secret).verify(again?.body ?? '', { ...again?.headers })
    const [done] = await harness.deliveries(id)
    expect(done).toMatchObject({ attempts: 2, reason: null, next_attempt_at: null })
    expect(done?.history).toMatchObject([
      { number: 1, status_code: 500, body_start: 'so it is', error: 'the receiver answered 500' },
      { number: 2, status_code: 204, body_start: '', error: null },
    ])
  })

  it('fails after 5 s, 5 min, 30 min, 2 h, 5 h, 10 h, 14 h, 20 h and 24 h, and can be sent by hand', async () => {
    const harness = await openDeliveryHarness()
    const receiver = await startReceiver(status(503))
    const { id } = await harness.addWebhook(receiver.url)
    harness.emit('sale-1')
    for (const [index, delay] of retryDelaysMs.entries()) {
      await expect.poll(async () => (await harness.deliveries(id))[0]?.attempts).toBe(index + 1)
      const [waits] = await harness.deliveries(id)
      const last = Date.parse(waits?.history.at(-1)?.at ?? '')
      const waitMs = Date.parse(waits?.next_attempt_at ?? '') - last
      expect(waitMs).toBeGreaterThanOrEqual(delay)
      expect(waitMs).toBeLessThan(delay * 1.1 + 10 * second)
      harness.skip(waitMs)
    }
    await expect.poll(async () => (await harness.deliveries(id))[0]?.state).toBe('failed')
    expect(receiver.received).toHaveLength(10)
    const [failed] = await harness.deliveries(id, '&state=failed')
    expect(failed?.reason).toBe('10 attempts failed, the last because the receiver answered 503')
    harness.skip(10 * day)

    receiver.answers(ok)
    const path = `/deliveries/${failed?.id}/resend`
    expect((await harness.call('POST', path)).body).toMatchObject({ state: 'pending' })
    await expect.poll(async () => (await harness.deliveries(id))[0]?.state).toBe('delivered')
    expect(new Set(receiver.received.map(({ body }) => body)).size).toBe(1)
    // What was delivered can be sent again too.
    await harness.call('POST', path)
    await expect.poll(() => receiver.received.length).toBe(12)
  })

  it('is not made for a webhook that is disabled, and 410 disables one', async () => {
    const harness = await openDeliveryHarness()
    const receiver = await startReceiver(status(410))
    const { id } = await harness.addWebhook(receiver.url)
    harness.emit('sale-1')
    harness.emit('sale-1', { status: 'COMPLETED' })
    const path = `/webhooks/${id}`
    await expect
      .poll(async () => (await harness.call('GET', path)).body)
      .toMatchObject({
        available: 'false',
      })
    const reason = 'the receiver answered 410 (Gone), which disabled the webhook'
    const ended = await harness.deliveries(id)
    expect(ended).toMatchObject([
      { state: 'failed', attempts: 1, reason },
      { state: 'failed', attempts: 0, reason },
    ])
    harness.emit('sale-2')
    expect(await harness.deliveries(id)).toHaveLength(2)
    const resend = `/deliveries/${ended[1]?.id}/resend`
    expect(errorMessage(await harness.call('POST', resend), 409)).toContain('available')

    receiver.answers(ok)
    for (const available of [true, 'true']) {
      const changed = await harness.call('PATCH', path, { available })
      expect(changed.body).toMatchObject({ available: 'true' })
    }
    const next = harness.emit('sale-3')
    await expect.poll(() => receiver.ids().at(-1)).toBe(next)
    await harness.call('POST', resend)
    await expect
      .poll(async () => (await harness.deliveries(id)).map(({ state }) => state))
      .toEqual(['failed', 'delivered', 'delivered'])
    const off = await harness.call('PATCH', path, { available: false })
    expect(off.body).toMatchObject({ available: 'false' })
  })

  it('waits without an attempt while the vault cannot sign, and says why', async () => {
    const harness = await openDeliveryHarness()
    const receiver = await startReceiver()
    const { id } = await harness.addWebhook(receiver.url)
    harness.fakeVault.state.locked = true
    harness.emit('sale-1')
    await expect
      .poll(async () => (await harness.deliveries(id))[0]?.reason)
      .toMatch(/vault is locked/u)
    expect(await harness.deliveries(id)).toMatchObject([
      { state: 'pending', attempts: 0, history: [], next_attempt_at: null },
    ])
    errorMessage(await harness.call('POST', `/webhooks/${id}/test`), 423)
    harness.fakeVault.state.locked = false
    await expect.poll(() => receiver.received.length).toBe(1)
    await expect.poll(async () => (await harness.deliveries(id))[0]?.reason).toBe(null)
  })

  it('waits no longer once it is delivered, whichever program on the database said so', async () => {
    const harness = await openDeliveryHarness()
    const receiver = await startReceiver()
    const { id } = await harness.addWebhook(receiver.url)
    harness.emit('sale-1')
    await expect.poll(async () => (await harness.deliveries(id))[0]?.state).toBe('delivered')
    setWaiting(harness.database, id, 'The vault is locked.')
    harness.emit('sale-2')
    await expect.poll(async () => (await harness.deliveries(id))[1]?.state).toBe('delivered')
    expect(findWebhook(harness.database, id)?.waits_because).toBe(null)
  })

  it('is tried at once at another callback URL, with all its attempts again', async () => {
    const harness = await openDeliveryHarness()
    const [old, other] = [await startReceiver(status(500)), await startReceiver(status(503))]
    const { id } = await harness.addWebhook(old.url)
    harness.emit('sale-1')
    for (const attempts of [1, 2, 3]) {
      if (attempts > 1) harness.skip(6 * minute)
      await expect.poll(async () => (await harness.deliveries(id))[0]?.attempts).toBe(attempts)
    }
    const path = `/webhooks/${id}`
    // What names the same address says nothing new.
    await harness.call('PATCH', path, { name: 'same', callback_url: old.url })
    expect((await harness.deliveries(id))[0]?.reason).toBe('the receiver answered 500')
    await harness.call('PATCH', path, { callback_url: other.url })
    await expect.poll(() => other.received.length).toBe(1)
    await expect.poll(async () => (await harness.deliveries(id))[0]?.attempts).toBe(4)
    other.answers(ok)
    harness.skip(6 * second)
    await expect.poll(async () => (await harness.deliveries(id))[0]?.state).toBe('delivered')
    expect([old, other].map(({ received }) => received.length)).toEqual([3, 2])
  })

  it('leaves at once when the callback URL changes, whenever the outbox is looked at next', async () => {
    const [old, other] = [await startReceiver(), await startReceiver()]
    const harness = await openDeliveryHarness(60 * second, day)
    const { id } = await harness.addWebhook(old.url)
    // Until the outbox waits for its next look; before, the event would leave with this one, as it should.
    await sleep(20)
    const event = harness.emit('sale-1')
    await harness.call('PATCH', `/webhooks/${id}`, { callback_url: other.url })
    await expect.poll(() => other.ids()).toEqual([event])
    expect(old.received).toEqual([])
  })

  it('does not wait for a clock that was put back', async () => {
    const harness = await openDeliveryHarness()
    const receiver = await startReceiver()
    await harness.addWebhook(receiver.url)
    const first = harness.emit('sale-1')
    await expect.poll(() => receiver.ids()).toEqual([first])
    harness.skip(-hour)
    const next = harness.emit('sale-2')
    await expect.poll(() => receiver.ids()).toEqual([first, next])
  })

  it('is tried again in its time though the clock was put back, also while no studio ran', async () => {
    const harness = await openDeliveryHarness()
    const receiver = await startReceiver(status(500))
    const { id } = await harness.addWebhook(receiver.url)
    harness.emit('sale-1')
    await expect.poll(async () => (await harness.deliveries(id))[0]?.attempts).toBe(1)
    harness.skip(-hour)
    await expect.poll(async () => (await harness.deliveries(id))[0]?.attempts).toBe(2)
    await harness.close()
    harness.skip(-day)
    receiver.answers(ok)
    await harness.reopen()
    await expect.poll(async () => (await harness.deliveries(id))[0]?.state).toBe('delivered')
  })

  it('is sent though a killed process had claimed it by a later clock', async () => {
    const harness = await openDeliveryHarness()
    const receiver = await startReceiver()
    await harness.addWebhook(receiver.url)
    await harness.close()
    const event = harness.emit('sale-1')
    const later = harness.now().getTime() + hour
    harness.database.run('UPDATE deliveries SET claimed_until = :later', { later })
    await harness.reopen()
    await expect.poll(() => receiver.ids()).toEqual([event])
  })

  it('goes to the new callback URL though the old one, asked before, is gone', async () => {
    const harness = await openDeliveryHarness(60 * second)
    const held: (() => void)[] = []
    const old = await startReceiver((...args) => void held.push(() => status(410)(...args)))
    const other = await startReceiver()
    const { id } = await harness.addWebhook(old.url)
    harness.emit('sale-1')
    await expect.poll(() => held.length).toBe(1)
    await harness.call('PATCH', `/webhooks/${id}`, { callback_url: other.url })
    for (const answer of held) answer()
    await expect.poll(async () => (await harness.deliveries(id))[0]?.attempts).toBe(1)
    harness.skip(6 * second)
    await expect.poll(async () => (await harness.deliveries(id))[0]?.state).toBe('delivered')
    expect(other.received).toHaveLength(1)
  })

  it('waits in a studio that has no vault, and is signed by the next that has one', async () => {
    const harness = await openDeliveryHarness()
    const receiver = await startReceiver()
    const { id } = await harness.addWebhook(receiver.url)
    await harness.close()
    harness.emit('sale-1')
    const { database } = harness
    const failed: unknown[] = []
    const bare = deliveriesOf(harness, {
      webhookSecrets: undefined,
      failed: (error) => failed.push(error),
      times: { pollMs: 10 },
    })
    bare.start()
    await expect.poll(() => findWebhook(database, id)?.waits_because).toMatch(/without a vault/u)
    await bare.close()
    expect(failed).toEqual([])
    await harness.reopen()
    await expect.poll(() => receiver.received.length).toBe(1)
    await expect.poll(() => findWebhook(database, id)?.waits_because).toBe(null)
  })

  it('leaves at once when its event is committed, whenever the outbox is looked at next', async () => {
    const harness = await openDeliveryHarness()
    const receiver = await startReceiver()
    await harness.addWebhook(receiver.url)
    await harness.close()
    const { database, now } = harness
    const deliveries = deliveriesOf(harness, { times: { pollMs: day } })
    deliveries.start()
    await expect.poll(() => receiver.received.length).toBe(0)
    let number = 0
    const nextId = () => `id-${(number += 1)}`
    const wakeDeliveries = () => deliveries.wake()
    database.transact(() =>
      emitEvent(
        { database, now, nextId, wakeDeliveries },
        { status: 'COMPLETED', saleId: 'sale-1', collectionId: 'a-collection', tokens: [] },
      ),
    )
    await expect.poll(() => receiver.ids()).toEqual(['id-1'])
    await deliveries.close()
  })

  it('is looked for by no timer that is set into the past', async () => {
    const harness = await openDeliveryHarness()
    const timers = vi.spyOn(globalThis, 'setTimeout')
    onTestFinished(() => timers.mockRestore())
    const deliveries = deliveriesOf(harness, { times: { pollMs: 10 } })
    deliveries.start()
    await expect.poll(() => timers.mock.calls.length).toBeGreaterThan(3)
    await deliveries.close()
    expect(timers.mock.calls.filter(([, ms = 0]) => ms < 0)).toEqual([])
  })

  it('goes on after a restart, at the time that was set before', async () => {
    const harness = await openDeliveryHarness()
    const receiver = await startReceiver(status(500))
    const { id } = await harness.addWebhook(receiver.url)
    harness.emit('sale-1')
    await expect.poll(async () => (await harness.deliveries(id))[0]?.attempts).toBe(1)
    await harness.close()
    receiver.answers(ok)
    await harness.reopen()
    expect(await harness.deliveries(id)).toMatchObject([{ state: 'pending', attempts: 1 }])
    await harness.close()
    harness.skip(day)
    await harness.reopen()
    await expect.poll(async () => (await harness.deliveries(id))[0]?.state).toBe('delivered')
    expect(receiver.received).toHaveLength(2)
  })

  it('is given up by a studio that is closed, without counting as an attempt', async () => {
    const harness = await openDeliveryHarness(60 * second)
    const receiver = await startReceiver(hang)
    const { id } = await harness.addWebhook(receiver.url)
    harness.emit('sale-1')
    await expect.poll(() => receiver.received.length).toBe(1)
    await harness.close()
    receiver.answers(ok)
    await harness.reopen()
    await expect.poll(async () => (await harness.deliveries(id))[0]?.state).toBe('delivered')
    expect(await harness.deliveries(id)).toMatchObject([{ attempts: 1 }])
  })

  it('is made by one of several studios on one database', async () => {
    const harness = await openDeliveryHarness(60 * second)
    await harness.second()
    const receiver = await startReceiver()
    const { id } = await harness.addWebhook(receiver.url)
    const emitted = Array.from({ length: 100 }, (_, index) => harness.emit(`sale-${index}`))
    await expect
      .poll(async () => (await harness.deliveries(id, '&state=delivered')).length)
      .toBe(100)
    expect(receiver.ids().toSorted()).toEqual(emitted.toSorted())
  })

  it('goes with its webhook, and so does the secret', async () => {
    const harness = await openDeliveryHarness()
    const receiver = await startReceiver(status(500))
    const { id } = await harness.addWebhook(receiver.url)
    harness.emit('sale-1')
    await expect.poll(() => receiver.received.length).toBe(1)
    const [one] = await harness.deliveries(id)
    await harness.call('DELETE', `/webhooks/${id}`)
    expect(harness.fakeVault.kept.size).toBe(0)
    errorMessage(await harness.call('GET', `/webhooks/${id}/deliveries`), 404)
    errorMessage(await harness.call('GET', `/deliveries/${one?.id}`), 404)
    expect(harness.database.all(z.unknown(), 'SELECT * FROM delivery_attempts')).toEqual([])
  })

  it('is forgotten 30 days after it ended, and its event is not', async () => {
    const harness = await openDeliveryHarness()
    const receiver = await startReceiver()
    const { id } = await harness.addWebhook(receiver.url)
    harness.emit('sale-1')
    await expect.poll(async () => (await harness.deliveries(id))[0]?.state).toBe('delivered')
    harness.skip(29 * day)
    await harness.close()
    await harness.reopen()
    expect(await harness.deliveries(id)).toHaveLength(1)
    await harness.close()
    harness.skip(2 * day)
    await harness.reopen()
    await expect.poll(async () => (await harness.deliveries(id)).length).toBe(0)
    expect((await harness.call('GET', '/events')).body).toMatchObject({ data: [{ type: 'nft' }] })
  })

  it('is written with its event, or neither is', async () => {
    const harness = await openDeliveryHarness()
    const receiver = await startReceiver()
    const { id } = await harness.addWebhook(receiver.url)
    expect(() =>
      harness.database.transact(() => {
        harness.emit('sale-1')
        throw new Error('the sale could not be changed')
      }),
    ).toThrow('could not be changed')
    const kept = harness.emit('sale-2')
    await expect.poll(() => receiver.ids()).toEqual([kept])
    expect(await harness.deliveries(id)).toHaveLength(1)
    expect((await harness.call('GET', '/events')).body).toMatchObject({ data: [{ id: kept }] })
  })
})

describe('Deliveries of a sale', () => {
  it('come one after the other, however often one fails; other sales do not wait', async () => {
    const harness = await openDeliveryHarness()
    const receiver = await startReceiver(({ saleId }, response) =>
      response.writeHead(saleId === 'slow' ? 500 : 200).end(),
    )
    const { id } = await harness.addWebhook(receiver.url)
    const [first, next, last] = [1, 2, 3].map(() => harness.emit('slow'))
    const other = harness.emit('quick')
    await expect.poll(() => receiver.ids().toSorted()).toEqual([first ?? '', other].toSorted())
    const waits = 'an earlier event of this sale is not delivered yet'
    await expect
      .poll(async () => harness.deliveries(id, '&state=pending'))
      .toMatchObject([
        { event_id: first, attempts: 1 },
        { event_id: next, attempts: 0, reason: waits, next_attempt_at: null },
        { event_id: last, attempts: 0, reason: waits },
      ])
    harness.skip(6 * second)
    await expect.poll(async () => (await harness.deliveries(id))[0]?.attempts).toBe(2)
    receiver.answers(ok)
    harness.skip(hour)
    await expect.poll(() => receiver.received.length).toBe(6)
    expect(receiver.ids().filter((one) => one !== other)).toEqual([first, first, first, next, last])
  })

  it('go on when an earlier one has failed for good', async () => {
    const harness = await openDeliveryHarness()
    const receiver = await startReceiver(status(500))
    const { id } = await harness.addWebhook(receiver.url)
    const [first, next] = [harness.emit('sale'), harness.emit('sale')]
    for (let attempt = 1; attempt <= 10; attempt += 1) {
      await expect.poll(async () => (await harness.deliveries(id))[0]?.attempts).toBe(attempt)
      if (attempt === 9)
        receiver.answers((one, ...rest) => (one.eventId === first ? status(500) : ok)(one, ...rest))
      harness.skip(2 * day)
    }
    await expect.poll(() => receiver.ids().at(-1)).toBe(next)
    await expect
      .poll(async () => (await harness.deliveries(id)).map(({ state }) => state))
      .toEqual(['failed', 'delivered'])
  })

  it('let one that is sent again by hand go before those that still wait', async () => {
    const harness = await openDeliveryHarness()
    const receiver = await startReceiver()
    const { id } = await harness.addWebhook(receiver.url)
    const first = harness.emit('sale')
    await expect.poll(async () => (await harness.deliveries(id))[0]?.state).toBe('delivered')
    receiver.answers(status(500))
    const next = harness.emit('sale')
    await expect.poll(async () => (await harness.deliveries(id))[1]?.attempts).toBe(1)
    const [delivered] = await harness.deliveries(id)
    await harness.call('POST', `/deliveries/${delivered?.id}/resend`)
    await expect.poll(async () => (await harness.deliveries(id))[0]?.attempts).toBe(2)
    harness.skip(6 * second)
    await expect.poll(async () => (await harness.deliveries(id))[0]?.attempts).toBe(3)
    expect(receiver.ids()).toEqual([first, next, first, first])
    receiver.answers(ok)
    harness.skip(hour)
    await expect.poll(() => receiver.ids()).toEqual([first, next, first, first, first, next])
  })
})

describe('What is kept of a delivery', () => {
  it('has what was sent and what came back, and nothing that could be sent again as it is', async () => {
    const harness = await openDeliveryHarness()
    const receiver = await startReceiver(status(200))
    const { id, secret = '' } = await harness.addWebhook(receiver.url)
    const eventId = harness.emit('sale-1')
    await expect.poll(async () => (await harness.deliveries(id))[0]?.state).toBe('delivered')
    const [listed] = await harness.deliveries(id)
    expect(listed).toMatchObject({
      webhook_id: id,
      event_id: eventId,
      event_status: 'MINTING',
      sale_id: 'sale-1',
      idempotency_key: `${eventId}|${id}`,
      history: [{ number: 1, status_code: 200, body_start: 'so it is', error: null }],
    })
    const headers = listed?.history[0]?.request_headers ?? {}
    expect(headers).toMatchObject({
      'content-type': 'application/json',
      'webhook-id': `${eventId}|${id}`,
      'webhook-timestamp': receiver.received[0]?.headers['webhook-timestamp'],
      'webhook-signature': expect.stringMatching(/^v1,.{9}…$/u),
    })
    const whole = receiver.received[0]?.headers['x-tangocrypto-signature'] ?? ''
    expect(whole.slice(0, 12)).toBe(headers['x-tangocrypto-signature']?.slice(0, 12))
    expect(await harness.delivery(listed?.id ?? '')).toEqual({
      ...listed,
      request_body: receiver.received[0]?.body,
    })
    await harness.close()
    harness.database.close()
    const stored = readFileSync(harness.databasePath).toString('latin1')
    expect(stored).toContain('sale-1')
    for (const text of [whole, secret, secret.slice(6)]) expect(stored).not.toContain(text)
  })

  it('keeps the latest 50 attempts of one that is sent again and again', async () => {
    const harness = await openDeliveryHarness()
    const receiver = await startReceiver()
    const { id } = await harness.addWebhook(receiver.url)
    harness.emit('sale-1')
    for (let attempts = 1; attempts <= 52; attempts += 1) {
      await expect
        .poll(async () => (await harness.deliveries(id, '&state=delivered'))[0]?.attempts)
        .toBe(attempts)
      const [one] = await harness.deliveries(id)
      await harness.call('POST', `/deliveries/${one?.id}/resend`)
    }
    await expect.poll(() => receiver.received.length).toBe(53)
    await expect
      .poll(async () => (await harness.deliveries(id))[0]?.history.at(-1)?.number)
      .toBe(53)
    const [one] = await harness.deliveries(id)
    expect(one?.history.map(({ number }) => number)).toEqual(
      Array.from({ length: 50 }, (_, index) => index + 4),
    )
  })

  it('is listed page by page', async () => {
    const harness = await openDeliveryHarness()
    const receiver = await startReceiver()
    const { id } = await harness.addWebhook(receiver.url)
    const ids = ['a', 'b', 'c'].map((sale) => harness.emit(sale))
    await expect.poll(async () => (await harness.deliveries(id, '&state=delivered')).length).toBe(3)
    const path = `/webhooks/${id}/deliveries?size=2`
    const shape = z.object({
      data: z.array(z.looseObject({ event_id: z.string() })),
      cursor: z.string().nullable(),
    })
    const first = shape.parse((await harness.call('GET', path)).body)
    const rest = shape.parse((await harness.call('GET', `${path}&cursor=${first.cursor}`)).body)
    expect([...first.data, ...rest.data].map((one) => one.event_id)).toEqual(ids.toReversed())
    expect(rest.cursor).toBe(null)
    errorMessage(await harness.call('GET', `${path}&state=lost`), 400)
    errorMessage(await harness.call('GET', `${path}&state=failed&cursor=${first.cursor}`), 400)
  })
})

describe('POST /webhooks/:id/test', () => {
  it('sends a signed sample at once and answers what came back, in nobody’s way', async () => {
    const harness = await openDeliveryHarness()
    const receiver = await startReceiver(status(404))
    const { id, secret = '' } = await harness.addWebhook(receiver.url)
    expect(await harness.call('POST', `/webhooks/${id}/test`)).toMatchObject({
      status: 200,
      body: {
        delivered: false,
        status_code: 404,
        duration_ms: expect.any(Number),
        body_start: 'so it is',
        error: 'the receiver answered 404',
      },
    })
    receiver.answers(ok)
    const { body } = await harness.call('POST', `/webhooks/${id}/test`)
    expect(body).toMatchObject({ delivered: true, status_code: 204, body_start: '', error: null })
    const [{ headers, body: sent } = { headers: {}, body: '' }] = receiver.received
    expect(new Webhook(secret).verify(sent, { ...headers })).toMatchObject({
      data: { status: 'MINTING', sale_id: 'test', collection_id: 'test' },
      webhook_id: id,
    })
    expect(await harness.deliveries(id)).toEqual([])
    expect((await harness.call('GET', '/events')).body).toMatchObject({ data: [] })
    errorMessage(await harness.call('POST', '/webhooks/none/test'), 404)
  })
})
