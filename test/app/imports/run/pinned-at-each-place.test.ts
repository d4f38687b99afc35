import { describe, expect } from 'vitest'
import { createPinSet, type PinSet } from '#media/pinning/pin-set.ts'
import { finalError } from '#media/pinning/final-error.ts'
import { summaryError } from '#app/imports/summary.ts'
import { ColdpressError } from '#values/errors/errors.ts'
import { memoryPinner } from '../../../media/pinning/memory-pinner.ts'
import {
  contentsOf,
  makeFolder,
  pinSetOf,
  openImporter,
  requestFor,
  writeTable,
} from '../harness.ts'
import { importTest } from '../import-test.ts'

/** An importer whose pin target a test may replace. */
const it = importTest.extend('pinning', async ({ home, folder, studio }, { onCleanup }) => {
  let target: PinSet = pinSetOf(memoryPinner('one'))
  const importer = await openImporter(home, studio.baseUrl, { pinSet: async () => target })
  onCleanup(() => importer.close())
  const pinAt = (other: PinSet): void => void (target = other)
  return {
    importer,
    pinAt,
    /** Starts an import of the folder, which pins there. */
    importAt: (other = target) => {
      pinAt(other)
      return importer.imports.start(requestFor(folder, studio.collectionId))
    },
  }
})

describe('an import whose place has changed', () => {
  it('asks the new place for what its journal calls pinned, and pins what is missing', async ({
    folder,
    pinning,
  }) => {
    await makeFolder(folder, 6)
    const first = memoryPinner('kubo')
    first.fail = (call) => {
      if (call === 'pin' && first.asked.pins > 3) throw new ColdpressError('unauthorized', 'No.')
    }
    const stopped = await pinning.importAt(pinSetOf(first))
    expect(stopped).toMatchObject({ state: 'paused', failed: 0 })

    const second = memoryPinner('kubo')
    pinning.pinAt(pinSetOf(second))
    const done = await pinning.importer.imports.resume()
    expect(done).toMatchObject({ state: 'done', added: 6, unpinned: 0 })
    expect(done.places).toEqual([{ place: 'kubo', held: 6, total: 6, error: null }])
    expect(second.held.size).toBe(6)
  })

  it('pins the images of tokens that the collection has already, and sends no token twice', async ({
    folder,
    studio,
    pinning,
  }) => {
    await makeFolder(folder, 3)
    await pinning.importAt()
    const second = memoryPinner('other')
    const again = await pinning.importAt(pinSetOf(second))
    expect(again).toMatchObject({ state: 'done', added: 0, already: 3 })
    expect(again.places).toEqual([{ place: 'other', held: 3, total: 3, error: null }])
    expect(second.held.size).toBe(3)
    expect(await contentsOf(studio.client, studio.collectionId)).toHaveLength(3)
  })

  it('is not done while an image of a token is unpinned there, and calls no token failed', async ({
    folder,
    pinning,
  }) => {
    await makeFolder(folder, 3)
    await pinning.importAt()
    const second = memoryPinner('other')
    second.fail = (call) => {
      if (call === 'pin' && second.asked.pins === 2)
        throw finalError('image', 'too_large', 'other takes no file of this size.')
    }
    const again = await pinning.importAt(pinSetOf(second))
    expect(again).toMatchObject({ state: 'failed', failed: 0, already: 3, unpinned: 1 })
    expect(again.places).toMatchObject([{ held: 2, total: 3 }])
    expect(summaryError(again)).toMatchObject({
      code: 'incomplete',
      message: expect.stringContaining('1 image is not pinned'),
    })
  })

  // Fault 17 of docs/faults.md.
  it('notices pins that the place has lost since', async ({ folder, pinning }) => {
    await makeFolder(folder, 3)
    const pinner = memoryPinner('kubo')
    await pinning.importAt(pinSetOf(pinner))
    const [lost] = pinner.held
    if (lost !== undefined) pinner.held.delete(lost)
    // another process: nothing is remembered but the journal
    expect(await pinning.importAt(pinSetOf(pinner))).toMatchObject({ state: 'done' })
    expect(pinner.held.size).toBe(3)
    expect(pinner.asked.pins).toBe(4)
  })
})

