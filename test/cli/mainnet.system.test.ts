import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { mint as mintShape } from '#shared/wire/mint.ts'
import { type Blockfrost, startBlockfrost } from '../support/blockfrost-stand-in.ts'
import { TestHome } from '../support/coldpress.ts'
import { leafFolder } from '../support/leaf-folder.ts'

/** The way of docs/going-live.md, against a mainnet of a stand-in of Blockfrost. */
vi.setConfig({ testTimeout: 300_000, hookTimeout: 300_000 })

/** These images exist on the computer of the test only. */
const accepted = '--accept-local-images'
const resources = join(import.meta.dirname, '..', '..', 'resources')
/** CIP-19's vector of type 6. */
const payout = 'addr1vx2fxv2umyhttkxyxp8x0dlpdt3k6cwng5pxj3jhsydzers66hrl8'

let blockfrost: Blockfrost
let home: TestHome
let collectionId = ''
beforeAll(async () => {
  blockfrost = await startBlockfrost({ network: 'mainnet', projectId: 'mainnetTest' })
  home = await TestHome.withVault()
})
afterAll(async () => {
  home.remove()
  await blockfrost.close()
})

const onMainnet = (...args: readonly string[]) => home.json([...args, '--account', 'local-mainnet'])
const idOf = (document: unknown): string => z.object({ id: z.string() }).parse(document).id
const duePayment = z.object({ address: z.string(), amount: z.int() })
const saleMade = z.object({ id: z.string(), payment_address: z.string() })
const errorOf = (document: unknown): string =>
  z.object({ error: z.object({ message: z.string() }) }).parse(document).error.message

describe('A collection on its way to mainnet', () => {
  it('gets a gateway, and its tokens', async () => {
    const key = home.file('project-id.txt', 'mainnetTest\n')
    const set = ['gateway', 'set', 'mainnet', '--base-url', blockfrost.baseUrl]
    expect(await home.json([...set, '--project-id-file', key])).toMatchObject({ code: 0 })
    expect(await home.json(['gateway', 'test', 'mainnet'])).toMatchObject({ code: 0 })
    const sample: unknown = JSON.parse(
      readFileSync(join(resources, 'sample-collection.json'), 'utf8'),
    )
    const request = { ...z.looseObject({}).parse(sample), payout_address: payout }
    const royalty = { address: [payout], rate: '0.05' }
    const file = home.file('mainnet.json', JSON.stringify({ ...request, royalty }))
    collectionId = idOf((await onMainnet('collection', 'create', '--file', file)).document)
    const toImport = ['import', join(resources, 'sample'), '--collection', collectionId]
    const unaccepted = await onMainnet(...toImport)
    expect(unaccepted.code).toBe(3)
    expect(errorOf(unaccepted.document)).toMatch(/24 images exist on this computer only/u)
    expect((await onMainnet(...toImport, accepted)).code).toBe(0)
  })

  it('is not minted before it was rehearsed, unless its owner does without', async () => {
    const royalty = await onMainnet('mint', 'royalty', '--collection', collectionId, '--yes')
    const { address, amount } = duePayment.parse(royalty.document)
    await blockfrost.pay(address, BigInt(amount) + 50_000_000n)
    const minted = await onMainnet('mint', 'royalty', '--collection', collectionId, '--wait')
    expect(minted).toMatchObject({ code: 0, document: { status: 'minted' } })
    const unaccepted = ['mint', 'build', '--collection', collectionId, '--to', payout, '--yes']
    expect(errorOf((await onMainnet(...unaccepted)).document)).toMatch(
      /24 images exist on this computer only/u,
    )
    const build = [...unaccepted, accepted]
    const refused = await onMainnet(...build)
    expect(refused.code).toBe(3)
    expect(errorOf(refused.document)).toMatch(
      /first mint of the collection on mainnet.*Nothing of this collection was rehearsed.*coldpress mint rehearse.*--skip-rehearsal/su,
    )

    const some = ['--tokens', 'Herbarium01,Herbarium02']
    const rehearsed = await onMainnet('mint', 'rehearse', '--collection', collectionId, ...some)
    expect(rehearsed).toMatchObject({ code: 0, document: { tokens: 2, transactions: 1 } })
    const more = await onMainnet(...build, '--tokens', 'Herbarium01,Herbarium03')
    expect(errorOf(more.document)).toMatch(
      /2 tokens were rehearsed on the devnet on .*1 token was not rehearsed: .Herbarium03./su,
    )
    const same = await onMainnet(...build, ...some, '--wait')
    expect(same).toMatchObject({ code: 0, document: { status: 'completed' } })
    expect(same.stderr).toMatch(/Nothing differs since/u)
    const { id, transactions } = mintShape.parse(same.document)
    expect(transactions[0]?.outputs.every(({ address: to }) => to.startsWith('addr1'))).toBe(true)

    blockfrost.mine(2200)
    await vi.waitFor(
      async () => {
        const status = ['mint', 'status', id, '--wait', '--account', 'local-mainnet']
        const { stdout } = await home.run([...status, '--passphrase-file', home.passphraseFile])
        expect(stdout).toMatch(/final +yes: no rollback can take it back/u)
      },
      { timeout: 120_000, interval: 3_000 },
    )
  })

  it('is not sold before it was minted or rehearsed, unless its owner does without', async () => {
    const other = { name: 'Herbarium of one', payout_address: payout, policy: { lock: false } }
    const file = home.file('other.json', JSON.stringify(other))
    const id = idOf((await onMainnet('collection', 'create', '--file', file)).document)
    const folder = leafFolder(home, 2)
    expect((await onMainnet('import', folder, '--collection', id, accepted)).code).toBe(0)
    const unaccepted = ['sale', 'create', '--collection', id, '--quantity', '1', '--price', '25']
    expect(errorOf((await onMainnet(...unaccepted)).document)).toContain('on this computer only')
    const create = [...unaccepted, accepted]
    const refused = await onMainnet(...create)
    expect(refused.code).toBe(3)
    expect(errorOf(refused.document)).toMatch(
      /A sale of these tokens is the first mint.*Nothing of this collection was rehearsed.*coldpress mint rehearse.*To sell without a rehearsal, add --skip-rehearsal/su,
    )
    const one = ['--tokens', 'Leaf0001']
    expect((await onMainnet('mint', 'rehearse', '--collection', id, ...one)).code).toBe(0)
    // Any of the two may be drawn.
    expect(errorOf((await onMainnet(...create)).document)).toContain('"Leaf0002"')
    const fixed = ['sale', 'create', '--collection', id, ...one, '--price', '25', accepted]
    expect(await onMainnet(...fixed)).toMatchObject({ code: 0, document: { status: 'RESERVED' } })
    expect((await onMainnet(...create, '--skip-rehearsal')).code).toBe(0)
  })

  it('is sold once it is minted, without a further rehearsal', async () => {
    const create = ['sale', 'create', '--collection', collectionId, '--tokens', 'Herbarium05']
    const made = await onMainnet(...create, accepted, '--price', '25', '--confirmations', '1')
    expect(made.stderr).toMatch(/With 3 open sales the gateway is asked up to 8,640 times a day/u)
    const sold = saleMade.parse(made.document)
    await blockfrost.pay(sold.payment_address, 25_000_000n)
    await sleep(500)
    const done = await onMainnet('sale', 'show', sold.id, '--wait')
    expect(done).toMatchObject({ code: 0, document: { status: 'COMPLETED' } })
  })
})
