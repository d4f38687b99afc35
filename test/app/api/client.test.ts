import { describe, expect, it } from 'vitest'
import { Secret } from '#platform/secret/secret.ts'
import { answer, clientOf, errorOf, plantedKey, serve } from './service.ts'
import {
  collectionToCreate,
  sampleCollection,
  sampleFunding,
  sampleMint,
  samplePolicy,
  sampleRoyalty,
  sampleSale,
  sampleToken,
  sampleDelivery,
  sampleWebhook,
  tokenToAdd,
} from './samples.ts'

describe('every call of the interface', () => {
  const page = (item: unknown) => ({ data: [item], cursor: null })
  const deletedAt = '2026-01-01T00:00:00.000Z'
  type Client = ReturnType<typeof clientOf>['client']
  const calls: readonly (readonly [string, unknown, (client: Client) => Promise<unknown>])[] = [
    ['POST /nft/collections', sampleCollection, (c) => c.createCollection(collectionToCreate)],
    ['GET /nft/collections', page(sampleCollection), (c) => Array.fromAsync(c.collections())],
    ['GET /nft/collections/c1', sampleCollection, (c) => c.getCollection('c1')],
    ['PATCH /nft/collections/c1', sampleCollection, (c) => c.updateCollection('c1', { name: 'N' })],
    [
      'DELETE /nft/collections/c1',
      { deleted: true, deleted_collection_id: 'c1', deleted_at: deletedAt },
      (c) => c.deleteCollection('c1'),
    ],
    [
      'GET /nft/collections/c1/policy',
      { ...samplePolicy, signing_keys: [] },
      (c) => c.exportPolicy('c1'),
    ],
    [
      'POST /nft/collections/c1/tokens',
      { data: [sampleToken], status_code: 201 },
      (c) => c.addTokens('c1', [tokenToAdd]),
    ],
    ['GET /nft/collections/c1/tokens', page(sampleToken), (c) => Array.fromAsync(c.tokens('c1'))],
    ['GET /nft/collections/c1/tokens/t1', sampleToken, (c) => c.getToken('c1', 't1')],
    [
      'PATCH /nft/collections/c1/tokens/t1',
      sampleToken,
      (c) => c.updateToken('c1', 't1', { name: 'Leaf' }),
    ],
    [
      'DELETE /nft/collections/c1/tokens/t1',
      { deleted: true, deleted_token_id: 't1', deleted_at: deletedAt },
      (c) => c.deleteToken('c1', 't1'),
    ],
    [
      'POST /nft/collections/c1/mints',
      sampleMint,
      (c) => c.createMint('c1', { tokens: 'all', to: 'addr_test1' }),
    ],
    ['GET /nft/collections/c1/mints', page(sampleMint), (c) => Array.fromAsync(c.mints('c1'))],
    ['GET /nft/collections/c1/mints/m1', sampleMint, (c) => c.getMint('c1', 'm1')],
    [
      'POST /nft/collections/c1/mints/m1/witnesses',
      sampleMint,
      (c) => c.addWitnesses('c1', 'm1', { witnesses: ['8200'] }),
    ],
    ['POST /nft/collections/c1/mints/m1/release', sampleMint, (c) => c.releaseMint('c1', 'm1')],
    ['POST /nft/collections/c1/mints/m1/cancel', sampleMint, (c) => c.cancelMint('c1', 'm1')],
    ['GET /nft/collections/c1/funding', sampleFunding, (c) => c.getFunding('c1')],
    [
      'POST /nft/collections/c1/funding/withdraw',
      sampleMint,
      (c) => c.withdraw('c1', { to: 'addr_test1' }),
    ],
    ['GET /nft/collections/c1/royalty', sampleRoyalty, (c) => c.getRoyalty('c1')],
    ['POST /nft/collections/c1/royalty', sampleRoyalty, (c) => c.mintRoyalty('c1')],
    [
      'POST /nft/collections/c1/sales',
      sampleSale,
      (c) => c.createSale('c1', { type: 'fixed', price: 5, reservation_time: 60, tokens: ['t1'] }),
    ],
    ['GET /nft/collections/c1/sales', page(sampleSale), (c) => Array.fromAsync(c.sales('c1'))],
    ['GET /nft/collections/c1/sales/s1', sampleSale, (c) => c.getSale('c1', 's1')],
    ['GET /sales/s1', sampleSale, (c) => c.getSaleById('s1')],
    ['POST /nft/collections/c1/sales/s1/cancel', sampleSale, (c) => c.cancelSale('c1', 's1')],
    ['POST /sales/s1/resolve', sampleSale, (c) => c.resolveSale('s1', { action: 'refund' })],
    [
      'POST /webhooks',
      sampleWebhook,
      (c) =>
        c.createWebhook({
          type: 'nft_api',
          name: 'Till',
          network: 'testnet',
          callback_url: 'http://127.0.0.1:9/hook',
        }),
    ],
    ['GET /webhooks', page(sampleWebhook), (c) => Array.fromAsync(c.webhooks())],
    ['GET /webhooks/w1', sampleWebhook, (c) => c.getWebhook('w1')],
    ['PATCH /webhooks/w1', sampleWebhook, (c) => c.updateWebhook('w1', { name: 'N' })],
    [
      'DELETE /webhooks/w1',
      { deleted: true, deleted_webhook_id: 'w1', deleted_at: deletedAt },
      (c) => c.deleteWebhook('w1'),
    ],
    [
      'POST /webhooks/w1/test',
      { delivered: false, status_code: 404, duration_ms: 3, body_start: '', error: 'it says 404' },
      (c) => c.testWebhook('w1'),
    ],
    [
      'GET /webhooks/w1/deliveries?state=failed',
      page(sampleDelivery),
      (c) => Array.fromAsync(c.deliveries('w1', { state: 'failed' })),
    ],
    ['GET /deliveries/d1', { ...sampleDelivery, request_body: '{}' }, (c) => c.getDelivery('d1')],
    ['POST /deliveries/d1/resend', sampleDelivery, (c) => c.resendDelivery('d1')],
    [
      'GET /events?status=MINTING&collection_id=c1&since=2026-11-22',
      page({ id: 'e1' }),
      (c) =>
        Array.fromAsync(c.events({ status: 'MINTING', collection_id: 'c1', since: '2026-11-22' })),
    ],
  ]
  it.each(calls)('%s sends what the interface says', async (line, body, run) => {
    const service = await serve(answer(200, body))
    await run(clientOf(service.baseUrl).client)
    const [method = '', path = ''] = line.split(' ')
    expect(service.seen).toHaveLength(1)
    expect(service.seen[0]).toMatchObject({ method, url: `/app1/v1${path}` })
    expect(service.seen[0]?.headers['x-api-key']).toBe(plantedKey)
    const withoutBody = ['/cancel', '/release', '/royalty', '/test', '/resend'].some((end) =>
      path.endsWith(end),
    )
    const hasBody = (method === 'POST' && !withoutBody) || method === 'PATCH'
    expect(service.seen[0]?.headers['content-type']).toBe(hasBody ? 'application/json' : undefined)
  })
})

