import type { ServerResponse } from 'node:http'
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { defaultRetrySettings, retryTransient } from '#app/imports/pipeline/retry-transient.ts'
import { createKuboPinner } from '#media/pinning/kubo/kubo.ts'
import { startLoopbackServer } from '../../../support/loopback-server.ts'
import { hello, helloStore, otherCid, signal } from '../service-test.ts'

const json = (response: ServerResponse, status: number, body: unknown): void => {
  response.writeHead(status, { 'content-type': 'application/json' })
  response.end(JSON.stringify(body))
}

/** A node that has no pin, and answers `add` in this way, or not at all. */
const startNode = async (add: (response: ServerResponse) => void = () => undefined) => {
  const server = await startLoopbackServer(({ path }, message, response) => {
    message.resume()
    if (path.endsWith('/add')) return message.once('end', () => add(response))
    if (path.endsWith('/pin/rm')) return json(response, 200, { Pins: [] })
    return json(response, 500, { Message: 'path is not pinned', Code: 0, Type: 'error' })
  })
  onTestFinished(() => server.close())
  const { url, requests } = server
  return { url, adds: () => requests.filter(({ path }) => path.endsWith('/add')).length }
}

afterEach(() => void vi.useRealTimers())

describe('a node that hangs', () => {
  it('is given up within 90 seconds', async () => {
    const server = await startLoopbackServer((_request, message) => message.resume())
    onTestFinished(() => server.close())
    const pinner = createKuboPinner({ url: server.url, store: await helloStore() })
    const { timeoutAttempts, backoffMs } = defaultRetrySettings
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    let seconds = 0
    for (let attempt = 0; attempt < timeoutAttempts; attempt += 1) {
      const end: { error?: unknown } = {}
      void pinner.test(signal).catch((thrown: unknown) => (end.error = thrown))
      while (end.error === undefined) {
        await vi.advanceTimersByTimeAsync(1_000)
        await new Promise(setImmediate)
        seconds += 1
      }
      expect(end.error).toMatchObject({ code: 'timeout' })
    }
    expect(seconds + (timeoutAttempts - 1) * (backoffMs / 1_000)).toBeLessThan(90)
  })

  it('is asked twice for the first images, and not once for each that waits behind them', async () => {
    const { url, adds } = await startNode()
    const pinner = createKuboPinner({ url, store: await helloStore(), timeoutMs: 1500 })
    const quick = { ...defaultRetrySettings, backoffMs: 5 }
    const stopper = new AbortController()
    const pins = Array.from({ length: 32 }, async (_one, at) => {
      // so long that two do not fit into the name of a pin
      const label = { collection: 'Herbarium', token: `${at}`.padStart(200, '0') }
      const pin = () => pinner.pin(hello, stopper.signal, label)
      await retryTransient(pin, quick, stopper.signal)
    })
    await expect(Promise.race(pins)).rejects.toMatchObject({ code: 'timeout' })
    expect(adds()).toBe(6)
    stopper.abort()
    await Promise.allSettled(pins)
  })
})

it.each([
  ['HTTP 404', (response: ServerResponse) => json(response, 404, 'no')],
  ['HTTP 405', (response: ServerResponse) => json(response, 405, 'no')],
  ['HTTP 413', (response: ServerResponse) => json(response, 413, 'no')],
  [
    'a full disk',
    (response: ServerResponse) => json(response, 500, { Message: 'no space left on device' }),
  ],
  [
    'a foreign CID',
    (response: ServerResponse) => json(response, 200, { Name: '0', Hash: otherCid }),
  ],
])('after %s an image is not sent again', async (_what, add) => {
  const { url, adds } = await startNode(add)
  const pinner = createKuboPinner({ url, store: await helloStore() })
  const quick = { ...defaultRetrySettings, backoffMs: 5 }
  const pin = () => pinner.pin(hello, signal)
  await expect(retryTransient(pin, quick, signal)).rejects.toHaveProperty('details.final')
  expect(adds()).toBe(1)
})
