import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'
import { describe, expect, it, onTestFinished } from 'vitest'
import {
  type Answer,
  hang,
  openDeliveryHarness,
  second,
  startReceiver,
  type DeliveryHarness,
} from './delivery-harness.ts'
import { expectNobodyHeldUp } from './hold-nobody-up.ts'

describe('A receiver', () => {
  const statusLine = 'HTTP/1.1 200 OK\r\n'
  /** @returns its URL */
  const startSocket = async (answer: (socket: Socket) => void): Promise<string> => {
    const server = createServer((socket) => void socket.once('data', () => answer(socket)))
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    onTestFinished(() => void server.close())
    const address = server.address()
    return `http://127.0.0.1:${typeof address === 'object' ? address?.port : undefined}/`
  }
  const attemptAt = async (harness: DeliveryHarness, url: string) => {
    const { id } = await harness.addWebhook(url)
    harness.emit('sale-1')
    await expect.poll(async () => (await harness.deliveries(id))[0]?.attempts).toBe(1)
    const [one] = await harness.deliveries(id)
    return { state: one?.state, ...one?.history[0] }
  }

  it('that redirects is not followed', async () => {
    const elsewhere = await startReceiver()
    const receiver = await startReceiver((_received, response) =>
      response.writeHead(307, { location: elsewhere.url }).end(),
    )
    expect(await attemptAt(await openDeliveryHarness(), receiver.url)).toMatchObject({
      state: 'pending',
      status_code: 307,
      error: expect.stringMatching(/redirect/u),
    })
    expect(elsewhere.received).toEqual([])
  })

  it('that answers without end has its first KiB read, then the connection is gone', async () => {
    let isOver = false
    const pour: Answer = (_received, response) => {
      response.on('close', () => {
        isOver = true
      })
      const more = (): void => {
        while (response.write('z'.repeat(65_536)));
        response.once('drain', more)
      }
      more()
    }
    const receiver = await startReceiver(pour)
    expect(await attemptAt(await openDeliveryHarness(60 * second), receiver.url)).toMatchObject({
      state: 'delivered',
      status_code: 200,
      body_start: 'z'.repeat(1024),
    })
    await expect.poll(() => isOver).toBe(true)
  })

  it('that drips its headers is given up at the limit for the whole exchange', async () => {
    const url = await startSocket((socket) => {
      const drip = (): void => void socket.write(socket.bytesWritten === 0 ? statusLine : 'x')
      const timer = setInterval(drip, 20)
      socket.on('close', () => clearInterval(timer)).on('error', () => undefined)
    })
    expect(await attemptAt(await openDeliveryHarness(), url)).toMatchObject({
      state: 'pending',
      status_code: null,
      error: 'no answer within 0.3 seconds',
    })
  })

  it.each([
    ['hangs', 60 * second],
    ['hangs up to the limit', 300],
  ])('has answered by its status, though its body %s', async (_, limitMs) => {
    const receiver = await startReceiver((_received, response) => {
      response.writeHead(200).write('so far')
    })
    expect(await attemptAt(await openDeliveryHarness(limitMs), receiver.url)).toMatchObject({
      state: 'delivered',
      status_code: 200,
      body_start: 'so far',
      error: null,
    })
  })

  it('has answered by its status, though its body breaks off', async () => {
    const url = await startSocket((socket) => {
      socket.end(`${statusLine}content-length: 100\r\n\r\nso far`)
    })
    expect(await attemptAt(await openDeliveryHarness(), url)).toMatchObject({
      state: 'delivered',
      body_start: 'so far',
    })
  })

  it('that is gone is believed, though its body hangs', async () => {
    const receiver = await startReceiver((_received, response) => {
      response.writeHead(410).write('so far')
    })
    const harness = await openDeliveryHarness()
    expect(await attemptAt(harness, receiver.url)).toMatchObject({
      state: 'failed',
      status_code: 410,
    })
    expect((await harness.call('GET', '/webhooks')).body).toMatchObject({
      data: [{ available: 'false' }],
    })
  })

  it('that hangs is given up at the limit', async () => {
    const receiver = await startReceiver(hang)
    expect(await attemptAt(await openDeliveryHarness(), receiver.url)).toMatchObject({
      state: 'pending',
      status_code: null,
      error: 'no answer within 0.3 seconds',
    })
  })

  it('that resets the connection is reported in words', async () => {
    const url = await startSocket((socket) => void socket.resetAndDestroy())
    expect(await attemptAt(await openDeliveryHarness(), url)).toMatchObject({
      state: 'pending',
      status_code: null,
      error: 'the receiver could not be reached: the connection broke off',
    })
  })

  it('that nobody knows, or where nobody listens, is reported in words', async () => {
    const harness = await openDeliveryHarness(30 * second)
    expect(await attemptAt(harness, 'http://nowhere.invalid/')).toMatchObject({
      state: 'pending',
      error: expect.stringMatching(/could not be reached: its address was not found/u),
    })
    expect(await attemptAt(await openDeliveryHarness(), 'http://127.0.0.1:9/')).toMatchObject({
      error: 'the receiver could not be reached: nothing answers at its address',
    })
  })

  it('whose name leads to a link-local address is not connected to', async () => {
    const harness = await openDeliveryHarness()
    const { id } = await harness.addWebhook('http://127.0.0.1:9/')
    // As an earlier version would have stored it.
    harness.database.run(
      "UPDATE webhooks SET callback_url = 'http://169.254.169.254/' WHERE id = :id",
      { id },
    )
    harness.emit('sale-1')
    await expect
      .poll(async () => (await harness.deliveries(id))[0]?.reason)
      .toMatch(/169\.254\.169\.254/u)
  })
})

describe('Receivers that hang', () => {
  it('keep nothing from the others', () =>
    expectNobodyHeldUp({ webhooks: 12, hanging: 3, sales: 20 }))

  it('keep nothing from the others either when there are more of them, and nobody is known yet', () =>
    expectNobodyHeldUp({ webhooks: 50, hanging: 40, sales: 10 }))
})
