import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openDevnet, type TestDevnet, token } from '../devnet/open-devnet.ts'

/**
 * A page in the creator's browser knows the devnet's port. Only a page that this computer serves may
 * read it, and only with the token, which the page must have been given.
 */
let devnet: TestDevnet
beforeAll(() => {
  devnet = openDevnet()
})
afterAll(() => devnet.close())

const ask = (
  method: 'GET' | 'HEAD' | 'OPTIONS' | 'POST',
  path: string,
  headers: Readonly<Record<string, string>>,
) =>
  devnet.app.inject({
    method,
    url: `/api/v0${path}`,
    headers: { host: '127.0.0.1:4000', ...headers },
  })

const allowed = [
  'http://127.0.0.1',
  'http://127.0.0.1:5173',
  'https://127.0.0.1:8443',
  'http://localhost:3000',
  'https://localhost',
  'http://[::1]:3000',
]
const refused = [
  'null',
  'https://evil.example',
  'http://localhost.evil.example',
  'http://127.0.0.1.evil.example:3000',
  'http://evil.example#localhost',
  'http://localhost:3000@evil.example',
  'http://localhost:port',
  'http://localhost:',
  'http://LOCALHOST:3000',
  'http://0.0.0.0:3000',
  'http://127.0.0.2:3000',
  'http://192.168.1.7:3000',
  'http://[::1].evil.example',
  'file://',
  'chrome-extension://localhost',
  'http://localhost:3000, https://evil.example',
]

describe('a page in a browser', () => {
  it.each(allowed)(
    'of %s reads the devnet with the token, and never with credentials',
    async (origin) => {
      const reply = await ask('GET', '/blocks/latest', { origin, project_id: token })
      expect(reply.statusCode).toBe(200)
      expect(reply.headers['access-control-allow-origin']).toBe(origin)
      expect(reply.headers['access-control-allow-credentials']).toBeUndefined()
      expect(reply.headers.vary).toBe('Origin')
      const preflight = await ask('OPTIONS', '/tx/submit', {
        origin,
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'project_id,content-type',
      })
      expect(preflight.statusCode).toBe(204)
      expect(preflight.headers).toMatchObject({
        'access-control-allow-origin': origin,
        'access-control-allow-methods': 'GET, HEAD, POST',
        'access-control-allow-headers': '*',
      })
      expect(preflight.headers['access-control-allow-credentials']).toBeUndefined()
    },
  )

  it.each(refused)('of %s is allowed nothing', async (origin) => {
    for (const reply of [
      await ask('GET', '/blocks/latest', { origin, project_id: token }),
      await ask('HEAD', '/blocks/latest', { origin, project_id: token }),
      await ask('OPTIONS', '/blocks/latest', { origin, 'access-control-request-method': 'GET' }),
    ]) {
      expect(reply.headers['access-control-allow-origin']).toBeUndefined()
      expect(reply.headers.vary).toBe('Origin')
    }
  })

  it('of this computer without the token gets a rejection that it can read, and nothing else', async () => {
    const [origin = ''] = allowed
    for (const headers of [{ origin }, { origin, project_id: 'guessed' }]) {
      const reply = await ask('GET', '/blocks/latest', headers)
      expect(reply.statusCode).toBe(403)
      expect(reply.headers['access-control-allow-origin']).toBe(origin)
    }
  })

  it('of this computer reads no more than what Blockfrost has: no faucet, no rollback, no page', async () => {
    const [origin = ''] = allowed
    const id = '0'.repeat(64)
    for (const [method, path] of [
      ['GET', '/devnet/wallet'],
      ['GET', `/devnet/tx/${id}`],
      ['POST', '/devnet/fund'],
      ['POST', '/devnet/rollback'],
      ['OPTIONS', '/devnet/fund'],
      ['OPTIONS', '/devnet/rollback'],
      ['GET', '/nowhere'],
      ['OPTIONS', '/nowhere'],
    ] as const) {
      const reply = await ask(method, path, { origin, project_id: token })
      expect(reply.headers['access-control-allow-origin']).toBeUndefined()
    }
  })

  it('on a name that was made to lead to this computer gets nothing, with a local origin too', async () => {
    const reply = await ask('GET', '/blocks/latest', {
      origin: 'http://localhost:3000',
      host: 'evil.example',
      project_id: token,
    })
    expect(reply.statusCode).toBe(403)
    expect(reply.headers['access-control-allow-origin']).toBeUndefined()
  })
})
