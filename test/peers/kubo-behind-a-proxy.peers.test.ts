import { setTimeout as sleep } from 'node:timers/promises'
import { join } from 'node:path'
import { describe, expect } from 'vitest'
import { Cid } from '#media/content/cid.ts'
import { summaryError } from '#app/imports/summary.ts'
import { createKuboPinner } from '#media/pinning/kubo/kubo.ts'
import {
  contentsOf,
  makeFolder,
  makeNoisyPicture,
  openImporter,
  pinSetOf,
  requestFor,
  writeTable,
} from '../app/imports/harness.ts'
import { importTest } from '../app/imports/import-test.ts'
import { everyFlag } from '../media/pinning/kubo/every-flag.ts'
import { collect, generatedBytes } from '../support/generated-bytes.ts'
import { hasKubo, hasSmallDisks, type KuboPeer, startKubo } from '../support/kubo-peer.ts'
import { type ProxiedCall, startRecordingProxy } from '../support/recording-proxy.ts'

const images = 40

/** An import that pins at a real node behind a proxy; a test may put another address in its place. */
const it = importTest
  .extend('kubo', async ({}, { onCleanup }) => {
    const kubo = await startKubo()
    onCleanup(() => kubo.stop())
    return kubo
  })
  .extend('proxy', async ({ kubo }, { onCleanup }) => {
    const proxy = await startRecordingProxy(kubo.api)
    onCleanup(() => proxy.close())
    return proxy
  })
  .extend('pinning', async ({ home, folder, studio, proxy }, { onCleanup }) => {
    const target = { url: proxy.url }
    const open = async (change: Parameters<typeof openImporter>[2] = {}) => {
      const importer = await openImporter(join(home, 'importer'), studio.baseUrl, {
        pinSet: async () => pinSetOf(createKuboPinner({ url: target.url, store: importer.store })),
        ...change,
      })
      onCleanup(() => importer.close())
      return importer
    }
    return { target, open, request: requestFor(folder, studio.collectionId, { pinner: 'kubo' }) }
  })

const filesOf = (calls: readonly ProxiedCall[]): readonly Cid[] =>
  calls.flatMap(({ files }) => files)

/** Kubo pins the empty folder by itself. */
const emptyFolder = 'QmUNLLsPACCz1vLxQVkXqqLX5R1X345qqfHbsf67hvA3Nn'

/** What the node has pinned for others. */
const pinsOf = (kubo: KuboPeer): ReadonlySet<Cid> => {
  const lines = kubo.command('pin', 'ls', '--type=recursive', '--quiet').trim().split('\n')
  return new Set(
    lines.filter((line) => line !== '' && line !== emptyFolder).map((line) => Cid(line)),
  )
}

const whole = { places: [{ place: 'kubo', held: images, total: images, error: null }] }

