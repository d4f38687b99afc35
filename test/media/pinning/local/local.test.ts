import { readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from 'vitest'
import { Cid } from '#media/content/cid.ts'
import { createLocalPinner } from '#media/pinning/local/provider.ts'
import { contentTest as it } from '../../content/content-test.ts'

const { signal } = new AbortController()

it('pins what the content store holds, and says so again', async ({ store }) => {
  const pinner = createLocalPinner(store)
  const { cid } = await store.add(new Uint8Array(10))
  await pinner.pin(cid, signal)
  await pinner.pin(cid, signal)
  expect(await pinner.pinned([cid], signal)).toEqual(new Set([cid]))
})

it('does not claim to keep what it has not', async ({ store }) => {
  const pinner = createLocalPinner(store)
  const cid = Cid('QmbFMke1KXqnYyBBWxB74N4c5SBnJMVAiMNRcGu6x1AwQH')
  expect(await pinner.pinned([cid], signal)).toEqual(new Set())
  await expect(pinner.pin(cid, signal)).rejects.toMatchObject({ code: 'not_found' })
})

it('does not claim to keep what has lost its end', async ({ store }) => {
  const pinner = createLocalPinner(store)
  const { cid } = await store.add(new Uint8Array(10))
  await writeFile(store.path(cid), 'short')
  expect(await pinner.pinned([cid], signal)).toEqual(new Set())
  await expect(pinner.pin(cid, signal)).rejects.toMatchObject({ code: 'not_found' })
})

it('tests that files can be written, and leaves none', async ({ folder, store }) => {
  await createLocalPinner(store).test(signal)
  expect(await readdir(join(folder, 'tmp'))).toEqual([])
  await rm(join(folder, 'tmp'), { recursive: true })
  await expect(createLocalPinner(store).test(signal)).rejects.toThrow('ENOENT')
})
