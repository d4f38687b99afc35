import { request } from 'node:http'
import { connect } from 'node:net'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { testAddress } from './addresses.ts'
import { Secret } from '#platform/secret/secret.ts'
import { type RunningDevnet, startDevnet } from '#devnet/server.ts'
import {
  blockfrostBlock,
  blockfrostError,
  blockfrostTransaction,
  devnetFunded,
} from '#contract/gateways/blockfrost.ts'
import { atSlot } from './cases.ts'
import { freshFolder, token } from './open-devnet.ts'

const { folder, remove } = freshFolder()
let devnet: RunningDevnet
const start = (port = 0, database = 'devnet.db') =>
  startDevnet({
    database: `${folder}/${database}`,
    token: Secret.ofText(token),
    port,
    blockMs: 10,
  })
beforeAll(async () => {
  devnet = await start()
})
afterAll(async () => {
  await devnet.close()
  remove()
})
/** Whatever a test sent: the server lives on. */
afterEach(async () => {
  const reply = await fetch(`${devnet.baseUrl}/health`)
  if (reply.status !== 200) throw new Error(`the server answers ${reply.status} now`)
  await reply.body?.cancel()
})

const get = async (path: string, headers: Record<string, string> = { project_id: token }) => {
  const reply = await fetch(`${devnet.baseUrl}${path}`, { headers })
  return { status: reply.status, body: await reply.json() }
}
const post = async (path: string, type: string, body: string) => {
  const reply = await fetch(`${devnet.baseUrl}${path}`, {
    method: 'POST',
    headers: { project_id: token, 'content-type': type },
    body,
  })
  return { status: reply.status, body: await reply.json() }
}
const tip = async () => blockfrostBlock.parse((await get('/blocks/latest')).body)

/** Sends bytes as they are and reads until the server closes. */
const raw = (bytes: string): Promise<string> =>
  new Promise((done, fail) => {
    const socket = connect(Number(new URL(devnet.baseUrl).port), '127.0.0.1')
    let answer = ''
    socket.on('data', (chunk) => {
      answer += chunk.toString()
    })
    socket.on('close', () => done(answer))
    socket.on('error', fail)
    socket.end(bytes)
  })
const rejectionIn = (answer: string) =>
  blockfrostError.parse(JSON.parse(answer.slice(answer.indexOf('\r\n\r\n'))))

describe('the server', () => {
  it('listens on loopback only, and says where the API starts', () => {
    expect(devnet.baseUrl).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/api\/v0$/u)
  })

  it('says so when its port is taken', async () => {
    const port = Number(new URL(devnet.baseUrl).port)
    await expect(start(port, 'other.db')).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringContaining(String(port)),
    })
  })

  it('makes blocks while there is something to confirm, and slower ones afterwards', async () => {
    const funded = await post(
      '/devnet/fund',
      'application/json',
      JSON.stringify({ address: testAddress, lovelace: '5000000' }),
    )
    const { tx_hash: id } = devnetFunded.parse(funded.body)
    await expect.poll(async () => (await get(`/txs/${id}`)).status).toBe(200)
    const { block_height: height } = blockfrostTransaction.parse((await get(`/txs/${id}`)).body)
    await expect
      .poll(async () => blockfrostBlock.parse((await get(`/blocks/${height}`)).body).confirmations)
      .toBeGreaterThanOrEqual(3)
    const quiet = (await tip()).height
    await expect.poll(async () => (await tip()).height).toBeGreaterThan(quiet)
  })

  it('goes on with its chain when it is started again', async () => {
    const before = await startDevnet({
      database: `${folder}/again.db`,
      token: Secret.ofText(token),
      blockMs: 3_600_000,
    })
    const reply = await fetch(`${before.baseUrl}/blocks/0`, { headers: { project_id: token } })
    const { hash } = blockfrostBlock.parse(await reply.json())
    await before.close()
    const after = await startDevnet({ database: `${folder}/again.db`, token: Secret.ofText('new') })
    const again = await fetch(`${after.baseUrl}/blocks/0`, { headers: { project_id: 'new' } })
    expect(blockfrostBlock.parse(await again.json()).hash).toBe(hash)
    await after.close()
  })
})

describe('the newest block', () => {
  it('is at the clock again as soon as the devnet is, however long it was off', async () => {
    const tipAt = async (slot: number): Promise<number> => {
      const running = await startDevnet({
        database: `${folder}/slept.db`,
        token: Secret.ofText(token),
        now: () => atSlot(slot),
        blockMs: 3_600_000,
      })
      const reply = await fetch(`${running.baseUrl}/blocks/latest`, {
        headers: { project_id: token },
      })
      await running.close()
      return blockfrostBlock.parse(await reply.json()).slot
    }
    expect(await tipAt(1000)).toBe(1000)
    expect(await tipAt(1019)).toBe(1000)
    expect(await tipAt(500_000)).toBe(500_000)
  })
})

