import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { z } from 'zod'
import { answer, serve, type Reply } from '../app/api/service.ts'
import { wireBlock } from '../chain/gateway/blockfrost/gateway-of.ts'
import { TestHome } from '../support/coldpress.ts'
import { openTestChain } from '../support/gateways/chain.ts'
import { startKoios } from '../support/gateways/koios.ts'
import { startKupo } from '../support/gateways/kupo.ts'
import { startOgmios } from '../support/gateways/ogmios.ts'
import { filesUnder, findPlanted } from '../support/planted-secrets.ts'

const projectId = 'preprodPlantedByTheTestOfTheCli'

let home: TestHome
beforeAll(async () => {
  home = await TestHome.withVault()
})
afterAll(() => {
  home.remove()
})

/** A chain with an old tip, of preprod (1) until it becomes another. */
const openChain = async (first = 1) => {
  let magic = first
  const server = await serve((response, seen) => {
    const answers: Readonly<Record<string, Reply>> = {
      genesis: answer(200, { network_magic: magic }),
      metrics: answer(200, []),
    }
    const [last = ''] = seen.url.split('/').slice(-1)
    const reply = answers[last] ?? answer(200, wireBlock)
    reply(response, seen)
  })
  return Object.assign(server, { become: (other: number) => (magic = other) })
}

const configs = z.array(
  z.object({ network: z.string(), name: z.string(), is_default: z.boolean() }),
)
const errorOutput = z.object({
  error: z.object({ code: z.string(), message: z.string(), advice: z.string().optional() }),
})

const list = async () => configs.parse((await home.json(['gateway', 'list'])).document)

const set = (...more: string[]) =>
  home.json([
    'gateway',
    'set',
    'preprod',
    '--project-id-file',
    home.file('project-id.txt', `${projectId}\n`),
    ...more,
  ])

const doctorOn = async (name: string) => {
  const { document } = await home.json(['doctor'])
  const { checks } = z
    .object({
      checks: z.array(z.object({ name: z.string(), state: z.string(), message: z.string() })),
    })
    .parse(document)
  return checks.find((check) => check.name === name)
}

