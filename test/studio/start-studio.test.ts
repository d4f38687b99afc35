import { request } from 'node:http'
import { connect, type Socket } from 'node:net'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, afterEach, describe, expect } from 'vitest'
import { limits } from '#values/bounds/limits.ts'
import { errorBody } from '#contract/error-body.ts'
import { collection } from '#contract/collections/collection.ts'
import { type ContentStore, openContentStore } from '#media/content/store.ts'
import { Secret } from '#platform/secret/secret.ts'
import { type ServingStudio, startStudio } from '#studio/start-studio.ts'
import { apiKey, appId, base, collectionBody, createFakeVault, openStudio } from './open-studio.ts'
import { sharedFolderTest as it } from '../support/folder-test.ts'

let database: string
let content: ContentStore
let running: ServingStudio
const fakeVault = createFakeVault()
const start = (port = 0) =>
  startStudio({
    database,
    content,
    network: 'preprod',
    appId,
    apiKey: Secret.ofText(apiKey),
    keys: fakeVault.keys,
    port,
  })
it.beforeAll(async ({ folder }) => {
  database = join(folder, 'studio.db')
  content = await openContentStore({ dir: join(folder, 'content') })
  running = await start()
})
afterAll(async () => {
  await running.close()
  content.close()
})
/** Whatever a test sent: the server lives on. */
afterEach(async () => {
  const reply = await fetch(`${running.baseUrl}/health`)
  if (reply.status !== 200) throw new Error(`the server answers ${reply.status} now`)
  await reply.body?.cancel()
})

const headers = { 'x-api-key': apiKey, 'content-type': 'application/json' }
const post = async (
  body: string | Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array>,
  changes: Record<string, string> = {},
) => {
  const reply = await fetch(`${running.baseUrl}${base}/nft/collections`, {
    method: 'POST',
    headers: { ...headers, ...changes },
    body,
    ...(body instanceof ReadableStream ? { duplex: 'half' as const } : {}),
  })
  return { status: reply.status, body: errorBody.parse(await reply.json()) }
}

/** Sends bytes as they are and reads until the server closes. */
const raw = (bytes: string, end = true): Promise<string> =>
  new Promise((done, fail) => {
    const socket = connect(Number(new URL(running.baseUrl).port), '127.0.0.1')
    let answer = ''
    socket.on('data', (chunk) => {
      answer += chunk.toString()
    })
    socket.on('close', () => done(answer))
    socket.on('error', fail)
    if (end) socket.end(bytes)
    else socket.write(bytes)
  })

const bodyOf = (answer: string) =>
  errorBody.parse(JSON.parse(answer.slice(answer.indexOf('\r\n\r\n'))))

describe('the server', () => {
  it('listens on loopback only, at a port that is free', () => {
    expect(running.baseUrl).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/u)
    expect(running.appId).toBe(appId)
  })

  it('says so when the port it was given is taken', async () => {
    const port = Number(new URL(running.baseUrl).port)
    await expect(start(port)).rejects.toMatchObject({
      code: 'conflict',
      message: `Port ${port} is in use by another program. Choose another one, or 0 for any free one.`,
    })
  })

  it('writes its own address into payment links', async () => {
    const royalty = { address: [collectionBody().payout_address], rate: 0.1 }
    const reply = await fetch(`${running.baseUrl}${base}/nft/collections`, {
      method: 'POST',
      headers,
      body: JSON.stringify(collectionBody({ royalty })),
    })
    const { payment_link: link = '', id } = collection.parse(await reply.json())
    expect(link).toBe(`${running.baseUrl}/pay/royalty/${id}`)
    expect((await fetch(link ?? '')).status).toBe(200)
  })

  it('waits for the requests under way when it is closed', async ({ folder }) => {
    let release: (() => void) | undefined
    const stored = new Promise<void>((done) => {
      release = done
    })
    let chainAnswer: (() => void) | undefined
    const underWay = new Promise<void>((done) => {
      chainAnswer = done
    })
    const slow = await startStudio({
      database: join(folder, 'slow.db'),
      content,
      network: 'devnet',
      appId,
      apiKey: Secret.ofText(apiKey),
      keys: {
        ...fakeVault.keys,
        storeKeys: async () => {
          chainAnswer?.()
          await stored
        },
      },
    })
    const reply = fetch(`${slow.baseUrl}${base}/nft/collections`, {
      method: 'POST',
      headers,
      body: JSON.stringify(collectionBody()),
    })
    await underWay
    const closed = slow.close()
    release?.()
    expect((await reply).status).toBe(201)
    await closed
  })
})

