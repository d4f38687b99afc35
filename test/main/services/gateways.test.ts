import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { Database } from '#platform/db/database.ts'
import { createGateways } from '#chain/gateway/gateway-configs.ts'
import { gatewaysSchema } from '#chain/gateway/stored-gateways.ts'
import { until } from '../../support/until.ts'
import { startLoopbackServer } from '../../support/loopback-server.ts'
import { startBlockfrost } from '../../support/blockfrost-stand-in.ts'
import { openTestChain } from '../../support/gateways/chain.ts'
import { startKoios } from '../../support/gateways/koios.ts'
import { startKupo } from '../../support/gateways/kupo.ts'
import { startOgmios } from '../../support/gateways/ogmios.ts'
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
    await call('gateways.remove', { id: 'preprod' })
    expect(await call('gateways.list', null)).toEqual(before)
    await expect(call('gateways.remove', { id: 'preprod' })).rejects.toMatchObject({
      code: 'not_found',
    })
  })

  it('of one network are added, put in order and removed', async () => {
    const { call, logged } = await openServices()
    const wanted = { network: 'preprod', kind: 'koios', settings: {}, secret: null } as const
    await call('gateways.set', { ...wanted, name: 'First' })
    expect(await call('gateways.add', { ...wanted, name: 'Second' })).toMatchObject({
      id: 'preprod-2',
    })
    const names = async () =>
      (await call('gateways.list', null)).flatMap(({ network, name }) =>
        network === 'preprod' ? name : [],
      )
    expect(await names()).toEqual(['First', 'Second'])
    await call('gateways.order', { network: 'preprod', ids: ['preprod-2', 'preprod'] })
    expect(await names()).toEqual(['Second', 'First'])
    expect(logged('connection').join(' ')).toContain('asked in a new order: Second, First.')
    expect((await call('gateways.usage', null)).map(({ id }) => id)).toEqual([
      'preprod-2',
      'preprod',
    ])
    await call('gateways.remove', { id: 'preprod-2' })
    expect(await names()).toEqual(['First'])
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
    expect(await call('gateways.test', { id: 'devnet' })).toMatchObject({
      name: 'Devnet of the Local studio',
      height: expect.any(Number),
    })
    await expect(call('gateways.test', { id: 'preview' })).rejects.toMatchObject({
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
    await expect(call('gateways.test', { id: 'preview' })).rejects.toThrow(/Mine/u)
  })

  it('are of any kind: Koios, and a node of one’s own with both its addresses confirmed', async () => {
    const { call, state } = await openServices()
    const chain = openTestChain()
    const koios = await startKoios(chain, { magic: 2 })
    const ogmios = await startOgmios(chain, { magic: 2 })
    const kupo = await startKupo(chain)
    onTestFinished(async () => {
      await Promise.all([koios, ogmios, kupo].map((server) => server.close()))
      chain.close()
    })
    const wanted = [
      { kind: 'koios', settings: { baseUrl: koios.baseUrl } },
      { kind: 'ogmios', settings: { ogmiosUrl: ogmios.url, kupoUrl: kupo.url } },
    ]
    const providers = await call('gateways.providers', null)
    for (const { kind, settings } of wanted) {
      const asked = { network: 'preview', kind, settings, secret: null } as const
      expect(await call('gateways.check', asked)).toMatchObject({ network: 'preview' })
      expect(await call('gateways.set', { ...asked, name: '' })).toMatchObject({ kind })
      expect(await call('gateways.test', { id: 'preview' })).toMatchObject({ height: 0 })
      expect(providers.find((provider) => provider.kind === kind)?.limits).not.toHaveLength(0)
    }
    const confirmed = state.asked.flatMap(({ lines }) => lines).join('\n')
    for (const url of [koios.baseUrl, ogmios.url, kupo.url])
      expect(confirmed).toContain(new URL(url).host)
  })

  it('are checked before they are stored: network, tip and the calls of today, by prefix or by genesis', async () => {
    const { call } = await openServices()
    const blockfrost = await startBlockfrost({ network: 'preprod', projectId, usedToday: 1200 })
    onTestFinished(() => blockfrost.close())
    const kind = 'blockfrost'
    const settings = { baseUrl: blockfrost.baseUrl }
    const check = (change: object) =>
      call('gateways.check', { network: 'mainnet', kind, settings, secret: projectId, ...change })
    expect(await check({})).toMatchObject({
      network: 'preprod',
      name: expect.stringContaining('127.0.0.1'),
      callsToday: expect.any(Number),
    })
    await expect(check({ secret: `${projectId}X` })).rejects.toThrow(
      /does not accept the project ID/u,
    )
    expect((await call('gateways.list', null)).every(({ isDefault }) => isDefault)).toBe(true)

    const open = await startBlockfrost({ network: 'preview' })
    onTestFinished(() => open.close())
    const found = await check({ settings: { baseUrl: open.baseUrl }, secret: null })
    expect(found).toMatchObject({ network: 'preview', callsToday: null })
  })

  it('count their calls by day against a budget, also those of before they were stored', async () => {
    const { call, app } = await openServices()
    const blockfrost = await startBlockfrost({ network: 'preprod', projectId, usedToday: 1200 })
    onTestFinished(() => blockfrost.close())
    const settings = { baseUrl: blockfrost.baseUrl }
    const wanted = { network: 'preprod', kind: 'blockfrost', settings, secret: projectId } as const
    await call('gateways.check', wanted)
    await call('gateways.set', { ...wanted, name: '' })
    const [before] = await call('gateways.usage', null)
    expect(before).toMatchObject({ network: 'preprod', callsPerDay: null, isUsedUp: false })
    expect(before?.calls).toBeGreaterThan(1200)
    await (await app.gateways.get('preprod')).tip()
    const [after] = await call('gateways.usage', null)
    // the genesis, which proves the network, and the tip
    expect(after?.calls).toBe((before?.calls ?? 0) + 2)

    // too many at once: asked again after a pause, and counted
    blockfrost.state.tooFast = 1
    await (await app.gateways.get('preprod')).tip()
    expect((await call('gateways.usage', null))[0]?.calls).toBe((after?.calls ?? 0) + 3)

    await call('gateways.setBudget', { id: 'preprod', callsPerDay: 300_000 })
    expect((await call('gateways.list', null))[1]).toMatchObject({ callsPerDay: 300_000 })
    blockfrost.state.isOverQuota = true
    await expect((await app.gateways.get('preprod')).tip()).rejects.toThrow(/asks again after/u)
    expect((await call('gateways.usage', null))[0]).toMatchObject({ isUsedUp: true })
  })

  it('of Blockfrost have the budget of its free plan until another one is set', async () => {
    const { call } = await openServices()
    const wanted = { network: 'preprod', kind: 'blockfrost', settings: {}, name: '' } as const
    expect(await call('gateways.set', { ...wanted, secret: projectId })).toMatchObject({
      callsPerDay: 50_000,
    })
    expect(await call('gateways.setBudget', { id: 'preprod', callsPerDay: null })).toMatchObject({
      callsPerDay: null,
    })
  })

  it('that another process sets reach the running window: its studio, its accounts, its budget', async () => {
    const blockfrost = await startBlockfrost({ network: 'preprod' })
    const { app, home, call, state } = await openServices()
    const db = new Database(join(home, 'app.db'), [gatewaysSchema])
    onTestFinished(async () => {
      db.close()
      await blockfrost.close()
    })
    const devnet = () => Promise.reject(new Error('not asked for'))
    const other = createGateways({
      db,
      vault: app.vault,
      devnet,
      watched: () => [],
      notify: () => undefined,
    })
    const { baseUrl } = blockfrost
    await other.set({ network: 'preprod', kind: 'blockfrost', settings: { baseUrl } })
    await until(() => state.events.some(([name]) => name === 'gateways.changed'))
    expect((await call('accounts.list', null)).map(({ id }) => id)).toContain('local-preprod')
    expect(await call('gateways.forecast', { accountId: 'local-preprod' })).toEqual({
      openSales: 0,
      callsPerDay: null,
    })
    other.setBudget('preprod', 1000)
    await until(() => state.events.filter(([name]) => name === 'gateways.changed').length > 1)
    expect(await call('gateways.forecast', { accountId: 'local-preprod' })).toMatchObject({
      callsPerDay: 1000,
    })
    const another = await other.add({
      network: 'preprod',
      kind: 'blockfrost',
      settings: { baseUrl: `${baseUrl}/` },
    })
    await until(() => state.events.filter(([name]) => name === 'gateways.changed').length > 2)
    expect(await call('gateways.forecast', { accountId: 'local-preprod' })).toMatchObject({
      callsPerDay: null,
    })
    other.setBudget(another.id, 500)
    await until(() => state.events.filter(([name]) => name === 'gateways.changed').length > 3)
    expect(await call('gateways.forecast', { accountId: 'local-preprod' })).toMatchObject({
      callsPerDay: 1500,
    })
  })
})
