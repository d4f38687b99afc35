import { request } from 'node:http'
import { describe, expect } from 'vitest'
import { z } from 'zod'
import { errorBody } from '#contract/error-body.ts'
import { readPublicAccess } from '#cli/commands/studio/read-public-access.ts'
import { apiKey, base, createCollection, openStudio, type TestStudio } from '../open-studio.ts'
import { studioTest as it } from '../studio-test.ts'

const list = `${base}/nft/collections`

/** Over a real connection: inject knows fewer methods than Node reads. */
const send = async (
  { app }: Pick<TestStudio, 'app'>,
  method: string,
  path: string,
  headers: Record<string, string> = { 'x-api-key': apiKey },
) => {
  const base = app.server.listening ? app.listeningOrigin : await app.listen({ port: 0 })
  return new Promise<{
    readonly status: number | undefined
    readonly headers: Readonly<Record<string, unknown>>
    readonly text: string
  }>((done, fail) => {
    const sent = request(new URL(path, base), { method, headers, agent: false }, (reply) => {
      let text = ''
      reply.on('data', (piece: Buffer) => (text += piece.toString()))
      reply.on('end', () => done({ status: reply.statusCode, headers: reply.headers, text }))
    })
    sent.on('error', fail).end()
  })
}

const messageIn = (text: string): string => errorBody.parse(JSON.parse(text)).message

describe('A method that a path does not have', () => {
  it.for(['TRACE', 'QUERY', 'PUT', 'OPTIONS', 'PROPFIND', 'DELETE'])(
    '%s is 405, and Allow names those that it has',
    async (method, { studio }) => {
      const { status, headers, text } = await send(studio, method, list)
      expect([status, headers['allow']]).toEqual([405, 'GET, HEAD, POST'])
      expect(messageIn(text)).toBe(`${method} on this path is not served; it takes GET, HEAD, POST`)
    },
  )

  it('is 405 whatever its body is', async ({ studio }) => {
    const { statusCode } = await studio.app.inject({
      method: 'PUT',
      url: list,
      headers: { 'x-api-key': apiKey, 'content-type': 'application/json' },
      payload: '{"cut off',
    })
    expect(statusCode).toBe(405)
  })

  it('is 405 on a path with ids, and on one that another path covers too', async ({ studio }) => {
    const { id } = await createCollection(studio)
    const allowed = async (path: string, method: string) =>
      (await send(studio, method, `${list}/${id}${path}`)).headers['allow']
    expect(await allowed('', 'POST')).toBe('DELETE, GET, HEAD, PATCH')
    expect(await allowed('/tokens/', 'DELETE')).toBe('GET, HEAD, POST')
    expect(await allowed('/mints/estimate', 'DELETE')).toBe('GET, HEAD, POST')
  })

  it('is 401 without the key, except where none is needed', async ({ studio }) => {
    expect((await send(studio, 'TRACE', list, {})).status).toBe(401)
    const health = await send(studio, 'POST', '/health', {})
    expect([health.status, health.headers['allow']]).toEqual([405, 'GET, HEAD'])
    expect(health.text).not.toMatch(/key/u)
    expect((await send(studio, 'PUT', '/pay/token/none', {})).headers['allow']).toBe(
      'GET, HEAD, POST',
    )
  })

  it('is 404 on a path that is not served at all', async ({ studio }) => {
    expect((await send(studio, 'TRACE', `${base}/nft/other`)).status).toBe(404)
    expect((await send(studio, 'DELETE', `${list}//tokens`)).status).toBe(404)
  })

  it('is 405 on the server for buyers too, which serves HEAD', async () => {
    const publicAccess = readPublicAccess({
      listen: '127.0.0.1:4880',
      publicUrl: 'https://shop.example.com',
      trustedProxy: [],
    })
    const served = await openStudio(publicAccess === undefined ? {} : { publicAccess })
    const ask = async (method: 'HEAD' | 'PUT') =>
      served.publicApp?.inject({
        method,
        url: '/pay/token/none',
        headers: { host: 'shop.example.com' },
      })
    expect((await ask('PUT'))?.headers).toMatchObject({ allow: 'GET, HEAD, POST' })
    expect((await ask('HEAD'))?.statusCode).toBe(404)
    await served.close()
  })
})

describe('HEAD', () => {
  it('answers the status and the headers of GET without its body', async ({ studio }) => {
    for (const path of [list, '/health', '/openapi.json']) {
      const [got, head] = [await send(studio, 'GET', path), await send(studio, 'HEAD', path)]
      expect([head.status, head.text]).toEqual([200, ''])
      for (const name of ['content-type', 'content-length'])
        expect([name, head.headers[name]]).toEqual([name, got.headers[name]])
    }
    expect((await send(studio, 'HEAD', `${list}/nobody`)).status).toBe(404)
    expect((await send(studio, 'HEAD', list, {})).status).toBe(401)
  })
})

describe('A slash at the end of a path', () => {
  it('makes no difference', async ({ studio }) => {
    const { id } = await createCollection(studio)
    for (const path of [list, `${list}/${id}`, '/health']) {
      const [plain, slashed] = [
        await send(studio, 'GET', path),
        await send(studio, 'GET', `${path}/`),
      ]
      expect([slashed.status, slashed.text]).toEqual([200, plain.text])
    }
    const made = await studio.call('POST', '/nft/collections/', {
      name: 'Slashed',
      payout_address: z
        .object({ payout_address: z.string() })
        .parse((await studio.call('GET', `/nft/collections/${id}`)).body).payout_address,
      policy: { lock: false },
    })
    expect(made.status).toBe(201)
  })
})
