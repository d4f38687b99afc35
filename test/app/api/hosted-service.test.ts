import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { createCollectionOnce } from '#app/api/create-collection-once.ts'
import { createWebhookOnce } from '#app/webhooks/webhooks.ts'
import { findSaleById } from '#app/sales/find-sale-by-id.ts'
import { cancelSale, reserveSale } from '#app/sales/sale-calls.ts'
import { describeSale } from '#app/sales/show-sale.ts'
import { Secret } from '#platform/secret/secret.ts'
import { paymentDue } from '#contract/sales/payment-due.ts'
import { collectionRequest, type CollectionRequest } from '#contract/collections/collection.ts'
import {
  hostedAppId,
  hostedKey,
  type HostedService,
  startHostedService,
} from '../../support/hosted-service.ts'
import { clientOf } from './service.ts'

let service: HostedService
let client: ReturnType<typeof clientOf>['client']

beforeEach(async () => {
  service = await startHostedService()
  onTestFinished(() => service.close())
  client = clientOf(service.url, { appId: hostedAppId, apiKey: Secret.ofText(hostedKey) }).client
})

const request: CollectionRequest = collectionRequest.parse({
  name: 'Herbarium',
  payout_address: 'addr_test1vz2fxv2umyhttkxyxp8x0dlpdt3k6cwng5pxj3jhsydzerspjrlsz',
  policy: { lock: true, lock_time: '2030-02-24' },
  metadata: { asset_name: '<asset_name>', name: '<name>', image: '<image>', version: '1.0' },
})

const fern = {
  asset_name: 'Fern01',
  name: 'Fern No. 1',
  image: 'ipfs://QmdfTbBqBPQ7VNxZEYEj14VmRuZBkqFbiwReogJgS1zR1n',
}
const olive = { ...fern, asset_name: 'Olive02', name: 'Olive No. 2' }
const webhook = {
  type: 'nft_api',
  name: 'Till',
  network: 'testnet',
  callback_url: 'https://hooks.example.com/',
} as const
const reservation = { price: 25_000_000, reservation_time: 1800 }

describe('a collection of the hosted service', () => {
  it('is created, read, listed, changed and deleted without network and sales_count', async () => {
    const made = await createCollectionOnce(client, request)
    expect(made).not.toHaveProperty('network')
    expect(made).not.toHaveProperty('sales_count')
    expect(await client.getCollection(made.id)).toEqual(made)
    expect(await Array.fromAsync(client.collections())).toEqual([made])
    expect(await Array.fromAsync(client.collections({ ids: made.id }))).toEqual([made])
    expect(await client.ping()).toEqual({ network: undefined })
    expect(await client.updateCollection(made.id, { name: 'Leaves' })).toMatchObject({
      name: 'Leaves',
    })
    const { signingKeys, policy } = await client.exportPolicy(made.id)
    expect(policy.policy_id).toBe(made.policy.policy_id)
    expect(signingKeys).toHaveLength(1)
    await client.deleteCollection(made.id)
    expect(service.collections.size).toBe(0)
  })

  it('keeps a royalty whose rate is a number, and fields that Coldpress does not know', async () => {
    const made = await createCollectionOnce(client, {
      ...request,
      royalty: { address: ['addr_test1v'], rate: 0.05 },
    })
    expect(made.royalty?.metadata?.['777'].rate).toBe('0.05')
    expect(made).toHaveProperty('royalty_sale_info', {
      sale_id: expect.any(String),
      tx_fee: 180_000,
    })
  })
})

describe('tokens of the hosted service', () => {
  it('are added, listed, read, changed and deleted, with a time in milliseconds', async () => {
    const { id } = await createCollectionOnce(client, request)
    const [token, other] = await client.addTokens(id, [fern, olive])
    expect(token).toMatchObject({ asset_name: 'Fern01', updated_at: '2022-02-23T08:21:38.908Z' })
    expect(token).not.toHaveProperty('warnings')
    const listed = await Array.fromAsync(client.tokens(id, { status: 'FOR_SALE', size: 1 }))
    expect(listed.map(({ asset_name: name }) => name)).toEqual(['Fern01', 'Olive02'])
    const tokenId = token?.id ?? ''
    expect(await client.getToken(id, tokenId)).toEqual(token)
    expect(await client.updateToken(id, tokenId, { name: 'Fern' })).toMatchObject({ name: 'Fern' })
    await client.deleteToken(id, other?.id ?? '')
    expect((await client.tokenPage(id, null)).tokens).toHaveLength(1)
  })

  it('carry a warning where the fingerprint is not that of their policy and name', async () => {
    const { id } = await createCollectionOnce(client, request)
    service.faults.fingerprint = 'asset1hzh0uut85ypcueu88422pmgf6twzj2c52f73a5'
    const [token] = await client.addTokens(id, [fern])
    const warnings = [
      expect.stringMatching(/states the fingerprint asset1hzh0uut85.*give asset1\w{38}\./u),
    ]
    expect(token).toMatchObject({ warnings })
    expect(await client.getToken(id, token?.id ?? '')).toMatchObject({ warnings })
  })
})

