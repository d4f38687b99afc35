import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { mint as mintShape } from '#contract/mints/mint.ts'
import { TestHome } from '../support/coldpress.ts'
import { expectNoKeyIn } from '../support/no-key-in.ts'
import { leafFolder, leafName, leaves } from '../support/leaf-folder.ts'
import { cntoolsFolder, policyFilesOf } from '../support/policy-folder.ts'
import { serveHome } from '../support/served-home.ts'
import { at, carry, succeeds, watchedPolicy } from '../support/two-machines.ts'

// Every step is a program of its own, which takes its time on a machine that is busy.
vi.setConfig({ testTimeout: 600_000, hookTimeout: 300_000 })

const sample = join(import.meta.dirname, '..', '..', 'resources', 'sample')
/** The sample's collection, without a policy of its own. */
const herbarium = z
  .looseObject({ payout_address: z.string() })
  .parse(JSON.parse(readFileSync(`${sample}-collection.json`, 'utf8')))

const minted = 60

/** The key is made in A and stays there; B has the network; C only watches. */
let [a, b, c]: readonly TestHome[] = []
const homeOf = (home: TestHome | undefined): TestHome => {
  if (home === undefined) throw new Error('no such home')
  return home
}
beforeAll(async () => {
  ;[a, b] = await Promise.all([TestHome.withVault(), TestHome.withVault()])
  // What a computer only watches needs no vault.
  c = new TestHome()
})
afterAll(() => {
  for (const home of [a, b, c]) home?.remove()
})

const idOf = (document: unknown): string => z.looseObject({ id: z.string() }).parse(document).id

/** Signs a request in A and brings the witness to B, or to another online home. */
const signInA = async (request: string, keyHash: string, online = homeOf(b)): Promise<string> => {
  const cold = homeOf(a)
  const file = carry(online, request, cold)
  const witness = `${request}.witness`
  const sign = ['tx', 'witness', file, '--key-hash', keyHash, '--yes', '--offline']
  expect(await succeeds(cold, [...sign, '--out', at(cold, witness), '--replace'])).toMatchObject({
    witnesses: [{ key_hash: keyHash }],
  })
  return carry(cold, witness, online)
}

describe('a policy key that was never online', () => {
  it('begins a collection on another computer and serves a royalty, 60 tokens, a burn and a sale, and never leaves its own', async () => {
    const [cold, online, watching] = [homeOf(a), homeOf(b), homeOf(c)]
    const { policyId, keyHash, imported } = await watchedPolicy(cold, online, 'Leaves')
    const watched = { policy_id: policyId, name: 'Leaves', keys_here: [], key_hashes: [keyHash] }
    expect(imported).toMatchObject(watched)
    const listed = await online.run(['policy', 'list'])
    expect(listed.stdout).toContain('0 of 1, watch-only')
    expect(listed.stdout).not.toContain('no tested backup')

    const collectionFile = online.file('collection.json', JSON.stringify(leaves))
    const create = ['collection', 'create', '--file', collectionFile, '--policy', policyId]
    const created = await succeeds(online, [...create, '--yes'])
    expect(created).toMatchObject({ policy: { policy_id: policyId } })
    const id = idOf(created)
    await succeeds(online, ['import', leafFolder(online, minted + 1), '--collection', id])

    const paid = await succeeds(online, ['mint', 'royalty', '--collection', id, '--pay', '--yes'])
    const { mint_id: royaltyId } = z.looseObject({ mint_id: z.string() }).parse(paid)
    const royaltyFile = at(online, 'royalty.cpreq')
    await succeeds(online, ['mint', 'status', royaltyId, '--out', royaltyFile])
    const completed = { status: 'completed' }
    const completes = async (mintId: string, request: string): Promise<void> => {
      const witness = await signInA(request, keyHash)
      const sent = await succeeds(online, ['mint', 'witness', mintId, witness, '--wait'])
      expect(sent).toMatchObject(completed)
    }
    await completes(royaltyId, 'royalty.cpreq')

    const sale = ['sale', 'create', '--collection', id, '--quantity', '1', '--price', '5']
    const refused = await online.json(sale)
    expect(refused).toMatchObject({
      code: 3,
      document: { error: { message: expect.stringContaining('not on this computer') } },
    })

    const funded = await succeeds(online, ['mint', 'fund', '--collection', id, '--ada', '60'])
    const { address } = z.looseObject({ address: z.string() }).parse(funded)
    const names = Array.from({ length: minted }, (_, index) => leafName(index))
    const some = (count: number) => ['--tokens', names.slice(0, count).join(',')]
    const build = ['mint', 'build', '--collection', id, '--to', address, ...some(minted), '--yes']
    const out = ['--out', at(online, 'mint.cpreq')]
    const parked = mintShape.parse(await succeeds(online, [...build, ...out]))
    expect(parked.transactions[0]?.missing).toEqual([keyHash])
    expect(parked.tokens).toHaveLength(minted)
    await completes(parked.id, 'mint.cpreq')

    const burn = ['mint', 'burn', '--collection', id, ...some(2), '--yes']
    const burning = ['--out', at(online, 'burn.cpreq'), '--valid-for', '1d']
    const burned = mintShape.parse(await succeeds(online, [...burn, ...burning]))
    expect(burned).toMatchObject({ kind: 'burn', transactions: [{ missing: [keyHash] }] })
    await completes(burned.id, 'burn.cpreq')

    const sold = idOf(await succeeds(online, [...sale, '--delivers-within', '2d']))
    await succeeds(online, ['sale', 'pay', sold, '--wait'], 4)
    const collect = ['sale', 'round', 'build', '--collection', id]
    const round = await succeeds(online, [...collect, '--out', at(online, 'sales.cpreq')])
    const delivery = await signInA('sales.cpreq', keyHash)
    const deliver = ['sale', 'round', 'witness', idOf(round), delivery, '--wait']
    expect(await succeeds(online, deliver)).toMatchObject(completed)
    expect(await succeeds(online, ['sale', 'show', sold])).toMatchObject({ status: 'COMPLETED' })

    const { chain, stop } = await serveHome(online)
    const assets = z
      .array(z.object({ quantity: z.string() }))
      .parse(await chain(`assets/policy/${policyId}?count=100`))
    await stop()
    // With the royalty token and the one that was sold.
    expect(Map.groupBy(assets, ({ quantity }) => quantity).get('1')).toHaveLength(minted + 2 - 2)

    const doctor = await online.run(['doctor'])
    expect(doctor.stdout).not.toContain(keyHash)

    // by codes to a third computer, from the one that only watches itself
    const written = ['policy', 'export', policyId, '--format', 'public']
    await succeeds(online, [...written, '--out', at(online, 'again.json')])
    expect(readFileSync(at(online, 'again.json'))).toEqual(readFileSync(at(cold, 'leaves.json')))
    const codes = at(watching, 'codes')
    expect(
      await succeeds(online, ['tx', 'qr', at(online, 'again.json'), '--frames', codes]),
    ).toMatchObject({ kind: 'policy' })
    const scanned = at(watching, 'scanned.json')
    await succeeds(watching, ['tx', 'scan', codes, '--out', scanned, '--offline'])
    const taken = await watching.run(['policy', 'import', '--file', scanned, '--offline'])
    expect(taken).toMatchObject({ code: 0, stdout: expect.stringContaining('Watch-only') })

    const keys = ['policy', 'export', policyId, '--with-keys', '--format', 'skey', '--offline']
    await succeeds(cold, [...keys, '--out', at(cold, 'keys')])
    expectNoKeyIn(online, readFileSync(at(cold, join('keys', `${keyHash}.skey`)), 'utf8'))
    expectNoKeyIn(watching, readFileSync(at(cold, join('keys', `${keyHash}.skey`)), 'utf8'))
  })
})

