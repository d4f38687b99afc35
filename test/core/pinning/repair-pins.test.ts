import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from 'vitest'
import { cidOf } from '#core/content/cid.ts'
import type { Pinner } from '#core/pinning/pinner.ts'
import { repairPins } from '#core/pinning/repair-pins.ts'
import { contentTest as it } from '../content/content-test.ts'
import { memoryPinner } from './memory-pinner.ts'

const { signal } = new AbortController()
const content = Buffer.from('hello world')

async function* endless() {
  for (let sent = 0; sent < 100_000; sent += 1) yield Buffer.alloc(65_536)
  throw new Error('read far beyond the size of the file')
}

async function* once(bytes: Uint8Array) {
  yield bytes
}

/** Loses the file, and repairs it from a place that gives these bytes. */
const repairFrom = async (
  store: Parameters<typeof repairPins>[1]['content'],
  bytes: AsyncIterable<Uint8Array>,
) => {
  const { cid } = await store.add(content)
  await rm(store.path(cid))
  await store.verify(cid)
  const read: Required<Pinner>['read'] = (_cid, _signal, take) => take(bytes)
  const pinner: Pinner = { ...memoryPinner(), read }
  const check = { files: 1, sound: 0, damaged: [cid], places: [] }
  const repair = await repairPins(check, { content: store, pinners: [], sources: [pinner], signal })
  return { cid, repair }
}

it('a damaged file comes back from a place', async ({ store }) => {
  const { cid, repair } = await repairFrom(store, once(content))
  expect(repair).toMatchObject({ restored: [cid], failed: [] })
  expect(store.get(cid)?.size).toBe(content.length)
})

it('of a place that streams without end, no more is read than the file has', async ({
  store,
  folder,
}) => {
  const { cid, repair } = await repairFrom(store, endless())
  expect(repair).toMatchObject({ restored: [], failed: [{ cid }] })
  expect(await readdir(join(folder, 'tmp'))).toEqual([])
})

it('bytes of other content that a place gives are not kept', async ({ store }) => {
  const other = Buffer.from('HELLO')
  const { cid, repair } = await repairFrom(store, once(other))
  expect(repair).toMatchObject({ restored: [], failed: [{ cid }] })
  expect(await store.names()).toEqual([cid])
  expect(store.get(await cidOf(other))).toBeUndefined()
})

it('a pin that lacks blocks is sent again, under the name of its token', async ({ store }) => {
  const { cid } = await store.add(content)
  const sent: unknown[] = []
  const pinner: Pinner = {
    ...memoryPinner('kubo'),
    resend: async (of, _signal, named) => void sent.push([of, named]),
  }
  const places = [{ place: 'kubo', sound: 0, unread: 0, incomplete: [cid], unpinned: [] }]
  const label = { collection: 'Herbarium', token: 'Print07' }
  const deps = { content: store, pinners: [pinner], sources: [], labelOf: () => label, signal }
  expect(await repairPins({ damaged: [], places }, deps)).toMatchObject({ sent: 1, failed: [] })
  expect(sent).toEqual([[cid, label]])
})
