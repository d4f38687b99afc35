import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { given, vectors } from '../cardano/vectors.ts'
import { TestHome } from '../support/coldpress.ts'

const sentence = 'Coldpress was started offline, so no part of it uses the network'
const hosted = 'Far away'

let home: TestHome
beforeAll(async () => {
  home = await TestHome.withVault()
  await home.json(['policy', 'generate', '--name', 'Herbarium', '--offline'])
  // an account is set up without asking its service
  const key = home.file('key.txt', 'an-api-key')
  const place = ['--base-url', 'https://127.0.0.1:9/v1', '--app-id', 'shop', '--network', 'testnet']
  await home.json(['account', 'add', hosted, ...place, '--api-key-file', key, '--offline'])
})
afterAll(() => home.remove())

describe('the command line without a network', () => {
  it.each([
    [['collection', 'list']],
    [['collection', 'list', '--account', hosted]],
    [['collection', 'show', 'col_1', '--account', hosted]],
    [['account', 'test']],
    [['account', 'test', hosted]],
    [['gateway', 'test', 'devnet']],
    [['studio', 'serve']],
    [['demo']],
  ])('refuses %j with exit code 6 and the sentence', async (args) => {
    const byOption = await home.json([...args, '--offline'])
    expect(byOption).toMatchObject({
      code: 6,
      document: { error: { code: 'unreachable', message: expect.stringContaining(sentence) } },
    })
    expect(byOption.stderr).not.toContain('    at ')
  })

  it('can be turned on by an environment variable', async () => {
    const run = await home.run(['collection', 'list'], { COLDPRESS_OFFLINE: '1' })
    expect(run).toMatchObject({ code: 6, stderr: expect.stringContaining(sentence) })
    const before = await home.run(['--offline', 'collection', 'list'])
    expect(before).toMatchObject({ code: 6 })
  })

  it('finds no error in what it does not ask', async () => {
    const doctor = await home.run(['doctor', '--offline'])
    expect(doctor).toMatchObject({ code: 0 })
    for (const name of ['service', 'gateway of devnet', 'pinning at kubo'])
      expect(doctor.stdout).toContain(`warning ${name}: Not asked: Coldpress was started offline.`)
  })

  it('looks at a transaction', async () => {
    const { cbor } = given(vectors.realTx[0])
    const run = await home.json(['tx', 'inspect', home.file('real.hex', cbor), '--offline'])
    expect(run.code).toBe(0)
  })

  it('keeps, shows and makes policies, and stores files', async () => {
    const listed = await home.json(['policy', 'list', '--offline'])
    expect(listed).toMatchObject({ code: 0, document: [{ name: 'Herbarium', can_mint: true }] })
    const added = await home.json(['pin', 'add', home.file('cover.bin', 'a cover'), '--offline'])
    expect(added.code).toBe(0)
  })
})
