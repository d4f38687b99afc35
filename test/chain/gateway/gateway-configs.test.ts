import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { PolicyId } from '#cardano/ids.ts'
import type { Network } from '#cardano/network.ts'
import { Unit } from '#cardano/value.ts'
import { createGateways, type Gateways } from '#chain/gateway/gateway-configs.ts'
import type { NewGatewayConfig } from '#chain/gateway/store-gateway.ts'
import type { WatchedOnChain } from '#chain/gateway/provider.ts'
import { createGatewayUsage } from '#chain/gateway/gateway-usage.ts'
import { gatewaySecretName } from '#chain/gateway/store-gateway.ts'
import { configsOf, gatewaysSchema } from '#chain/gateway/stored-gateways.ts'
import { Database } from '#platform/db/database.ts'
import { Secret } from '#platform/secret/secret.ts'
import { openTestChain } from '../../support/gateways/chain.ts'
import { startKoios } from '../../support/gateways/koios.ts'
import { startKupo } from '../../support/gateways/kupo.ts'
import { temporaryFolder } from '../../support/folder-test.ts'
import { startOgmios } from '../../support/gateways/ogmios.ts'
import { filesHolding, openHome } from '../../app/accounts/home.ts'
import { answer, errorOf, answerError, serve } from '../../app/api/service.ts'
import {
  address,
  plantedId,
  policyId,
  signed,
  signedId,
  wireBlock,
  wireParameters,
} from './blockfrost/gateway-of.ts'

const openGateways = async (watched: readonly WatchedOnChain[] = []) => {
  const notices: string[] = []
  const { home, vault, db, create } = await openHome([gatewaysSchema])
  await create()
  const devnet = await serve(answer(200, wireBlock))
  const gateways = createGateways({
    db,
    vault,
    watched: () => watched,
    notify: ({ message }) => notices.push(message),
    devnet: async () => ({ baseUrl: devnet.baseUrl, token: Secret.ofText('devnet-token') }),
    now: () => new Date('2026-01-01T00:01:40Z'),
  })
  return { home, gateways, devnet, db, notices }
}

/** Blockfrost's, as far as a test of the gateway asks, or the building and sending of a transaction. */
const chainOf = (magic: number) =>
  serve((response, seen) => {
    const answers: readonly (readonly [path: string, body: unknown])[] = [
      ['/genesis', { network_magic: magic }],
      ['/parameters', wireParameters],
      ['/tx/submit', signedId],
      ['', wireBlock],
    ]
    const [, body] = answers.find(([path]) => seen.url.endsWith(path)) ?? []
    answer(200, body)(response, seen)
  })

type Wanted = Pick<NewGatewayConfig, 'network' | 'name'> & {
  readonly baseUrl?: string
  readonly projectId?: Secret
}
const setGateway = (gateways: Gateways, { baseUrl, projectId, ...wanted }: Wanted) =>
  gateways.set({
    ...wanted,
    kind: 'blockfrost',
    settings: baseUrl === undefined ? {} : { baseUrl },
    ...(projectId === undefined ? {} : { secret: projectId }),
  })

const projectId = () => Secret.ofText(plantedId)
const namesOf = (configs: readonly { readonly network: Network; readonly isDefault: boolean }[]) =>
  configs.map(({ network, isDefault }) => `${network} ${isDefault}`)

