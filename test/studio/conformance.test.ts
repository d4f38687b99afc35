import { join } from 'node:path'
import { afterAll, describe, expect } from 'vitest'
import { z } from 'zod'
import { type ContentStore, openContentStore } from '#media/content/store.ts'
import { Secret } from '#platform/secret/secret.ts'
import { type ServingStudio, startStudio } from '#studio/start-studio.ts'
import {
  apiKey,
  appId,
  createFakeVault,
  createWebhookSecretKeeper,
  image,
  testAddress,
} from './open-studio.ts'
import { sharedFolderTest as it } from '../support/folder-test.ts'

/**
 * The calls that tango-crypto/tangocrypto-js makes in its own tests of collections, tokens and
 * webhooks: the same paths, verbs, headers and bodies, and what it reads from the answers.
 */
let content: ContentStore
let running: ServingStudio
it.beforeAll(async ({ folder }) => {
  content = await openContentStore({ dir: join(folder, 'content') })
  running = await startStudio({
    database: join(folder, 'studio.db'),
    content,
    network: 'preprod',
    appId,
    apiKey: Secret.ofText(apiKey),
    keys: createFakeVault().keys,
    webhookSecrets: createWebhookSecretKeeper().webhookSecrets,
  })
})
afterAll(async () => {
  await running.close()
  content.close()
})

const answer = z.looseObject({
  id: z.string().optional(),
  data: z.array(z.looseObject({ id: z.string(), status: z.string().optional() })).optional(),
})

/** The client sends its content type with every call, body or not. */
const call = async (method: string, path: string, body?: object, key = apiKey) => {
  const reply = await fetch(`${running.baseUrl}/${appId}/v1${path}`, {
    method,
    headers: { 'x-api-key': key, 'content-type': 'application/json', accept: 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  return {
    status: reply.status,
    type: reply.headers.get('content-type'),
    body: answer.parse(await reply.json()),
  }
}

const collectionRequest = {
  name: 'Test Collection',
  description: 'Testing collection',
  payout_address: testAddress,
  policy: { lock: true, lock_time: '2099-10-19T01:00:00.000Z' },
  metadata: {
    asset_name: '<asset_name>',
    name: '<name>',
    image: '<image_link>',
    media_type: '<mime_type>',
    description: '<description>',
    files: [{ name: '<file_name>', media_type: '<mime_type>', src: '<file_link>' }],
    attributes: { color: '<color>', artist: 'Test' },
    version: '1.0',
  },
}

const tokenRequest = {
  asset_name: 'ASSET01',
  name: 'ASSET 01',
  description: 'Test NFT 1',
  media_type: 'image/png',
  image,
  metadata_attributes: [
    { tag: '<color>', value: 'red' },
    { tag: '<file_name>', value: 'Front' },
    { tag: '<mime_type>', value: 'image/png' },
    { tag: '<file_link>', value: image },
  ],
  // The client's own example gives the token another artist than the collection has.
  custom_attributes: { edition: 'first', artist: 'Pepe' },
}

describe('the calls of an existing client', () => {
  it('create, read, list, change a collection; add, read, list, change, delete tokens', async () => {
    const made = await call('POST', '/nft/collections', collectionRequest)
    expect(made).toMatchObject({
      status: 201,
      type: 'application/json; charset=utf-8',
      body: { network: 'testnet', policy: { lock: true, lock_time: '2099-10-19T01:00:00.000Z' } },
    })
    const path = `/nft/collections/${made.body.id}`
    expect((await call('GET', path)).body).toEqual(made.body)
    expect((await call('GET', `/nft/collections?ids=${made.body.id}`)).body.data).toEqual([
      made.body,
    ])
    expect((await call('GET', '/nft/collections?size=1')).body.data).toEqual([made.body])
    expect((await call('PATCH', path, { name: 'Renamed' })).body).toHaveProperty('name', 'Renamed')

    const added = await call('POST', `${path}/tokens`, { tokens: [tokenRequest] })
    expect(added).toMatchObject({ status: 201, body: { status_code: 201 } })
    const [token] = added.body.data ?? []
    expect(token).toMatchObject({
      status: 'FOR_SALE',
      image,
      custom_attributes: { edition: 'first', artist: 'Pepe' },
    })
    expect(JSON.stringify(token?.['metadata'])).toContain(
      `"files":[{"name":"Front","mediaType":"image/png","src":"${image}"}]`,
    )
    const listed = await call('GET', `${path}/tokens?status=FOR_SALE&order=asc&size=10`)
    expect(listed.body).toEqual({ data: [token], cursor: null })
    const one = `${path}/tokens/${token?.id}`
    expect((await call('GET', one)).body).toEqual(token)
    expect((await call('PATCH', one, { name: 'ASSET 01b' })).body).toHaveProperty(
      'name',
      'ASSET 01b',
    )
    expect((await call('DELETE', one)).body).toMatchObject({
      deleted: true,
      deleted_token_id: token?.id,
    })
    expect((await call('DELETE', path)).body).toMatchObject({
      deleted: true,
      deleted_collection_id: made.body.id,
    })
  })

  it('move a policy into a new collection', async () => {
    const first = await call('POST', '/nft/collections', collectionRequest)
    const { body: policy } = await call('GET', `/nft/collections/${first.body.id}/policy`)
    const second = await call('POST', '/nft/collections', { ...collectionRequest, policy })
    expect(second.status).toBe(201)
    expect(second.body['policy']).toEqual(first.body['policy'])
  })

  it('an existing client manages its webhooks', async () => {
    const request = {
      type: 'nft_api',
      name: 'NFT events',
      network: 'testnet',
      description: 'Test',
      callback_url: 'http://localhost:3000/events',
    }
    const made = await call('POST', '/webhooks', request)
    expect(made).toMatchObject({ status: 201, body: { ...request, available: 'true', rules: [] } })
    const path = `/webhooks/${made.body.id}`
    const { secret, ...shown } = made.body
    expect(secret).toMatch(/^whsec_/u)
    expect((await call('GET', '/webhooks?size=50')).body.data).toEqual([shown])
    expect((await call('PATCH', path, { name: 'Other' })).body).toHaveProperty('name', 'Other')
    expect((await call('DELETE', path)).body).toHaveProperty('deleted', true)
  })

  it('read errors as {status_code, message, error}', async () => {
    const shape = z.object({ status_code: z.int(), message: z.string(), error: z.string() })
    for (const reply of [
      await call('GET', '/nft/collections', undefined, 'wrong'),
      await call('GET', '/nft/collections/nobody'),
      await call('POST', '/nft/collections', { name: 'x' }),
    ])
      expect(shape.parse(reply.body).status_code).toBe(reply.status)
  })
})
