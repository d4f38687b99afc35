import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { z } from 'zod'
import { type AnyCid, type Cid, readCid } from '#media/content/cid.ts'
import { createContentFetcher } from '#app/adoptions/fetch-content.ts'
import { importFolder, isOneBlock } from '#media/content/folder.ts'
import { openContentStore } from '#media/content/store.ts'
import { resolvePath } from '#media/content/walk-dag.ts'
import { createKuboPinner } from '#media/pinning/kubo/kubo.ts'
import { collect, generatedBytes } from '../support/generated-bytes.ts'
import { startIpfsGateway } from '../support/ipfs-gateway.ts'
import { hasKubo, type KuboPeer, startKubo } from '../support/kubo-peer.ts'
import { temporaryFolder } from '../support/folder-test.ts'

const { signal } = new AbortController()
const pinnedWithNames = z.object({ Keys: z.record(z.string(), z.object({ Name: z.string() })) })

const openStore = async () => {
  const store = await openContentStore({ dir: temporaryFolder() })
  onTestFinished(() => store.close())
  return store
}

describe.runIf(hasKubo())('a real Kubo', () => {
  let kubo: KuboPeer

  beforeAll(async () => {
    kubo = await startKubo()
  })
  afterAll(() => kubo.stop())

  it('proves that it adds, lists and reads, and keeps nothing of that', async () => {
    const pinner = createKuboPinner({ url: kubo.api, store: await openStore() })
    const pins = () => kubo.command('pin', 'ls', '--type=recursive')
    const before = pins()
    await pinner.test(signal)
    await pinner.prove?.(signal)
    expect(pins()).toBe(before)
    expect((await pinner.identify(signal)).peer).toMatch(/^12D3/u)
  })

  it('takes small files together under the names of their tokens', async () => {
    const store = await openStore()
    const pinner = createKuboPinner({ url: kubo.api, store })
    const cids = await Promise.all(
      Array.from({ length: 40 }, async (_, at) => {
        return (await store.add(generatedBytes(1_000 + at, 'small'))).cid
      }),
    )
    await Promise.all(
      cids.map((cid, at) => pinner.pin(cid, signal, { collection: 'Herbarium', token: `P${at}` })),
    )
    expect(await pinner.pinned(cids, signal)).toEqual(new Set(cids))
    const answer: unknown = await (
      await fetch(`${kubo.api}/api/v0/pin/ls?names=true&type=recursive`, { method: 'POST' })
    ).json()
    const { Keys: keys } = pinnedWithNames.parse(answer)
    for (const [at, cid] of cids.entries())
      expect(keys[cid]?.Name).toMatch(new RegExp(`^Herbarium: (?:.*, )?P${at}(?:,|$)`, 'u'))
  })

  it.each([0, 1, 262_145, 5_000_000, 54_000_000])(
    'has a file of %i bytes whole under our CID',
    async (size) => {
      const store = await openStore()
      const { cid } = await store.add(generatedBytes(size, 'whole'))
      const pinner = createKuboPinner({ url: kubo.api, store })
      expect(await pinner.state(cid, signal)).toBe('unpinned')
      await pinner.pin(cid, signal)
      expect(await pinner.state(cid, signal)).toBe('sound')
    },
  )

  it('lists all its pins at once for many images', async () => {
    const store = await openStore()
    const pinner = createKuboPinner({ url: kubo.api, store })
    const cids: Cid[] = []
    for (let at = 0; at < 100; at += 1)
      cids.push((await store.add(generatedBytes(100 + at, 'many'))).cid)
    const half = cids.slice(0, 50)
    await Promise.all(half.map((cid) => pinner.pin(cid, signal)))
    expect(await pinner.pinned(cids, signal)).toEqual(new Set(half))
  })

  it.each([
    [0, 'an empty folder'],
    [3, 'a small folder'],
    [300, 'a folder that is written down in between'],
    [5_300, 'a folder spread over many blocks'],
  ])('has %i files in one folder under our CID: %s', async (count, name) => {
    const store = await openStore()
    const pinner = createKuboPinner({ url: kubo.api, store })
    const files = await Promise.all(
      Array.from({ length: count }, async (_, at) => {
        const { cid } = await store.add(generatedBytes(100 + (at % 5), 'folder'))
        return { name: `Herbarium${at}.png`, cid }
      }),
    )
    const cids = [...new Set(files.map(({ cid }) => cid))]
    await Promise.all(cids.map((cid) => pinner.pin(cid, signal)))
    const path = `/Coldpress/${name}`
    const folder = { path, name, files }
    const ours = await importFolder(
      files,
      (cid) => store.read(cid),
      () => undefined,
    )
    expect(isOneBlock(files)).toBe(count < 5_300)
    expect(await pinner.makeFolder?.(folder, signal)).toBe(ours)
    expect(kubo.command('pin', 'ls', '--type=recursive', ours)).toContain(ours)
    // made again in place of the one before
    const fewer = await pinner.makeFolder?.({ ...folder, files: files.slice(0, 2) }, signal)
    expect(kubo.command('files', 'stat', '--hash', path).trim()).toBe(fewer)
    expect(kubo.command('files', 'ls', '/Coldpress')).toContain(name)
  })

  it('says that it is offline when it is to find others', async () => {
    const store = await openStore()
    const { cid } = await store.add(generatedBytes(10, 'found'))
    const pinner = createKuboPinner({ url: kubo.api, store })
    await pinner.pin(cid, signal)
    expect(await pinner.findProviders?.(cid, signal)).toBeUndefined()
  })

  it('a pin that has lost blocks is found incomplete, and sound after it was sent again', async () => {
    const store = await openStore()
    const { cid } = await store.add(generatedBytes(900_000, 'lost blocks'))
    const pinner = createKuboPinner({ url: kubo.api, store })
    await pinner.pin(cid, signal)
    const [leaf = ''] = kubo.command('refs', cid).trim().split('\n')
    await removeBlock(kubo, leaf)
    expect(await pinner.pinned([cid], signal)).toEqual(new Set([cid]))
    expect(await pinner.state(cid, signal)).toBe('incomplete')
    await pinner.resend(cid, signal)
    expect(await pinner.state(cid, signal)).toBe('sound')
  })
})