describe('before anything is set up', () => {
  it("there is Blockfrost's place for each public network, and the devnet's", async () => {
    const { gateways } = await openGateways()
    expect(gateways.list().map(({ network, baseUrl }) => [network, baseUrl])).toEqual([
      ['mainnet', 'https://cardano-mainnet.blockfrost.io/api/v0'],
      ['preprod', 'https://cardano-preprod.blockfrost.io/api/v0'],
      ['preview', 'https://cardano-preview.blockfrost.io/api/v0'],
      ['devnet', ''],
    ])
    expect(gateways.list().every(({ isDefault }) => isDefault)).toBe(true)
  })

  it('no public network can be asked, and the error says which gateway is missing', async () => {
    const { gateways } = await openGateways()
    await expect(gateways.get('preprod')).rejects.toMatchObject({
      code: 'not_found',
      message:
        'No gateway is set up for preprod. Get a project ID at blockfrost.io, or name any server of the same API.',
      details: { rule: 'no_gateway', network: 'preprod' },
    })
    await expect(gateways.remove('preprod')).rejects.toMatchObject({ code: 'not_found' })
  })

  it('a transaction has a page at an explorer, or at the devnet itself', async () => {
    const { gateways, devnet } = await openGateways()
    const id = 'ab'.repeat(32)
    expect(await gateways.explorerUrl('mainnet', id)).toBe(
      `https://cardanoscan.io/transaction/${id}`,
    )
    expect(await gateways.explorerUrl('preview', id)).toBe(
      `https://preview.cardanoscan.io/transaction/${id}`,
    )
    expect(await gateways.explorerUrl('devnet', id)).toBe(`${devnet.baseUrl}/devnet/tx/${id}`)
  })

  it("the devnet is asked with its studio's token", async () => {
    const { gateways, devnet } = await openGateways()
    const gateway = await gateways.get('devnet')
    await gateway.tip()
    expect(gateway.network).toBe('devnet')
    expect(devnet.seen[0]?.headers['project_id']).toBe('devnet-token')
  })
})

describe('several gateways of one network', () => {
  const openTwo = async ([first, second]: readonly [number, number]) => {
    const opened = await openGateways()
    const chains = [await chainOf(first), await chainOf(second)] as const
    const [{ baseUrl }, other] = chains
    await setGateway(opened.gateways, { network: 'preprod', baseUrl, projectId: projectId() })
    const added = await opened.gateways.add({
      network: 'preprod',
      kind: 'blockfrost',
      settings: { baseUrl: other.baseUrl },
      secret: Secret.ofText('another-project-id'),
    })
    const ids = () =>
      opened.gateways.list().flatMap(({ network, id }) => (network === 'preprod' ? id : []))
    return { ...opened, chains, added, ids }
  }

  it('have an order, a name and a secret for each', async () => {
    const { gateways, chains, added, ids } = await openTwo([1, 1])
    expect(added).toMatchObject({ id: 'preprod-2', network: 'preprod' })
    expect(ids()).toEqual(['preprod', 'preprod-2'])
    expect(gateways.ready()).toEqual(['preprod', 'devnet'])
    expect(() => gateways.order('preprod', ['preprod-2'])).toThrow(
      /Name each gateway of preprod once/u,
    )
    expect(() => gateways.order('preprod', ['preprod-2', 'preprod-2'])).toThrow(/each/u)
    gateways.order('preprod', ['preprod-2', 'preprod'])
    expect(ids()).toEqual(['preprod-2', 'preprod'])
    await (await gateways.get('preprod')).tip()
    expect(chains[0].seen).toEqual([])
    expect(chains[1].seen[0]?.headers['project_id']).toBe('another-project-id')
    await gateways.remove('preprod-2')
    expect(ids()).toEqual(['preprod'])
    await (await gateways.get('preprod')).tip()
    expect(chains[0].seen[0]?.headers['project_id']).toBe(plantedId)
  })

  it('are eight at most', async () => {
    const { gateways, chains } = await openTwo([1, 1])
    const [{ baseUrl }] = chains
    const more = { network: 'preprod', kind: 'blockfrost', settings: { baseUrl } } as const
    for (let count = 3; count <= 8; count += 1) await gateways.add(more)
    await expect(gateways.add(more)).rejects.toMatchObject({ code: 'conflict' })
  })

  it('one that serves another network is asked for nothing else, and the log says so', async () => {
    const { gateways, chains, notices } = await openTwo([2, 1])
    const gateway = await gateways.get('preprod')
    expect((await gateway.tip()).height).toBe(100)
    expect(await gateway.submit(signed)).toBe(signedId)
    expect(chains[0].seen.map(({ url }) => url)).toEqual([expect.stringMatching(/\/genesis$/u)])
    expect(notices).toEqual([expect.stringContaining('it serves preview')])
    await expect(gateways.test('preprod')).rejects.toMatchObject({ code: 'conflict' })
  })

  it('one whose budget is used up is asked after the others', async () => {
    const { gateways, chains, notices } = await openTwo([1, 1])
    gateways.setBudget('preprod', 2)
    const gateway = await gateways.get('preprod')
    await gateway.tip()
    expect(chains[0].seen).toHaveLength(2)
    await gateway.tip()
    expect(chains[0].seen).toHaveLength(2)
    expect(notices).toEqual([expect.stringContaining('your budget of its calls')])
    expect(gateway.budget?.()).toBeUndefined()
  })
})

