import { expect, it, onTestFinished } from 'vitest'
import { cidOf } from '#core/content/cid.ts'
import { Secret } from '#core/secret/secret.ts'
import { apiKey, appId, createCollection, openStudio } from '../../studio/open-studio.ts'
import { startIpfsGateway } from '../../support/ipfs-gateway.ts'
import { nobodysAddress, openServices } from './open-services.ts'

const image = Buffer.from('an image that somebody else pinned')

/** A collection at a service on preprod whose one token has its image elsewhere. */
const openWithImage = async () => {
  const gateway = await startIpfsGateway()
  const studio = await openStudio({ network: 'preprod' })
  const baseUrl = await studio.app.listen({ host: '127.0.0.1', port: 0 })
  onTestFinished(() => studio.close())
  onTestFinished(() => gateway.close())
  const services = await openServices()
  const { core, call } = services
  const account = await core.accounts.add({
    name: 'Hosted',
    network: 'testnet',
    baseUrl,
    appId,
    apiKey: Secret.ofText(apiKey),
  })
  const { id: collectionId } = await createCollection(studio)
  const cid = await cidOf(image)
  const client = await core.accounts.client(account.id)
  await client.addTokens(collectionId, [
    { asset_name: 'One', name: 'One', image: `ipfs://${cid}`, media_type: 'image/png' },
  ])
  await call('app.changeSettings', { imageGateway: gateway.url })
  const wanted = { accountId: account.id, collectionId, tokens: 'all' } as const
  return { ...services, gateway, cid, wanted }
}

it('a mint asks for images that were not fetched, and not again once they were', async () => {
  const { call, gateway, cid, wanted, state } = await openWithImage()
  expect(state.asked.map(({ facts }) => facts[0])).toContain(`Address: ${gateway.url}`)
  const { accountId, collectionId } = wanted
  const form = {
    tokens: 'all',
    to: nobodysAddress,
    funding: 'own',
    signers: null,
    validForSeconds: null,
  } as const
  expect(await call('minting.images', wanted)).toEqual({
    local: 0,
    unfetched: 1,
    gateway: gateway.url,
  })
  await expect(
    call('minting.build', { accountId, collectionId, form, skipsRehearsal: true }),
  ).rejects.toMatchObject({ details: { rule: 'images_not_fetched', images: 1 } })
  expect(await call('minting.fetchImages', wanted)).toEqual({
    missing: 1,
    reasons: [`The IPFS gateway at ${new URL(gateway.url).host} does not find ${cid} (HTTP 404).`],
  })
  gateway.files.set(cid, image)
  expect(await call('minting.fetchImages', wanted)).toEqual({ missing: 0, reasons: [] })
  expect(state.events.map(([name]) => name)).toContain('minting.imagesFetched')
  expect(await call('minting.images', wanted)).toMatchObject({ unfetched: 0 })
})

it('fetching that hangs is stopped', async () => {
  const { call, gateway, wanted } = await openWithImage()
  gateway.fault = 'hangs'
  const fetching = call('minting.fetchImages', wanted)
  await expect.poll(() => gateway.requests.length).toBe(1)
  await call('minting.stopFetching', null)
  await expect(fetching).rejects.toMatchObject({ code: 'cancelled' })
})
