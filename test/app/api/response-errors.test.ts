import { inspect } from 'node:util'
import { describe, expect, it } from 'vitest'
import { ColdpressError } from '#values/errors/errors.ts'
import { maxAnswerBytes } from '#transport/http/call.ts'
import {
  answer,
  clientOf,
  closedPort,
  errorOf,
  hang,
  plantedKey,
  type Reply,
  answerError,
  serve,
  serveRaw,
} from './service.ts'
import { collectionToCreate, sampleCollection, tokenToAdd } from './samples.ts'

type Client = ReturnType<typeof clientOf>['client']
const read = (client: Client) => client.getCollection('c1')
const post = (client: Client) => client.addTokens('c1', [tokenToAdd])
const patch = (client: Client) => client.updateCollection('c1', { name: 'N' })
const remove = (client: Client) => client.deleteCollection('c1')

const ok = answer(200, sampleCollection)
const added = answer(201, { data: [], status_code: 201 })

describe('what a status means', () => {
  it.each([
    [400, 'invalid'],
    [403, 'forbidden'],
    [404, 'not_found'],
    [409, 'conflict'],
    [410, 'not_found'],
    [413, 'too_large'],
    [415, 'unsupported_media'],
    [418, 'invalid'],
    [422, 'invalid'],
    [423, 'vault_locked'],
    [501, 'not_implemented'],
    [505, 'service_error'],
  ])('%i is %s, and is not asked again', async (status, code) => {
    const service = await serve(answerError(status, 'name: 33 characters, at most 32 allowed'))
    const error = await errorOf(() => read(clientOf(service.baseUrl).client))
    const reason = 'name: 33 characters, at most 32 allowed'
    expect(error).toMatchObject({ code, details: { status, operation: 'getCollection', reason } })
    // The status and the name of the call are details, and no part of the sentence.
    expect(String(error)).toContain(`: The service could not show the collection: ${reason}.`)
    expect(service.seen).toHaveLength(1)
  })

  it('401 says in plain words what to check; the words of the service are a detail', async () => {
    const reason = 'x-api-key: missing, or not the key of the app_id in the path'
    const service = await serve(answerError(401, reason))
    const error = await errorOf(() => read(clientOf(service.baseUrl).client))
    expect(error).toMatchObject({
      code: 'unauthorized',
      message:
        'The service does not accept the API key or the app ID of this account. Check that both are as the service gave them to you.',
      details: { status: 401, reason, misdirected: 'service' },
    })
    expect(service.seen).toHaveLength(1)
  })

  it('404 for a list says that the base URL is that of no minting service', async () => {
    const service = await serve(answerError(404, 'Cannot GET /app/v1/nft/collections'))
    const { client } = clientOf(service.baseUrl)
    await expect(client.ping()).rejects.toMatchObject({
      code: 'not_found',
      message: "No minting service was found at this account's base URL. Check it, and the app ID.",
      details: { misdirected: 'service' },
    })
  })

  it.each([
    // The words of the own studio, the message, and the sentence without the field of the request.
    [
      'the mint is completed, so it cannot be released',
      'The mint is completed, so it cannot be released.',
      'The mint is completed, so it cannot be released.',
    ],
    [
      'royalty: its token is not minted yet',
      'The service could not show the collection: royalty: its token is not minted yet.',
      'Its token is not minted yet.',
    ],
    ['name: too long', 'The service could not show the collection: name: too long.', undefined],
    [
      'tokens[3].name: too long; tokens[4].image: not an image',
      'The service could not show the collection: tokens[3].name: too long; tokens[4].image: not an image.',
      undefined,
    ],
  ])('shows a sentence of the own studio as its own: %s', async (reason, message, sentence) => {
    const service = await serve(answerError(409, reason))
    const { client } = clientOf(service.baseUrl, { isOwnStudio: true })
    const error = await errorOf(() => read(client))
    expect(error).toMatchObject({ message, details: { reason } })
    expect(error instanceof ColdpressError && error.details['sentence']).toBe(sentence)
    const { client: hosted } = clientOf(service.baseUrl)
    expect(await errorOf(() => read(hosted))).not.toHaveProperty('details.sentence')
  })

  it("reads the hosted service's other error shape", async () => {
    const body = { statusCode: 400, message: ['name is short', 'url is odd'], error: 'Bad Request' }
    const service = await serve(answer(400, body))
    await expect(post(clientOf(service.baseUrl).client)).rejects.toThrow(
      'The service could not add the tokens: name is short; url is odd.',
    )
  })

  it('keeps the request ID of the body, or else of the header', async () => {
    const body = { status_code: 400, message: 'no', error: 'Bad Request', request_id: 'req-1' }
    const service = await serve(
      answer(400, body),
      answerError(400, 'no', { 'x-request-id': 'req-2' }),
    )
    const { client } = clientOf(service.baseUrl)
    await expect(read(client)).rejects.toMatchObject({ details: { requestId: 'req-1' } })
    await expect(read(client)).rejects.toMatchObject({ details: { requestId: 'req-2' } })
  })

  it('believes an error inside the body of a success', async () => {
    const service = await serve(answer(200, { status_code: 409, message: 'taken', error: '' }))
    const { client } = clientOf(service.baseUrl)
    await expect(post(client)).rejects.toMatchObject({ code: 'conflict', details: { status: 409 } })
  })

  it('shortens and cleans what a service says', async () => {
    const service = await serve(answerError(400, `a\u001B[31m\n${'long '.repeat(1000)}`))
    const error = await errorOf(() => read(clientOf(service.baseUrl).client))
    expect(String(error).length).toBeLessThan(800)
    expect(String(error)).not.toMatch(/\p{Cc}/u)
  })
})

