import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { generatePolicyKey, type PolicyKey, writeSigningKey } from '#cardano/keys.ts'
import { policyIdOf, scriptFromJson } from '#cardano/scripts.ts'
import { mint as mintShape, type Mint } from '#contract/mints/mint.ts'
import { TestHome } from '../support/coldpress.ts'
import { serveHome } from '../support/served-home.ts'

/** Home A has the network and a key of the policy; B and C have a key each, and never a network. */
const [alice, bob, carol] = [generatePolicyKey(), generatePolicyKey(), generatePolicyKey()]
const sig = ({ keyHash }: PolicyKey) => ({ type: 'sig' as const, keyHash })
const twoOf = (...keys: readonly PolicyKey[]) => ({
  type: 'atLeast' as const,
  required: 2,
  scripts: keys.map(sig),
})
const sample = join(import.meta.dirname, '..', '..', 'resources', 'sample')
const herbarium = z
  .looseObject({ payout_address: z.string(), royalty: z.unknown() })
  .parse(JSON.parse(readFileSync(`${sample}-collection.json`, 'utf8')))
const receiver = herbarium.payout_address

// Every step is a program of its own, which takes its time on a machine that is busy.
let homes: readonly TestHome[] = []
let takenIn: readonly unknown[] = []
const homeOf = (position: number): TestHome => {
  const home = homes[position]
  if (home === undefined) throw new Error('no such home')
  return home
}
const a = (): TestHome => homeOf(0)

beforeAll(async () => {
  homes = [new TestHome(), new TestHome(), new TestHome()]
  const script = twoOf(alice, bob, carol)
  // each key came to its machine by hand, and the script with it
  takenIn = [
    await importKey(homeOf(1), script, bob, '--offline'),
    await importKey(homeOf(2), script, carol, '--offline'),
  ]
})
afterAll(() => {
  for (const home of homes) home.remove()
})

/** A file that is carried from one machine to another on a stick. */
const carry = (from: TestHome, name: string, to: TestHome): string =>
  to.file(name, readFileSync(join(from.dir, name)))

const at = (home: TestHome, name: string): string => join(home.dir, name)

const importKey = async (
  home: TestHome,
  script: ReturnType<typeof twoOf>,
  key: PolicyKey,
  ...more: readonly string[]
): Promise<unknown> => {
  const file = home.file('two-of-three.script', JSON.stringify(script))
  const skey = home.file('policy.skey', writeSigningKey(key, 'envelope').text())
  const { document } = await home.json([
    'policy',
    'import',
    '--file',
    file,
    '--signing-key-file',
    skey,
    ...more,
  ])
  return document
}

/** A collection in home A under a policy of which A has Alice's key alone. */
const createCollection = async (
  request: object,
  script: ReturnType<typeof twoOf>,
): Promise<{ readonly id: string; readonly policyId: string }> => {
  const policyId = policyIdOf(scriptFromJson(script))
  const keys = [writeSigningKey(alice, 'bech32').text()]
  const policy = { lock: false, policy_id: policyId, script, signing_keys: keys }
  const file = a().file('collection.json', JSON.stringify({ ...request, policy }))
  const created = await a().json(['collection', 'create', '--file', file])
  expect(created.code, created.stderr).toBe(0)
  return { id: z.object({ id: z.string() }).parse(created.document).id, policyId }
}

const mintOf = ({ document }: { readonly document: unknown }): Mint => mintShape.parse(document)

/** Inspects a request on a machine without a network, and signs it there with its one key. */
const signOffline = async (home: TestHome, request: string, key: PolicyKey, mint: Mint) => {
  const seen = await home.json(['tx', 'inspect', request, '--offline'])
  expect(seen).toMatchObject({
    code: 0,
    document: {
      tx_id: mint.transactions[0]?.tx_id,
      network: { name: 'devnet' },
      // one of the two keys that are not in home A
      missing: expect.arrayContaining([key.keyHash]),
      known_missing: { key_hashes: [], choices: [{ count: 1 }] },
      mint: [{ policy_id: mint.policy_id }],
      request: { expected_policy_ids: [mint.policy_id] },
      unproved_inputs: 0,
      net_change: { lovelace: '0', assets: [] },
    },
  })
  const { warnings } = z
    .object({ warnings: z.array(z.object({ code: z.string(), severity: z.string() })) })
    .parse(seen.document)
  const grave = warnings.filter(({ severity }) => severity !== 'info')
  expect(new Set(grave.map(({ code }) => code))).toEqual(new Set(['ada_to_unknown_address']))
  const sign = ['tx', 'witness', request, '--key-hash', key.keyHash, '--yes', '--offline']
  const signed = await home.json([...sign, '--out', at(home, 'policy.witness')])
  expect(signed).toMatchObject({ code: 0, document: { witnesses: [{ key_hash: key.keyHash }] } })
  return seen.document
}

const unitsOnChain = async (policyId: string): Promise<readonly string[]> => {
  const { chain, stop } = await serveHome(a())
  const assets = z
    .array(z.object({ asset: z.string(), quantity: z.literal('1') }))
    .parse(await chain(`assets/policy/${policyId}?count=100`))
  await stop()
  return assets.map(({ asset }) => asset.slice(policyId.length)).toSorted()
}