it('the gateway of a home of the day before becomes a list of one, with its budget and its count', () => {
  const path = join(temporaryFolder(), 'app.db')
  const before = new Database(path, [
    { ...gatewaysSchema, steps: gatewaysSchema.steps.slice(0, -1) },
  ])
  before.run(
    `INSERT INTO gateways VALUES ('preprod', 'koios', 'Mine', '{"baseUrl":"https://koios.example.org/api/v1"}', '2026-11-28T12:00:00.000Z', 700)`,
    {},
  )
  before.run(`INSERT INTO gateway_usage VALUES ('preprod', '2026-01-01', 12, 0)`, {})
  before.close()
  const db = new Database(path, [gatewaysSchema])
  onTestFinished(() => db.close())
  expect(configsOf(db)[1]).toMatchObject({ id: 'preprod', name: 'Mine', callsPerDay: 700 })
  expect(gatewaySecretName('preprod')).toBe('gateway-preprod')
  const usage = createGatewayUsage(db, () => new Date('2026-01-01T12:00:00Z'))
  expect(usage.today('preprod').calls).toBe(12)
})

describe('a gateway that was set up', () => {
  it('is asked with the project ID, which is nowhere but in the vault', async () => {
    const { home, gateways } = await openGateways()
    const chain = await chainOf(1)
    const set = await setGateway(gateways, {
      network: 'preprod',
      baseUrl: `${chain.baseUrl}/api/v0/`,
      name: ' Mine ',
      projectId: projectId(),
    })
    expect(set).toEqual({
      id: 'preprod',
      network: 'preprod',
      kind: 'blockfrost',
      name: 'Mine',
      settings: { baseUrl: `${chain.baseUrl}/api/v0` },
      baseUrl: `${chain.baseUrl}/api/v0`,
      isDefault: false,
      callsPerDay: null,
      createdAt: '2026-01-01T00:01:40.000Z',
    })
    expect(gateways.list()[1]).toEqual(set)
    await (await gateways.get('preprod')).tip()
    expect(chain.seen[0]?.headers['project_id']).toBe(plantedId)
    expect(await filesHolding(home, plantedId)).toEqual([])
  })

  it('takes the place of the one before, whose project ID does not follow it', async () => {
    const { gateways } = await openGateways()
    const chain = await chainOf(1)
    await setGateway(gateways, { network: 'preprod', projectId: projectId() })
    await setGateway(gateways, { network: 'preprod', baseUrl: chain.baseUrl })
    await (await gateways.get('preprod')).tip()
    expect(chain.seen[0]?.headers).not.toHaveProperty('project_id')
    expect(namesOf(gateways.list())).toContain('preprod false')
  })

  it('is Blockfrost by name and address when nothing else is said', async () => {
    const { gateways } = await openGateways()
    const set = await setGateway(gateways, { network: 'preprod', projectId: projectId() })
    expect(set).toMatchObject({
      name: 'Blockfrost',
      baseUrl: 'https://cardano-preprod.blockfrost.io/api/v0',
    })
    expect((await gateways.get('preprod')).network).toBe('preprod')
  })

  it('goes with its project ID when it is removed', async () => {
    const { gateways } = await openGateways()
    const chain = await chainOf(1)
    await setGateway(gateways, {
      network: 'preprod',
      baseUrl: chain.baseUrl,
      projectId: projectId(),
    })
    expect(await gateways.remove('preprod')).toMatchObject({ baseUrl: chain.baseUrl })
    expect(namesOf(gateways.list())).toContain('preprod true')
    await setGateway(gateways, { network: 'preprod', baseUrl: chain.baseUrl })
    await (await gateways.get('preprod')).tip()
    expect(chain.seen[0]?.headers).not.toHaveProperty('project_id')
  })

  it('at Blockfrost without a project ID in the vault says how to give it again', async () => {
    const { home, vault, db, create } = await openHome([gatewaysSchema])
    await create()
    const gateways = createGateways({
      db,
      vault,
      watched: () => [],
      notify: () => undefined,
      devnet: () => Promise.reject(new Error('none')),
    })
    await setGateway(gateways, { network: 'preprod', projectId: projectId() })
    await vault.removeApiKey('gateway-preprod')
    await expect(gateways.get('preprod')).rejects.toMatchObject({ code: 'key_missing' })
    expect(readFileSync(join(home, 'app.db')).includes(plantedId)).toBe(false)
  })
})