describe('reads and idempotent calls are repeated', () => {
  it.each([408, 500, 502, 503, 504])('a read is repeated after status %i', async (status) => {
    const service = await serve(answerError(status, 'not now'), answerError(status, 'not now'), ok)
    const { client, waits } = clientOf(service.baseUrl)
    expect((await read(client)).id).toBe('c1')
    // Full jitter with random() = 0.5: half of 200 ms, half of 400 ms.
    expect(waits).toEqual([100, 200])
  })

  it('with waits that never grow above the cap', async () => {
    const service = await serve(answerError(503, 'not now'))
    const { client, waits } = clientOf(service.baseUrl, {
      retry: { attempts: 9, capMs: 1000, random: () => 1 },
    })
    await expect(read(client)).rejects.toMatchObject({
      code: 'service_error',
      details: { attempts: 9, mayHaveArrived: false },
    })
    expect(waits).toEqual([200, 400, 800, 1000, 1000, 1000, 1000, 1000])
  })

  it('after a reset connection', async () => {
    let resets = 0
    const reset: Reply = (response) => {
      resets += 1
      response.socket?.resetAndDestroy()
    }
    const service = await serve(reset, reset, ok)
    expect((await patch(clientOf(service.baseUrl).client)).id).toBe('c1')
    expect(resets).toBe(2)
    expect(service.seen.map(({ body }) => body)).toEqual(Array(3).fill('{"name":"N"}'))
  })

  it('after an answer that was cut off', async () => {
    const half: Reply = (response) => {
      response.writeHead(200, { 'content-length': '5000' })
      response.write('{"id":')
      setImmediate(() => response.destroy())
    }
    const service = await serve(half, ok)
    expect((await read(clientOf(service.baseUrl).client)).id).toBe('c1')
    expect(service.seen).toHaveLength(2)
  })

  it('after a timeout, whether headers or body are late', async () => {
    const slowBody: Reply = (response) => {
      response.writeHead(200, { 'content-type': 'application/json' })
      response.write('{"id":')
    }
    const service = await serve(hang, slowBody, hang, slowBody)
    const { client } = clientOf(service.baseUrl, { timeoutMs: 500 })
    await expect(patch(client)).rejects.toMatchObject({
      code: 'timeout',
      details: { attempts: 4, mayHaveArrived: true },
    })
    expect(service.seen).toHaveLength(4)
  })

  it('until nothing is left to try, where nobody listens', async () => {
    const { client, waits } = clientOf(await closedPort())
    await expect(patch(client)).rejects.toMatchObject({
      code: 'unreachable',
      details: { attempts: 4, mayHaveArrived: false, networkCode: 'ECONNREFUSED' },
    })
    expect(waits).toHaveLength(3)
  })

  it('takes "not found" for done when a deletion is repeated', async () => {
    const service = await serve(
      (response) => response.socket?.resetAndDestroy(),
      answerError(404, 'unknown collection'),
    )
    await expect(remove(clientOf(service.baseUrl).client)).resolves.toBeUndefined()
    expect(service.seen).toHaveLength(2)
  })

  it('but not when nothing can have been deleted before', async () => {
    const service = await serve(
      answerError(429, 'slow down'),
      answerError(404, 'unknown collection'),
    )
    await expect(remove(clientOf(service.baseUrl).client)).rejects.toMatchObject({
      code: 'not_found',
    })
  })

  it('and remembers an earlier attempt that may have arrived', async () => {
    const service = await serve(
      (response) => response.socket?.resetAndDestroy(),
      answerError(403, 'the key was withdrawn'),
    )
    await expect(patch(clientOf(service.baseUrl).client)).rejects.toMatchObject({
      code: 'forbidden',
      details: { mayHaveArrived: true, attempts: 2 },
    })
  })

  it('takes an empty answer to a deletion for done', async () => {
    const service = await serve((response) => response.writeHead(204).end())
    await expect(remove(clientOf(service.baseUrl).client)).resolves.toBeUndefined()
  })
})

