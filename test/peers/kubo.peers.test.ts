import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { z } from 'zod'
import { type Cid, readCid } from '#core/content/cid.ts'
import { openContentStore } from '#core/content/store.ts'
import { createKuboPinner } from '#core/pinning/kubo/kubo.ts'
import { generatedBytes } from '../support/generated-bytes.ts'
import { hasKubo, type KuboPeer, startKubo } from '../support/kubo-peer.ts'
import { temporaryFolder } from '../support/folder-test.ts'

vi.setConfig({ testTimeout: 300_000, hookTimeout: 300_000 })

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
