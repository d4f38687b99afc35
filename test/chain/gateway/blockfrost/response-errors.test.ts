import { inspect } from 'node:util'
import { describe, expect, it } from 'vitest'
import { ColdpressError } from '#values/errors/errors.ts'
import { createBlockfrost } from '#chain/gateway/blockfrost/client.ts'
import { Secret } from '#platform/secret/secret.ts'
import {
  answer,
  closedPort,
  errorOf,
  hang,
  type Reply,
  answerError,
  serve,
  serveRaw,
} from '../../../app/api/service.ts'
import { address, gatewayOf, hashA, plantedId, signed, wireBlock } from './gateway-of.ts'

const ok = answer(200, wireBlock)

describe('what a status means', () => {
  it.each([
    [400, 'invalid', ''],
    [402, 'rate_limited', '2026-01-02 00:00 UTC'],
    [413, 'too_large', ''],
    [418, 'rate_limited', 'banned'],
    [501, 'service_error', ''],
  ])('%i is %s, and is not asked again', async (status, code, advice) => {
    const service = await serve(answerError(status, 'Said by the gateway'))
    const { gateway, waits } = gatewayOf(service.baseUrl)
    const error = await errorOf(() => gateway.tip())
    expect(error).toMatchObject({ code, details: { status, operation: 'tip', attempts: 1 } })
    expect(String(error)).toContain(`The gateway could not read the tip: Said by the gateway.`)
    expect(String(error)).toContain(advice)
    expect(service.seen).toHaveLength(1)
    expect(waits).toEqual([])
  })

  it.each([401, 403])('%i says that the project ID is not accepted', async (status) => {
    const service = await serve(answerError(status, 'Invalid project token.'))
    const { gateway } = gatewayOf(service.baseUrl)
    await expect(gateway.tip()).rejects.toMatchObject({
      code: 'unauthorized',
      message:
        'The gateway does not accept the project ID. Check it, and that it is one of this network.',
      details: { status, reason: 'Invalid project token.', misdirected: 'gateway', attempts: 1 },
    })
    expect(service.seen).toHaveLength(1)
  })

  it.each([408, 500, 502, 503, 504])('a gateway that answers %i is asked again', async (status) => {
    const service = await serve(answerError(status, 'not now'), answerError(status, 'not now'), ok)
    const { gateway, waits } = gatewayOf(service.baseUrl)
    expect((await gateway.tip()).height).toBe(100)
    // Full jitter with random() = 0.5: half of 200 ms, half of 400 ms.
    expect(waits).toEqual([100, 200])
  })

  it('429 is asked again after at least a second, for insisting ends in a ban', async () => {
    const service = await serve(answerError(429, 'slow down'), ok)
    const { gateway, waits } = gatewayOf(service.baseUrl)
    await gateway.tip()
    expect(waits).toEqual([1000])
  })

  it('429 is asked again when the gateway says', async () => {
    const service = await serve(answerError(429, 'slow down', { 'retry-after': '7' }), ok)
    const { gateway, waits } = gatewayOf(service.baseUrl)
    await gateway.tip()
    expect(waits).toEqual([7000])
  })

  it('a wait of more than a minute is reported, not waited for', async () => {
    const service = await serve(answerError(429, 'slow down', { 'retry-after': '3600' }))
    const { gateway, waits } = gatewayOf(service.baseUrl)
    await expect(gateway.tip()).rejects.toMatchObject({
      code: 'rate_limited',
      details: { retryAfterMs: 3_600_000, attempts: 1 },
    })
    expect(waits).toEqual([])
  })

  it('an error that stays is reported after four attempts', async () => {
    const service = await serve(answerError(503, 'not now'))
    await expect(gatewayOf(service.baseUrl).gateway.tip()).rejects.toMatchObject({
      code: 'service_error',
      details: { attempts: 4, mayHaveArrived: false },
    })
  })

  it.each([
    ['without JSON', 'Mempool is on fire', 'could not read the tip: Mempool is on fire.'],
    ['as a JSON text', '"on fire"', 'could not read the tip: on fire.'],
    ['without words', '', 'The gateway could not read the tip: it gave no readable reason.'],
    [
      'as a web page',
      '<html><body>Bad Gateway</body></html>',
      'The gateway could not read the tip: it gave no readable reason.',
    ],
    ['in another shape', '{"detail":"fire"}', 'could not read the tip: {"detail":"fire"}.'],
  ])('an error %s is reported too', async (_name, body, sentence) => {
    const service = await serve(answer(500, body, { 'content-type': 'text/plain' }))
    await expect(gatewayOf(service.baseUrl).gateway.tip()).rejects.toThrow(sentence)
  })

  it('a long reason is cut short and has no control characters', async () => {
    const service = await serve(answerError(400, `a\u001B[31m\n${'long '.repeat(1000)}`))
    const error = await errorOf(() => gatewayOf(service.baseUrl).gateway.tip())
    expect(String(error).length).toBeLessThan(800)
    expect(String(error)).not.toMatch(/\p{Cc}/u)
  })
})

