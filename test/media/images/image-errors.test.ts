import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ImageSettings } from '#contract/imports/image-settings.ts'
import type { ImageRule } from '#media/images/image-job.ts'
import { ColdpressError } from '#values/errors/errors.ts'
import { clip } from '../../support/works-in-window.ts'
import { asIs, createBench } from './bench-of-files.ts'
import {
  animatedGif,
  animatedPng,
  gifOfManyFrames,
  hugeGlass,
  hugePng,
  isoMedia,
  noise,
  twoColours,
} from './images.ts'

/** POSIX; part of every such system. */
const makePipe = 'mkfifo'

let bench: ReturnType<typeof createBench>
beforeAll(() => {
  bench = createBench({ timeoutMs: 1000, killAfterMs: 60_000 })
})
afterAll(() => bench.close())

/**
 * The sentence with which the file is refused: checked, kept as it is, and resized alike; with
 * settings of its own only by these.
 */
const sentenceOf = async (
  source: string,
  rule: ImageRule,
  ownSettings?: readonly Partial<ImageSettings>[],
): Promise<string> => {
  const settings = ownSettings ?? usualSettings
  const sentences = new Set<string>()
  const target = bench.nextTarget()
  const attempts = [
    ...(ownSettings === undefined ? [() => bench.images.check(source)] : []),
    ...settings.map(
      (some) => () => bench.images.process({ source, target, settings: { ...asIs, ...some } }),
    ),
  ]
  for (const attempt of attempts) {
    const error: unknown = await attempt().catch((error: unknown) => error)
    if (!(error instanceof ColdpressError)) throw new Error(`not refused: ${JSON.stringify(error)}`)
    expect(error).toMatchObject({ code: 'invalid', details: { rule } })
    expect(existsSync(target)).toBe(false)
    sentences.add(error.message)
  }
  expect(sentences.size).toBe(1)
  return [...sentences].join()
}

const usualSettings = [{}, { maxPixels: 8, format: 'webp' }] as const

/** Of a file that may be a work beside an image: a check takes it, and no settings make it an image. */
const noImage = (name: string, bytes: Uint8Array | string, rule: ImageRule): Promise<string> =>
  sentenceOf(bench.add(name, bytes), rule, usualSettings)

const imageError = (name: string, bytes: Uint8Array | string, rule: ImageRule): Promise<string> =>
  sentenceOf(bench.add(name, bytes), rule)

describe('what is no media file', () => {
  it('an empty file is no media file', async () => {
    expect(await imageError('empty.png', '', 'image_empty')).toMatch(/empty\.png is empty.*again/u)
  })

  it.each([
    ['notes.png', 'eine Datei mit Text: äöü', 'it is text'],
    ['data.png', new Uint8Array(64).fill(7), 'no known kind'],
    ['feed.png', '<?xml version="1.0"?><rss></rss>', 'it is text'],
  ])('is no media file: %s', async (name, bytes, instead) => {
    expect(await imageError(name, bytes, 'image_not_media')).toContain(instead)
  })

  it.each([
    [
      'page.png',
      '\uFEFF\n<!-- 404 -->\n<!DOCTYPE html><html><body>Not found</body></html>',
      'web page',
    ],
    ['paper.png', '%PDF-1.7\n1 0 obj\n', 'a PDF file'],
  ])('a work is no image: %s', async (name, bytes, instead) => {
    expect(await noImage(name, bytes, 'image_not_media')).toContain(instead)
  })

  it.each([
    ['plain', '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'],
    ['after a declaration', '<?xml version="1.0"?>\n<svg xmlns="http://www.w3.org/2000/svg"/>'],
    [
      'with an external entity',
      '<?xml version="1.0"?><!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]><svg xmlns="http://www.w3.org/2000/svg"><text>&x;</text></svg>',
    ],
    ['with a prefix', '<s:svg xmlns:s="http://www.w3.org/2000/svg"/>'],
  ])('SVG %s, whatever its name', async (_, text) => {
    expect(await noImage('drawing.svg', text, 'image_svg')).toContain('Export it as PNG')
    expect(await noImage('drawing.png', text, 'image_svg')).toContain('SVG')
  })

  it('a folder is no media file', async () => {
    mkdirSync(join(bench.dir, 'folder.png'))
    const sentence = await sentenceOf(join(bench.dir, 'folder.png'), 'image_unreadable')
    expect(sentence).toContain('regular file')
  })

  it.skipIf(process.platform === 'win32')('a pipe that nobody writes to', async () => {
    const pipe = join(bench.dir, 'pipe.png')
    execFileSync(makePipe, [pipe])
    expect(await sentenceOf(pipe, 'image_unreadable')).toContain('regular file')
  })

  it('a file that has vanished', async () => {
    expect(await sentenceOf(join(bench.dir, 'gone.png'), 'image_missing')).toContain('gone.png')
  })
})

