import { createHash } from 'node:crypto'
import { readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { CarReader } from '@ipld/car/reader'
import { expect } from 'vitest'
import { openContentStore } from '#media/content/store.ts'
import { generatedBytes } from '../../support/generated-bytes.ts'
import { folderTest } from '../../support/folder-test.ts'

const it = folderTest
  .extend('store', async ({ folder }, { onCleanup }) => {
    const store = await openContentStore({ dir: join(folder, 'content') })
    onCleanup(() => store.close())
    return store
  })
  .extend('target', ({ folder }) => join(folder, 'collection.car'))

it('holds all blocks of all files, each with the hash of its name, and the roots in order', async ({
  store,
  target,
}) => {
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

it('writes a block that occurs often once', async ({ store, target }) => {
  const { cid } = await store.add(new Uint8Array(20 * 262_144))
  const { blocks, bytes } = await store.exportCar([cid, cid], target)
  expect(blocks).toBe(2)
  expect(bytes).toBeLessThan(2 * 262_144)
})

it('replaces an existing file only when the new one is complete', async ({
  folder,
  store,
  target,
}) => {
  const good = await store.add(generatedBytes(400_000, 'good'))
  const bad = await store.add(generatedBytes(400_000, 'bad'))
  await writeFile(store.path(bad.cid), 'damaged')
  await writeFile(target, 'older')
  const failing = store.exportCar([good.cid, bad.cid], target)
  await expect(failing).rejects.toMatchObject({ code: 'corrupt', details: { cid: bad.cid } })
  expect(await readFile(target, 'utf8')).toBe('older')
  expect((await readdir(folder)).toSorted()).toEqual(['collection.car', 'content'])

  await store.exportCar([good.cid], target)
  expect((await readFile(target)).length).toBeGreaterThan(400_000)
})

it('names the content that is missing', async ({ folder, store, target }) => {
  const { cid } = await store.add(generatedBytes(10, 'gone'))
  await rm(store.path(cid))
  const failing = store.exportCar([cid], target)
  await expect(failing).rejects.toMatchObject({ code: 'not_found', details: { cid } })
  expect(await readdir(folder)).toEqual(['content'])
})

it('an export to a CAR can be cancelled', async ({ folder, store, target }) => {
  const { cid } = await store.add(generatedBytes(400_000, 'any'))
  const failing = store.exportCar([cid], target, AbortSignal.abort())
  await expect(failing).rejects.toMatchObject({ code: 'cancelled' })
  expect(await readdir(folder)).toEqual(['content'])
})
