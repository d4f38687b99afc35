import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createBench } from './bench-of-files.ts'
import { isoMedia, noise, twoColours, wav } from './images.ts'

let bench: ReturnType<typeof createBench>
beforeAll(() => {
  bench = createBench()
})
afterAll(() => bench.close())

const pixelAt = async (path: string, x: number, y: number): Promise<number[]> => {
  const { data, info } = await sharp(path).raw().toBuffer({ resolveWithObject: true })
  const at = (y * info.width + x) * info.channels
  return [...data.subarray(at, at + info.channels)]
}

/** What the image process should have seen of a file on the bench. */
const seenOf = async (name: string) => {
  const path = join(bench.dir, name)
  const { size, mtimeMs, ino } = await stat(path)
  const sha256 = createHash('sha256')
    .update(await readFile(path))
    .digest('hex')
  return { size, mtimeMs, inode: String(ino), sha256 }
}

/** How the system schedules each thread of this process's children (proc_pid_stat(5), fields 19 and 41). */
const childrensThreads = (): { readonly niceness: number; readonly policy: number }[] => {
  const pids = readdirSync('/proc/self/task').flatMap((thread) =>
    readFileSync(`/proc/self/task/${thread}/children`, 'utf8').trim().split(' ').filter(Boolean),
  )
  return pids.flatMap((pid) =>
    readdirSync(`/proc/${pid}/task`).map((thread) => {
      const stat = readFileSync(`/proc/${pid}/task/${thread}/stat`, 'utf8')
      const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
      return { niceness: Number(fields[16]), policy: Number(fields[38]) }
    }),
  )
}

describe.runIf(process.platform === 'linux')('beside the work of whoever uses the computer', () => {
  beforeAll(async () =>
    bench.run('polite.png', await noise(64, 64).png().toBuffer(), { maxPixels: 32 }),
  )

  it('image work yields to the user of the computer', () => {
    const niceness = childrensThreads().map((thread) => thread.niceness)
    expect(niceness.length).toBeGreaterThan(5)
    expect(new Set(niceness)).toEqual(new Set([10]))
  })

  const hasChrt = spawnSync('chrt', ['--version']).status === 0
  it.runIf(hasChrt)('image work runs at batch priority', async () => {
    const batch = 3 // SCHED_BATCH, sched.h
    const policies = () => new Set(childrensThreads().map((thread) => thread.policy))
    await expect.poll(policies).toEqual(new Set([batch]))
  })
})

it('takes a file that one read does not bring whole', async () => {
  const bytes = await noise(900, 900).png({ compressionLevel: 0 }).toBuffer()
  expect(bytes.length).toBeGreaterThan(2 * 1024 * 1024)
  const { outcome, target } = await bench.run('large.png', bytes, { maxPixels: 450 })
  expect(outcome).toMatchObject({ width: 450, height: 450, untouched: false })
  const expected = await sharp(bytes).resize(450, 450).raw().toBuffer()
  expect(
    expected.equals(
      await sharp(await readFile(target))
        .raw()
        .toBuffer(),
    ),
  ).toBe(true)
})

