import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { enterpriseAddress } from '#cardano/addresses.ts'
import { generatePolicyKey, writeSigningKey } from '#cardano/keys.ts'
import { policyIdOf, scriptFromJson } from '#cardano/scripts.ts'
import { mint as mintShape, type Mint } from '#contract/mints/mint.ts'
import { TestHome } from '../support/coldpress.ts'
import { runInTerminal } from '../support/terminal.ts'
import { serveHome } from '../support/served-home.ts'

const resources = join(import.meta.dirname, '..', '..', 'resources')
const request = z
  .looseObject({})
  .parse(JSON.parse(readFileSync(join(resources, 'sample-collection.json'), 'utf8')))

// Every step is a program of its own, which takes its time on a machine that is busy.
/** The key of an address that the first home never has, in a home without a network. */
const collector = generatePolicyKey()
const collectorAddress = enterpriseAddress(collector.keyHash, 'devnet')

let home: TestHome
let offline: TestHome
let collectionId = ''
let own = ''
beforeAll(async () => {
  home = await TestHome.withVault()
  offline = await TestHome.withVault()
  const file = home.file('plain.json', JSON.stringify({ ...request, royalty: undefined }))
  const made = await home.json(['collection', 'create', '--file', file])
  collectionId = z.object({ id: z.string() }).parse(made.document).id
  await home.json(['import', join(resources, 'sample'), '--collection', collectionId])
  const funded = await home.json(['mint', 'fund', '--collection', collectionId, '--ada', '40'])
  own = z.object({ address: z.string() }).parse(funded.document).address
  const names = (count: number, from: number) =>
    Array.from({ length: count }, (_, at) => `Herbarium0${from + at}`).join(',')
  for (const [tokens, to] of [
    [names(3, 1), own],
    [names(2, 4), collectorAddress],
  ] as const) {
    const args = ['--collection', collectionId, '--tokens', tokens, '--to', to]
    const minted = await home.json(['mint', 'build', ...args, '--yes', '--wait'])
    if (minted.code !== 0) throw new Error(minted.stderr)
  }
})
afterAll(() => {
  home.remove()
  offline.remove()
})

const burn = (...more: readonly string[]) =>
  home.json(['mint', 'burn', '--collection', collectionId, ...more])
const mintOf = ({ document }: { readonly document: unknown }): Mint => mintShape.parse(document)

/** The tokens by status, as the studio lists them. */
const statuses = async (): Promise<Readonly<Record<string, readonly string[]>>> => {
  const { studio, stop } = await serveHome(home)
  const page = z
    .object({ data: z.array(z.object({ asset_name: z.string(), status: z.string() })) })
    .parse(await studio(`collections/${collectionId}/tokens?size=100&order=asc`))
  await stop()
  const byStatus = Map.groupBy(page.data, ({ status }) => status)
  return Object.fromEntries(
    [...byStatus].map(([status, its]) => [status, its.map(({ asset_name: name }) => name)]),
  )
}