describe('a page of tokens', () => {
  it('is asked for oldest first and leads on until the cursor is null or empty', async () => {
    const service = await serve(
      answer(200, { data: [sampleToken], cursor: 'c2' }),
      answer(200, { data: [sampleToken], cursor: '' }),
    )
    const { client } = clientOf(service.baseUrl)
    const first = await client.tokenPage('c1', null)
    const second = await client.tokenPage('c1', first.cursor)
    expect([first, second].map(({ tokens, cursor }) => [tokens.length, cursor])).toEqual([
      [1, 'c2'],
      [1, null],
    ])
    const path = '/app1/v1/nft/collections/c1/tokens?order=asc&size=100'
    expect(service.seen.map(({ url }) => url)).toEqual([path, `${path}&cursor=c2`])
  })
})

describe('what goes out', () => {
  it('wraps tokens in the envelope of the interface and unwraps the answer', async () => {
    const service = await serve(answer(201, { data: [sampleToken], status_code: 201 }))
    const { client } = clientOf(service.baseUrl)
    const added = await client.addTokens('c1', [
      { ...tokenToAdd, metadata_attributes: [{ tag: 'color', value: 'red' }] },
    ])
    expect(added.map(({ id }) => id)).toEqual(['t1'])
    expect(JSON.parse(service.seen[0]?.body ?? '')).toEqual({
      tokens: [{ ...tokenToAdd, metadata_attributes: [{ tag: '<color>', value: 'red' }] }],
    })
  })

  it('keeps a path prefix and encodes app ID and ids as one path segment each', async () => {
    const service = await serve(answer(200, sampleCollection))
    const { client } = clientOf(`${service.baseUrl}/cardano/api/`, { appId: 'a/b' })
    await client.getCollection('x/../y?z#')
    expect(service.seen[0]?.url).toBe('/cardano/api/a%2Fb/v1/nft/collections/x%2F..%2Fy%3Fz%23')
  })

  it.each(['', '.', '..', '\uD800'])('sends nothing for the id %j', async (id) => {
    const service = await serve(answer(200, sampleCollection))
    const { client } = clientOf(service.baseUrl)
    await expect(client.deleteCollection(id)).rejects.toMatchObject({ code: 'invalid' })
    expect(service.seen).toEqual([])
  })

  it('refuses a body that breaks the interface, naming the field, before anything is sent', async () => {
    const service = await serve(answer(201, {}))
    const { client } = clientOf(service.baseUrl)
    const error = await errorOf(() => client.addTokens('c1', [{ ...tokenToAdd, name: 'x' }]))
    expect(error).toMatchObject({ code: 'invalid', details: { mayHaveArrived: false } })
    expect(String(error)).toContain('tokens[0].name: 1 character, at least 2 required')
    const many = Array.from({ length: 26 }, () => tokenToAdd)
    await expect(client.addTokens('c1', many)).rejects.toThrow(/^tokens: .*25/u)
    expect(service.seen).toEqual([])
  })
})

