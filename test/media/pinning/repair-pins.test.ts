import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from 'vitest'
import { ColdpressError } from '#values/errors/errors.ts'
import { type Cid, cidOf } from '#media/content/cid.ts'
import { finalError } from '#media/pinning/final-error.ts'
import { foreignCid } from '#media/pinning/foreign-cid.ts'
import type { Pinner } from '#media/pinning/pinner.ts'
import { repairErrors, repairPins } from '#media/pinning/repair-pins.ts'
import { waitUntilPinned } from '#media/pinning/wait-until-pinned.ts'
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

const cids = async (number: number): Promise<readonly Cid[]> =>
  await Promise.all(Array.from({ length: number }, (_, at) => cidOf(Buffer.from(`${at}`))))

/** Images that a place does not take, and one after them that it takes. */
const badAndGood = async (number: number) => ({
  bad: await cids(number),
  good: await cidOf(Buffer.from('good')),
})

const lacks = (place: string, unpinned: readonly Cid[]) => ({
  place,
  sound: 0,
  unread: 0,
  incomplete: [],
  unpinned,
})

/** A place that meets this error for some images, and takes the others. */
const failing = (place: string, error: (cid: Cid) => unknown, among?: ReadonlySet<Cid>) => {
  const pinner = memoryPinner(place)
  const asked: Cid[] = []
  const resend: Pinner['resend'] = async (cid, ...rest) => {
    asked.push(cid)
    if (among?.has(cid) !== false) throw await error(cid)
    await pinner.resend(cid, ...rest)
  }
  return { asked, pinner: { ...pinner, resend } satisfies Pinner }
}

const foreign = (cid: Cid) => foreignCid('Kubo', cid, 'QmForeign')

/** What a service throws that has the image in its queue for too long. */
const queued = (cid: Cid): Promise<unknown> =>
  waitUntilPinned(async () => 'queued', {
    service: 'Pinata',
    cid,
    pollMs: 1,
    longestMs: 0,
    signal,
  }).catch((error: unknown) => error)

it.for([
  ['an image that a place stores under a foreign CID', foreign, 'service_error'],
  ['an image that stays in the queue of a place', queued, 'rate_limited'],
] as const)('%s is named, and those after it are repaired', async ([, error, code], { store }) => {
  const { bad, good } = await badAndGood(1)
  const { pinner } = failing('kubo', error, new Set(bad))
  const check = { damaged: [], places: [lacks('kubo', [...bad, good])] }
  const repair = await repairPins(check, { content: store, pinners: [pinner], sources: [], signal })
  expect(repair).toMatchObject({
    sent: 1,
    failed: [{ cid: bad[0], place: 'kubo', code }],
    left: [],
  })
  expect([...pinner.held]).toEqual([good])
})

it('a place without room is left at once, and the next place gets what it lacks', async ({
  store,
}) => {
  const lost = await cids(3)
  const full = () => finalError('place', 'service_error', 'node has no space left on its disk.')
  const { pinner, asked } = failing('node', full)
  const other = memoryPinner('other')
  const check = { damaged: [], places: [lacks('node', lost), lacks('other', lost)] }
  const deps = { content: store, pinners: [pinner, other], sources: [], signal }
  const repair = await repairPins(check, deps)
  expect(asked).toEqual(lost.slice(0, 1))
  expect(repair).toMatchObject({ sent: 3, failed: [], left: [{ place: 'node' }] })
  expect(repairErrors(repair)).toEqual(['node: node has no space left on its disk.'])
})

it('a place whose errors say nothing of the image is left after five in a row, with its own words', async ({
  store,
}) => {
  const lost = await cids(9)
  const details = { operation: 'POST /files', status: 500, reason: 'database is locked' }
  const error = () => new ColdpressError('service_error', 'Pinata failed.', { details })
  const { pinner, asked } = failing('pinata', error)
  const check = { damaged: [], places: [lacks('pinata', lost)] }
  const repair = await repairPins(check, { content: store, pinners: [pinner], sources: [], signal })
  expect(asked).toHaveLength(5)
  expect(repair).toMatchObject({ sent: 0, left: [{ place: 'pinata', details }] })
  expect(repairErrors(repair)).toEqual([
    ...lost
      .slice(0, 4)
      .map((cid) => `${cid} (pinata): Pinata failed. The service said: database is locked`),
    'pinata: Pinata failed. The service said: database is locked',
  ])
})

it('images that are foreign one after the other do not stop the repair of a place', async ({
  store,
}) => {
  const { bad, good } = await badAndGood(6)
  const { pinner } = failing('kubo', foreign, new Set(bad))
  const check = { damaged: [], places: [lacks('kubo', [...bad, good])] }
  const repair = await repairPins(check, { content: store, pinners: [pinner], sources: [], signal })
  expect(repair).toMatchObject({ sent: 1, left: [] })
  expect(pinner.held.has(good)).toBe(true)
})
