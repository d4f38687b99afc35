import { expect, it } from 'vitest'
import { startLoopbackServer } from '../../../support/loopback-server.ts'
import { herbariumForm, nobodysAddress, openServices } from '../open-services.ts'

const account = (baseUrl: string, name = 'Shop') =>
  ({ name, network: 'testnet', baseUrl, appId: 'shop', apiKey: 'key-of-the-shop' }) as const

it('A new address is asked about by host, port and scheme, and once', async () => {
  const { call, state } = await openServices()
  await call('accounts.add', account('https://user@shop.example:8443/api?x=1#y')).catch(
    () => undefined,
  )
  expect(state.asked).toMatchObject([
    { question: 'Let Coldpress connect to shop.example:8443?', yes: 'Connect' },
  ])
  expect(state.asked[0]?.lines[0]).toBe('Address: https://shop.example:8443')
  await call('accounts.add', account('https://shop.example:8443/api'))
  const pinAt = (url: string) =>
    call('pins.use', { name: 'mine', kind: 'kubo', settings: { url }, secret: null })
  await pinAt('https://shop.example:8443/')
  expect(state.asked).toHaveLength(1)
  await pinAt('http://shop.example:8443/')
  expect(state.asked).toHaveLength(2)
})

it('An address of the built-in gateways, and one that is none, is not asked about', async () => {
  const { call, state } = await openServices()
  const gateway = { network: 'preprod', kind: 'blockfrost', name: '' } as const
  const secret = `preprod${'a'.repeat(32)}`
  await call('gateways.set', { ...gateway, settings: { baseUrl: '' }, secret })
  await expect(call('accounts.add', account('nowhere'))).rejects.toMatchObject({ code: 'invalid' })
  expect(state.asked).toEqual([])
})

it('Names under which an inbox is reached are asked about, and where a service sends events', async () => {
  const { call, state } = await openServices()
  const service = await startLoopbackServer((_request, _message, response) =>
    response.writeHead(500).end('{}'),
  )
  const { id: accountId } = await call('accounts.add', account(service.url))
  state.confirms = false
  const hosts = ['hooks.example.com']
  await expect(
    call('inboxes.change', { accountId, isOn: false, port: 4801, hosts, scheme: null }),
  ).rejects.toMatchObject({ code: 'cancelled' })
  await expect(
    call('inboxes.register', { accountId, callbackUrl: 'https://hooks.example.com/' }),
  ).rejects.toMatchObject({ code: 'cancelled' })
  expect(service.requests).toEqual([])
  expect(state.asked.map(({ question }) => question).slice(1)).toEqual([
    'Let Coldpress connect to hooks.example.com?',
    'Send the events of "Shop" to hooks.example.com?',
  ])
  await service.close()
})

it('What a hosted service would sign is confirmed before the service is called', async () => {
  const { call, state } = await openServices()
  const service = await startLoopbackServer((_request, _message, response) =>
    response.writeHead(500).end('{}'),
  )
  const { id: accountId } = await call('accounts.add', account(service.url))
  state.confirms = false
  await expect(
    call('minting.retryRoyalty', { accountId, collectionId: 'one' }),
  ).rejects.toMatchObject({ code: 'cancelled' })
  expect(service.requests).toEqual([])
  expect(state.asked.at(-1)?.lines).toContain(`Signed by the service at ${service.url}`)
  await service.close()
})

it('A royalty is confirmed outside the page before a hosted service is called', async () => {
  const { call, state } = await openServices()
  const service = await startLoopbackServer((_request, _message, response) =>
    response.writeHead(500).end('{}'),
  )
  const { id: accountId } = await call('accounts.add', account(service.url))
  state.confirms = false
  const shown = { rate: '0.05', address: nobodysAddress, skipsRehearsal: true }
  await expect(
    call('minting.confirmRoyalty', { accountId, collectionId: 'one', ...shown }),
  ).rejects.toMatchObject({ code: 'cancelled' })
  expect(service.requests).toEqual([])
  expect(state.asked.at(-1)?.lines).toContain(
    `Royalty: 5% of every later sale to ${nobodysAddress}`,
  )
  await service.close()
})

it('The royalty of a new collection is confirmed outside the page before a hosted service is called', async () => {
  const { call, state } = await openServices()
  const service = await startLoopbackServer((_request, _message, response) =>
    response.writeHead(500).end('{}'),
  )
  const { id: accountId } = await call('accounts.add', account(service.url))
  state.confirms = false
  const royalty = { address: [nobodysAddress], rate: '0.05' }
  await expect(
    call('collections.create', { accountId, form: { ...herbariumForm, royalty } }),
  ).rejects.toMatchObject({ code: 'cancelled' })
  expect(service.requests).toEqual([])
  expect(state.asked.at(-1)?.lines).toEqual(
    expect.arrayContaining([
      `Collection: ${herbariumForm.name}`,
      `Royalty: 5% of every later sale to ${nobodysAddress}`,
    ]),
  )
  await service.close()
})

it('A royalty that was not confirmed is shown with its terms, confirmed, and asks to be paid', async () => {
  const { call, app } = await openServices()
  const client = await app.accounts.client('local')
  const { id: collectionId } = await client.createCollection({
    name: 'Herbarium',
    payout_address: nobodysAddress,
    policy: { lock: false },
    royalty: { address: [nobodysAddress], rate: 0.05 },
    royalty_confirmed: false,
  })
  const collectionRef = { accountId: 'local', collectionId }
  const shown = { rate: '0.05', address: nobodysAddress }
  expect(await call('minting.royalty', collectionRef)).toMatchObject({
    unconfirmed: shown,
    uri: null,
  })
  await expect(
    call('minting.confirmRoyalty', { ...collectionRef, ...shown, rate: '0.5' }),
  ).rejects.toMatchObject({ code: 'conflict' })
  const after = await call('minting.confirmRoyalty', { ...collectionRef, ...shown })
  expect(after).toMatchObject({ status: 'unpaid', unconfirmed: null })
  expect(after?.uri).toMatch(/^web\+cardano:/u)
})

it('The Local studio asks nothing', async () => {
  const { call, state } = await openServices()
  state.confirms = false
  const { policyId } = await call('policies.generate', {
    name: 'Mine',
    network: 'devnet',
    lockTime: null,
  })
  const policy = { kind: 'vault', policyId, sendKeysTo: null } as const
  await call('collections.create', { accountId: 'local', form: { ...herbariumForm, policy } })
  expect(state.asked).toEqual([])
})