describe('a sale of the hosted service', () => {
  const prepare = async () => {
    const { id } = await createCollectionOnce(client, request)
    const tokens = await client.addTokens(id, [fern, olive])
    return { id, tokens: tokens.map((token) => token.id) }
  }

  it('is created, read, listed and cancelled in its collection, whose id it lacks', async () => {
    const { id, tokens } = await prepare()
    const sale = await reserveSale(client, id, { type: 'fixed', ...reservation, tokens })
    expect(sale).toMatchObject({ collection_id: id, status: 'RESERVED' })
    expect(sale).not.toHaveProperty('reservation_time')
    const read = await client.getSale(id, sale.id)
    expect(read).not.toHaveProperty('payment_link')
    expect(read.collection_id).toBe(id)
    expect(read.service_fee).toBe(2_000_000)
    expect(await Array.fromAsync(client.sales(id))).toEqual([read])
    expect((await client.salePage(id, null)).sales).toEqual([read])
    expect(await cancelSale(client, sale)).toMatchObject({ id: sale.id, status: 'CANCELED' })
  })

  it('costs the price of one token for each token, although its supply says 1', async () => {
    const { id } = await prepare()
    const sale = await reserveSale(client, id, { type: 'random', ...reservation, quantity: 2 })
    expect(sale.supply).toBe(1)
    expect(paymentDue(sale)).toBe(50_000_000n)
  })

  it('is found by its id alone, and one that is nowhere is not found', async () => {
    const { id, tokens } = await prepare()
    await createCollectionOnce(client, { ...request, name: 'Another' })
    const sale = await reserveSale(client, id, { type: 'fixed', ...reservation, tokens })
    expect(await findSaleById(client, sale.id)).toMatchObject({ id: sale.id, collection_id: id })
    await expect(findSaleById(client, '01g')).rejects.toMatchObject({ code: 'not_found' })
  })

  it('is described for the window without events, mints and network', async () => {
    const { id, tokens } = await prepare()
    const sale = await reserveSale(client, id, { type: 'fixed', ...reservation, tokens })
    const account = { id: 'a', name: 'Shop', kind: 'hosted', network: 'testnet' } as const
    const context = {
      client,
      account: { ...account, baseUrl: service.url, appId: hostedAppId, createdAt: '' },
      gateways: { explorerUrl: () => Promise.resolve('https://explorer.example.com/') },
      keysHere: () => () => Promise.resolve(false),
    }
    expect(
      await describeSale(context, await client.getSale(id, sale.id), new Date(0)),
    ).toMatchObject({
      network: 'testnet',
      due: 50_000_000,
      endsAt: '1970-01-01T00:30:00.000Z',
      events: [],
      parked: null,
      service_fee: 2_000_000,
    })
  })
})

describe('a webhook of the hosted service', () => {
  it('is created, listed, read, changed and deleted with a boolean, null rules and no confirmations', async () => {
    const made = await createWebhookOnce(client, webhook)
    expect(made).toMatchObject({ available: 'true', rules: null })
    expect(made).not.toHaveProperty('confirmations')
    expect(made).not.toHaveProperty('secret')
    expect(await Array.fromAsync(client.webhooks())).toEqual([made])
    expect(await client.getWebhook(made.id)).toEqual(made)
    expect(await client.updateWebhook(made.id, { name: 'Shop' })).toMatchObject({ name: 'Shop' })
    await client.deleteWebhook(made.id)
    expect(service.webhooks.size).toBe(0)
  })
})

describe('an answer that cannot be read, to a request that made something', () => {
  it('leads to the collection that was made, and makes no second one of its name', async () => {
    await createCollectionOnce(client, request)
    service.faults.isUnreadable = true
    const made = await createCollectionOnce(client, request)
    expect([...service.collections.keys()].at(-1)).toBe(made.id)
    expect(service.collections.size).toBe(2)
  })

  it('leads to the webhook that was made', async () => {
    service.faults.isUnreadable = true
    expect(await createWebhookOnce(client, webhook)).toMatchObject({ name: 'Till' })
    expect(service.webhooks.size).toBe(1)
  })

  it('leads to the sale that was made', async () => {
    const { id } = await createCollectionOnce(client, request)
    const [token] = await client.addTokens(id, [fern])
    service.faults.isUnreadable = true
    const sale = await reserveSale(client, id, {
      type: 'fixed',
      ...reservation,
      tokens: [token?.id ?? ''],
    })
    expect(sale).toMatchObject({ collection_id: id, status: 'RESERVED' })
    expect(service.sales.size).toBe(1)
  })

  it('says that it may be there all the same where the list does not show it', async () => {
    service.faults.isUnreadable = true
    const hidden = { ...client, collections: async function* () {} }
    await expect(createCollectionOnce(hidden, request)).rejects.toMatchObject({
      code: 'service_error',
      message: expect.stringMatching(
        /cannot be read.*The collection may have been made all the same: look at the list of collections before you try again\.$/u,
      ),
      details: { mayHaveArrived: true },
    })
    expect(service.collections.size).toBe(1)
  })
})