describe('calls without an answer', () => {
  it('are repeated after a reset connection', async () => {
    let resets = 0
    const reset: Reply = (response) => {
      resets += 1
      response.socket?.resetAndDestroy()
    }
    const service = await serve(reset, reset, ok)
    expect((await gatewayOf(service.baseUrl).gateway.tip()).height).toBe(100)
    expect(resets).toBe(2)
  })

  it('are repeated after a timeout, whether headers or body are late', async () => {
    const slowBody: Reply = (response) => {
      response.writeHead(200, { 'content-type': 'application/json' })
      response.write('{"time":')
    }
    const service = await serve(hang, slowBody, hang, slowBody)
    const { gateway } = gatewayOf(service.baseUrl, { timeoutMs: 100 })
    await expect(gateway.tip()).rejects.toMatchObject({
      code: 'timeout',
      message: expect.stringContaining('The gateway did not answer in time'),
      details: { attempts: 4 },
    })
  })

  it('where nothing listens are unreachable', async () => {
    const { gateway } = gatewayOf(await closedPort())
    await expect(gateway.tip()).rejects.toMatchObject({
      code: 'unreachable',
      message: expect.stringContaining('gateway'),
      details: { attempts: 4 },
    })
  })

  it('end when they are cancelled, by their own signal and by that of the client', async () => {
    const stop = new AbortController()
    const service = await serve(() => stop.abort())
    const { gateway } = gatewayOf(service.baseUrl)
    await expect(gateway.tip(stop.signal)).rejects.toMatchObject({ code: 'cancelled' })
    const stopped = gatewayOf(service.baseUrl, { signal: AbortSignal.abort() })
    await expect(stopped.gateway.transaction(hashA)).rejects.toMatchObject({ code: 'cancelled' })
    expect(service.seen).toHaveLength(1)
  })

  it('go through the fetch that was given', async () => {
    const { gateway } = gatewayOf('https://nowhere.invalid', {
      fetch: async () => Response.json(wireBlock),
    })
    expect((await gateway.tip()).height).toBe(100)
  })
})

describe('what is given to a client', () => {
  it.each([
    ['not a web address', 'example.org'],
    ['http to another machine', 'http://192.168.0.1:3000'],
    ['a password in it', 'https://user:hush@example.org'],
    ['a query', 'https://example.org?project_id=hush'],
  ])('is refused: a base URL that is %s', async (_name, baseUrl) => {
    const error = await errorOf(async () => createBlockfrost({ baseUrl, network: 'preprod' }))
    expect(error).toMatchObject({ code: 'invalid' })
    expect(String(error)).not.toContain('hush')
  })

  it.each(['', 'two words', 'line\n', 'ümlaut'])(
    'is refused: the project ID %j',
    async (projectId) => {
      const make = async () =>
        createBlockfrost({
          baseUrl: 'https://example.org',
          network: 'preprod',
          secret: Secret.ofText(projectId),
        })
      expect(await errorOf(make)).toMatchObject({
        code: 'invalid',
        message: expect.stringContaining('project ID'),
      })
    },
  )

  it.each(['', '.', '..'])('is refused: %j as address, which would climb', async (bad) => {
    const service = await serve(ok)
    const { gateway } = gatewayOf(service.baseUrl)
    await expect(async () => gateway.utxosAt(bad)).rejects.toMatchObject({ code: 'invalid' })
    expect(service.seen).toEqual([])
  })

  it('stays within its part of the path', async () => {
    const service = await serve(answer(200, []))
    await gatewayOf(service.baseUrl).gateway.utxosAt('a/../b?c#d')
    expect(service.seen[0]?.url).toBe('/api/v0/addresses/a%2F..%2Fb%3Fc%23d/utxos?count=100&page=1')
  })
})

describe('the project ID', () => {
  const echo: Reply = (response, seen) =>
    answerError(400, `I got ${JSON.stringify(seen.headers)}`)(response, seen)
  const mishaps: readonly (readonly [string, () => Promise<{ baseUrl: string }>])[] = [
    ['a rejection that echoes the request', () => serve(echo)],
    ['an error that echoes it', () => serve(answer(500, plantedId))],
    ['fields named like it', () => serve(answer(200, { [plantedId]: 1 }))],
    ['a redirect to it', () => serve(answer(302, '', { location: `/${plantedId}` }))],
    ['another id', () => serve(answer(200, `"${plantedId}"`))],
    ['an echo that is no HTTP', () => serveRaw((socket, bytes) => socket.end(bytes))],
    ['a reset', () => serveRaw((socket) => socket.resetAndDestroy())],
    ['a hang', () => serveRaw(() => undefined)],
    ['a closed port', async () => ({ baseUrl: await closedPort() })],
    ['a name that does not resolve', async () => ({ baseUrl: 'https://nowhere.invalid' })],
  ]
  it.each(mishaps)('is not in the error after %s', async (_name, start) => {
    const { baseUrl } = await start()
    const { gateway } = gatewayOf(baseUrl, { timeoutMs: 300, retry: { attempts: 1 } })
    const errors = [
      await errorOf(() => gateway.tip()),
      await errorOf(() => gateway.utxosAt(address)),
      await errorOf(() => gateway.submit(signed)),
    ]
    for (const error of errors) {
      expect(error).toBeInstanceOf(ColdpressError)
      const everything = inspect(error, { depth: Infinity, showHidden: true, getters: true })
      expect(everything).not.toContain(plantedId)
    }
    expect(inspect(gateway, { depth: Infinity, showHidden: true })).not.toContain(plantedId)
  })
})