describe('POST is never repeated once it may have taken effect', () => {
  const outcomes: readonly (readonly [string, Reply, string])[] = [
    ['500', answerError(500, 'oh'), 'service_error'],
    ['503', answerError(503, 'oh', { 'retry-after': '1' }), 'service_error'],
    ['408', answerError(408, 'oh'), 'timeout'],
    ['a reset', (response) => response.socket?.resetAndDestroy(), 'unreachable'],
    ['a timeout', hang, 'timeout'],
    ['HTML', answer(200, '<html>', { 'content-type': 'text/html' }), 'service_error'],
    ['a wrong shape', answer(201, { data: 'none' }), 'service_error'],
    [
      'half a body',
      (response) => {
        response.writeHead(201, { 'content-length': '500' })
        response.write('{"data":')
        setImmediate(() => response.destroy())
      },
      'unreachable',
    ],
  ]
  it.each(outcomes)('POST is not repeated after %s', async (_name, reply, code) => {
    const service = await serve(reply)
    const { client, waits } = clientOf(service.baseUrl, {
      timeoutMs: reply === hang ? 500 : 60_000,
    })
    await expect(post(client)).rejects.toMatchObject({
      code,
      details: { mayHaveArrived: true, attempts: 1 },
    })
    expect(service.seen).toHaveLength(1)
    expect(waits).toEqual([])
  })

  it('an error proves that it did not', async () => {
    const service = await serve(answerError(409, 'taken'))
    await expect(post(clientOf(service.baseUrl).client)).rejects.toMatchObject({
      details: { mayHaveArrived: false },
    })
  })

  it('429 proves that it did not, so it is repeated', async () => {
    const service = await serve(answerError(429, 'slow down'), added)
    await expect(post(clientOf(service.baseUrl).client)).resolves.toEqual([])
    expect(service.seen).toHaveLength(2)
  })

  it('a refused connection proves that it did not, so it is repeated', async () => {
    const { client, waits } = clientOf(await closedPort())
    await expect(client.createCollection(collectionToCreate)).rejects.toMatchObject({
      code: 'unreachable',
      details: { attempts: 4, mayHaveArrived: false },
    })
    expect(waits).toHaveLength(3)
  })
})

