import { describe, expect } from 'vitest'
import { Cid } from '#media/content/cid.ts'
import { finalError } from '#media/pinning/final-error.ts'
import { createPinSet } from '#media/pinning/pin-set.ts'
import { ColdpressError } from '#values/errors/errors.ts'
import { parseTransaction } from '#cardano/transactions/parts/parse.ts'
import { bytes, map, raw } from '../../cardano/transactions/raw.ts'
import { folderTest as it } from '../../support/folder-test.ts'
import { until } from '../../support/until.ts'
import { memoryPinner } from '../../media/pinning/memory-pinner.ts'
import { chain, image, openAdoptions, policyId } from './open-adoptions.ts'

describe('adopting a policy', () => {
  it('keeps whole files where its profile gives them again, and archives of all others', async ({
    folder,
  }) => {
    const { ipfs, content, kubo, adopt } = await openAdoptions(folder)
    const own = await ipfs.put({ own: image('own', 300_000) }, { profile: 'unixfs-v0-2015' })
    const raw = await ipfs.put({ raw: image('raw') }, { profile: 'unixfs-v1-2025' })
    const pages = await ipfs.put({ '/d/1.png': image('1'), '/d/a b.png': image('2') })
    const names = Array.from({ length: 40 }, (_one, at) => `/d/${at}.png`)
    const sharded = await ipfs.put(Object.fromEntries(names.map((name) => [name, image(name)])), {
      shardSplitThresholdBytes: 0,
    })
    const report = await adopt({
      own: { image: `ipfs://${own}` },
      raw: { image: ['ipfs://', raw.slice(0, 30), raw.slice(30)] },
      first: { image: `ipfs://${pages}/1.png`, files: [{ src: `ipfs://${sharded}/7.png` }] },
      blank: {
        image: `https://ipfs.example.com/ipfs/${pages}/a%20b.png`,
        files: { src: ['ar://x'] },
      },
      bare: { image: own },
      burned: { image: 'ipfs://QmNLei78zWmzUdbeRB3CiUfAizWUrbeeZh5K1rhAQKCh51' },
      none: undefined,
    })
    expect(report).toMatchObject({
      tokens: 6,
      tokensRead: 6,
      elsewhere: 1,
      cids: 4,
      files: 1,
      archives: 3,
      missing: [],
      broken: [],
      places: [{ place: 'kubo', held: 4, error: null }],
      isWhole: true,
    })
    expect(content.get(Cid(own))?.size).toBe(300_000)
    expect(new Set(kubo.held)).toEqual(new Set([own, raw, pages, sharded]))
  })

  it('says what the royalty token says on chain, and what is not read', async ({ folder }) => {
    const { adopt } = await openAdoptions(folder)
    const address = 'addr_test1vz2fxv2umyhttkxyxp8x0dlpdt3k6cwng5pxj3jhsydzerspjrlsz'
    const firstMint = raw({
      mint: map([bytes(policyId), map([bytes(''), 1n])]),
      metadata: [[777n, map(['rate', '0.05'], ['addr', address])]],
    })
    const { txId } = parseTransaction(firstMint)
    const tokens = { '': undefined, one: undefined }
    const read = await adopt(chain(tokens, { firstMint, firstMintedIn: txId }))
    expect(read.royalty).toEqual({ txId, terms: { rate: '0.05', address }, unreadable: null })
    // The gateway answers another transaction than the one that it names.
    expect(await adopt(chain(tokens, { firstMint }))).not.toHaveProperty('royalty')
    expect((await adopt({ one: undefined })).royalty).toBeNull()
  })

  it('names addresses that lead nowhere in their folder', async ({ folder }) => {
    const { ipfs, adopt } = await openAdoptions(folder)
    const pages = await ipfs.put({ '/d/1.png': image('1') })
    const sharded = await ipfs.put({ '/d/1.png': image('1') }, { shardSplitThresholdBytes: 0 })
    const report = await adopt({
      one: { image: `ipfs://${pages}/1.png` },
      two: { image: `ipfs://${pages}/2.png` },
      three: { image: `ipfs://${sharded}/3.png` },
      four: { image: `ipfs://${pages}/1.png/4.png` },
    })
    expect(report.isWhole).toBe(false)
    expect(report.broken.toSorted()).toEqual(
      [`${pages}/1.png/4.png`, `${pages}/2.png`, `${sharded}/3.png`]
        .map((path) => `ipfs://${path}`)
        .toSorted(),
    )
  })

  it('goes on with the blocks that came before an answer broke off', async ({ folder }) => {
    const { ipfs, other, adopt, partial } = await openAdoptions(folder)
    const folderCid = await ipfs.put(
      Object.fromEntries(
        Array.from({ length: 12 }, (_one, at) => [`/d/${at}.png`, image(`${at}`)]),
      ),
    )
    const tokens = { one: { image: `ipfs://${folderCid}/1.png` } }
    const some = [...ipfs.blocks].slice(0, 6)
    other.blocks.set(folderCid, ipfs.blocks.get(folderCid) ?? new Uint8Array())
    for (const [cid, bytes] of some) other.blocks.set(cid, bytes)
    const all = new Map(ipfs.blocks)
    ipfs.blocks.clear()
    expect((await adopt(tokens)).missing).toMatchObject([{ cid: folderCid }])
    expect(partial().length).toBe(1)
    other.blocks.clear()
    for (const [cid, bytes] of all) if (cid !== folderCid) ipfs.blocks.set(cid, bytes)
    expect(await adopt(tokens)).toMatchObject({ archives: 1, isWhole: true })
    expect(partial()).toEqual([])
    expect(ipfs.requests.filter(({ path }) => path.endsWith(folderCid)).length).toBe(1)
  })

  it('reads no token twice, and stops at the budget of the day', async ({ folder }) => {
    const { ipfs, adopt } = await openAdoptions(folder)
    const cid = await ipfs.put({ raw: image('raw') })
    const tokens = chain(
      Object.fromEntries(
        Array.from({ length: 9 }, (_one, at) => [`t${at}`, { image: `ipfs://${cid}` }]),
      ),
    )
    tokens.callsPerDay = 5
    const first = await adopt(tokens)
    expect(first).toMatchObject({ tokens: 9, archives: 1, isWhole: false })
    expect(first.stopped).toContain('used up for today')
    expect(first.tokensRead).toBeLessThan(9)
    tokens.callsPerDay = 100
    expect(await adopt(tokens)).toMatchObject({ tokensRead: 9, stopped: null, isWhole: true })
    expect(tokens.asked.toSorted()).toEqual([...new Set(tokens.asked)].toSorted())
    expect(await adopt(tokens, { rereads: true })).toMatchObject({ tokensRead: 9 })
    expect(tokens.asked.length).toBe(18)
  })

  it('a pin target that takes no archives says so, and one that lost a pin gets it again', async ({
    folder,
  }) => {
    const { ipfs, kubo, adopt } = await openAdoptions(folder)
    const raw = await ipfs.put({ raw: image('raw') })
    const { archives: _taken, ...filesOnly } = memoryPinner('files-only')
    const pins = createPinSet({ name: 'both', pinners: [kubo, filesOnly] })
    const tokens = { one: { image: `ipfs://${raw}` } }
    const report = await adopt(tokens, { pins })
    expect(report.isWhole).toBe(false)
    expect(report.places).toMatchObject([
      { place: 'kubo', held: 1, untaken: 0, error: null },
      { place: 'files-only', held: 0, untaken: 1 },
    ])
    expect(report.places[1]?.error).toContain('takes whole files alone')
    kubo.held.clear()
    expect(await adopt(tokens)).toMatchObject({ places: [{ held: 1, repinned: 1 }] })
    expect(await adopt(tokens)).toMatchObject({ places: [{ held: 1, repinned: 0 }] })
    expect(kubo.asked.pins).toBe(2)
  })

  it("a pin target's error ends its pinning and nothing else", async ({ folder }) => {
    const { ipfs, kubo, adopt } = await openAdoptions(folder)
    const cids = await Promise.all([1, 2, 3].map((n) => ipfs.put({ raw: image(`${n}`) })))
    kubo.fail = (call) => {
      if (call === 'pin') throw finalError('place', 'service_error', 'the disk is full')
    }
    const report = await adopt(
      Object.fromEntries(cids.map((cid, at) => [`t${at}`, { image: `ipfs://${cid}` }])),
    )
    expect(report).toMatchObject({ archives: 3, places: [{ held: 0, error: 'the disk is full' }] })
    expect(kubo.asked.pins).toBeLessThan(3)
  })

  it('is cancelled while it fetches, and names progress on the way', async ({ folder }) => {
    const { ipfs, adopt } = await openAdoptions(folder)
    const cid = await ipfs.put({ raw: image('raw') })
    const steps: string[] = []
    const onProgress = ({ step, done, total }: { step: string; done: number; total: number }) =>
      void steps.push(`${step} ${done}/${total}`)
    const tokens = { one: { image: `ipfs://${cid}` } }
    await adopt(tokens, { onProgress })
    expect(steps).toEqual(
      expect.arrayContaining(['tokens 1/1', 'fetch 0/1', 'fetch 1/1', 'pin 0/1', 'pin 1/1']),
    )
    ipfs.fault = 'hangs'
    const stopper = new AbortController()
    const second = await ipfs.put({ raw: image('second') })
    const running = adopt({ two: { image: `ipfs://${second}` } }, { signal: stopper.signal })
    await until(() => ipfs.requests.some(({ path }) => path.includes(second)))
    stopper.abort(new ColdpressError('cancelled', 'stopped'))
    await expect(running).rejects.toThrow('stopped')
  })

  it('is cancelled while the chain hangs', async ({ folder }) => {
    const { adopt } = await openAdoptions(folder)
    const tokens = chain({
      one: { image: 'ipfs://QmNLei78zWmzUdbeRB3CiUfAizWUrbeeZh5K1rhAQKCh51' },
    })
    tokens.hangs = true
    const stopper = new AbortController()
    const running = adopt(tokens, { signal: stopper.signal })
    await until(() => tokens.hanging > 0)
    stopper.abort(new ColdpressError('cancelled', 'stopped'))
    await expect(running).rejects.toThrow('the call ended')
  })

  it('a policy without tokens is an error with the network', async ({ folder }) => {
    const { adopt } = await openAdoptions(folder)
    await expect(adopt({})).rejects.toThrow(/Nothing was minted under the policy .* on preprod/u)
    await expect(adopt({ burned: {} })).rejects.toThrow('were burned')
  })
})