describe('coldpress gateway', () => {
  it('lists one for each network, before anything is set up', async () => {
    expect(await list()).toEqual([
      { network: 'mainnet', name: 'Blockfrost', is_default: true },
      { network: 'preprod', name: 'Blockfrost', is_default: true },
      { network: 'preview', name: 'Blockfrost', is_default: true },
      { network: 'devnet', name: 'Devnet of the Local studio', is_default: true },
    ])
    const { stdout } = await home.run(['gateway', 'list'])
    expect(stdout).toContain('needs a project ID')
  })

  it('tests the devnet, and doctor does', async () => {
    const { code, document } = await home.json(['gateway', 'test'])
    expect(code).toBe(0)
    expect(document).toMatchObject({ network: 'devnet', tip: { height: expect.any(Number) } })
    expect(await doctorOn('gateway of devnet')).toMatchObject({ state: 'ok' })
    expect(await doctorOn('gateway of preprod')).toBeUndefined()
  })

  it('sets one up, asks it with the project ID, and keeps that in the vault alone', async () => {
    const chain = await openChain()
    const { code, document, stderr } = await set('--base-url', chain.baseUrl, '--name', 'Mine')
    expect(code, stderr).toBe(0)
    expect(document).toMatchObject({ untested: null })
    expect(await list()).toContainEqual({ network: 'preprod', name: 'Mine', is_default: false })
    expect((await home.json(['gateway', 'budget', 'preprod', 'many'])).code).toBe(2)
    const budget = await home.json(['gateway', 'budget', 'preprod', '50000'])
    expect(budget).toMatchObject({ code: 0, document: { calls_per_day: 50_000 } })
    expect((await home.run(['gateway', 'list'])).stdout).toMatch(/0 of 50,000/u)
    const test = await home.json(['gateway', 'test', 'preprod'])
    expect(test.document).toMatchObject({ network: 'preprod', name: 'Mine', tip: { height: 100 } })
    expect(chain.seen.every(({ headers }) => headers['project_id'] === projectId)).toBe(true)
    expect(await doctorOn('gateway of preprod')).toMatchObject({
      state: 'warning',
      message: expect.stringContaining('lags behind'),
    })
    const locked = await home.run(['doctor'])
    expect(locked.stdout).toContain('warning gateway of preprod: Mine was not asked')
    const files = new Map(
      [...filesUnder(home.dir)].filter(([path]) => !path.endsWith('project-id.txt')),
    )
    expect(findPlanted(files, [{ name: 'project ID', bytes: Buffer.from(projectId) }])).toEqual([])
  })

  it('adds another to a network, which doctor names too, puts it first and removes it', async () => {
    const broken = await openChain()
    const chain = await openChain()
    await set('--base-url', broken.baseUrl, '--name', 'Mine')
    broken.become(2)
    const file = home.file('other-id.txt', `${projectId}\n`)
    const options = ['--base-url', chain.baseUrl, '--project-id-file', file, '--name', 'Other']
    const added = await home.json(['gateway', 'add', 'preprod', ...options])
    expect(added).toMatchObject({ code: 0, document: { id: 'preprod-2', name: 'Other' } })
    expect((await home.json(['gateway', 'test', 'preprod-2'])).code).toBe(0)
    expect(await doctorOn('gateway of preprod')).toMatchObject({ state: 'error' })
    expect(await doctorOn('gateway of preprod (preprod-2)')).toMatchObject({ state: 'warning' })
    const ordered = await home.run(['gateway', 'order', 'preprod', 'preprod-2', 'preprod'])
    expect(ordered.stdout).toContain('Coldpress asks Other (preprod-2), then Mine (preprod).')
    expect((await home.json(['gateway', 'order', 'preprod', 'preprod-2'])).code).not.toBe(0)
    expect((await home.json(['gateway', 'remove', 'preprod-2'])).code).toBe(0)
  })

  it('sets up Koios and a node of one’s own, and says what they cannot do', async () => {
    const chain = openTestChain()
    chain.mine(7)
    const koios = await startKoios(chain, { magic: 1, token: projectId })
    const ogmios = await startOgmios(chain, { magic: 1 })
    const kupo = await startKupo(chain)
    onTestFinished(async () => {
      await Promise.all([koios, ogmios, kupo].map((server) => server.close()))
      chain.close()
    })
    const setTo = (...options: string[]) => home.run(['gateway', 'set', 'preprod', ...options])
    const tokenFile = home.file('token.txt', projectId)
    const ofKoios = ['--kind', 'koios', '--base-url', koios.baseUrl, '--token-file', tokenFile]
    expect((await setTo(...ofKoios)).stdout).toContain('transactions of 1,024 bytes at most')
    const tested = () => home.json(['gateway', 'test', 'preprod'])
    expect((await tested()).document).toMatchObject({ tip: { height: 7 } })

    const urls = ['--ogmios-url', ogmios.url, '--kupo-url', kupo.url]
    expect((await setTo('--kind', 'ogmios', ...urls)).stdout).toContain('Kupo indexes only')
    expect((await tested()).document).toMatchObject({ tip: { height: 7 } })
    expect(await doctorOn('gateway of preprod')).toMatchObject({
      message: expect.stringContaining('its newest block is 7'),
    })
    expect((await setTo('--kind', 'ogmios')).stderr).toContain('--ogmios-url is missing')
  })

  it('finds out that a gateway serves another network', async () => {
    const chain = await openChain()
    await set('--base-url', chain.baseUrl)
    chain.become(2)
    const { code, document } = await home.json(['gateway', 'test', 'preprod'])
    expect(code).toBe(3)
    expect(errorOutput.parse(document).error).toMatchObject({
      code: 'conflict',
      message: expect.stringContaining('it serves preview'),
    })
    expect(await doctorOn('gateway of preprod')).toMatchObject({ state: 'error' })
  })

  it('asks it before it is stored: one of another network, or with a project ID of no form, is refused; one that is silent is not tested', async () => {
    const before = await list()
    const other = await openChain(2)
    const refused = await set('--base-url', other.baseUrl)
    expect(refused).toMatchObject({
      code: 3,
      document: { error: { message: expect.stringContaining('it serves preview') } },
    })
    const pid = home.file('pid.txt', 'pid')
    const formless = await home.json(['gateway', 'set', 'mainnet', '--project-id-file', pid])
    expect(formless).toMatchObject({
      code: 3,
      document: { error: { message: expect.stringContaining('another form') } },
    })
    expect(await list()).toEqual(before)
    const silent = await set('--base-url', 'http://127.0.0.1:9')
    expect(silent).toMatchObject({
      code: 0,
      document: { untested: expect.any(String) },
    })
  })

  it('removes one with its project ID', async () => {
    const { code } = await home.json(['gateway', 'remove', 'preprod'])
    expect(code).toBe(0)
    expect(await list()).toContainEqual({
      network: 'preprod',
      name: 'Blockfrost',
      is_default: true,
    })
    const test = await home.json(['gateway', 'test', 'preprod'])
    expect(test.code).toBe(3)
    expect(errorOutput.parse(test.document).error.advice).toContain(
      'coldpress.js gateway set preprod',
    )
  })

  it.each([
    [['gateway', 'test', 'testnet'], 'is not a network'],
    [['gateway', 'set', 'devnet'], 'has its own gateway'],
    [['gateway', 'remove', 'nowhere'], 'no gateway has this ID'],
  ])('says what is wrong with: %j', async (args, part) => {
    const { code, document } = await home.json(args)
    expect(code).toBe(2)
    expect(errorOutput.parse(document).error.message).toContain(part)
  })

  it('says in a studio of another network that nothing can be minted without one', async () => {
    const child = home.start(['studio', 'serve', '--network', 'preview', '--json'])
    let said = ''
    child.stderr?.setEncoding('utf8').on('data', (piece: string) => (said += piece))
    await expect.poll(() => said, { timeout: 60_000 }).toContain('coldpress.js gateway set preview')
    child.kill('SIGTERM')
  })
})