describe('Retry-After', () => {
  it.each([
    ['2', 2000],
    ['Thu, 01 Jan 2026 00:00:05 GMT', 5000],
    ['Wed, 31 Dec 2025 23:59:00 GMT', 100],
    ['soon', 100],
    ['0', 100],
  ])('Retry-After is read: %s', async (header, wait) => {
    const headers = { 'retry-after': header, date: 'Thu, 01 Jan 2026 00:00:00 GMT' }
    const service = await serve(answerError(429, 'slow down', headers), ok)
    const { client, waits } = clientOf(service.baseUrl)
    await read(client)
    expect(waits).toEqual([wait])
  })

  it('as a time is by the clock of the service, which may be a day ahead', async () => {
    const headers = {
      'retry-after': 'Fri, 02 Jan 2026 00:00:05 GMT',
      date: 'Fri, 02 Jan 2026 00:00:00 GMT',
    }
    const service = await serve(answerError(429, 'slow down', headers), ok)
    const { client, waits } = clientOf(service.baseUrl)
    await read(client)
    expect(waits).toEqual([5000])
  })

  it('of more than a minute is reported at once instead of waited for', async () => {
    const service = await serve(answerError(429, 'slow down', { 'retry-after': '3600' }))
    const { client, waits } = clientOf(service.baseUrl)
    await expect(read(client)).rejects.toMatchObject({
      code: 'rate_limited',
      details: { retryAfterMs: 3_600_000, attempts: 1 },
    })
    expect(waits).toEqual([])
  })

  it('Retry-After counts for 503 too', async () => {
    const service = await serve(answerError(503, 'pause', { 'retry-after': '7' }), ok)
    const { client, waits } = clientOf(service.baseUrl)
    await read(client)
    expect(waits).toEqual([7000])
  })
})

describe('answers that are none', () => {
  it('the client of a service follows no redirect', async () => {
    const elsewhere = await serve(ok)
    const service = await serve(answer(307, '', { location: elsewhere.baseUrl }))
    const error = await errorOf(() => read(clientOf(service.baseUrl).client))
    expect(error).toMatchObject({
      code: 'service_error',
      details: { status: 307, format: expect.stringContaining('redirect (307)') },
    })
    expect(elsewhere.seen).toEqual([])
  })

  it.each([
    ['HTML', '<html>hello</html>', 'text/html'],
    ['nothing', '', 'application/json'],
    ['half a JSON', '{"id": "c1", "na', 'application/json'],
  ])('an answer of a service is malformed: %s', async (_name, body, type) => {
    const service = await serve(answer(200, body, { 'content-type': type }))
    await expect(read(clientOf(service.baseUrl).client)).rejects.toMatchObject({
      message:
        "The service's answer cannot be read. Check that the account's base URL is that of a minting service.",
      details: { format: `something that is not JSON (${type})` },
    })
  })

  it('an HTML error page is reported by its status', async () => {
    const service = await serve(answer(404, '<html>', { 'content-type': 'text/html' }))
    await expect(read(clientOf(service.baseUrl).client)).rejects.toThrow(
      'it gave no readable reason',
    )
  })

  it('stops reading what is larger than any answer', async () => {
    let sent = 0
    const flood: Reply = (response) => {
      const chunk = Buffer.alloc(1024 * 1024, ' ')
      const more = () => {
        while (!response.destroyed && sent < 4 * maxAnswerBytes) {
          sent += chunk.length
          if (!response.write(chunk)) {
            response.once('drain', more)
            return
          }
        }
      }
      response.writeHead(200)
      more()
    }
    const service = await serve(flood)
    await expect(read(clientOf(service.baseUrl).client)).rejects.toMatchObject({
      details: { format: 'more than 64 MiB' },
    })
    expect(sent).toBeLessThan(2 * maxAnswerBytes)
  })

  it('bytes that are no HTTP', async () => {
    const service = await serveRaw((socket) => socket.end('SSH-2.0-OpenSSH_9.2\r\n'))
    const { client } = clientOf(service.baseUrl)
    await expect(read(client)).rejects.toMatchObject({ code: 'unreachable' })
    expect(service.connections()).toBe(4)
  })
})