describe.runIf(hasKubo())('an import that pins at a real Kubo', () => {
  it('sends each image once, several to a call, with every parameter that makes the CID', async ({
    folder,
    kubo,
    proxy,
    pinning,
  }) => {
    await makeFolder(folder, images)
    // As long as a call takes over a network.
    proxy.handle = async ({ name }, sendOn) => {
      if (name === 'add') await sleep(200)
      return sendOn()
    }
    const importer = await pinning.open()
    const summary = await importer.imports.start(pinning.request)
    expect(summary).toMatchObject({ state: 'done', added: images, failed: 0, ...whole })
    const small = proxy.callsOf('add')
    expect(small.length).toBeLessThanOrEqual(images / 2)
    expect(filesOf(small)).toHaveLength(images)
    expect(new Set(filesOf(small))).toEqual(pinsOf(kubo))

    // One that goes alone, as a stream.
    const { cid } = await importer.store.add(await collect(generatedBytes(5_000_000, 'large')))
    const pinner = createKuboPinner({ url: proxy.url, store: importer.store })
    await pinner.pin(cid, new AbortController().signal)
    const all = proxy.callsOf('add')
    expect(filesOf(all.slice(small.length))).toEqual([cid])
    for (const { query } of all) expect(Object.fromEntries(query)).toMatchObject(everyFlag)
  })

  // Fault 7 of docs/faults.md.
  it.for([
    ['before it gets the third call', 'before'],
    ['as it gets the third call', 0],
    ['20 ms after it gets the third call', 20],
    ['once it has pinned the files of the third call, and before its answer arrives', 'after'],
  ] as const)(
    'sends nothing again that the node has pinned when it is killed %s',
    async ([, moment], { folder, studio, kubo, proxy, pinning }) => {
      await makeFolder(folder, images)
      const importer = await pinning.open()
      const passOn = proxy.handle
      proxy.handle = async (call, sendOn) => {
        if (call !== proxy.callsOf('add')[2]) return sendOn()
        if (moment === 'before') await kubo.kill()
        const answer = sendOn()
        // A node that is killed may answer nothing: that is expected below, by what the import says.
        const answered = answer.then((said) => collect(said)).catch(() => undefined)
        if (typeof moment === 'number') await sleep(moment)
        if (moment === 'after') await answered
        await kubo.kill()
        return 'cut'
      }
      const stopped = await importer.imports.start(pinning.request)
      expect(stopped).toMatchObject({ state: 'paused', failed: 0 })
      expect(stopped.stopped).toMatchObject({
        code: 'unreachable',
        message: expect.stringContaining('cannot be reached. Check its address'),
      })

      await kubo.restart()
      proxy.handle = passOn
      const pinnedBefore = pinsOf(kubo)
      const callsBefore = proxy.calls.length
      const [, , third] = proxy.callsOf('add')
      // Calls run at once: before that, a busy node may have pinned nothing yet.
      const surelyPinned = moment === 'after' ? (third?.files ?? []) : []
      expect(surelyPinned.length > 0).toBe(moment === 'after')
      expect(surelyPinned.filter((cid) => !pinnedBefore.has(cid))).toEqual([])
      const summary = await importer.imports.resume()
      expect(summary).toMatchObject({ state: 'done', failed: 0, ...whole })
      const sent = filesOf(proxy.callsOf('add', callsBefore))
      expect(sent.filter((cid) => pinnedBefore.has(cid))).toEqual([])
      expect(sent).toHaveLength(images - pinnedBefore.size)
      expect(new Set([...pinnedBefore, ...sent]).size).toBe(images)
      expect(pinsOf(kubo)).toEqual(new Set([...pinnedBefore, ...sent]))
      expect(kubo.command('pin', 'verify', '--verbose')).not.toContain('broken')
      expect(await contentsOf(studio.client, studio.collectionId)).toHaveLength(images)
    },
  )

  it('pauses in words when the node hangs, and fails no token', async ({
    folder,
    kubo,
    proxy,
    pinning,
  }) => {
    await makeFolder(folder, images)
    // The limits that people have, not those of tests: patience.test.ts counts their seconds.
    const importer = await pinning.open({ retrySettings: {} })
    const passOn = proxy.handle
    proxy.handle = (_call, sendOn) => {
      if (proxy.callsOf('add').length < 3) return sendOn()
      return 'hang'
    }
    const stopped = await importer.imports.start(pinning.request)
    expect(stopped).toMatchObject({ state: 'paused', failed: 0 })
    expect(stopped.stopped).toMatchObject({
      code: 'timeout',
      message: expect.stringContaining('did not answer in time. Try again later.'),
    })

    proxy.handle = passOn
    expect(await importer.imports.resume()).toMatchObject({ state: 'done', failed: 0, ...whole })
    expect(pinsOf(kubo).size).toBe(images)
  })

  it('asks another node for what the first one pinned, sends all of it there, and pins again what that one loses', async ({
    folder,
    kubo,
    proxy,
    pinning,
    onTestFinished,
  }) => {
    const otherKubo = await startKubo()
    onTestFinished(() => otherKubo.stop())
    const other = await startRecordingProxy(otherKubo.api)
    onTestFinished(() => other.close())
    await makeFolder(folder, images)
    const importer = await pinning.open()
    proxy.handle = async (_call, sendOn) => {
      if (proxy.callsOf('add').length === 3) await kubo.kill()
      return sendOn()
    }
    expect(await importer.imports.start(pinning.request)).toMatchObject({ state: 'paused' })

    pinning.target.url = other.url
    expect(await importer.imports.resume()).toMatchObject({ state: 'done', failed: 0, ...whole })
    expect(filesOf(other.callsOf('add'))).toHaveLength(images)
    expect(pinsOf(otherKubo).size).toBe(images)

    const [lost = ''] = pinsOf(otherKubo)
    otherKubo.command('pin', 'rm', lost)
    const callsBefore = other.calls.length
    const again = await importer.imports.start(pinning.request)
    expect(again).toMatchObject({ state: 'done', added: 0, already: images, ...whole })
    expect(filesOf(other.callsOf('add', callsBefore))).toEqual([lost])
    expect(pinsOf(otherKubo)).toContain(lost)
  })

  it('sends an image once to a node that gives it another CID, and has it unpinned again', async ({
    folder,
    kubo,
    proxy,
    pinning,
  }) => {
    await makeFolder(folder, 1)
    proxy.handle = ({ name, query }, sendOn) => {
      const changed = new URLSearchParams(query)
      if (name === 'add') changed.set('raw-leaves', 'true')
      return sendOn(changed)
    }
    const importer = await pinning.open()
    const summary = await importer.imports.start(pinning.request)
    expect(summary).toMatchObject({ state: 'failed', failed: 1, added: 0 })
    expect(proxy.callsOf('add')).toHaveLength(1)
    expect(proxy.callsOf('pin/rm')).toHaveLength(1)
    expect(pinsOf(kubo).size).toBe(0)
  })
})

describe.runIf(hasKubo() && hasSmallDisks())('a real Kubo whose disk is full', () => {
  it('pauses the import with its own words, and fails no token', async ({
    folder,
    pinning,
    onTestFinished,
  }) => {
    const small = await startKubo({}, { diskMiB: 8 })
    onTestFinished(() => small.stop())
    const proxy = await startRecordingProxy(small.api)
    onTestFinished(() => proxy.close())
    // Together 16 MiB.
    await makeFolder(folder, 0)
    await writeTable(folder, 16)
    for (let index = 1; index <= 16; index += 1) await makeNoisyPicture(folder, index, 600)
    pinning.target.url = proxy.url
    const importer = await pinning.open()
    const { settings } = pinning.request
    const summary = await importer.imports.start({
      ...pinning.request,
      settings: { ...settings, maxPixels: null },
    })
    expect(summary).toMatchObject({ state: 'paused', failed: 0 })
    expect(summary.stopped).toMatchObject({
      message: expect.stringContaining('has no space left on its disk. Make room there'),
      details: { operation: 'add', reason: expect.stringContaining('no space left on device') },
    })
    expect(summaryError(summary)).toMatchObject({ details: summary.stopped?.details })
    // no file was sent in vain again and again
    const sent = filesOf(proxy.callsOf('add'))
    expect(new Set(sent).size).toBe(sent.length)
  })
})