describe('the place of an import', () => {
  it('is asked before the first image', async ({ folder, pinning }) => {
    await makeFolder(folder, 3)
    const pinner = memoryPinner('kubo')
    pinner.fail = () => {
      throw finalError('place', 'service_error', 'kubo does not know this call (HTTP 404).')
    }
    const summary = await pinning.importAt(pinSetOf(pinner))
    expect(summary).toMatchObject({ state: 'paused', failed: 0, left: 3 })
    expect(summary.stopped?.message).toContain('HTTP 404')
    expect(pinner.asked).toEqual({ tests: 1, lists: 0, pins: 0 })
    expect(pinning.importer.processed()).toBe(0)
  })

  it('that does not answer in time is asked twice, and its images are no failed tokens', async ({
    folder,
    pinning,
  }) => {
    await makeFolder(folder, 3)
    const pinner = memoryPinner('kubo')
    pinner.fail = (call) => {
      if (call === 'pin') throw new ColdpressError('timeout', 'kubo did not answer in time.')
    }
    const summary = await pinning.importAt(pinSetOf(pinner))
    expect(summary).toMatchObject({ state: 'paused', failed: 0, left: 3 })
    expect(pinner.asked.pins).toBeLessThanOrEqual(6)
  })

  it('has its own words in the journal', async ({ folder, pinning }) => {
    await makeFolder(folder, 1)
    const pinner = memoryPinner('kubo')
    const details = { operation: 'add', status: 500, reason: 'no space left on device' }
    pinner.fail = (call) => {
      if (call === 'pin') throw finalError('place', 'service_error', 'kubo is full.', details)
    }
    const summary = await pinning.importAt(pinSetOf(pinner))
    expect(summary.stopped).toMatchObject({ details })
    expect(pinning.importer.imports.status().job.reason).toMatchObject({ details })
    expect(summaryError(summary)).toMatchObject({ details })
  })
})

describe('several places at once', () => {
  it('get every image, and each has a line', async ({ folder, pinning }) => {
    await makeFolder(folder, 3)
    const pinners = [memoryPinner('kubo'), memoryPinner('pinata')]
    const summary = await pinning.importAt(createPinSet({ name: 'both', pinners }))
    expect(summary).toMatchObject({ state: 'done', unpinned: 0 })
    expect(summary.places.map(({ place, held }) => `${held} at ${place}`)).toEqual([
      '3 at kubo',
      '3 at pinata',
    ])
  })

  it('do as long as enough of them have each image; the line of the other says why', async ({
    folder,
    pinning,
  }) => {
    await makeFolder(folder, 3)
    const dead = memoryPinner('pinata')
    dead.fail = () => {
      throw new ColdpressError('unreachable', 'pinata cannot be reached.')
    }
    const summary = await pinning.importAt(
      createPinSet({ name: 'both', pinners: [memoryPinner('kubo'), dead], need: 1 }),
    )
    expect(summary).toMatchObject({ state: 'done', unpinned: 0 })
    expect(summary.places).toEqual([
      { place: 'kubo', held: 3, total: 3, error: null },
      { place: 'pinata', held: 0, total: 3, error: 'pinata cannot be reached.' },
    ])
    // not once more for each image
    expect(dead.asked).toEqual({ tests: 1, lists: 0, pins: 0 })
  })

  it('pause the import when all are needed and one is gone', async ({ folder, pinning }) => {
    await makeFolder(folder, 2)
    const dead = memoryPinner('pinata')
    dead.fail = () => {
      throw new ColdpressError('unreachable', 'pinata cannot be reached.')
    }
    const summary = await pinning.importAt(
      createPinSet({ name: 'both', pinners: [memoryPinner('kubo'), dead] }),
    )
    expect(summary).toMatchObject({ state: 'paused', failed: 0, left: 2 })
  })
})

it('rows whose image is an address are pinned nowhere, and the summary counts them', async ({
  folder,
  pinning,
}) => {
  await makeFolder(folder, 3)
  const addresses = [
    'ipfs://QmbFMke1KXqnYyBBWxB74N4c5SBnJMVAiMNRcGu6x1AwQH',
    'https://art.example/elsewhere.png',
  ]
  await writeTable(folder, 3, ([assetName = '', name = '', image = '', colour = ''], index) => [
    assetName,
    name,
    addresses[index - 1] ?? image,
    colour,
  ])
  const summary = await pinning.importAt()
  // the studio may fail to fetch the web address
  expect(summary).toMatchObject({ elsewhere: { ipfs: 1, web: 1 } })
  expect(summary.places).toMatchObject([{ held: 1, total: 1 }])
})

describe('images on this computer only', () => {
  it('stop an import for another network than the devnet before it starts, unless that is accepted', async ({
    home,
    folder,
    studio,
  }) => {
    await makeFolder(folder, 2)
    const importer = await openImporter(`${home}/public`, studio.baseUrl, {
      mayStayLocal: () => false,
    })
    const request = requestFor(folder, studio.collectionId)
    await expect(importer.imports.start(request)).rejects.toMatchObject({
      code: 'conflict',
      details: { rule: 'images_only_here', images: 2 },
    })
    expect(importer.imports.list()).toEqual([])
    const accepted = await importer.imports.start({ ...request, acceptsLocalImages: true })
    expect(accepted).toMatchObject({ state: 'done', added: 2 })
    expect(importer.imports.status().job.accepts_local_images).toBe(true)
    await importer.close()
  })

  it('do for a public network once a place that is not this computer has them too', async ({
    home,
    folder,
    studio,
  }) => {
    await makeFolder(folder, 2)
    const importer = await openImporter(`${home}/public`, studio.baseUrl, {
      mayStayLocal: () => false,
      pinSet: async () => pinSetOf(memoryPinner('kubo')),
    })
    const summary = await importer.imports.start(requestFor(folder, studio.collectionId))
    expect(summary).toMatchObject({ state: 'done', added: 2 })
    await importer.close()
  })
})
