import { DatabaseSync } from 'node:sqlite'
import { describe, expect } from 'vitest'
import { databaseError } from '#platform/db/database-error.ts'
import { Secret } from '#platform/secret/secret.ts'
import { answerTo } from '#studio/server/errors.ts'
import {
  apiKey,
  appId,
  base,
  collectionBody,
  createCollection,
  generatePolicyKey,
  errorMessage,
  openStudio,
  policyOf,
  type TestStudio,
} from './open-studio.ts'
import { studioTest as it } from './studio-test.ts'

const ask = async (
  studio: TestStudio,
  url: string,
  headers: Record<string, string> = { 'x-api-key': apiKey },
) => {
  const reply = await studio.app.inject({ url, headers })
  return { status: reply.statusCode, headers: reply.headers, body: reply.json<unknown>() }
}

describe('Authentication', () => {
  it('Every request carries x-api-key: missing, empty or wrong is 401', async ({ studio }) => {
    const url = `${base}/nft/collections`
    expect((await ask(studio, url)).status).toBe(200)
    for (const headers of [
      {},
      { 'x-api-key': '' },
      { 'x-api-key': `${apiKey}x` },
      { 'x-api-key': 'x' },
    ])
      expect(errorMessage(await ask(studio, url, headers), 401)).toMatch(/^x-api-key: /u)
  })

  it('an unknown app_id is 401, however it is written', async ({ studio }) => {
    for (const id of ['other', '', 'Local', '%6cocal'])
      expect((await ask(studio, `/${id}/v1/nft/collections`)).status).toBe(401)
  })

  it('an unknown version segment is 403, before the key is looked at', async ({ studio }) => {
    for (const version of ['v2', 'V1', 'v1.0', '%761', ''])
      errorMessage(await ask(studio, `/${appId}/${version}/nft/collections`, {}), 403)
  })

  it('an unknown route is 401 without the key and 404 with it', async ({ studio }) => {
    errorMessage(await ask(studio, `${base}/nft/other`, {}), 401)
    errorMessage(await ask(studio, `${base}/nft/other`), 404)
    errorMessage(await ask(studio, '/favicon.ico', {}), 401)
  })

  it('a Host that is not loopback is 403, on public routes too', async ({ studio }) => {
    for (const url of [`${base}/nft/collections`, '/health', '/openapi.json'])
      for (const host of ['evil.example', '127.0.0.1.evil.example', 'localhost.', '127.0.0.2'])
        errorMessage(await ask(studio, url, { 'x-api-key': apiKey, host }), 403)
    for (const host of ['127.0.0.1', '127.0.0.1:4800', 'localhost:4800', 'LOCALHOST', '[::1]:4800'])
      expect((await ask(studio, '/health', { host })).status).toBe(200)
  })

  it('gives pages of other origins no permission', async ({ studio }) => {
    const headers = { 'x-api-key': apiKey, origin: 'https://evil.example' }
    const reply = await ask(studio, `${base}/nft/collections`, headers)
    expect(Object.keys(reply.headers).join()).not.toContain('access-control')
    const preflight = await studio.app.inject({
      method: 'OPTIONS',
      url: `${base}/nft/collections`,
      headers: { origin: 'https://evil.example', 'access-control-request-method': 'POST' },
    })
    expect(preflight.statusCode).toBe(401)
  })

  it('GET /health needs no key', async ({ studio }) => {
    expect(await ask(studio, '/health', {})).toMatchObject({ status: 200, body: { status: 'ok' } })
  })
})

describe('Errors', () => {
  it('have the shape {status_code, message, error}, error the reason phrase', async ({
    studio,
  }) => {
    const reply = await ask(studio, `${base}/nft/collections/nobody`)
    expect(reply.body).toEqual({
      status_code: 404,
      message: expect.stringContaining('there is no collection of this id: '),
      error: 'Not Found',
    })
  })

  it('a 5xx leaks nothing, and its request ID is in the log', async () => {
    const lines: string[] = []
    const logged = await openStudio({ log: { write: (line) => lines.push(line) } })
    logged.fakeVault.state.keysError = new Error('/home/ada/vault: permission denied')
    const reply = await logged.call('POST', '/nft/collections', collectionBody())
    const text = JSON.stringify(reply.body)
    errorMessage(reply, 500)
    expect(text).not.toMatch(/ada|vault|permission|\.ts/u)
    const id = String(reply.headers['x-request-id'])
    expect(reply.body).toHaveProperty('request_id', id)
    const error = lines.find((line) => line.includes('permission denied'))
    expect(JSON.parse(error ?? '{}')).toMatchObject({ request_id: id })
    await logged.close()
  })

  it('the log never holds the API key, a signing key or a body', async () => {
    const lines: string[] = []
    const logged = await openStudio({ log: { write: (line) => lines.push(line) } })
    const policy = policyOf([generatePolicyKey()])
    const [key = ''] = policy.signing_keys
    const { id } = await createCollection(logged, { policy: { lock: false, ...policy } })
    await logged.call('GET', `/nft/collections/${id}/policy`)
    await logged.call('POST', '/nft/collections', { signing_keys: [key] })
    logged.fakeVault.state.keysError = new Error('broken')
    await logged.call(
      'POST',
      '/nft/collections',
      collectionBody({ name: 'Hidden name', policy: { lock: false, ...policy } }),
    )
    await logged.app.inject({
      method: 'POST',
      url: `${base}/nft/collections?q=${key}`,
      headers: { 'x-api-key': apiKey, 'content-type': 'application/json' },
      payload: `{"signing_keys": ["${key}"`,
    })
    const all = lines.join('\n')
    expect(lines.length).toBeGreaterThanOrEqual(6)
    for (const secret of [apiKey, key, 'Hidden name']) expect(all).not.toContain(secret)
    await logged.close()
  })

  it('a busy database is 503 with Retry-After', ({ studio }) => {
    const path = `${studio.databasePath}-busy`
    const [one, other] = [new DatabaseSync(path), new DatabaseSync(path, { timeout: 0 })]
    one.exec('CREATE TABLE t (x); BEGIN IMMEDIATE')
    let error: unknown
    try {
      other.exec('BEGIN IMMEDIATE')
    } catch (thrown) {
      error = thrown
    }
    expect(answerTo(databaseError(path, error))).toMatchObject({
      status: 503,
      retryAfterSeconds: 1,
    })
    one.close()
    other.close()
  })
})

describe('a studio that is opened again', () => {
  it('has what it had, and other processes may have it open too', async ({ studio }) => {
    const { id } = await createCollection(studio)
    const second = await openStudio({
      database: studio.databasePath,
      apiKey: Secret.ofText(apiKey),
    })
    expect((await second.call('GET', `/nft/collections/${id}`)).status).toBe(200)
    const made = await createCollection(second)
    expect((await studio.call('GET', `/nft/collections/${made.id}`)).status).toBe(200)
    await second.close()
  })
})