describe('a file that needs no change', () => {
  it.each(['png', 'jpeg', 'webp', 'avif', 'gif'] as const)(
    'a %s that needs no change keeps its bytes',
    async (format) => {
      const bytes = await noise(64, 48).toFormat(format).toBuffer()
      const { outcome, target } = await bench.run(`whole.${format}`, bytes, { maxPixels: 64 })
      expect(outcome).toEqual({
        mediaType: `image/${format}`,
        bytes: bytes.length,
        width: 64,
        height: 48,
        untouched: true,
        source: await seenOf(`whole.${format}`),
        notes: [],
      })
      expect(existsSync(target)).toBe(false)
    },
  )

  it('leaves a file alone that is already in the format asked for', async () => {
    const bytes = await noise(20, 20).jpeg().toBuffer()
    const { outcome } = await bench.run('already.jpg', bytes, { format: 'jpeg', quality: 10 })
    expect(outcome.untouched).toBe(true)
  })

  it('an image is never enlarged', async () => {
    const bytes = await noise(20, 10).png().toBuffer()
    const { outcome } = await bench.run('small.png', bytes, { maxPixels: 500, format: 'webp' })
    expect(outcome).toMatchObject({ width: 20, height: 10, mediaType: 'image/webp' })
  })

  it('says that an untouched file gives away where it was taken', async () => {
    const bytes = await twoColours(30, 20)
      .jpeg()
      .withExif({ IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '52/1 31/1 0/1' } })
      .toBuffer()
    const { outcome } = await bench.run('holiday.jpg', bytes)
    expect(outcome.untouched).toBe(true)
    expect(outcome.notes).toEqual([expect.stringContaining('GPS')])
  })

  it('says nothing of the kind about harmless EXIF', async () => {
    const bytes = await twoColours(30, 20)
      .jpeg()
      .withExif({ IFD0: { Artist: 'Me' } })
      .toBuffer()
    expect((await bench.run('harmless.jpg', bytes)).outcome.notes).toEqual([])
  })
})

describe('a changed file', () => {
  it.each([
    ['png', 'keep', 'png', []],
    ['jpeg', 'keep', 'jpeg', []],
    ['webp', 'keep', 'webp', []],
    ['gif', 'keep', 'png', ['Written as PNG: a changed GIF is not written as GIF again.']],
    ['avif', 'keep', 'webp', ['Written as WebP: a changed AVIF is not written as AVIF again.']],
    ['png', 'webp', 'webp', []],
    ['webp', 'jpeg', 'jpeg', []],
    ['jpeg', 'png', 'png', []],
  ] as const)('%s resized with format %s becomes %s', async (own, format, written, notes) => {
    const bytes = await noise(90, 60).toFormat(own).toBuffer()
    const { outcome, target } = await bench.run(`change.${own}`, bytes, { maxPixels: 45, format })
    const read = await sharp(target).metadata()
    expect(read).toMatchObject({ format: written, width: 45, height: 30, depth: 'uchar' })
    expect(outcome).toEqual({
      mediaType: `image/${written}`,
      bytes: (await stat(target)).size,
      width: 45,
      height: 30,
      untouched: false,
      source: await seenOf(`change.${own}`),
      notes,
    })
  })

  it('fits the longest side, upright or lying', async () => {
    const bytes = await noise(30, 90).png().toBuffer()
    const { outcome } = await bench.run('tall.png', bytes, { maxPixels: 45 })
    expect(outcome).toMatchObject({ width: 15, height: 45 })
  })

  it('a changed image has the quality of the settings', async () => {
    const bytes = await noise(200, 200).png().toBuffer()
    const sizes = await Promise.all(
      [10, 95].map(
        async (quality) =>
          (await bench.run(`quality${quality}.png`, bytes, { format: 'webp', quality })).outcome
            .bytes,
      ),
    )
    expect(sizes[0]).toBeLessThan(Number(sizes[1]) / 2)
  })

  it('is turned upright by its EXIF orientation even when its size is right', async () => {
    const bytes = await twoColours(40, 20)
      .jpeg({ quality: 100 })
      .withMetadata({ orientation: 6 })
      .toBuffer()
    const { outcome, target } = await bench.run('turned.jpg', bytes)
    expect(outcome).toMatchObject({
      untouched: false,
      width: 20,
      height: 40,
      mediaType: 'image/jpeg',
    })
    // Orientation 6: the stored left side is shown on top.
    const [topRed = 0] = await pixelAt(target, 10, 5)
    const [bottomRed = 0] = await pixelAt(target, 10, 35)
    expect(topRed).toBeGreaterThan(200)
    expect(bottomRed).toBeLessThan(50)
    expect((await sharp(target).metadata()).orientation).toBeUndefined()
  })

  it('loses EXIF, GPS, XMP and colour profile', async () => {
    const bytes = await twoColours(60, 40)
      .jpeg()
      .withIccProfile('p3')
      .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/"/>')
      .withExif({ IFD0: { Artist: 'Me' }, IFD3: { GPSLatitudeRef: 'N' } })
      .toBuffer()
    expect(await sharp(bytes).metadata()).toMatchObject({
      exif: expect.any(Buffer),
      hasProfile: true,
    })
    const { outcome, target } = await bench.run('private.jpg', bytes, { maxPixels: 30 })
    const read = await sharp(target).metadata()
    expect([read.exif, read.xmp, read.icc, outcome.notes]).toEqual([
      undefined,
      undefined,
      undefined,
      [],
    ])
  })

  it('lies on white where it was transparent and becomes JPEG', async () => {
    const clear = {
      create: { width: 10, height: 10, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0 } },
    } as const
    const bytes = await sharp(clear).png().toBuffer()
    const { target } = await bench.run('clear.png', bytes, { format: 'jpeg', quality: 100 })
    expect(await pixelAt(target, 5, 5)).toEqual([255, 255, 255])
  })

  it('stays transparent as PNG and WebP', async () => {
    const clear = {
      create: { width: 40, height: 40, channels: 4, background: { r: 9, g: 9, b: 9, alpha: 0.5 } },
    } as const
    const bytes = await sharp(clear).png().toBuffer()
    for (const format of ['png', 'webp'] as const) {
      const { target } = await bench.run(`half.png`, bytes, { maxPixels: 20, format })
      expect((await pixelAt(target, 5, 5))[3]).toBe(128)
    }
  })

  it('has 8 bits where it had 16', async () => {
    const bytes = await noise(40, 40).toColourspace('rgb16').png().toBuffer()
    expect((await sharp(bytes).metadata()).depth).toBe('ushort')
    const { target } = await bench.run('deep.png', bytes, { maxPixels: 20 })
    expect(await sharp(target).metadata()).toMatchObject({ depth: 'uchar', space: 'srgb' })
  })

  it('has screen colours where it had printing inks', async () => {
    const bytes = await twoColours(40, 40).toColourspace('cmyk').jpeg().toBuffer()
    expect((await sharp(bytes).metadata()).space).toBe('cmyk')
    const { target } = await bench.run('inks.jpg', bytes, { maxPixels: 20 })
    expect((await sharp(target).metadata()).space).toBe('srgb')
  })

  it('comes out the same each time', async () => {
    const bytes = await noise(90, 60).png().toBuffer()
    const made = []
    for (const name of ['once.png', 'twice.png']) {
      const { target } = await bench.run(name, bytes, { maxPixels: 45, format: 'webp' })
      made.push((await readFile(target)).toString('hex'))
    }
    expect(made[0]).toEqual(made[1])
  })
})

