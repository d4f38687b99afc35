import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { Cid } from '#core/content/cid.ts'
import { type ContentStore, openContentStore } from '#core/content/store.ts'
import { createLocalPinner } from '#core/pinning/local/local.ts'

let dir: string
let store: ContentStore
const { signal } = new AbortController()

beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'coldpress-local-'))
  store = await openContentStore({ dir })
})

afterEach(async () => {
  store.close()
  await rm(dir, { recursive: true, force: true })
})

it('pins what the content store holds, and says so again', async () => {
  const pinner = createLocalPinner(store)
  const { cid } = await store.add(new Uint8Array(10))
  await pinner.pin(cid, signal)
  await pinner.pin(cid, signal)
  expect(await pinner.isPinned(cid, signal)).toBe(true)
})

it('does not claim to keep what it has not', async () => {
  const pinner = createLocalPinner(store)
  const cid = Cid('QmbFMke1KXqnYyBBWxB74N4c5SBnJMVAiMNRcGu6x1AwQH')
  expect(await pinner.isPinned(cid, signal)).toBe(false)
  await expect(pinner.pin(cid, signal)).rejects.toMatchObject({ code: 'not_found' })
})

it('does not claim to keep what has lost its end', async () => {
  const pinner = createLocalPinner(store)
  const { cid } = await store.add(new Uint8Array(10))
  await writeFile(store.path(cid), 'short')
  expect(await pinner.isPinned(cid, signal)).toBe(false)
  await expect(pinner.pin(cid, signal)).rejects.toMatchObject({ code: 'not_found' })
})

it('tests that files can be written, and leaves none', async () => {
  await createLocalPinner(store).test(signal)
  expect(await readdir(join(dir, 'tmp'))).toEqual([])
  await rm(join(dir, 'tmp'), { recursive: true })
  await expect(createLocalPinner(store).test(signal)).rejects.toThrow('ENOENT')
})