describe('the token', () => {
  it('is asked for on every path but two, the unknown ones too', async () => {
    for (const path of ['/blocks/latest', '/nowhere', '/devnet/fund', '/txs/x']) {
      const missing = await get(path, {})
      expect(missing).toEqual({
        status: 403,
        body: {
          status_code: 403,
          error: 'Forbidden',
          message: 'Missing project token. Please include project_id in your request.',
        },
      })
      for (const wrong of ['', 'x', `${token}x`, token.slice(1)])
        expect(await get(path, { project_id: wrong })).toMatchObject({
          status: 403,
          body: { message: 'Invalid project token.' },
        })
    }
    expect(await get('/', {})).toMatchObject({ status: 200, body: { url: devnet.baseUrl } })
    expect(await get('/health', {})).toEqual({ status: 200, body: { is_healthy: true } })
  })

  it('/health says whether blocks can be made', async () => {
    const broken = await start(0, 'broken.db')
    const file = new DatabaseSync(`${folder}/broken.db`)
    const health = async (): Promise<unknown> => (await fetch(`${broken.baseUrl}/health`)).json()
    try {
      file.exec('ALTER TABLE blocks RENAME TO blocks_away')
      await expect.poll(health, { timeout: 20_000 }).toEqual({ is_healthy: false })
      file.exec('ALTER TABLE blocks_away RENAME TO blocks')
      await expect.poll(health, { timeout: 20_000 }).toEqual({ is_healthy: true })
    } finally {
      file.close()
      await broken.close()
    }
  })

  it('the token of the devnet is in none of its answers', async () => {
    const replies = [await get('/'), await get('/genesis'), await get('/blocks/latest')]
    expect(JSON.stringify(replies)).not.toContain(token)
  })
})

describe('Host', () => {
  const withHost = (host: string): Promise<number | undefined> =>
    new Promise((done, fail) => {
      const options = { headers: { host, project_id: token } }
      request(`${devnet.baseUrl}/health`, options, (response) => {
        response.resume()
        done(response.statusCode)
      })
        .on('error', fail)
        .end()
    })

  it('must be loopback: a rebound name is 403', async () => {
    expect(await withHost('evil.example')).toBe(403)
    expect(await withHost('localhost:1234')).toBe(200)
    expect(await withHost('127.0.0.1.evil.example')).toBe(403)
    expect(
      rejectionIn(await raw('GET /api/v0/health HTTP/1.1\r\nConnection: close\r\n\r\n')),
    ).toMatchObject({ status_code: 403 })
  })
})

describe('what cannot be read', () => {
  it.each([
    ['/nowhere', 400],
    ['/addresses/%ZZ/utxos', 400],
    [`/txs/${'a'.repeat(10_000)}`, 400],
    ['/txs//utxos', 400],
    ['/addresses/x/transactions?from=1&from=2', 400],
    ['/tx/submit', 400],
  ])('a request that the devnet cannot read is refused: %s is %i', async (path, status) => {
    const { body } = await get(path)
    expect(blockfrostError.parse(body).status_code).toBe(status)
  })

  it('is refused in a body: no JSON, another type, too much', async () => {
    expect(await post('/devnet/fund', 'application/json', '{')).toMatchObject({ status: 400 })
    expect(await post('/devnet/fund', 'application/json', '')).toMatchObject({ status: 400 })
    expect(await post('/devnet/fund', 'application/json', '{"__proto__":1}')).toMatchObject({
      status: 400,
    })
    for (const [type, body] of [
      ['application/json', '{}'],
      ['application/json', '{'],
      ['application/json', ''],
      ['text/plain', 'x'],
    ] as const)
      expect(await post('/tx/submit', type, body)).toMatchObject({
        status: 415,
        body: { message: expect.stringContaining('application/cbor') },
      })
  })

  it('is refused as HTTP, in the shape of every rejection', async () => {
    expect(rejectionIn(await raw('NONSENSE\r\n\r\n')).status_code).toBe(400)
    const long = `GET /api/v0/health HTTP/1.1\r\nHost: localhost\r\nX: ${'x'.repeat(40_000)}\r\n\r\n`
    expect(rejectionIn(await raw(long)).status_code).toBe(431)
  })
})
