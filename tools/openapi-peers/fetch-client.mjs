// @ts-check
/** Runs a client that openapi-typescript typed: `node fetch-client.mjs ORIGIN KEY REQUEST_OF_A_COLLECTION`. */
import assert from 'node:assert/strict'
import createClient from 'openapi-fetch'

const [, , baseUrl = '', key = '', payoutAddress = ''] = process.argv
/** @type {import('openapi-fetch').Client<import('./generated/schema.d.ts').paths>} */
const client = createClient({ baseUrl, headers: { 'x-api-key': key } })
/** @type {'local'} */
const app_id = 'local'

const made = await client.POST('/{app_id}/v1/nft/collections', {
  params: { path: { app_id } },
  body: {
    name: 'By openapi-fetch',
    payout_address: payoutAddress,
    policy: { lock: false },
    metadata: { attributes: { Plant: '<plant>' } },
  },
})
assert(made.data, JSON.stringify(made.error))
const collection_id = made.data.id

const added = await client.POST('/{app_id}/v1/nft/collections/{collection_id}/tokens', {
  params: { path: { app_id, collection_id } },
  body: {
    tokens: [
      {
        name: 'Fern No. 01',
        asset_name: 'Fern01',
        image: 'ipfs://QmRhTTbUrPYEw3mJGGhQqQST9k86v1DPBiTTWJGKDJsVFw',
        metadata_attributes: [{ tag: '<plant>', value: 'Fern' }],
      },
    ],
  },
})
assert(added.data, JSON.stringify(added.error))

const reserved = await client.POST('/{app_id}/v1/nft/collections/{collection_id}/sales', {
  params: { path: { app_id, collection_id } },
  body: {
    type: 'fixed',
    price: 25_000_000,
    reservation_time: 900,
    tokens: added.data.data.map(({ id }) => id),
  },
})
assert(reserved.data, JSON.stringify(reserved.error))

const cancelled = await client.POST(
  '/{app_id}/v1/nft/collections/{collection_id}/sales/{sale_id}/cancel',
  { params: { path: { app_id, collection_id, sale_id: reserved.data.id } } },
)
assert.equal(cancelled.data?.status, 'CANCELLED')

const webhook = await client.POST('/{app_id}/v1/webhooks', {
  params: { path: { app_id } },
  body: {
    type: 'nft_api',
    name: 'Shop',
    network: 'testnet',
    callback_url: 'http://127.0.0.1:9/events',
  },
})
assert(webhook.data?.secret, JSON.stringify(webhook.error))
const webhook_id = webhook.data.id
const listed = await client.GET('/{app_id}/v1/webhooks', {
  params: { path: { app_id }, query: { size: 100 } },
})
assert(listed.data?.data.some(({ id }) => id === webhook_id))
const deleted = await client.DELETE('/{app_id}/v1/webhooks/{webhook_id}', {
  params: { path: { app_id, webhook_id } },
})
assert.equal(deleted.data?.deleted, true)
const gone = await client.GET('/{app_id}/v1/webhooks/{webhook_id}', {
  params: { path: { app_id, webhook_id } },
})
assert.equal(gone.error?.status_code, 404)
