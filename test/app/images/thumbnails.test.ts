import { mkdir, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeEach, describe, expect } from 'vitest'
import { openContentStore, type ContentStore } from '#media/content/store.ts'
import { createImageProcess, type ImageProcess } from '#media/images/process.ts'
import { Thumbnails } from '#app/images/thumbnails.ts'
import { sharedFolderTest as it, temporaryFolder } from '../../support/folder-test.ts'

let folder: string
let content: ContentStore
let images: ImageProcess
/** How often an image was made, and how many at a time at most. */
let made: { count: number; now: number; most: number; sources: string[] }

it.beforeAll(async ({ folder: home }) => {
  content = await openContentStore({ dir: join(home, 'content') })
  images = createImageProcess({ inFlight: 3 })
})
beforeEach(() => {
  folder = temporaryFolder()
  made = { count: 0, now: 0, most: 0, sources: [] }
})
afterAll(async () => {
  await images.close()
  content.close()
})

const openThumbnails = (maxBytes?: number) =>
  new Thumbnails({
    folder,
    content,
    images: () => ({
      process: async (job, signal) => {
        made.count += 1
        made.now += 1
        made.most = Math.max(made.most, made.now)
        made.sources.push(job.source)
        try {
          return await images.process(job, signal)
        } finally {
          made.now -= 1
        }
      },
    }),
    ...(maxBytes === undefined ? {} : { maxBytes }),
  })

/** An image of noise, whose thumbnails take some room. */
const makeImage = async (width: number, height: number, seed: number, format: 'png' | 'webp') => {
  const noise = { type: 'gaussian', mean: 100 + (seed % 100), sigma: 30 } as const
  const image = sharp({ create: { width, height, channels: 3, background: '#888', noise } })
  const bytes = await image.toFormat(format).toBuffer()
  return (await content.add(bytes)).cid
}

describe('a thumbnail', () => {
  it('is made once, as large as asked for, and kept', async () => {
    const cid = await makeImage(500, 250, 1, 'png')
    const first = await openThumbnails().get(cid, 96)
    expect(first).toEqual({ path: join(folder, `${cid}-96.webp`), mediaType: 'image/webp' })
    const { format, width, height } = await sharp(await readFile(first?.path ?? '')).metadata()
    expect([format, width, height]).toEqual(['webp', 96, 48])
    expect(await openThumbnails().get(cid, 96)).toEqual(first)
    expect(made.count).toBe(1)
    expect(await readdir(folder)).toEqual([`${cid}-96.webp`])
  })

  it('of a file of a folder is made once for as long as the file stays as it is', async () => {
    const path = join(temporaryFolder(), 'moth.png')
    const noise = { type: 'gaussian', mean: 120, sigma: 30 } as const
    const create = { width: 400, height: 200, channels: 3, background: '#888', noise } as const
    await writeFile(path, await sharp({ create }).png().toBuffer())
    const file = { path, size: 1, mtimeMs: 1 }
    const first = await openThumbnails().ofFile(file, 96)
    expect(first?.mediaType).toBe('image/webp')
    expect(await openThumbnails().ofFile(file, 96)).toEqual(first)
    expect(made.count).toBe(1)
    const later = await openThumbnails().ofFile({ ...file, mtimeMs: 2 }, 96)
    expect(later?.path).not.toBe(first?.path)
    await writeFile(path, 'no image')
    expect(await openThumbnails().ofFile({ ...file, mtimeMs: 3 }, 96)).toBeUndefined()
  })

  it('is made again when its file is gone', async () => {
    const cid = await makeImage(200, 200, 2, 'png')
    const thumbnails = openThumbnails()
    const first = await thumbnails.get(cid, 96)
    await rm(first?.path ?? '')
    expect(await thumbnails.get(cid, 96)).toEqual(first)
    expect((await stat(first?.path ?? '')).size).toBeGreaterThan(0)
  })

  it('is shared by all who ask for it at once', async () => {
    const cid = await makeImage(300, 300, 3, 'png')
    const thumbnails = openThumbnails()
    const all = await Promise.all([1, 2, 3, 4].map(() => thumbnails.get(cid, 96)))
    expect(new Set(all.map((one) => one?.path)).size).toBe(1)
    expect(made.count).toBe(1)
  })

  it('of a small WebP is the object itself', async () => {
    const cid = await makeImage(50, 50, 4, 'webp')
    const thumbnails = openThumbnails()
    const shown = { path: content.path(cid), mediaType: 'image/webp' }
    expect(await thumbnails.get(cid, 96)).toEqual(shown)
    expect(await thumbnails.get(cid, 96)).toEqual(shown)
    expect(made.count).toBe(1)
    expect(await readdir(folder)).toEqual([])
  })
})