describe('what comes back', () => {
  it('keeps statuses and fields that it does not know', async () => {
    const service = await serve(answer(200, { ...sampleToken, status: 'PONDERING', novelty: 1 }))
    const token = await clientOf(service.baseUrl).client.getToken('c1', 't1')
    expect(token.status).toBe('PONDERING')
    expect(token).toHaveProperty('novelty', 1)
  })

  it('names the field of an answer that breaks the interface', async () => {
    const bad = { ...sampleToken, policy: { ...samplePolicy, policy_id: 'short' } }
    const service = await serve(answer(200, { data: [sampleToken, bad], cursor: null }))
    const { client } = clientOf(service.baseUrl)
    const error = await errorOf(() => Array.fromAsync(client.tokens('c1')))
    expect(error).toMatchObject({
      code: 'service_error',
      details: {
        format: expect.stringContaining('data[1].policy.policy_id: not 28 bytes of hex'),
      },
    })
    expect(service.seen).toHaveLength(1)
  })

  it('hands out exported keys as secrets only', async () => {
    const service = await serve(answer(200, { ...samplePolicy, signing_keys: ['ed25519_sk1abc'] }))
    const exported = await clientOf(service.baseUrl).client.exportPolicy('c1')
    expect(exported.policy).toEqual(samplePolicy)
    expect(exported.signingKeys.every((key) => key instanceof Secret)).toBe(true)
    expect(exported.signingKeys.map((key) => key.text())).toEqual(['ed25519_sk1abc'])
    expect(JSON.stringify(exported)).not.toContain('ed25519_sk1abc')
  })
})