describe('Host', () => {
  const get = (host: string): Promise<number | undefined> =>
    new Promise((done, fail) => {
      request(`${running.baseUrl}/health`, { headers: { host } }, (response) => {
        response.resume()
        done(response.statusCode)
      })
        .on('error', fail)
        .end()
    })

  it('must be loopback: a rebound name is 403', async () => {
    expect(await get('evil.example')).toBe(403)
    expect(await get('localhost')).toBe(200)
  })

  it('a request to the studio must have a Host header', async () => {
    const answer = await raw('GET /health HTTP/1.1\r\nConnection: close\r\n\r\n')
    expect(bodyOf(answer).status_code).toBe(403)
  })
})

describe('a request body', () => {
  it('of more than 64 MiB is 413 with the limit named, also while the client is still sending', async () => {
    const sized = await post(Buffer.alloc(limits.requestBodyBytes + 1, 0x20))
    expect(sized).toMatchObject({ status: 413, body: { error: 'Payload Too Large' } })
    expect(sized.body.message).toContain('64 MiB')
    let left = 70
    const chunked = new ReadableStream<Uint8Array>({
      pull: (controller) => {
        left -= 1
        if (left < 0) controller.close()
        else controller.enqueue(new Uint8Array(1024 * 1024).fill(0x20))
      },
    })
    expect((await post(chunked)).status).toBe(413)
  })

  it('of more than 64 MiB is refused too when the client reads no answer before it has sent all', async () => {
    const answer = await new Promise<string>((done, fail) => {
      const socket = connect(Number(new URL(running.baseUrl).port), '127.0.0.1')
      let read = ''
      socket.on('error', fail)
      socket
        .pause()
        .write(
          `POST ${base}/nft/collections HTTP/1.1\r\nHost: localhost\r\nx-api-key: ${apiKey}\r\n` +
            `Content-Type: application/json\r\nContent-Length: ${limits.requestBodyBytes + 1}\r\n\r\n`,
        )
      socket.write(Buffer.alloc(limits.requestBodyBytes + 1, 0x20), () => {
        socket.on('data', (chunk) => {
          read += chunk.toString()
          if (read.endsWith('}')) socket.destroy()
        })
        socket.on('close', () => done(read))
        socket.resume()
      })
    })
    expect(bodyOf(answer).status_code).toBe(413)
  })

  it.for([
    ['announced', `Content-Length: ${limits.requestBodyBytes}`],
    ['of unknown length', 'Transfer-Encoding: chunked'],
  ])(
    'that would be held beside 256 MiB of others, %s, is 429 with Retry-After until one ends',
    async ([, length]) => {
      const head =
        `POST ${base}/nft/collections HTTP/1.1\r\nHost: localhost\r\nx-api-key: ${apiKey}\r\n` +
        `Content-Type: application/json\r\n${length}\r\n\r\n`
      const stalled = await Promise.all(
        Array.from(
          { length: limits.bodiesHeldBytes / limits.requestBodyBytes },
          () =>
            new Promise<Socket>((done, fail) => {
              const socket = connect(Number(new URL(running.baseUrl).port), '127.0.0.1')
              // The answer to Expect says that the studio has read the head.
              socket.once('data', () => done(socket)).on('error', fail)
              socket.write(head.replace('\r\n\r\n', '\r\nExpect: 100-continue\r\n\r\n'))
            }),
        ),
      )
      const errorReply = await fetch(`${running.baseUrl}${base}/nft/collections`, {
        method: 'POST',
        headers,
        body: '{}',
      })
      expect([errorReply.status, errorReply.headers.get('retry-after')]).toEqual([429, '1'])
      expect(errorBody.parse(await errorReply.json()).error).toBe('Too Many Requests')
      for (const socket of stalled) socket.destroy()
      await expect.poll(async () => (await post('{}')).status).toBe(400)
    },
  )

  it('is held no longer than its request lasts, whether answered well or not', async () => {
    const length = String(limits.requestBodyBytes)
    const studio = await openStudio()
    try {
      for (let count = 0; count <= limits.bodiesHeldBytes / limits.requestBodyBytes; count += 1) {
        const reply = await studio.app.inject({
          method: 'POST',
          url: `${base}/nft/collections`,
          headers: { ...headers, 'content-length': length },
          payload: '{}',
        })
        expect(reply.statusCode).toBe(400)
      }
    } finally {
      await studio.close()
    }
  })

  it('of exactly 64 MiB is read', async () => {
    const body = Buffer.alloc(limits.requestBodyBytes, 0x20)
    body.write('{}')
    expect((await post(body)).status).toBe(400)
  })

  it('that is compressed is 415', async () => {
    const reply = await post(new Uint8Array(gzipSync('{}')), { 'content-encoding': 'gzip' })
    expect([reply.status, reply.body.message]).toEqual([
      415,
      'content-encoding: send the body uncompressed',
    ])
  })

  it('of another content type is 415', async () => {
    for (const type of [
      'text/plain',
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=x',
    ]) {
      const reply = await post('{}', { 'content-type': type })
      expect(reply).toMatchObject({ status: 415, body: { error: 'Unsupported Media Type' } })
    }
    expect((await post('{}', { 'content-type': 'application/json; charset=utf-8' })).status).toBe(
      400,
    )
  })

  it.for<[string, string, RegExp]>([
    ['malformed JSON', '{"name": ed25519_sk1}', /^body: not valid JSON/u],
    ['JSON that is cut off', '{"name": "x', /^body: not valid JSON, or cut off/u],
    ['two documents', '{}{}', /^body: not valid JSON/u],
    ['nothing', '', /^body: must be an object/u],
    ['no object', '[1]', /^body: must be an object/u],
    ['null', 'null', /^body: must be an object/u],
    ['a field __proto__', '{"a":{"__proto__":{"x":1}}}', /"__proto__" is not allowed/u],
    ['an escaped __proto__', '{"\\u005f_proto__":1}', /"__proto__" is not allowed/u],
    ['JSON nested too deep', `{"a":${'['.repeat(64)}${']'.repeat(64)}}`, /deeper than 64 levels/u],
    ['brackets by the million', '['.repeat(5_000_000), /deeper than 64 levels/u],
    ['objects by the million', `[${'{},'.repeat(3_000_000)}{}]`, /more than 200000 values/u],
  ])('a request body that is %s is 400', async ([, body, message]) => {
    const reply = await post(body)
    expect(reply.status).toBe(400)
    expect(reply.body.message).toMatch(message)
    expect(reply.body.message).not.toContain('ed25519')
  })

  it('may hold brackets, quotes and backslashes inside of strings', async () => {
    const name = '[{"\\'.repeat(100)
    const reply = await fetch(`${running.baseUrl}${base}/nft/collections`, {
      method: 'POST',
      headers,
      body: JSON.stringify(collectionBody({ name })),
    })
    expect(await reply.json()).toMatchObject({ name })
  })

  it('of invalid UTF-8 is 400', async () => {
    const reply = await post(Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]))
    expect(reply).toMatchObject({ status: 400, body: { message: 'body: not valid UTF-8' } })
  })

  it('that ends before its content-length is 400', async () => {
    const answer = await raw(
      `POST ${base}/nft/collections HTTP/1.1\r\nHost: localhost\r\nx-api-key: ${apiKey}\r\n` +
        'Content-Type: application/json\r\nContent-Length: 500\r\n\r\n{"name":',
    )
    expect(bodyOf(answer).status_code).toBe(400)
  })

  it('that pollutes no prototype, whatever its fields are called', async () => {
    await post('{"constructor":{"prototype":{"polluted":1}},"toString":1}')
    expect({}).not.toHaveProperty('polluted')
  })
})