describe('a thumbnail that was made with its image', () => {
  it('is shown from then on, by a later start too', async () => {
    const cid = await makeImage(400, 400, 21, 'png')
    const path = join(folder, '..', `made-with-${cid}`)
    await writeFile(path, await sharp(content.path(cid)).resize(320).jpeg().toBuffer())
    await openThumbnails().keep(cid, { path, mediaType: 'image/jpeg' })
    const shown = { path: join(folder, `${cid}-320.jpg`), mediaType: 'image/jpeg' }
    expect(await openThumbnails().get(cid, 320)).toEqual(shown)
    expect(await readdir(folder)).toEqual([`${cid}-320.jpg`])
    expect(made.count).toBe(0)
    expect(await openThumbnails().get(cid, 96)).toMatchObject({ mediaType: 'image/webp' })
  })

  it('is made later where its file is gone', async () => {
    const cid = await makeImage(400, 400, 22, 'png')
    const thumbnails = openThumbnails()
    await thumbnails.keep(cid, { path: join(folder, 'gone'), mediaType: 'image/webp' })
    expect(await thumbnails.get(cid, 320)).toMatchObject({ mediaType: 'image/webp' })
    expect(made.count).toBe(1)
  })
})

describe('thumbnails', () => {
  it('are made two at a time, the latest request first', async () => {
    const cids = await Promise.all([5, 6, 7, 8, 9].map((seed) => makeImage(300, 300, seed, 'png')))
    const thumbnails = openThumbnails()
    await Promise.all(cids.map((cid) => thumbnails.get(cid, 96)))
    expect(made.most).toBe(2)
    const order = made.sources.map((source) =>
      cids.findIndex((cid) => content.path(cid) === source),
    )
    expect(order).toEqual([0, 1, 4, 3, 2])
  })

  it('are none of what is no image, is damaged, or is not here, and that is not tried again', async () => {
    const { cid: text } = await content.add(Buffer.from('no image'))
    const { cid: wav } = await content.add(
      Buffer.concat([
        Buffer.from('RIFF'),
        Buffer.alloc(4),
        Buffer.from('WAVEfmt '),
        Buffer.alloc(64),
      ]),
    )
    const whole = await sharp({
      create: { width: 200, height: 200, channels: 3, background: '#123' },
    })
      .png()
      .toBuffer()
    const { cid: cut } = await content.add(whole.subarray(0, whole.length / 2))
    const thumbnails = openThumbnails()
    for (const cid of [text, wav, cut, cut]) expect(await thumbnails.get(cid, 96)).toBeUndefined()
    expect(made.sources).toEqual([content.path(cut)])
    expect(await readdir(folder)).toEqual([])
  })

  it('take no more room than they may: those that were used longest ago go', async () => {
    const cids = await Promise.all([11, 12, 13].map((seed) => makeImage(400, 400, seed, 'png')))
    const sized = openThumbnails()
    for (const cid of cids) await sized.get(cid, 320)
    const sizes = await Promise.all(
      cids.map(async (cid) => (await stat(join(folder, `${cid}-320.webp`))).size),
    )
    await rm(folder, { recursive: true })
    await mkdir(folder)
    const thumbnails = openThumbnails(sizes.reduce((sum, size) => sum + size, -1))
    for (const at of [0, 1, 0, 2]) {
      for (const cid of cids.slice(at, at + 1)) await thumbnails.get(cid, 320)
    }
    const left = await readdir(folder)
    expect(cids.map((cid) => left.includes(`${cid}-320.webp`))).toEqual([true, false, true])
    expect(left).toHaveLength(2)
  })

  it('of an earlier run count, the oldest first; what a killed one left is removed', async () => {
    const add = async (name: string, bytes: number, minutes: number) => {
      await writeFile(join(folder, name), Buffer.alloc(bytes))
      await utimes(join(folder, name), minutes * 60, minutes * 60)
    }
    await add('old-96.webp', 600, 1)
    await add('new-96.webp', 600, 2)
    await add(`999999999-${'0'.repeat(24)}.tmp`, 600, 1)
    await openThumbnails(1_000).get(await makeImage(50, 50, 14, 'webp'), 96)
    expect(await readdir(folder)).toEqual(['new-96.webp'])
  })

  it('that wait when the app ends come to nothing', async () => {
    const cids = await Promise.all([15, 16, 17].map((seed) => makeImage(300, 300, seed, 'png')))
    const thumbnails = openThumbnails()
    const asked = Promise.all(cids.map((cid) => thumbnails.get(cid, 96)))
    thumbnails.close()
    expect(await asked).toEqual([undefined, undefined, undefined])
    expect(await readdir(folder)).toEqual([])
  })
})