describe('a gateway of another network than it is set up for', () => {
  const openAt = async (magic: number) => {
    const { gateways } = await openGateways()
    const { baseUrl, seen } = await chainOf(magic)
    await setGateway(gateways, { network: 'preprod', baseUrl, name: 'Mine' })
    return { gateway: await gateways.get('preprod'), asked: () => seen.map(({ url }) => url) }
  }

  it('is asked for nothing, and sent nothing: by another chain a transaction would seem lost', async () => {
    const { gateway, asked } = await openAt(2)
    const uses = [
      () => gateway.tip(),
      () => gateway.parameters(),
      () => gateway.utxosAt(address),
      () => gateway.usesOf(address),
      () => gateway.block(7),
      () => gateway.transaction(signedId),
      () => gateway.outputsOf(signedId),
      () => gateway.metadata(signedId),
      () => gateway.asset(Unit(policyId)),
      () => gateway.assetsOf(policyId),
      () => gateway.submit(signed),
    ]
    for (const use of uses) {
      await expect(use()).rejects.toMatchObject({
        code: 'conflict',
        message: expect.stringContaining('Mine is set up for preprod, but it serves preview'),
      })
    }
    expect(asked()).toEqual(uses.map(() => '/genesis'))
  })

  it('one of the right network is asked for that once', async () => {
    const { gateway, asked } = await openAt(1)
    await gateway.parameters()
    expect(await gateway.submit(signed)).toBe(signedId)
    expect(asked()).toEqual(['/genesis', '/epochs/latest/parameters', '/tx/submit'])
  })
})

describe('what cannot be set up', () => {
  it.each([
    ['the devnet', { network: 'devnet' }, 'the devnet has its own gateway'],
    ['Blockfrost without a project ID', { network: 'mainnet' }, 'without a project ID'],
    [
      'a project ID of another network',
      { network: 'mainnet', projectId: projectId() },
      'one of preprod, not of mainnet',
    ],
    [
      "another network's host",
      {
        network: 'preprod',
        baseUrl: 'https://cardano-mainnet.blockfrost.io/api/v0',
        projectId: projectId(),
      },
      'that of mainnet, not of preprod',
    ],
    ['an address in the clear', { network: 'preprod', baseUrl: 'http://10.0.0.1' }, 'https'],
    ['no address', { network: 'preprod', baseUrl: 'blockfrost' }, 'not a web address'],
    [
      'an empty name',
      { network: 'preprod', baseUrl: 'https://a.example', name: ' ' },
      'name: empty',
    ],
  ] as const)('a gateway cannot be set up: %s', async (_name, config, part) => {
    const { gateways } = await openGateways()
    const error = await errorOf(() => setGateway(gateways, config))
    expect(error).toMatchObject({ code: 'invalid', message: expect.stringContaining(part) })
    expect(String(error)).not.toContain(plantedId)
    expect(gateways.list().every(({ isDefault }) => isDefault)).toBe(true)
  })
})