describe('a mint under a policy of which two of three keys must sign', () => {
  it('goes by files to a machine that was never online, and its signature comes back', async () => {
    expect(takenIn).toMatchObject([{ keys_here: [bob.keyHash] }, { keys_here: [carol.keyHash] }])
    const { id, policyId } = await createCollection(
      { ...herbarium, royalty: undefined },
      twoOf(alice, bob, carol),
    )
    await a().json(['import', sample, '--collection', id])
    await a().json(['mint', 'fund', '--collection', id, '--ada', '20'])

    const build = ['mint', 'build', '--collection', id, '--to', receiver, '--yes']
    const parked = await a().json([...build, '--out', at(a(), 'mint.cpreq'), '--wait'])
    expect(parked).toMatchObject({
      code: 4,
      document: { status: 'awaiting_witnesses', request_file: at(a(), 'mint.cpreq') },
    })
    const made = mintOf(parked)
    expect(made.tokens).toHaveLength(24)
    const reported = await a().run(['mint', 'status', made.id])
    expect(reported).toMatchObject({
      code: 0,
      stdout: expect.stringContaining(`key ${bob.keyHash}`),
    })
    expect(reported.stdout).toContain(`coldpress.js mint witness ${made.id} mint.witness`)

    const b = homeOf(1)
    const request = carry(a(), 'mint.cpreq', b)
    expect(await signOffline(b, request, bob, made)).toMatchObject({
      request: { title: 'Mint 24 tokens of Pressed Herbarium', thumbnails: 6 },
    })

    // a key that nobody asked is refused by the name of its file, and nothing is changed
    const c = homeOf(2)
    const other = ['tx', 'witness', carry(a(), 'mint.cpreq', c), '--key-hash', carol.keyHash]
    await c.json([...other, '--yes', '--offline', '--out', at(c, 'carol.witness')])
    const failed = await a().json(['mint', 'witness', made.id, carry(c, 'carol.witness', a())])
    expect(failed).toMatchObject({
      code: 3,
      document: { error: { message: expect.stringContaining(`key ${carol.keyHash}`) } },
    })

    const witness = carry(b, 'policy.witness', a())
    const done = await a().json(['mint', 'witness', made.id, witness, '--wait'])
    expect(done, done.stderr).toMatchObject({ code: 0, document: { status: 'completed' } })
    expect(mintOf(done).transactions.map(({ tx_id: txId }) => txId)).toEqual(
      made.transactions.map(({ tx_id: txId }) => txId),
    )
    expect(await a().json(['mint', 'witness', made.id, witness])).toMatchObject({
      code: 0,
      document: { status: 'completed' },
    })
    expect(await unitsOnChain(policyId)).toEqual(
      made.tokens.map((one) => Buffer.from(one.asset_name).toString('hex')).toSorted(),
    )
  })

  it('goes by images of codes there and back, here for the royalty token', async () => {
    const { id, policyId } = await createCollection(herbarium, twoOf(alice, carol, bob))
    const paid = await a().json(['mint', 'royalty', '--collection', id, '--pay', '--yes'])
    expect(paid).toMatchObject({ code: 0, document: { status: 'awaiting_witnesses' } })
    const { mint_id: mintId } = z.object({ mint_id: z.string() }).parse(paid.document)
    const early = await a().json(['mint', 'build', '--collection', id, '--to', receiver, '--yes'])
    expect(early).toMatchObject({
      code: 3,
      document: { error: { message: expect.stringContaining('royalty') } },
    })

    const request = ['mint', 'status', mintId, '--out', at(a(), 'royalty.cpreq')]
    const parked = await a().json(request)
    expect(parked).toMatchObject({ code: 0, document: { kind: 'royalty' } })

    const c = homeOf(2)
    await show(a(), 'royalty.cpreq', at(c, 'codes-there'))
    await scan(c, at(c, 'codes-there'), 'royalty.cpreq')
    const seen = await signOffline(c, at(c, 'royalty.cpreq'), carol, mintOf(parked))
    expect(seen).toMatchObject({ metadata: { royalty: { rate: '0.05', address: receiver } } })

    await show(c, 'policy.witness', at(a(), 'codes-back'))
    await scan(a(), at(a(), 'codes-back'), 'from-carol.witness')
    const witness = ['mint', 'witness', mintId, at(a(), 'from-carol.witness'), '--wait']
    expect(await a().json(witness)).toMatchObject({ code: 0, document: { status: 'completed' } })
    expect(await a().json(['mint', 'royalty', '--collection', id])).toMatchObject({
      document: { status: 'minted', mint_id: mintId },
    })
    expect(await unitsOnChain(policyId)).toEqual([''])
  })
})

const show = async (home: TestHome, name: string, folder: string): Promise<void> => {
  const shown = await home.json(['tx', 'qr', at(home, name), '--frames', folder, '--offline'])
  expect(shown, shown.stderr).toMatchObject({ code: 0, document: { name } })
}

const scan = async (home: TestHome, folder: string, name: string): Promise<void> => {
  const read = await home.json(['tx', 'scan', folder, '--out', at(home, name), '--offline'])
  expect(read, read.stderr).toMatchObject({ code: 0, document: { file: at(home, name) } })
}
