import { describe, expect, it, onTestFinished } from 'vitest'
import { startLoopbackServer } from '../../support/loopback-server.ts'
import { openServices } from './open-services.ts'

const projectId = 'preprodAbcdefghijklmnopqrstuvwxyz012345'

describe('the gateways in the window', () => {
  it('are one for each network, set up and removed', async () => {
    const { call, logged } = await openServices()
    const before = await call('gateways.list', null)
    expect(before.map(({ network, isDefault }) => [network, isDefault])).toEqual([
      ['mainnet', true],
      ['preprod', true],
      ['preview', true],
      ['devnet', true],
    ])
    const wanted = {
      network: 'preprod',
      kind: 'blockfrost',
      settings: { baseUrl: '' },
      name: '',
      secret: ` ${projectId}\n`,
    } as const
    expect(await call('gateways.set', wanted)).toMatchObject({
      name: 'Blockfrost',
      baseUrl: 'https://cardano-preprod.blockfrost.io/api/v0',
      isDefault: false,
    })
    expect(logged('connection')).toEqual(['Blockfrost serves preprod from now on.'])
    await call('gateways.remove', { network: 'preprod' })
    expect(await call('gateways.list', null)).toEqual(before)
    await expect(call('gateways.remove', { network: 'preprod' })).rejects.toMatchObject({
      code: 'not_found',
    })
  })

  it('are refused with the reason, and keep what was there', async () => {
    const { call } = await openServices()
    const set = (change: object) =>
      call('gateways.set', {
        network: 'mainnet',
        kind: 'blockfrost',
        settings: {},
        name: '',
        secret: null,
        ...change,
      })
    await expect(set({})).rejects.toThrow(/Blockfrost answers nobody without a project ID/u)
    await expect(set({ secret: projectId })).rejects.toThrow(/one of preprod, not of mainnet/u)
    await expect(set({ network: 'devnet', secret: projectId })).rejects.toThrow(/its own gateway/u)
    expect((await call('gateways.list', null))[0]).toMatchObject({ isDefault: true })
  })

  it('are tested: the built-in one answers, another network is reported', async () => {
    const { call } = await openServices()
    expect(await call('gateways.test', { network: 'devnet' })).toMatchObject({
      name: 'Devnet of the Local studio',
      height: expect.any(Number),
    })
    await expect(call('gateways.test', { network: 'preview' })).rejects.toMatchObject({
      code: 'not_found',
    })
    const server = await startLoopbackServer((_request, _message, response) => {
      response.writeHead(200, { 'content-type': 'application/json' })
      response.end(JSON.stringify({ network_magic: 764_824_073 }))
    })
    onTestFinished(() => server.close())
    const config = {
      network: 'preview',
      kind: 'blockfrost',
      settings: { baseUrl: server.url },
      name: 'Mine',
      secret: null,
    } as const
    await call('gateways.set', config)
    await expect(call('gateways.test', { network: 'preview' })).rejects.toThrow(/Mine/u)
  })
})