describe('audio and video', () => {
  it.each([
    ['sound.wav', wav(), 'audio/wav'],
    ['film.mp4', isoMedia('isom'), 'video/mp4'],
    ['film.m4v', isoMedia('isom'), 'video/mp4'],
  ])('audio and video pass untouched: %s', async (name, bytes, mediaType) => {
    const { outcome, target } = await bench.run(name, bytes, { maxPixels: 10, format: 'webp' })
    expect(outcome).toEqual({
      mediaType,
      bytes: bytes.length,
      width: null,
      height: null,
      untouched: true,
      source: { ...(await seenOf(name)), sha256: null },
      notes: [],
    })
    expect(existsSync(target)).toBe(false)
  })
})

describe('inspect', () => {
  it('tells the shown size without decoding', async () => {
    const bytes = await twoColours(40, 20).jpeg().withMetadata({ orientation: 6 }).toBuffer()
    const half = bytes.subarray(0, bytes.length - 20)
    expect(await bench.images.inspect(bench.add('look.jpg', half))).toEqual({
      mediaType: 'image/jpeg',
      bytes: half.length,
      width: 20,
      height: 40,
      animated: false,
    })
  })

  it('knows sound from images', async () => {
    expect(await bench.images.inspect(bench.add('look.wav', wav()))).toMatchObject({
      mediaType: 'audio/wav',
      width: null,
      height: null,
    })
  })
})

it('names the versions that decide the bytes', async () => {
  expect(await bench.images.versions()).toMatchObject({ sharp: '0.35.5', vips: expect.any(String) })
})
