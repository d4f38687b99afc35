import { describe, expect, it, onTestFinished } from 'vitest'
import { cidOf } from '#media/content/cid.ts'
import type { ContentAddress } from '#media/content/content-address.ts'
import { Database } from '#platform/db/database.ts'
import { createImageFetches } from '#media/pinning/image-fetches.ts'
import { pinningSchema } from '#media/pinning/pin-targets.ts'
import { requireFetched } from '#app/mints/images-to-mint.ts'
import { startIpfsGateway } from '../../support/ipfs-gateway.ts'

const { signal } = new AbortController()

/** Two blocks and a root. */
const large = Buffer.alloc(300_000, 'large')

const addressOf = async (bytes: Uint8Array): Promise<ContentAddress> => ({
  cid: await cidOf(bytes),
  path: '',
})

const setUp = async () => {
  const gateway = await startIpfsGateway()
  onTestFinished(() => gateway.close())
  const db = new Database(':memory:', [pinningSchema])
  onTestFinished(() => db.close())
  const fetches = createImageFetches({ db, content: { maxBytesOf: () => 1_000_000 } })
  const put = async (bytes: Uint8Array): Promise<ContentAddress> => {
    const cid = await cidOf(bytes)
    gateway.files.set(cid, bytes)
    return { cid, path: '' }
  }
  const fetch = (cids: readonly ContentAddress[], options = {}) =>
    fetches.fetch(cids, { gateway: gateway.url, signal, ...options })
  return { gateway, fetches, put, fetch }
}

describe('images before a mint', () => {
  it('are fetched once, and not again from the same gateway', async () => {
    const { gateway, fetches, put, fetch } = await setUp()
    const cids = [await put(large), await put(Buffer.from('small'))]
    const progress: unknown[] = []
    expect(await fetch(cids, { onProgress: (made: unknown) => progress.push(made) })).toEqual([])
    expect(progress).toEqual([
      { done: 1, total: 2 },
      { done: 2, total: 2 },
    ])
    expect(gateway.requests[0]?.headers.accept).toBe(
      'application/vnd.ipld.car; version=1; order=dfs; dups=n',
    )
    expect(await fetch(cids)).toEqual([])
    expect(gateway.requests.length).toBe(2)
    expect(fetches.unfetched(cids, gateway.url)).toEqual([])
    expect(fetches.unfetched(cids, 'https://other.example')).toEqual(cids)
  })

  it.each([
    ['lies', 'gave other bytes than those of'],
    ['lacks blocks', 'has not all blocks of'],
    ['hangs', 'did not answer in time'],
  ] as const)('a gateway that %s is found out', async (fault, said) => {
    const { gateway, put, fetch } = await setUp()
    const cid = await put(large)
    gateway.fault = fault
    const failed = await fetch([cid], { times: { idle: 300 } })
    expect(failed).toEqual([{ address: cid.cid, message: expect.stringContaining(said) }])
    gateway.fault = undefined
    expect(await fetch([cid])).toEqual([])
  })

  it('another file under the CID is found out', async () => {
    const { gateway, put, fetch } = await setUp()
    const cid = await put(large)
    gateway.files.set(cid.cid, Buffer.from('another file, with sound blocks of its own'))
    expect(await fetch([cid])).toMatchObject([
      { address: cid.cid, message: expect.stringMatching(/blocks/u) },
    ])
  })

  it('no more is read of an image than it has', async () => {
    const { put, fetch } = await setUp()
    const cid = await put(Buffer.alloc(3_000_000))
    expect(await fetch([cid])).toMatchObject([{ message: expect.stringContaining('more than') }])
  })

  it('a gateway that fails five times in a row is not asked for the others', async () => {
    const { gateway, fetch } = await setUp()
    const cids = await Promise.all(
      [1, 2, 3, 4, 5, 6, 7, 8].map((n) => addressOf(Buffer.from(`${n}`))),
    )
    const failed = await fetch(cids)
    expect(failed.length).toBe(8)
    expect(failed.map(({ message }) => message)).toContain('Not asked: 5 in a row failed.')
    expect(failed[0]?.message).toContain('does not find')
    expect(gateway.requests.length).toBeLessThan(8)
    expect(() => requireFetched(failed, gateway.url)).toThrow(
      expect.objectContaining({ details: { rule: 'images_not_fetched', images: 8 } }),
    )
  })

  it('a gateway that gives an image too slowly is waited for no longer than its time', async () => {
    const { gateway, put, fetch } = await setUp()
    const slow = await put(large)
    gateway.fault = 'crawls'
    expect(await fetch([slow], { times: { image: 300 } })).toEqual([
      { address: slow.cid, message: expect.stringMatching(/did not give it within/u) },
    ])
  })

  it('the time of all together ends fetching, and says so of each that was not reached', async () => {
    const { gateway, put, fetch } = await setUp()
    const images = await Promise.all([1, 2, 3, 4].map((n) => put(Buffer.alloc(300_000, n))))
    gateway.fault = 'crawls'
    const failed = await fetch(images, { times: { sum: 300 } })
    expect(failed.map(({ message }) => message)).toEqual(
      images.map(() => expect.stringMatching(/^Not fetched: fetching ended after/u)),
    )
    expect(gateway.requests.length).toBe(2)
  })

  it('fetching ends when it is cancelled', async () => {
    const { gateway, put, fetch } = await setUp()
    gateway.fault = 'hangs'
    const stopper = new AbortController()
    const fetching = fetch([await put(large)], { signal: stopper.signal })
    stopper.abort(new Error('enough'))
    await expect(fetching).rejects.toThrow('enough')
  })

  it('in a folder are fetched by their path, and no other file of the folder', async () => {
    const { gateway, fetches, fetch } = await setUp()
    const cid = await gateway.put({ '/d/1.png': large, '/d/2 b.png': Buffer.from('small') })
    const image = (name: string): ContentAddress => ({ cid, path: `/${name}` })
    expect(await fetch([image('1.png'), image('2%20b.png')])).toEqual([])
    expect(gateway.requests.map(({ query }) => query.get('dag-scope'))).toEqual([
      'entity',
      'entity',
    ])
    expect(fetches.unfetched([image('1.png'), image('3.png')], gateway.url)).toEqual([
      image('3.png'),
    ])
    expect(await fetch([image('3.png')])).toEqual([
      { address: `${cid}/3.png`, message: expect.stringContaining('does not find') },
    ])
  })

  it.each(['lies', 'lacks blocks', 'breaks off'] as const)(
    'in a folder are not taken from a gateway that %s',
    async (fault) => {
      const { gateway, fetch } = await setUp()
      const cid = await gateway.put({ '/d/1.png': large })
      gateway.fault = fault
      const image = { cid, path: '/1.png' }
      expect(await fetch([image])).toMatchObject([{ address: `${cid}/1.png` }])
    },
  )
})