describe('a policy of another tool whose key was never online', () => {
  const { files, policyId, key } = policyFilesOf()
  const { skey, ...publicFiles } = files
  const homes: TestHome[] = []
  beforeAll(() => {
    const folder = at(homeOf(a), 'cntools')
    cntoolsFolder(folder, files)
    return succeeds(homeOf(a), [
      'policy',
      'import',
      '--file',
      folder,
      '--network',
      'devnet',
      '--offline',
    ])
  })
  afterAll(() => {
    for (const home of homes) home.remove()
  })

  it.each([
    ['a CNTools folder', publicFiles],
    ['a cardano-cli .script alone', { script: files.script }],
  ])('begins the same collection from %s, with a royalty and a mint', async (_name, given) => {
    const online = await TestHome.withVault()
    homes.push(online)
    const folder = at(online, 'Herbarium')
    const paths = cntoolsFolder(folder, given)
    const path = 'id' in given ? folder : (paths['script'] ?? '')
    const from = ['policy', 'import', '--file', path, '--network', 'devnet']
    expect(await succeeds(online, [...from, '--dry-run'])).toMatchObject({
      policy_id: policyId,
      minting: 'others_sign',
      keys: [{ key_hash: key.keyHash, source: 'id' in given ? 'public' : 'missing' }],
    })
    expect(await succeeds(online, from)).toMatchObject({ policy_id: policyId, keys_here: [] })

    const { policy: _, ...request } = herbarium
    const file = online.file('collection.json', JSON.stringify(request))
    const create = ['collection', 'create', '--file', file, '--policy', policyId, '--yes']
    const id = idOf(await succeeds(online, create))
    await succeeds(online, ['import', sample, '--collection', id])
    const paid = await succeeds(online, ['mint', 'royalty', '--collection', id, '--pay', '--yes'])
    const { mint_id: royaltyId } = z.looseObject({ mint_id: z.string() }).parse(paid)
    const status = ['mint', 'status', royaltyId, '--out', at(online, 'royalty.cpreq')]
    await succeeds(online, status)
    const royalty = await signInA('royalty.cpreq', key.keyHash, online)
    const completed = { status: 'completed' }
    expect(await succeeds(online, ['mint', 'witness', royaltyId, royalty, '--wait'])).toMatchObject(
      completed,
    )

    await succeeds(online, ['mint', 'fund', '--collection', id, '--ada', '20'])
    const build = ['mint', 'build', '--collection', id, '--to', herbarium.payout_address, '--yes']
    const out = ['--out', at(online, 'mint.cpreq')]
    const parked = mintShape.parse(await succeeds(online, [...build, ...out]))
    expect(parked).toMatchObject({ policy_id: policyId })
    const witness = await signInA('mint.cpreq', key.keyHash, online)
    expect(await succeeds(online, ['mint', 'witness', parked.id, witness, '--wait'])).toMatchObject(
      completed,
    )
    expectNoKeyIn(online, skey)
  })
})