describe('broken HTTP', () => {
  it('is answered in the error shape', async () => {
    expect(bodyOf(await raw('NONSENSE\r\n\r\n'))).toMatchObject({
      status_code: 400,
      error: 'Bad Request',
    })
    expect(
      bodyOf(
        await raw(`GET /health HTTP/1.1\r\nHost: localhost\r\nX: ${'x'.repeat(40_000)}\r\n\r\n`),
      ).status_code,
    ).toBe(431)
  })

  it('a header of megabytes is answered with 431, not with a broken connection', async () => {
    const head = `GET /health HTTP/1.1\r\nHost: localhost\r\nX: ${'x'.repeat(8_000_000)}`
    expect(bodyOf(await raw(`${head}\r\n\r\n`)).status_code).toBe(431)
  })

  it('an expectation that is not known is ignored', async () => {
    const head = `GET /nowhere HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n`
    expect(bodyOf(await raw(`${head}Expect: wonders\r\n\r\n`)).status_code).toBe(401)
  })

  it.for([
    ['a path that cannot be decoded', '/%ZZ', 400],
    ['an id that cannot be decoded', `${base}/nft/collections/%ZZ`, 400],
    ['an id of 10,000 characters', `${base}/nft/collections/${'x'.repeat(10_000)}`, 404],
    ['a long encoded id', `${base}/nft/collections/${'%C3%BC'.repeat(1000)}`, 404],
  ])('%s is refused, and nothing of it is repeated', async ([, path, status]) => {
    const reply = await fetch(`${running.baseUrl}${path}`, { headers })
    const { status_code, message } = errorBody.parse(await reply.json())
    expect([reply.status, status_code]).toEqual([status, status])
    expect(message).not.toMatch(/zz|xx|ü/iu)
  })
})