describe('cancelling', () => {
  it('ends a call that waits for its answer', async () => {
    const stop = new AbortController()
    const service = await serve(() => stop.abort())
    const { client } = clientOf(service.baseUrl)
    await expect(
      client.addTokens('c1', [tokenToAdd], { signal: stop.signal }),
    ).rejects.toMatchObject({ code: 'cancelled', details: { mayHaveArrived: true } })
    expect(service.seen).toHaveLength(1)
  })

  it('ends the wait between two attempts', async () => {
    const stop = new AbortController()
    const service = await serve(answerError(503, 'not now'))
    const { client } = clientOf(service.baseUrl, {
      signal: stop.signal,
      retry: {
        sleep: async (_ms, signal) => {
          stop.abort()
          signal?.throwIfAborted()
        },
      },
    })
    await expect(read(client)).rejects.toMatchObject({ code: 'cancelled' })
    expect(service.seen).toHaveLength(1)
  })

  it('sends nothing when it was cancelled before', async () => {
    const service = await serve(added)
    const { client } = clientOf(service.baseUrl, { signal: AbortSignal.abort() })
    await expect(post(client)).rejects.toMatchObject({
      code: 'cancelled',
      details: { mayHaveArrived: false },
    })
    expect(service.seen).toEqual([])
  })
})

describe('secrets', () => {
  const signingKey = `ed25519_sk1${'q'.repeat(58)}`
  const hexKey = '0c'.repeat(32)
  const echo: Reply = (response, seen) =>
    answerError(400, `I got ${JSON.stringify(seen.headers)} and ${seen.body}`)(response, seen)

  const mishaps: readonly (readonly [string, () => Promise<{ baseUrl: string }>])[] = [
    ['an error that echoes the request', () => serve(echo)],
    [
      'a request ID that echoes the key',
      () => serve(answerError(500, 'x', { 'x-request-id': plantedKey })),
    ],
    [
      'a content type that echoes the key',
      () => serve(answer(200, '<', { 'content-type': plantedKey })),
    ],
    [
      'JSON that is cut off behind a key',
      () => serve(answer(200, `{"k":"${signingKey}${plantedKey}`)),
    ],
    [
      'fields named like the key',
      () => serve(answer(200, { [plantedKey]: 1, signing_keys: [signingKey] })),
    ],
    ['an echo that is no HTTP', () => serveRaw((socket, bytes) => socket.end(bytes))],
    ['a reset', () => serveRaw((socket) => socket.resetAndDestroy())],
    ['a hang', () => serveRaw(() => undefined)],
    ['a closed port', async () => ({ baseUrl: await closedPort() })],
    ['a name that does not resolve', async () => ({ baseUrl: 'https://nowhere.invalid' })],
    [
      'plain HTTP where TLS was wanted',
      async () => {
        const { baseUrl } = await serve(ok)
        return { baseUrl: baseUrl.replace('http', 'https') }
      },
    ],
  ]
  it.each(mishaps)('none in the error after %s', async (_name, start) => {
    const { baseUrl } = await start()
    const { client } = clientOf(baseUrl, { timeoutMs: 300, retry: { attempts: 1 } })
    const request = {
      ...collectionToCreate,
      policy: { lock: false, signing_keys: [signingKey, hexKey, `5820${hexKey}`] },
    }
    const errors = [
      await errorOf(() => client.createCollection(request)),
      await errorOf(() => client.exportPolicy('c1')),
      await errorOf(() => client.ping()),
    ]
    for (const error of errors) {
      expect(error).toBeInstanceOf(ColdpressError)
      const everything = inspect(error, { depth: Infinity, showHidden: true, getters: true })
      expect(everything).not.toContain(plantedKey)
      expect(everything).not.toContain(signingKey)
      expect(everything).not.toContain(hexKey)
    }
    expect(inspect(client, { depth: Infinity, showHidden: true })).not.toContain(plantedKey)
  })
})
