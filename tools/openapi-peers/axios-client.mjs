// @ts-check
/**
 * The calls of the interface's JavaScript SDK, by the axios that it names and by today's:
 * `node axios-client.mjs ORIGIN KEY PAYOUT_ADDRESS axios|axios-today`.
 */
import assert from 'node:assert/strict'

const [, , origin = '', key = '', payoutAddress = '', version = 'axios'] = process.argv
const { default: axios } = await import(version)
const headers = { 'content-type': 'application/json', 'x-api-key': key }
const client = axios.create({ baseURL: `${origin}/local/v1/nft`, headers })

const { data: collection } = await client.post('/collections', {
  name: `By ${version}`,
  payout_address: payoutAddress,
  policy: { lock: false },
  metadata: { attributes: { Plant: '<plant>' } },
})
const path = `/collections/${collection.id}`
const { data: renamed } = await client.patch(path, { description: 'Ferns' })
assert.equal(renamed.description, 'Ferns')

const { data: added } = await client.post(`${path}/tokens`, {
  tokens: [
    {
      name: 'Fern No. 01',
      asset_name: 'Fern01',
      image: 'ipfs://QmRhTTbUrPYEw3mJGGhQqQST9k86v1DPBiTTWJGKDJsVFw',
      metadata_attributes: [{ tag: '<plant>', value: 7 }],
    },
  ],
})
const [token] = added.data

// The SDK sends each parameter of a list, also those that it was not given.
const params = { ids: '', size: '', cursor: '' }
const { data: listed } = await client.get(`${path}/tokens`, { params })
assert.deepEqual(
  listed.data.map((/** @type {{ id: string }} */ { id }) => id),
  [token.id],
)

/** @returns {Promise<{ id: string }>} */
const reserve = async () => {
  const sale = { type: 'fixed', price: 25_000_000, reservation_time: 900, tokens: [token.id] }
  return (await client.post(`${path}/sales`, sale)).data
}
const sale = await reserve()
const cancelled = await client.post(`${path}/sales/${sale.id}/cancel`)
assert.equal(cancelled.status, 200)
assert.equal(cancelled.data.canceled_sale_id, sale.id)
// Without a body and without a type of its own, axios names that of a form.
const again = await reserve()
const older = await axios.post(
  `${origin}/local/v1/nft${path}/tokens/${token.id}/sales/${again.id}`,
  undefined,
  { headers: { 'x-api-key': key } },
)
assert.equal(older.status, 201)

const webhooks = axios.create({ baseURL: `${origin}/local/v1/webhooks`, headers })
const { data: webhook } = await webhooks.post('', {
  type: 'nft_api',
  name: 'Shop',
  network: 'testnet',
  callback_url: 'http://127.0.0.1:9/events',
  available: true,
  rules: [],
  confirmations: 0,
})
assert.equal(webhook.available, 'true')
const { data: paused } = await webhooks.patch(`/${webhook.id}`, { ...webhook, available: false })
assert.equal(paused.available, 'false')
const { data: removed } = await webhooks.delete(`/${webhook.id}`)
assert.equal(removed.deleted_webhook_id, webhook.id)

await assert.rejects(client.get('/collections/01ARZ3NDEKTSV4RRFFQ69G5FAV'), (error) => {
  assert(axios.isAxiosError(error))
  assert.equal(error.response?.status, 404)
  assert.equal(error.response?.data.status_code, 404)
  return true
})