describe.runIf(hasKubo())('a real Kubo and content of others', () => {
  it('takes archives of raw blocks, folders and sharded folders, and pins them whole', async () => {
    const kubo = await startKubo()
    onTestFinished(() => kubo.stop())
    const gateway = await startIpfsGateway()
    onTestFinished(() => gateway.close())
    const store = await openStore()
    const pinner = createKuboPinner({ url: kubo.api, store, archives: store.archives })
    const image = (at: number) => generatedBytes(300_000 + at, 'adopted')
    const names = Array.from({ length: 30 }, (_one, at) => `/d/${at}.png`)
    const files = Object.fromEntries(
      await Promise.all(names.map(async (name, at) => [name, await collect(image(at))] as const)),
    )
    const cids = [
      await gateway.put({ raw: Buffer.from('raw') }, { profile: 'unixfs-v1-2025' }),
      await gateway.put(files, { profile: 'unixfs-v1-2025' }),
      await gateway.put(files, { shardSplitThresholdBytes: 0, profile: 'unixfs-v0-2015' }),
    ]
    const fetcher = createContentFetcher({
      content: store,
      gateways: [gateway.url],
      signal,
      onBytes: () => undefined,
    })
    const found = new Map<AnyCid, AnyCid | undefined>()
    for (const cid of cids) {
      const fetched = await fetcher.fetch(cid, async (blocks) => {
        found.set(cid, await resolvePath(blocks, cid === cids[0] ? '' : '/7.png'))
      })
      expect(fetched).toMatchObject({ state: 'archive' })
      expect(await pinner.archives?.isPinned(cid, signal)).toBe(false)
      await pinner.archives?.pin(cid, signal)
      expect(await pinner.archives?.isPinned(cid, signal)).toBe(true)
    }
    for (const cid of cids.slice(1)) {
      const resolved = kubo.command('resolve', `/ipfs/${cid}/7.png`).trim()
      expect(resolved).toBe(`/ipfs/${found.get(cid)}`)
    }
    expect(kubo.command('pin', 'verify', '--verbose')).not.toContain('broken')

    // Kubo's own gateway gives them back, block by block
    const [, , host, , port] = kubo.command('config', 'Addresses.Gateway').trim().split('/')
    const other = await openStore()
    const again = createContentFetcher({
      content: other,
      gateways: [`http://${host}:${port}`],
      signal,
      onBytes: () => undefined,
    })
    for (const cid of cids) {
      expect(await again.fetch(cid, async () => undefined)).toMatchObject({ state: 'archive' })
      expect(other.archives.get(cid)).toEqual(store.archives.get(cid))
    }
  })
})

describe.runIf(hasKubo())('a real Kubo with other defaults', () => {
  it('of links, version and hash gives our CIDs all the same', async () => {
    const kubo = await startKubo({
      'Import.UnixFSFileMaxLinks': 1024,
      'Import.UnixFSChunker': 'size-1048576',
      'Import.CidVersion': 1,
      'Import.UnixFSRawLeaves': true,
      'Import.HashFunction': 'sha2-512',
    })
    onTestFinished(() => kubo.stop())
    const store = await openStore()
    const pinner = createKuboPinner({ url: kubo.api, store })
    for (const size of [10, 300_000, 54_000_000]) {
      const { cid } = await store.add(generatedBytes(size, 'flags'))
      await pinner.pin(cid, signal)
      expect(await pinner.state(cid, signal)).toBe('sound')
    }
  })
})

/** Deletes the file of a block, as a failing disk may. */
const removeBlock = async (kubo: KuboPeer, cid: string): Promise<void> => {
  const name = `${readCid(cid)?.multihash.toUpperCase()}.data`
  const all = readdirSync(join(kubo.repo, 'blocks'), { recursive: true, encoding: 'utf8' })
  const files = all.filter((path) => path.endsWith(name))
  expect(files).not.toEqual([])
  for (const path of files) rmSync(join(kubo.repo, 'blocks', path))
  // it remembers which blocks it has
  await kubo.restart()
}
