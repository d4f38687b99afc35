import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import type { Database } from '#platform/db/database.ts'
import { summaryError } from '#app/imports/summary.ts'
import { ColdpressError } from '#values/errors/errors.ts'
import {
  clientAt,
  contentsOf,
  freshFolder,
  makeFolder,
  openImporter,
  openStudio,
  removeFolder,
  requestFor,
  row,
} from '../app/imports/harness.ts'
import { type FlakyMode, type FlakyProxy, startFlakyProxy } from './mischief-proxy.ts'

const images = 30
// Real images, files and servers: on a busy machine they take their time.
let home: string
let folder: string
let studio: Awaited<ReturnType<typeof openStudio>>
let importer: Awaited<ReturnType<typeof openImporter>>
let proxy: FlakyProxy
let next: (upload: number) => FlakyMode | Promise<FlakyMode>

beforeEach(async () => {
  home = await freshFolder()
  folder = join(home, 'art')
  await makeFolder(folder, images)
  studio = await openStudio(home)
  next = () => 'none'
  proxy = await startFlakyProxy(studio.baseUrl, (upload) => next(upload))
  importer = await openImporter(home, proxy.baseUrl)
})

afterEach(async () => {
  await importer.close()
  await proxy.close()
  await studio.close()
  await removeFolder(home)
})

const start = (signal?: AbortSignal) =>
  importer.imports.start(requestFor(folder, studio.collectionId), signal ? { signal } : {})

/** Batches go at once, so that one which goes again comes after the next. */
const heldNames = async () =>
  (await contentsOf(studio.client, studio.collectionId))
    .map(({ asset_name }) => asset_name)
    .toSorted()

const allNames = Array.from({ length: images }, (_, at) => row(at + 1)[0] ?? '').toSorted()

/** What the proxy did to the uploads, one after the other; later ones pass. */
const script = (...steps: readonly FlakyMode[]) => {
  next = (upload) => steps[upload] ?? 'none'
}

describe('a reply that is lost', () => {
  // Fault 12 of docs/faults.md.
  it.each(['drop_after', 'half_reply', '503_after'] as const)(
    'after the service did the work (%s): what is there is not sent again',
    async (mischief) => {
      script(mischief, mischief)
      expect(await start()).toMatchObject({ added: images, already: 0, failed: 0, state: 'done' })
      expect(await heldNames()).toEqual(allNames)
      expect(proxy.uploads.flat().toSorted()).toEqual(allNames)
    },
  )

  it.each(['drop_before', '503_before', '429'] as const)(
    'before the service did anything (%s): the same is sent again',
    async (mischief) => {
      script(mischief, 'none', mischief)
      expect(await start()).toMatchObject({ added: images, failed: 0, state: 'done' })
      expect(await heldNames()).toEqual(allNames)
      expect(proxy.uploads.length).toBeGreaterThanOrEqual(4)
    },
  )

  it('again and again ends in a pause that names the cause; running again goes on', async () => {
    next = () => '503_before'
    const paused = await start()
    expect(paused).toMatchObject({ added: 0, failed: 0, left: images, state: 'paused' })
    expect(paused.stopped).toMatchObject({ code: 'service_error' })
    expect(summaryError(paused)).toMatchObject({ code: 'service_error' })
    next = () => 'none'
    expect(await start()).toMatchObject({ job: paused.job, added: images, state: 'done' })
    expect(await heldNames()).toEqual(allNames)
  })
})

