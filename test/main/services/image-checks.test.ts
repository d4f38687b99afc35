import { expect, it, onTestFinished } from 'vitest'
import { cidOf } from '#media/content/cid.ts'
import { Secret } from '#platform/secret/secret.ts'
import { apiKey, appId, createCollection, openStudio } from '../../studio/open-studio.ts'
import { startIpfsGateway } from '../../support/ipfs-gateway.ts'
import { nobodysAddress, openServices } from './open-services.ts'

const image = Buffer.from('an image that somebody else pinned')

const mintForm = {
  tokens: 'all',
  to: nobodysAddress,
  funding: 'own',
} as const

/** A collection at a service on preprod whose one token has its image elsewhere. */
const openWithImage = async () => {
  const gateway = await startIpfsGateway()
  const studio = await openStudio({ network: 'preprod' })
  const baseUrl = await studio.app.listen({ host: '127.0.0.1', port: 0 })
  onTestFinished(() => studio.close())
  onTestFinished(() => gateway.close())
  const services = await openServices()
  const { app, call } = services
  const account = await app.accounts.add({
    name: 'Hosted',
    network: 'testnet',
    baseUrl,
    appId,
    apiKey: Secret.ofText(apiKey),
  })
  const { id: collectionId } = await createCollection(studio)
  const cid = await cidOf(image)
  const client = await app.accounts.client(account.id)
  const [token] = await client.addTokens(collectionId, [
    { asset_name: 'One', name: 'One', image: `ipfs://${cid}`, media_type: 'image/png' },
  ])
  await call('app.changeSettings', { imageGateway: gateway.url })
  const wanted = { accountId: account.id, collectionId, tokens: 'all' } as const
  return { ...services, gateway, cid, wanted, tokenId: token?.id ?? '' }
}

it('a mint asks for images that were not fetched, and not again once they were', async () => {
  const { call, gateway, cid, wanted, state } = await openWithImage()
  expect(state.asked.map(({ lines }) => lines[0])).toContain(`Address: ${gateway.url}`)
  const { accountId, collectionId } = wanted
  expect(await call('minting.images', wanted)).toEqual({
    local: 0,
    unfetched: 1,
    gateway: gateway.url,
  })
  await expect(
    call('minting.build', { accountId, collectionId, form: mintForm, skipsRehearsal: true }),
  ).rejects.toMatchObject({ details: { rule: 'images_not_fetched', images: 1 } })
  expect(await call('minting.fetchImages', wanted)).toEqual({
    missing: 1,
    reasons: [`The IPFS gateway at ${new URL(gateway.url).host} does not find ${cid}.`],
  })
  gateway.files.set(cid, image)
  expect(await call('minting.fetchImages', wanted)).toEqual({ missing: 0, reasons: [] })
  expect(state.events.map(([name]) => name)).toContain('minting.imagesFetched')
  expect(await call('minting.images', wanted)).toMatchObject({ unfetched: 0 })
})

it('a mint and a sale ask before they start when images are on this computer only', async () => {
  const { call, app, cid, wanted } = await openWithImage()
  await app.content.add(image)
  expect(await call('minting.images', wanted)).toMatchObject({ local: 1, unfetched: 0 })
  const { accountId, collectionId } = wanted
  const at = { accountId, collectionId, skipsRehearsal: true, acceptsUnfetchedImages: true }
  const refused = { code: 'conflict', details: { rule: 'images_only_here', images: 1 } }
  await expect(call('minting.build', { ...at, form: mintForm })).rejects.toMatchObject(refused)
  const sale = {
    type: 'random' as const,
    quantity: 1,
    price: 10_000_000,
    reservation_time: 1_800,
  }
  await expect(call('sales.create', { ...at, request: sale })).rejects.toMatchObject(refused)
  expect(app.pinTargets.onlyHere([cid])).toEqual([cid])
})

it('a price on a token asks for its image as a mint does, and its removal does not', async () => {
  const { call, app, gateway, cid, wanted, tokenId } = await openWithImage()
  const { accountId, collectionId } = wanted
  const priced = { accountId, collectionId, tokenId, price: 40_000_000 }
  await expect(call('sales.setTokenPrice', priced)).rejects.toMatchObject({
    code: 'conflict',
    details: { rule: 'images_not_fetched', images: 1 },
  })
  const accepted = { ...priced, acceptsUnfetchedImages: true }
  expect(await call('sales.setTokenPrice', accepted)).toMatchObject({ price: 40_000_000 })
  const removed = await call('sales.setTokenPrice', { ...priced, price: null })
  expect(removed).not.toHaveProperty('price')
  await app.content.add(image)
  await expect(call('sales.setTokenPrice', accepted)).rejects.toMatchObject({
    code: 'conflict',
    details: { rule: 'images_only_here', images: 1 },
  })
  const local = { ...priced, acceptsLocalImages: true }
  expect(await call('sales.setTokenPrice', local)).toMatchObject({ price: 40_000_000 })
  expect(gateway.requests).toEqual([])
  expect(app.pinTargets.onlyHere([cid])).toEqual([cid])
})

it('fetching that hangs is stopped', async () => {
  const { call, gateway, wanted } = await openWithImage()
  gateway.fault = 'hangs'
  const fetching = call('minting.fetchImages', wanted)
  await expect.poll(() => gateway.requests.length).toBe(1)
  await call('minting.stopFetching', null)
  await expect(fetching).rejects.toMatchObject({ code: 'cancelled' })
})