describe('lists', () => {
  const token = (id: string) => ({ ...sampleToken, id })

  it.each([null, '', undefined])('ends at a cursor of %j, passing filters on', async (end) => {
    const service = await serve(
      answer(200, { data: [token('t1'), token('t2')], cursor: 'next page/2' }),
      answer(200, { data: [], cursor: 'c3' }),
      answer(200, { data: [token('t3')], ...(end === undefined ? {} : { cursor: end }) }),
    )
    const { client } = clientOf(service.baseUrl)
    const list = client.tokens('c1', { status: 'FOR_SALE', order: 'asc', size: 2 })
    expect((await Array.fromAsync(list)).map(({ id }) => id)).toEqual(['t1', 't2', 't3'])
    const path = '/app1/v1/nft/collections/c1/tokens?order=asc&size=2&status=FOR_SALE'
    expect(service.seen.map(({ url }) => url)).toEqual([
      path,
      `${path}&cursor=next+page%2F2`,
      `${path}&cursor=c3`,
    ])
  })

  it('reads no further page than the caller asks for', async () => {
    const service = await serve(answer(200, { data: [sampleCollection], cursor: 'more' }))
    for await (const { id } of clientOf(service.baseUrl).client.collections()) {
      expect(id).toBe('c1')
      break
    }
    expect(service.seen).toHaveLength(1)
  })

  it('does not follow a list that turns in a circle', async () => {
    const service = await serve(answer(200, { data: [], cursor: 'again' }))
    const { client } = clientOf(service.baseUrl)
    await expect(Array.fromAsync(client.webhooks())).rejects.toMatchObject({
      code: 'service_error',
    })
    expect(service.seen).toHaveLength(2)
  })

  it('refuses a page size beyond the limits', async () => {
    const service = await serve(answer(200, { data: [], cursor: null }))
    const { client } = clientOf(service.baseUrl)
    await expect(Array.fromAsync(client.webhooks({ size: 101 }))).rejects.toThrow(/size/u)
    expect(service.seen).toEqual([])
  })
})

describe('ping', () => {
  it('asks for one collection and tells its network', async () => {
    const service = await serve(answer(200, { data: [sampleCollection], cursor: 'more' }))
    expect(await clientOf(service.baseUrl).client.ping()).toEqual({ network: 'testnet' })
    expect(service.seen.map(({ url }) => url)).toEqual(['/app1/v1/nft/collections?size=1'])
  })

  it('knows no network where there is no collection', async () => {
    const service = await serve(answer(200, { data: [], cursor: null }))
    expect(await clientOf(service.baseUrl).client.ping()).toEqual({ network: undefined })
  })
})

describe('address and key', () => {
  it.each([
    'https://example.org',
    'https://example.org/prefix/',
    'http://127.0.0.1:80',
    'http://127.9.9.9',
    'http://localhost:1',
    'http://[::1]:1',
  ])('accepts the service address %s', (baseUrl) => {
    expect(() => clientOf(baseUrl)).not.toThrow()
  })

  it.each([
    ['http://example.org', 'https'],
    ['http://127.0.0.1.example.org', 'https'],
    ['http://192.168.0.1', 'https'],
    ['https://user:hush@example.org', 'credentials'],
    ['https://hush@example.org', 'credentials'],
    ['https://example.org?hush=1', 'url'],
    ['https://example.org#hush', 'url'],
    ['ftp://example.org', 'url'],
    ['example.org', 'url'],
    ['', 'url'],
  ])('refuses the service address %s', async (baseUrl, rule) => {
    const error = await errorOf(async () => clientOf(baseUrl))
    expect(error).toMatchObject({ code: 'invalid', details: { rule } })
    expect(String(error)).not.toContain('hush')
  })

  it.each(['', 'planted key', 'planted\n', 'plantéd'])('refuses the API key %j', async (key) => {
    const make = async () => clientOf('https://example.org', { apiKey: Secret.ofText(key) })
    const error = await errorOf(make)
    expect(error).toMatchObject({ code: 'invalid', details: { rule: 'api_key' } })
    expect(String(error)).not.toMatch(/plant/u)
  })

  it('refuses an app ID that would climb out of the path', () => {
    expect(() => clientOf('https://example.org', { appId: '..' })).toThrow(/app ID/u)
  })
})
