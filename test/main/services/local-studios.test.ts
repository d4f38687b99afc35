import { describe, expect, it, onTestFinished } from 'vitest'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { startBlockfrost } from '../../support/blockfrost-stand-in.ts'
import { startLoopbackServer } from '../../support/loopback-server.ts'
import { until } from '../../support/until.ts'
import { openEmitter } from '../../studio/deliveries/delivery-harness.ts'
import { herbariumForm, nobodysAddress, openServices } from './open-services.ts'

const projectId = 'preprodAbcdefghijklmnopqrstuvwxyz012345'
const image = 'ipfs://QmRhTTbUrPYEw3mJGGhQqQST9k86v1DPBiTTWJGKDJsVFw'

type Harness = Awaited<ReturnType<typeof openServices>>

const setGateway = (
  { call }: Harness,
  baseUrl: string,
  network: 'preprod' | 'mainnet' = 'preprod',
) =>
  call('gateways.set', {
    network,
    kind: 'blockfrost',
    settings: { baseUrl },
    name: 'Mine',
    secret: network === 'preprod' ? projectId : null,
  })

const openPreprod = async () => {
  const blockfrost = await startBlockfrost({ network: 'preprod', projectId })
  onTestFinished(() => blockfrost.close())
  const harness = await openServices()
  await setGateway(harness, blockfrost.baseUrl)
  return { ...harness, blockfrost }
}

const accountsOf = async ({ call }: Pick<Harness, 'call'>) =>
  (await call('accounts.list', null)).map(({ id, chain }) => [id, chain])

describe('the Local studio of each network', () => {
  it('is an account once its network has a gateway, and no longer without one; its collections stay', async () => {
    const harness = await openPreprod()
    const { call, home, blockfrost } = harness
    expect(await accountsOf(harness)).toEqual([
      ['local', 'devnet'],
      ['local-preprod', 'preprod'],
    ])
    const made = await call('collections.create', {
      accountId: 'local-preprod',
      form: herbariumForm,
    })
    expect(made).toMatchObject({ chain: 'preprod', network: 'testnet' })
    expect(await call('collections.list', { accountId: 'local' })).toEqual([])
    expect(existsSync(join(home, 'studio', 'preprod.db'))).toBe(true)
    expect((await call('policies.list', null)).map(({ network }) => network)).toEqual(['preprod'])

    await call('gateways.remove', { id: 'preprod' })
    expect(await accountsOf(harness)).toEqual([['local', 'devnet']])
    const listed = call('collections.list', { accountId: 'local-preprod' })
    await expect(listed).rejects.toThrow(/No gateway is set up for preprod/u)

    await setGateway(harness, blockfrost.baseUrl)
    const [again] = await call('collections.list', { accountId: 'local-preprod' })
    expect(again?.id).toBe(made.id)
  })

  it('mints through its gateway, and signs outside the devnet only after a question', async () => {
    const { call, app, state, blockfrost } = await openPreprod()
    const { id } = await call('collections.create', {
      accountId: 'local-preprod',
      form: herbariumForm,
    })
    const collectionRef = { accountId: 'local-preprod', collectionId: id }
    const client = await app.accounts.client('local-preprod')
    const ink = { metadata_attributes: [{ tag: '<ink>', value: 'iron gall' }] }
    await client.addTokens(id, [{ asset_name: 'One', name: 'No. 1', image, ...ink }])

    const { funding, network } = await call('minting.terms', collectionRef)
    expect([network, funding.hasTestWallet]).toEqual(['preprod', false])
    await expect(call('minting.fund', { ...collectionRef, lovelace: '10000000' })).rejects.toThrow(
      /devnet alone/u,
    )
    await expect(call('accounts.testAddress', collectionRef)).rejects.toThrow(/Only the devnet/u)
    await blockfrost.pay(funding.address, 10_000_000n)

    const [token] = (await call('tokens.page', { ...collectionRef, cursor: null })).tokens
    const built = await call('minting.build', {
      ...collectionRef,
      form: {
        tokens: [token?.id ?? ''],
        to: nobodysAddress,
        funding: 'own',
      },
      acceptsUnfetchedImages: true,
    })
    state.confirms = false
    const mintRef = { ...collectionRef, mintId: built.id }
    await expect(call('minting.sign', mintRef)).rejects.toMatchObject({ code: 'cancelled' })
    expect(state.asked.at(-1)?.lines).toEqual(
      expect.arrayContaining(['Signed with the keys of this computer, for preprod']),
    )
    state.confirms = true
    await call('minting.sign', mintRef)
    const txId = built.transactions[0]?.tx_id ?? ''
    const gateway = await app.gateways.get('preprod')
    const listed = await until(() => gateway.assetsOf(built.policy_id).then((found) => found[0]))
    expect(listed).toMatchObject({ quantity: 1n })
    expect((await call('minting.show', mintRef)).transactions[0]?.page).toBe(
      `https://preprod.cardanoscan.io/transaction/${txId}`,
    )
  })

  it('pushes its events for its own account', async () => {
    const { app, home } = await openPreprod()
    const client = await app.accounts.client('local-preprod')
    await Array.fromAsync(client.webhooks())
    const { emit } = openEmitter(join(home, 'studio', 'preprod.db'), () => new Date())
    emit('first')
    const stored = () => app.events.page({ limit: 10 })
    await expect
      .poll(() => stored().map(({ saleId, accountId }) => [saleId, accountId]))
      .toEqual([['first', 'local-preprod']])
  })

  it('stops nobody else when its gateway does not answer', async () => {
    const harness = await openServices()
    const { call } = harness
    const server = await startLoopbackServer((_request, _message, response) => {
      response.writeHead(500).end()
    })
    onTestFinished(() => server.close())
    await setGateway(harness, server.url, 'mainnet')
    await call('collections.create', { accountId: 'local', form: herbariumForm })
    expect(await call('collections.list', { accountId: 'local' })).toHaveLength(1)
    const mainnet = call('collections.list', { accountId: 'local-mainnet' })
    expect(await mainnet).toEqual([])
  })
})