describe('a service that goes away', () => {
  // Fault 12 of docs/faults.md.
  it('in the middle of an upload that it had done: the next run finds the tokens there', async () => {
    next = (upload) => (upload === 0 ? 'drop_after' : 'none')
    // The list is lost as well, so this run cannot learn what became of its batch.
    const blind = await openImporter(join(home, 'blind'), proxy.baseUrl, {
      clientFor: () => {
        const real = clientAt(proxy.baseUrl)
        const gone = clientAt('http://127.0.0.1:9')
        let sent = false
        return Promise.resolve({
          ...real,
          addTokens: (...args: Parameters<typeof real.addTokens>) => {
            sent = true
            return real.addTokens(...args)
          },
          tokens: (...args: Parameters<typeof real.tokens>) => (sent ? gone : real).tokens(...args),
        })
      },
    })
    const paused = await blind.imports.start(requestFor(folder, studio.collectionId))
    // The other batch was on its way meanwhile, and may have been answered.
    const { added } = paused
    expect([0, 5]).toContain(added)
    expect(paused).toMatchObject({ left: images - added, state: 'paused' })
    expect(paused.stopped?.code).toBe('unreachable')
    const resumed = await blind.imports.resume()
    await blind.close()
    expect(resumed).toMatchObject({
      added: 5 - added,
      already: 25 + added,
      failed: 0,
      state: 'done',
    })
    expect(proxy.uploads.flat().toSorted()).toEqual(allNames)
    expect(await heldNames()).toEqual(allNames)
  })

  // Fault 11 of docs/faults.md.
  it('with a key that was revoked: the job is paused, no item has failed', async () => {
    const real = clientAt(proxy.baseUrl)
    const refuse = () => Promise.reject(new ColdpressError('unauthorized', 'The key is wrong.'))
    const revoked = await openImporter(join(home, 'revoked'), proxy.baseUrl, {
      clientFor: () => Promise.resolve({ ...real, addTokens: refuse }),
    })
    const summary = await revoked.imports.start(requestFor(folder, studio.collectionId))
    expect(summary).toMatchObject({ state: 'paused', failed: 0, left: images })
    expect(summary.stopped).toEqual({ code: 'unauthorized', message: 'The key is wrong.' })
    expect(revoked.imports.status()).toMatchObject({ state: 'paused', left: images })
    await revoked.close()
  })
})

describe('a name that another adds between plan and upload', () => {
  const token = (colour: string, image: string) => ({
    name: row(2)[1] ?? '',
    asset_name: 'Token2',
    image,
    metadata_attributes: [{ tag: 'colour', value: colour }],
  })

  const sameName =
    (colour: string) =>
    async (upload: number): Promise<FlakyMode> => {
      if (upload > 0) return 'none'
      const added = token(colour, imageOf('Token2', importer.db))
      await studio.client.addTokens(studio.collectionId, [added])
      return 'none'
    }

  it('is taken as added when the content is the same', async () => {
    next = sameName('colour 2')
    expect(await start()).toMatchObject({ added: images, failed: 0, state: 'done' })
    expect((await heldNames()).toSorted()).toEqual(allNames.toSorted())
  })

  it('fails that item alone when the content is another', async () => {
    next = sameName('another')
    const summary = await start()
    expect(summary).toMatchObject({ added: images - 1, failed: 1, left: 0, state: 'failed' })
    expect(summary.failures[0]?.message).toMatch(/"Token2".*another metadata_attributes/u)
    expect((await heldNames()).toSorted()).toEqual(allNames.toSorted())
  })
})

describe('a collection that asks for more than it did at the plan', () => {
  it('refuses every item by name, and each of them says why', async () => {
    next = async (upload): Promise<FlakyMode> => {
      const attributes = { Colour: '<colour>', Shape: '<shape>' }
      if (upload === 0)
        await studio.client.updateCollection(studio.collectionId, { metadata: { attributes } })
      return 'none'
    }
    const summary = await start()
    expect(summary).toMatchObject({ added: 0, failed: images, left: 0, state: 'failed' })
    expect(summary.failures[7]?.message).toMatch(
      /^Row 9: the service refused token "Token8": .*shape/u,
    )
    expect(await heldNames()).toEqual([])
  })
})

const imageOf = (assetName: string, db: Database): string => {
  const row = db.get(
    z.object({ cid: z.string() }),
    'SELECT cid FROM import_items WHERE asset_name = :assetName',
    { assetName },
  )
  return `ipfs://${row?.cid ?? ''}`
}
