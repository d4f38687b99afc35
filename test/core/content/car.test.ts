import { createHash } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { CarReader } from '@ipld/car/reader'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { type ContentStore, openContentStore } from '#core/content/store.ts'
import { generatedBytes } from '../../support/generated-bytes.ts'

let dir: string
let store: ContentStore
let target: string

beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'coldpress-car-'))
  store = await openContentStore({ dir: join(dir, 'content') })
  target = join(dir, 'collection.car')
})

afterEach(async () => {
  store.close()
  await rm(dir, { recursive: true, force: true })
})

it('holds all blocks of all files, each with the hash of its name, and the roots in order', async () => {
  const files = [
    await store.add(generatedBytes(1_500_000, 'large')),
    await store.add(generatedBytes(10, 'small')),
    await store.add(new Uint8Array()),
  ]
  const roots = files.map(({ cid }) => cid)
  const facts = await store.exportCar(roots, target)

  const bytes = await readFile(target)
  const car = await CarReader.fromBytes(bytes)
  expect((await car.getRoots()).map(String)).toEqual(roots)
  const seen = new Set<string>()
  for await (const { cid, bytes: block } of car.blocks()) {
    seen.add(cid.toString())
    const hash = createHash('sha256').update(block).digest()
    expect(Buffer.from(cid.multihash.digest)).toEqual(hash)
  }
  // Six leaves and their parent, and two files of one block.
  expect(seen.size).toBe(9)
  for (const root of roots) expect(seen).toContain(root)
  expect(facts).toEqual({ path: target, roots, bytes: bytes.length, blocks: 9 })
})

it('writes a block that occurs often once', async () => {
  const { cid } = await store.add(new Uint8Array(20 * 262_144))
  const { blocks, bytes } = await store.exportCar([cid, cid], target)
  expect(blocks).toBe(2)
  expect(bytes).toBeLessThan(2 * 262_144)
})

it('replaces an existing file only when the new one is complete', async () => {
  const good = await store.add(generatedBytes(400_000, 'good'))
  const bad = await store.add(generatedBytes(400_000, 'bad'))
  await writeFile(store.path(bad.cid), 'damaged')
  await writeFile(target, 'older')
  const failing = store.exportCar([good.cid, bad.cid], target)
  await expect(failing).rejects.toMatchObject({ code: 'corrupt', details: { cid: bad.cid } })
  expect(await readFile(target, 'utf8')).toBe('older')
  expect((await readdir(dir)).toSorted()).toEqual(['collection.car', 'content'])

  await store.exportCar([good.cid], target)
  expect((await readFile(target)).length).toBeGreaterThan(400_000)
})

it('names the content that is missing', async () => {
  const { cid } = await store.add(generatedBytes(10, 'gone'))
  await rm(store.path(cid))
  const failing = store.exportCar([cid], target)
  await expect(failing).rejects.toMatchObject({ code: 'not_found', details: { cid } })
  expect(await readdir(dir)).toEqual(['content'])
})

it('can be cancelled', async () => {
  const { cid } = await store.add(generatedBytes(400_000, 'any'))
  const failing = store.exportCar([cid], target, AbortSignal.abort())
  await expect(failing).rejects.toMatchObject({ code: 'cancelled' })
  expect(await readdir(dir)).toEqual(['content'])
})
