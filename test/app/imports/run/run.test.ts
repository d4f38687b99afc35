import { createHash } from 'node:crypto'
import { copyFile, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { describe, expect } from 'vitest'
import { Cid } from '#media/content/cid.ts'
import { createImageProcess } from '#media/images/process.ts'
import { createImageCache } from '#app/imports/journal/image-cache.ts'
import { summaryError } from '#app/imports/summary.ts'
import type { Plan } from '#app/imports/plan/plan-types.ts'
import type { ImportProgress } from '#app/imports/run/progress.ts'
import { ColdpressError } from '#values/errors/errors.ts'
import {
  contentsOf,
  makeFolder,
  makePicture,
  openImporter,
  openStudio,
  requestFor,
  row,
  temporaryFiles,
  writeTable,
} from '../harness.ts'
import { writeCsv } from '../table/write-csv.ts'
import { type ImportStudio, importTest as it, type TestImporter } from '../import-test.ts'

// Real images, files and servers: on a busy machine they take their time.
const start = (
  folder: string,
  studio: ImportStudio,
  importer: TestImporter,
  change: Parameters<typeof requestFor>[2] = {},
) => importer.imports.start(requestFor(folder, studio.collectionId, change))

const secondCollection = (studio: ImportStudio) =>
  studio.client.createCollection({
    name: 'Second',
    payout_address: 'addr_test1vz2fxv2umyhttkxyxp8x0dlpdt3k6cwng5pxj3jhsydzerspjrlsz',
    policy: { lock: false },
    metadata: { attributes: { Colour: '<colour>' } },
  })

const held = (studio: ImportStudio) => contentsOf(studio.client, studio.collectionId)

describe('a plan', () => {
  const plan = (folder: string, studio: ImportStudio, { imports }: Pick<TestImporter, 'imports'>) =>
    imports.plan(requestFor(folder, studio.collectionId))

  it('tells what would be done and writes nothing', async ({ folder, studio, importer }) => {
    await makeFolder(folder, 2)
    expect((await plan(folder, studio, importer)).counts).toMatchObject({
      rows: 2,
      new: 2,
      errors: 0,
    })
    expect(importer.imports.list()).toEqual([])
    expect([...importer.store.list()]).toEqual([])
    expect(await held(studio)).toEqual([])
    expect(importer.processed()).toBe(0)
  })

  it('refuses a place to pin at that the run would refuse', async ({ home, folder, studio }) => {
    await makeFolder(folder, 1)
    const other = await openImporter(join(home, 'second'), studio.baseUrl, {
      pinSet: () => Promise.reject(new ColdpressError('not_found', 'There is no such place.')),
    })
    await expect(plan(folder, studio, other)).rejects.toMatchObject({
      code: 'not_found',
    })
    await other.close()
  })

  it('remembers the hashes of files of one length, so that the next one reads none of them', async ({
    folder,
    studio,
    importer,
  }) => {
    await makeFolder(folder, 2)
    const [one, other] = [join(folder, '1.png'), join(folder, '2.png')]
    await copyFile(one, other)
    await plan(folder, studio, importer)
    const memory = createImageCache(importer.db, () => new Date())
    const sha256 = createHash('sha256')
      .update(await readFile(one))
      .digest('hex')
    for (const path of [one, other]) {
      const { size, mtimeMs, ino } = await stat(path)
      expect(memory.hashOf({ path, size, mtimeMs, inode: String(ino) })).toBe(sha256)
    }
  })
})

describe('an import', () => {
  it('adds every row once, in the order of rows, with the image under its CID', async ({
    home,
    folder,
    studio,
    importer,
  }) => {
    await makeFolder(folder, 30)
    const events: ImportProgress[] = []
    const summary = await importer.imports.start(requestFor(folder, studio.collectionId), {
      onProgress: (event) => events.push(event),
    })
    expect(summary).toMatchObject({ total: 30, added: 30, already: 0, failed: 0, left: 0 })
    expect(summary).toMatchObject({ state: 'done', stopped: null })
    expect(summaryError(summary)).toBeUndefined()
    const tokens = await held(studio)
    expect(tokens.map(({ asset_name }) => asset_name)).toEqual(
      Array.from({ length: 30 }, (_, at) => row(at + 1)[0]),
    )
    expect(new Set(tokens.map(({ image }) => image)).size).toBe(30)
    for (const [at, token] of tokens.entries()) {
      expect(token).toMatchObject({ colour: row(at + 1)[3], media_type: 'image/png' })
      expect(summary.tokens[at]).toMatchObject({ row: at + 2, image: token.image })
      expect(summary.tokens[at]?.fingerprint).toMatch(/^asset1/u)
    }
    expect(events.at(-1)?.stages).toMatchObject([
      { stage: 'hash', done: 30, total: 30 },
      { stage: 'image', done: 30, total: 30 },
      { stage: 'pin', done: 30, total: 30 },
      { stage: 'upload', done: 30, total: 30, failed: 0, secondsLeft: 0 },
    ])
    expect(await temporaryFiles(home)).toEqual([])
  })

  it('has asked for the image process when the folder is read, before it has a plan', async ({
    folder,
    studio,
    importer,
  }) => {
    await makeFolder(folder, 2)
    const order: string[] = []
    await importer.imports.start(requestFor(folder, studio.collectionId), {
      onRead: () => order.push(`read, asked for images ${importer.imagesAsked()} times`),
      onPlan: () => order.push('planned'),
    })
    expect(order).toEqual(['read, asked for images 1 times', 'planned'])
  })

  it('run again finds everything there, sends nothing and starts no image process', async ({
    folder,
    studio,
    importer,
  }) => {
    await makeFolder(folder, 3)
    const first = await start(folder, studio, importer)
    const asked = importer.imagesAsked()
    const again = await start(folder, studio, importer)
    expect(again).toMatchObject({ job: first.job, total: 3, added: 0, already: 3, state: 'done' })
    expect(again.tokens).toEqual(first.tokens)
    expect(importer.imagesAsked()).toBe(asked)
    expect(await held(studio)).toHaveLength(3)
  })

  it('run again after rows were added sends only these', async ({ folder, studio, importer }) => {
    await makeFolder(folder, 3)
    await start(folder, studio, importer)
    await makePicture(folder, 4)
    await writeTable(folder, 4)
    expect(await start(folder, studio, importer)).toMatchObject({
      total: 4,
      added: 1,
      already: 3,
      state: 'done',
    })
    expect(await held(studio)).toHaveLength(4)
  })

  it('refuses a plan with errors before anything is changed', async ({
    folder,
    studio,
    importer,
  }) => {
    await makeFolder(folder, 3)
    await writeTable(folder, 3, (cells, at) => (at === 2 ? ['Token2', 'Two', '9.png', 'c'] : cells))
    const plans: Plan[] = []
    const request = requestFor(folder, studio.collectionId)
    const error = importer.imports.start(request, { onPlan: (plan) => plans.push(plan) })
    await expect(error).rejects.toMatchObject({
      code: 'invalid',
      details: { issues: [{ severity: 'error', rule: 'file_not_found', row: 3 }] },
    })
    expect(plans).toMatchObject([{ counts: { errors: 1 } }])
    expect(importer.imports.list()).toEqual([])
    expect(await held(studio)).toEqual([])
  })

  it('takes a token that another import added as there, when its content is the same', async ({
    home,
    folder,
    studio,
    importer,
  }) => {
    await makeFolder(folder, 3)
    await start(folder, studio, importer)
    const other = await openImporter(join(home, 'second'), studio.baseUrl)
    const summary = await other.imports.start(requestFor(folder, studio.collectionId))
    await other.close()
    expect(summary).toMatchObject({ added: 0, already: 3, failed: 0, state: 'done' })
    expect(await held(studio)).toHaveLength(3)
  })

  it('fails an item whose name is taken by other content, and names both', async ({
    home,
    folder,
    studio,
    importer,
  }) => {
    await makeFolder(folder, 3)
    await start(folder, studio, importer)
    await makePicture(folder, 2, 77)
    const other = await openImporter(join(home, 'second'), studio.baseUrl)
    const summary = await other.imports.start(requestFor(folder, studio.collectionId))
    await other.close()
    expect(summary).toMatchObject({ added: 0, already: 2, failed: 1, left: 0, state: 'failed' })
    expect(summary.failures).toMatchObject([{ row: 3, asset_name: 'Token2', code: 'conflict' }])
    expect(summary.failures[0]?.message).toMatch(/Row 3: .*token [0-9a-z]{26} .*"Token2".*image/u)
    expect(summaryError(summary)).toMatchObject({ code: 'incomplete' })
  })

  // Fault 16 of docs/faults.md.
  it('is started by one of two processes that start it at the same moment', async ({
    home,
    folder,
    studio,
    importer,
  }) => {
    await makeFolder(folder, 3)
    const other = await openImporter(home, studio.baseUrl)
    const request = requestFor(folder, studio.collectionId)
    const ends = await Promise.allSettled([
      importer.imports.start(request),
      other.imports.start(request),
    ])
    await other.close()
    expect(ends.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    expect(ends.find(({ status }) => status === 'rejected')).toMatchObject({
      reason: { code: 'conflict' },
    })
    expect(importer.imports.list()).toMatchObject([{ state: 'done', added: 3 }])
    expect(await held(studio)).toHaveLength(3)
  })

  it('passes ipfs:// images through untouched and needs no image process for them', async ({
    folder,
    studio,
    importer,
  }) => {
    await makeFolder(folder, 2)
    const uri = 'ipfs://QmPZ9gcCEpqKTo6aq61g2nXGUhM4iCL3ewB6LDXZCtioEB'
    await writeTable(folder, 2, ([name = '', title = '', , colour = '']) => [
      name,
      title,
      uri,
      colour,
    ])
    expect(await start(folder, studio, importer)).toMatchObject({ added: 2, state: 'done' })
    expect((await held(studio)).map(({ image }) => image)).toEqual([uri, uri])
    expect(importer.imagesAsked()).toBe(0)
  })

  it('goes on past a file that is no image and takes it up again once it is fixed', async ({
    home,
    folder,
    studio,
    importer,
  }) => {
    await makeFolder(folder, 4)
    await writeFile(join(folder, '3.png'), 'this is no image')
    const summary = await start(folder, studio, importer)
    expect(summary).toMatchObject({ added: 3, failed: 1, left: 0, state: 'failed' })
    expect(summary.failures[0]).toMatchObject({ row: 4, asset_name: 'Token3', code: 'invalid' })
    expect(summaryError(summary)?.message).toMatch(/^3 of 4 tokens.*Row 4: /u)
    await makePicture(folder, 3)
    expect(await start(folder, studio, importer)).toMatchObject({
      added: 1,
      already: 3,
      failed: 0,
      state: 'done',
    })
    expect(await temporaryFiles(home)).toEqual([])
  })

  it('does an image once for all jobs: a second collection is served from the store', async ({
    folder,
    studio,
    importer,
  }) => {
    await makeFolder(folder, 3)
    await start(folder, studio, importer)
    const second = await secondCollection(studio)
    await start(folder, studio, importer, { collectionId: second.id })
    expect(importer.processed()).toBe(3)
    const images = (await contentsOf(studio.client, second.id)).map(({ image }) => image)
    expect(images).toEqual((await held(studio)).map(({ image }) => image))
  })

  it('tells what a taken image gives away, also when it was made by an earlier run', async ({
    folder,
    studio,
    importer,
  }) => {
    await makeFolder(folder, 2)
    await sharp(join(folder, '2.png'))
      .withExif({ IFD3: { GPSLatitude: '51/1 30/1 0/1', GPSLatitudeRef: 'N' } })
      .jpeg()
      .toFile(join(folder, '2.jpg'))
    await writeTable(folder, 2, ([name = '', title = '', image = '', colour = '']) => [
      name,
      title,
      image.replace('2.png', '2.jpg'),
      colour,
    ])
    const settings = { maxPixels: null, format: 'keep', quality: 80 } as const
    const reported = [
      {
        row: 3,
        asset_name: 'Token2',
        name: 'Token no 2',
        message: expect.stringMatching(/^Row 3: .*GPS/u),
      },
    ]
    expect((await start(folder, studio, importer, { settings })).notes).toEqual(reported)
    expect((await start(folder, studio, importer, { settings })).notes).toEqual(reported)
    const second = await secondCollection(studio)
    expect(
      (await start(folder, studio, importer, { settings, collectionId: second.id })).notes,
    ).toEqual(reported)
  })

  it('takes a wrongly named file as what it is, and says so also when its content is known from another', async ({
    folder,
    studio,
    importer,
  }) => {
    await makeFolder(folder, 2)
    await sharp(join(folder, '1.png')).jpeg().toFile(join(folder, '1.jpg'))
    await writeTable(folder, 1, ([name = '', title = '', , colour = '']) => [
      name,
      title,
      '1.jpg',
      colour,
    ])
    expect(await start(folder, studio, importer)).toMatchObject({ added: 1, state: 'done' })
    await copyFile(join(folder, '1.jpg'), join(folder, '2.png'))
    await writeFile(
      join(folder, 'more.csv'),
      writeCsv([['asset_name', 'name', 'image', 'colour'], row(2)]),
    )
    const summary = await start(folder, studio, importer, { csv: join(folder, 'more.csv') })
    expect(summary).toMatchObject({ added: 1, failed: 0 })
    expect(summary.notes[0]?.message).toContain('2.png is named .png. It is really a JPEG')
    expect((await held(studio))[1]?.media_type).toBe('image/jpeg')
  })

  // Fault 3 of docs/faults.md.
  it('makes an image again whose object was lost from the content store', async ({
    home,
    folder,
    studio,
    importer,
  }) => {
    await makeFolder(folder, 2)
    const first = await start(folder, studio, importer)
    const image = first.tokens[0]?.image ?? ''
    const second = await openStudio(join(home, 'other-studio'))
    await rm(importer.store.path(Cid(image.replace('ipfs://', ''))))
    const other = await openImporter(home, second.baseUrl)
    const summary = await other.imports.start(requestFor(folder, second.collectionId))
    expect(summary).toMatchObject({ added: 2, state: 'done' })
    expect(summary.tokens[0]?.image).toBe(image)
    expect(await other.store.verify(Cid(image.replace('ipfs://', '')))).toBe(true)
    await other.close()
    await second.close()
  })
})

describe('a source that changes while the import runs', () => {
  const duringRun = async (
    home: string,
    folder: string,
    studio: ImportStudio,
    change: () => Promise<void>,
    beforeResume: () => Promise<void> = () => Promise.resolve(),
  ) => {
    await makeFolder(folder, 3)
    let changed = false
    const late = await openImporter(join(home, 'late'), studio.baseUrl, {
      clientFor: () =>
        Promise.resolve({
          ...studio.client,
          // asked for after the folder was read and before the first file is hashed
          getCollection: async (...given) => {
            if (!changed) await change()
            changed = true
            return studio.client.getCollection(...given)
          },
        }),
    })
    const summary = await late.imports.start(requestFor(folder, studio.collectionId))
    await beforeResume()
    const again = await late.imports.resume(summary.job)
    await late.close()
    return { summary, again }
  }

  // Fault 4 of docs/faults.md.
  it('fails for that item alone, and is planned again by the next run', async ({
    home,
    folder,
    studio,
  }) => {
    const { summary, again } = await duringRun(home, folder, studio, () =>
      makePicture(folder, 2, 77),
    )
    expect(summary).toMatchObject({ added: 2, failed: 1 })
    expect(summary.failures[0]?.message).toMatch(/^Row 3: 2\.png was changed while/u)
    expect(again).toMatchObject({ added: 1, already: 2, failed: 0, state: 'done' })
  })

  // Fault 4 of docs/faults.md.
  it('fails alone when it is deleted, and is added once it is back', async ({
    home,
    folder,
    studio,
  }) => {
    const { summary, again } = await duringRun(
      home,
      folder,
      studio,
      () => rm(join(folder, '2.png')),
      () => makePicture(folder, 2),
    )
    expect(summary).toMatchObject({ added: 2, failed: 1 })
    expect(summary.failures).toMatchObject([
      { asset_name: 'Token2', message: expect.stringMatching(/^Row 3: .*2\.png/u) },
    ])
    expect(again).toMatchObject({ added: 1, already: 2, failed: 0, state: 'done' })
  })

  // Fault 4 of docs/faults.md.
  it('fails when it is swapped with another, and the next run adds each as it is then', async ({
    home,
    folder,
    studio,
  }) => {
    const pathOf = (name: string) => join(folder, name)
    const { summary, again } = await duringRun(home, folder, studio, async () => {
      await rename(pathOf('1.png'), pathOf('aside.png'))
      await rename(pathOf('2.png'), pathOf('1.png'))
      await rename(pathOf('aside.png'), pathOf('2.png'))
    })
    expect(summary).toMatchObject({ added: 1, failed: 2 })
    expect(again).toMatchObject({ added: 2, already: 1, failed: 0, state: 'done' })

    // as they are from the start in another folder: the first row has the second image
    const swapped = join(home, 'swapped')
    await makeFolder(swapped, 3)
    await makePicture(swapped, 1, 2)
    await makePicture(swapped, 2, 1)
    const other = await secondCollection(studio)
    const importer = await openImporter(join(home, 'other'), studio.baseUrl)
    await importer.imports.start(requestFor(swapped, other.id))
    await importer.close()
    const imagesOf = (tokens: Awaited<ReturnType<typeof held>>) =>
      Object.fromEntries(tokens.map((token) => [token.asset_name, token.image]))
    expect(imagesOf(await held(studio))).toEqual(
      imagesOf(await contentsOf(studio.client, other.id)),
    )
  })

  // Fault 20 of docs/faults.md.
  it('is sent as the table said at the start, when the table is deleted', async ({
    home,
    folder,
    studio,
  }) => {
    const { summary, again } = await duringRun(
      home,
      folder,
      studio,
      () => rm(join(folder, 'tokens.csv')),
      () => writeTable(folder, 3),
    )
    expect(summary).toMatchObject({ added: 3, failed: 0, state: 'done' })
    expect(again).toMatchObject({ added: 0, already: 3, state: 'done' })
  })

  describe('to other bytes of the same length, without a trace in its time', () => {
    const hashOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

    const imagesOfOneLength = async (folder: string): Promise<readonly [Buffer, Buffer]> => {
      await makeFolder(folder, 1)
      const path = join(folder, '1.png')
      const first = await readFile(path)
      for (let colour = 2; colour < 256; colour += 1) {
        await makePicture(folder, 1, colour)
        const other = await readFile(path)
        if (other.length === first.length && !other.equals(first)) return [first, other]
      }
      throw new Error('no two images have the same length')
    }

    /** Runs an import of one file, which becomes another just before or after it is processed. */
    const changed = async (
      home: string,
      folder: string,
      studio: ImportStudio,
      moment: 'before' | 'after',
      { lengthIsKnown = false, settings = {} }: { lengthIsKnown?: boolean; settings?: object } = {},
    ) => {
      const [first, other] = await imagesOfOneLength(folder)
      const path = join(folder, '1.png')
      const write = async (bytes: Uint8Array) => {
        await writeFile(path, bytes)
        await utimes(path, 1_000, 1_000)
      }
      await write(first)
      const images = createImageProcess({ inFlight: 1 })
      const late = await openImporter(join(home, 'late'), studio.baseUrl, {
        images: () => ({
          ...images,
          process: async (job, signal) => {
            if (moment === 'before') await write(other)
            const outcome = await images.process(job, signal)
            if (moment === 'after') await write(other)
            return outcome
          },
        }),
      })
      const memory = createImageCache(late.db, () => new Date())
      const elsewhere = { path: '/elsewhere.png', size: first.length, mtimeMs: 1, inode: '1' }
      if (lengthIsKnown) memory.cacheHash(elsewhere, hashOf(Buffer.from('other bytes')))
      const request = requestFor(folder, studio.collectionId)
      const summary = await late.imports.start({
        ...request,
        settings: { ...request.settings, ...settings },
      })
      const { ino } = await stat(path)
      const identity = { path, size: first.length, mtimeMs: 1_000_000, inode: String(ino) }
      const remembered = memory.hashOf(identity)
      await images.close()
      await late.close()
      return { summary, remembered, hash: hashOf(other) }
    }
    const error = {
      added: 0,
      failures: [{ message: expect.stringMatching(/^Row 2: 1\.png was changed while/u) }],
    }

    it('is remembered as the bytes that were processed', async ({ home, folder, studio }) => {
      const { summary, remembered, hash } = await changed(home, folder, studio, 'before')
      expect(summary).toMatchObject({ added: 1, failed: 0 })
      expect(remembered).toBe(hash)
    })

    // Fault 4 of docs/faults.md.
    it('fails where other bytes had been hashed', async ({ home, folder, studio }) => {
      const { summary, remembered } = await changed(home, folder, studio, 'before', {
        lengthIsKnown: true,
      })
      expect(summary).toMatchObject(error)
      expect(remembered).toBeUndefined()
    })

    it('fails where the file itself is stored and other bytes had been checked', async ({
      home,
      folder,
      studio,
    }) => {
      const { summary } = await changed(home, folder, studio, 'after', {
        settings: { maxPixels: null },
      })
      expect(summary).toMatchObject(error)
    })
  })

  it('is seen also when only its time differs', async ({ home, folder, studio }) => {
    const { summary } = await duringRun(home, folder, studio, () =>
      utimes(join(folder, '1.png'), 1, 1),
    )
    expect(summary.failures).toMatchObject([{ asset_name: 'Token1', code: 'invalid' }])
  })
})