describe('a test', () => {
  it('tells the tip and how old it is', async () => {
    const { gateways } = await openGateways()
    const chain = await chainOf(1)
    await setGateway(gateways, { network: 'preprod', baseUrl: chain.baseUrl, name: 'Mine' })
    expect(await gateways.test('preprod')).toMatchObject({
      network: 'preprod',
      name: 'Mine',
      tip: { height: 100 },
      tipAgeSeconds: 100,
      milliseconds: expect.any(Number),
    })
  })

  it.each([
    [2, 'it serves preview'],
    [764_824_073, 'it serves mainnet'],
    [7, 'it serves a network (7)'],
  ])('finds out that the gateway serves another network: %i', async (magic, part) => {
    const { gateways } = await openGateways()
    await setGateway(gateways, { network: 'preprod', baseUrl: (await chainOf(magic)).baseUrl })
    await expect(gateways.test('preprod')).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringContaining(part),
    })
  })

  it('says what the gateway says', async () => {
    const { gateways } = await openGateways()
    const answering = await serve(answerError(403, 'Invalid project token.'))
    await setGateway(gateways, {
      network: 'preprod',
      baseUrl: answering.baseUrl,
      projectId: projectId(),
    })
    await expect(gateways.test('preprod')).rejects.toMatchObject({ code: 'unauthorized' })
  })
})

/** A server of each kind over a chain with this network magic. */
const startEach = async (magic: number) => {
  const test = openTestChain()
  test.mine(3)
  const koios = await startKoios(test, { magic, token: plantedToken })
  const ogmios = await startOgmios(test, { magic })
  const kupo = await startKupo(test, { patterns: [] })
  let isKupoClosed = false
  onTestFinished(async () => {
    await Promise.all([koios, ogmios].map((server) => server.close()))
    if (!isKupoClosed) await kupo.close()
    test.close()
  })
  return {
    kupo,
    closeKupo: async () => {
      isKupoClosed = true
      await kupo.close()
    },
    wanted: {
      koios: {
        network: 'preprod',
        kind: 'koios',
        settings: { baseUrl: koios.baseUrl },
        secret: Secret.ofText(plantedToken),
      },
      ogmios: {
        network: 'preprod',
        kind: 'ogmios',
        settings: { ogmiosUrl: ogmios.url, kupoUrl: kupo.url },
      },
    } satisfies Record<string, NewGatewayConfig>,
  }
}

const plantedToken = 'planted-token-of-koios-0123456789'

describe.each(['koios', 'ogmios'] as const)('a gateway of the kind %s', (kind) => {
  it('is checked, stored, tested and asked', async () => {
    const { gateways, home } = await openGateways()
    const { wanted } = await startEach(1)
    expect(await gateways.check(wanted[kind])).toMatchObject({ tip: { height: 3 } })
    expect(await gateways.set(wanted[kind])).toMatchObject({ kind, isDefault: false })
    expect(await gateways.test('preprod')).toMatchObject({ tip: { height: 3 } })
    expect((await (await gateways.get('preprod')).tip()).height).toBe(3)
    expect(await filesHolding(home, plantedToken)).toEqual([])
  })

  it('proves its network before its first use', async () => {
    const { gateways } = await openGateways()
    const { wanted } = await startEach(2)
    await gateways.set(wanted[kind])
    await expect((await gateways.get('preprod')).tip()).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringContaining('it serves preview'),
    })
  })
})

describe('a gateway that indexes only what it is told', () => {
  const watched = [{ policyId: PolicyId(policyId), since: new Date('2026-03-01T00:00:00Z') }]

  it('is told what this computer has when it is set up', async () => {
    const { gateways } = await openGateways(watched)
    const { kupo, wanted } = await startEach(1)
    await gateways.set(wanted.ogmios)
    expect(kupo.state.puts).toMatchObject([{ patterns: [`${policyId}.*`] }])
  })

  it('is not stored where it cannot be told', async () => {
    const { gateways } = await openGateways(watched)
    const { closeKupo, wanted } = await startEach(1)
    await closeKupo()
    await expect(gateways.set(wanted.ogmios)).rejects.toMatchObject({ code: 'unreachable' })
    expect(gateways.list().every(({ isDefault }) => isDefault)).toBe(true)
  })
})