describe('mint burn', () => {
  it('burns two of three tokens at the payment address, and the figures follow', async () => {
    const refused = await burn('--tokens', 'Herbarium01,Herbarium02')
    expect(refused).toMatchObject({
      code: 2,
      document: { error: { message: expect.stringContaining('A burn needs your confirmation') } },
    })
    const args = ['mint', 'burn', '--collection', collectionId, '--passphrase-file']
    const asked = await runInTerminal(
      home,
      [...args, home.passphraseFile, '--tokens', 'Herbarium01,Herbarium02'],
      [['Type "burn 2"', 'sign\r']],
    )
    expect(asked.code, asked.screen).toBe(7)
    expect(asked.screen).toContain('This burns 2 tokens: "Herbarium01", "Herbarium02".')
    expect(asked.screen).toContain('the burn was cancelled')
    const held = mintOf(await burn('--tokens', 'Herbarium01,Herbarium02', '--hold'))
    expect(held).toMatchObject({ kind: 'burn', held: true, status: 'awaiting_witnesses' })
    const taken = await burn('--tokens', 'Herbarium02', '--yes')
    expect(taken).toMatchObject({
      code: 3,
      document: {
        error: {
          message: expect.stringContaining(`--tokens: "Herbarium02" is in the burn ${held.id}`),
        },
      },
    })
    const done = await home.json(['mint', 'release', held.id, '--yes', '--wait'])
    expect(done).toMatchObject({ code: 0, document: { status: 'completed' } })
    expect(await statuses()).toMatchObject({
      COMPLETED: ['Herbarium03', 'Herbarium04', 'Herbarium05'],
      BURNED: ['Herbarium01', 'Herbarium02'],
    })
    const shown = await home.run(['collection', 'show', collectionId])
    expect(shown.stdout).toMatch(/24, 19 ready, 0 sold, 2 burned/u)
    const text = await home.run(['mint', 'status', held.id])
    expect(text.stdout).toMatch(/burns +"Herbarium01", "Herbarium02"/u)
    const build = `mint build --collection ${collectionId} --tokens Herbarium01 --to ${own} --yes`
    const again = await home.json(build.split(' '))
    expect(again).toMatchObject({
      code: 3,
      document: { error: { message: expect.stringContaining('was burned, for good') } },
    })
  })

  it('burns what was confirmed by its number', async () => {
    const args = ['mint', 'burn', '--collection', collectionId, '--tokens', 'Herbarium03']
    const { code, screen } = await runInTerminal(
      home,
      [...args, '--passphrase-file', home.passphraseFile, '--wait'],
      [['Type "burn 1"', 'burn 1\r']],
    )
    expect(code, screen).toBe(0)
    expect(screen).toContain('Done: every transaction is confirmed.')
  })

  it('at the address of a key that was never online waits for its signature', async () => {
    const missed = await burn('--tokens', 'Herbarium04', '--yes')
    expect(missed).toMatchObject({
      code: 3,
      document: { error: { message: expect.stringContaining(`but at ${collectorAddress}`) } },
    })
    const out = join(home.dir, 'burn.cpreq')
    const args = ['--tokens', 'Herbarium04,Herbarium05', '--address', collectorAddress]
    const parked = await burn(...args, '--yes', '--valid-for', '3d', '--out', out)
    expect(parked).toMatchObject({ code: 0, document: { kind: 'burn', request_file: out } })
    const [transaction] = mintOf(parked).transactions
    expect(transaction?.missing).toEqual([collector.keyHash])

    const script = { type: 'sig' as const, keyHash: collector.keyHash }
    const files = [
      '--file',
      offline.file('own.script', JSON.stringify(script)),
      '--signing-key-file',
      offline.file('own.skey', writeSigningKey(collector, 'envelope').text()),
    ]
    const known = await offline.json(['policy', 'import', ...files, '--offline'])
    expect(known).toMatchObject({
      code: 0,
      document: { policy_id: policyIdOf(scriptFromJson(script)) },
    })
    const carried = offline.file('burn.cpreq', readFileSync(out))
    const seen = await offline.json(['tx', 'inspect', carried, '--offline'])
    expect(seen).toMatchObject({
      code: 0,
      document: {
        request: { title: expect.stringContaining('Burn 2 tokens') },
        unproved_inputs: 0,
        mint: [{ assets: [{ quantity: '-1' }, { quantity: '-1' }] }],
      },
    })
    const witness = join(offline.dir, 'burn.witness')
    const sign = ['tx', 'witness', carried, '--key-hash', collector.keyHash, '--yes', '--offline']
    expect(await offline.json([...sign, '--out', witness])).toMatchObject({ code: 0 })
    const back = home.file('burn.witness', readFileSync(witness))
    const done = await home.json(['mint', 'witness', mintOf(parked).id, back, '--wait'])
    expect(done).toMatchObject({ code: 0, document: { status: 'completed' } })
    expect(await statuses()).toMatchObject({
      BURNED: ['Herbarium01', 'Herbarium02', 'Herbarium03', 'Herbarium04', 'Herbarium05'],
    })
  })
})