describe('a name that does not fit', () => {
  it('is noted, and the content decides', async () => {
    const bytes = await noise(9, 9).jpeg().toBuffer()
    const { outcome } = await bench.run('photo.png', bytes)
    expect(outcome).toMatchObject({ mediaType: 'image/jpeg', untouched: true })
    expect(outcome.notes.join()).toContain('photo.png is named .png. It is really a JPEG')
  })

  it('is noted for sound and film too', async () => {
    const { outcome } = await bench.run('film.jpg', isoMedia('isom'))
    expect(outcome.mediaType).toBe('video/mp4')
    expect(outcome.notes.join()).toContain('named .jpg. It is really a file of type video/mp4')
  })

  it.each(['UPPER.PNG', 'without-extension', 'two.dots.png'])(
    'the file name %s fits its content',
    async (name) => {
      const { outcome } = await bench.run(name, await noise(9, 9).png().toBuffer())
      expect(outcome).toMatchObject({ untouched: true, notes: [] })
    },
  )

  it.each([
    ['phone.heic', isoMedia('heic'), 'HEIC'],
    ['scan.tif', 'TIFF', 'TIF'],
  ])('%s is an image that cannot be read', async (name, bytes, format) => {
    const content = bytes === 'TIFF' ? await noise(9, 9).tiff().toBuffer() : bytes
    expect(await imageError(name, content, 'image_unsupported')).toContain(format)
  })
})

describe('damage', () => {
  it.each(['png', 'jpeg', 'webp', 'gif', 'avif'] as const)(
    'a %s cut off anywhere',
    async (format) => {
      const whole = await noise(120, 80).toFormat(format).toBuffer()
      for (const length of [0.3, 0.6, 0.9]
        .map((part) => Math.floor(whole.length * part))
        // A GIF without its last byte alone is whole (what-viewers-show.test.ts).
        .concat(whole.length - (format === 'gif' ? 2 : 1)))
        await imageError(`cut.${format}`, whole.subarray(0, length), 'image_truncated')
    },
  )

  it('an animated GIF that ends within a frame, or before its first', async () => {
    const whole = await animatedGif(20, 20)
    const lastFrame = whole.lastIndexOf(Buffer.from([0x21, 0xf9]))
    for (const end of [lastFrame + 8, lastFrame + 20, whole.length - 3])
      await imageError('lost.gif', whole.subarray(0, end), 'image_truncated')
    const first = whole.indexOf(Buffer.from([0x21, 0xf9]))
    await imageError('none.gif', whole.subarray(0, first), 'image_truncated')
  })

  it('an animated AVIF that lost the end of its last frame, or all but its first', async () => {
    const whole = readFileSync(clip('avif'))
    for (const lost of [1, 20, 60, 400])
      await imageError('lost.avif', whole.subarray(0, -lost), 'image_truncated')
  })

  it('an animated PNG damaged in its second frame', async () => {
    const bytes = animatedPng(20, 20)
    const at = bytes.indexOf('fdAT') + 10
    bytes[at] = (bytes[at] ?? 0) ^ 1
    await imageError('second.png', bytes, 'image_truncated')
  })

  it('one wrong bit in a PNG', async () => {
    const bytes = await noise(60, 60).png().toBuffer()
    const middle = Math.floor(bytes.length / 2)
    bytes[middle] = (bytes[middle] ?? 0) ^ 1
    await imageError('flipped.png', bytes, 'image_truncated')
  })

  it('a header and nothing else', async () => {
    const bytes = await twoColours(9, 9).png().toBuffer()
    await imageError('header.png', bytes.subarray(0, 40), 'image_truncated')
  })
})

describe('too much', () => {
  it('a small file with 400 megapixels in it', async () => {
    const bytes = hugePng(20_000, 20_000)
    expect(bytes.length).toBeLessThan(1_000_000)
    const sentence = await imageError('bomb.png', bytes, 'image_too_many_pixels')
    expect(sentence).toContain('20000 × 20000')
    expect(sentence).toContain('100')
  })

  it('an animation whose frames add up', async () => {
    const source = bench.add('long.gif', gifOfManyFrames(2000, 2000, 26))
    const sentence = await sentenceOf(source, 'image_too_many_pixels')
    expect(sentence).toContain('2000 × 2000 pixels × 26 frames')
  })

  it('sides too long for the format asked for', async () => {
    const source = bench.add('ribbon.png', await noise(17_000, 2).png().toBuffer())
    expect(await sentenceOf(source, 'image_too_many_pixels', [{ format: 'webp' }])).toContain('PNG')
  })

  it('an image file over the limit, of which nothing is read', async () => {
    const source = bench.add('long.png', await noise(9, 9).png().toBuffer())
    truncateSync(source, 200_000_001)
    expect(await sentenceOf(source, 'image_too_large')).toContain('200 MB')
  })

  it('more work than the time allows', async () => {
    const source = bench.add('slow.png', hugeGlass(9_900, 9_900))
    expect(
      await sentenceOf(source, 'image_timeout', [{ format: 'webp', maxPixels: 9_800 }]),
    ).toContain('1 seconds')
  })
})

it('does not blame the image when the target cannot be written', async () => {
  const source = bench.add('fine.png', await noise(20, 20).png().toBuffer())
  writeFileSync(join(bench.dir, 'file'), '')
  await expect(
    bench.images.process({
      source,
      target: join(bench.dir, 'file', 'target'),
      settings: { ...asIs, maxPixels: 10 },
    }),
  ).rejects.toMatchObject({ code: 'internal', details: { rule: 'image_unwritable' } })
})

it('names a setting that makes no sense', async () => {
  const source = bench.add('fine2.png', await noise(20, 20).png().toBuffer())
  await expect(
    bench.images.process({
      source,
      target: bench.nextTarget(),
      settings: { ...asIs, quality: 101 },
    }),
  ).rejects.toThrow(/quality/u)
})
