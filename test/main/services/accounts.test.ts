import { expect, it, onTestFinished } from 'vitest'
import { startLoopbackServer } from '../../support/loopback-server.ts'
import { openServices } from './open-services.ts'

const apiKey = 'planted-api-key-0123456789'

/** A hosted service that answers every call with this status and an empty list. */
const service = async (status = 200) => {
  const server = await startLoopbackServer((_request, _message, response) => {
    response.writeHead(status, { 'content-type': 'application/json' })
    response.end(JSON.stringify({ data: [], cursor: null }))
  })
  onTestFinished(() => server.close())
  return server
}

const account = (baseUrl: string) =>
  ({ name: 'Shop', network: 'mainnet', baseUrl, appId: 'shop', apiKey }) as const

it('are listed with the Local studio first', async () => {
  const { call } = await openServices()
  const { id } = await call('accounts.add', account('https://service.example'))
  const listed = await call('accounts.list', null)
  expect(listed.map((one) => [one.name, one.kind])).toEqual([
    ['Local studio', 'local'],
    ['Shop', 'hosted'],
  ])
  expect(listed[1]?.id).toBe(id)
})

it('are added, tested and removed, and each is written down', async () => {
  const { call, logged } = await openServices()
  const { url, requests } = await service()
  const { id } = await call('accounts.add', { ...account(url), apiKey: ` ${apiKey}\n` })
  expect(await call('accounts.test', { accountId: id })).toMatchObject({ account: 'Shop' })
  expect(requests[0]?.headers['x-api-key']).toBe(apiKey)
  await call('accounts.remove', { accountId: id })
  expect(await call('accounts.list', null)).toHaveLength(1)
  expect(logged('account')).toEqual([
    'The account Shop and its API key were removed from this machine.',
    'The account Shop was added.',
  ])
})

it('that fail their test say why, once, without the key', async () => {
  const { call, logged } = await openServices()
  const { url } = await service(401)
  const { id } = await call('accounts.add', account(url))
  await expect(call('accounts.test', { accountId: id })).rejects.toMatchObject({
    code: 'unauthorized',
  })
  expect(logged('account', 'connection')[0]).toMatch(/^The test of the account Shop failed: /u)
  expect(logged('connection')).toEqual([])
  expect(logged('account').join()).not.toContain(apiKey)
})

it('with the same name, or an address that cannot be used, are refused', async () => {
  const { call } = await openServices()
  await call('accounts.add', account('https://service.example'))
  await expect(call('accounts.add', account('https://other.example'))).rejects.toMatchObject({
    code: 'conflict',
  })
  await expect(
    call('accounts.add', { ...account('http://service.example'), name: 'Other' }),
  ).rejects.toMatchObject({ code: 'invalid', details: { rule: 'https' } })
  await expect(call('accounts.remove', { accountId: 'local' })).rejects.toMatchObject({
    code: 'invalid',
  })
})

it('that cannot be reached are noted once a minute, however often a view asks', async () => {
  const { call, logged } = await openServices()
  const { id } = await call('accounts.add', account('https://127.0.0.1:9'))
  for (let times = 0; times < 2; times += 1) {
    await expect(call('collections.list', { accountId: id })).rejects.toMatchObject({
      code: 'unreachable',
    })
  }
  expect(logged('connection')).toHaveLength(1)
  expect(logged('connection')[0]).toMatch(/^Shop: /u)
})

it('on the devnet have a test address, which its test wallet pays from; others have none', async () => {
  const { call, app } = await openServices()
  const { address } = await call('accounts.testAddress', { accountId: 'local' })
  const gateway = await app.gateways.get('devnet')
  expect((await gateway.utxosAt(address)).length).toBeGreaterThan(0)
  const { id } = await call('accounts.add', account('https://service.example'))
  await expect(call('accounts.testAddress', { accountId: id })).rejects.toMatchObject({
    code: 'conflict',
  })
})

it('name their network as precisely as it is known', async () => {
  const { call } = await openServices()
  await call('accounts.add', { ...account('https://service.example'), network: 'testnet' })
  await call('accounts.add', { ...account('https://main.example'), name: 'Z' })
  const listed = await call('accounts.list', null)
  expect(listed.map(({ chain }) => chain)).toEqual(['devnet', 'testnet', 'mainnet'])
})
