import sharp from 'sharp'
import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createBench } from './bench-of-files.ts'
import { clip } from '../../support/works-in-window.ts'
import { animatedWebp, frameDelays, isoMedia } from './images.ts'

let bench: ReturnType<typeof createBench>
beforeAll(() => {
  bench = createBench()
})
afterAll(() => bench.close())

const plain = (width: number, height: number, background = { r: 200, g: 30, b: 30 }) =>
  sharp({ create: { width, height, channels: 3, background } })

const firstPixel = async (image: string | Buffer): Promise<readonly number[]> => {
  const { data } = await sharp(image).raw().toBuffer({ resolveWithObject: true })
  return [...data.subarray(0, 3)]
}

describe('a square', () => {
  it('is the middle of the image, at most as long as the settings say', async () => {
    // a red stripe on the left, blue in the middle, red on the right
    const stripe = await plain(20, 20).png().toBuffer()
    const bytes = await plain(60, 20, { r: 0, g: 0, b: 200 })
      .composite([
        { input: stripe, left: 0, top: 0 },
        { input: stripe, left: 40, top: 0 },
      ])
      .png()
      .toBuffer()
    const cut = await bench.run('wide.png', bytes, { square: true })
    expect(cut.outcome).toMatchObject({ untouched: false, width: 20, height: 20 })
    expect(await firstPixel(cut.target)).toEqual([0, 0, 200])
    const small = await bench.run('small.png', bytes, { square: true, maxPixels: 10 })
    expect(small.outcome).toMatchObject({ width: 10, height: 10 })
  })

  it('is nothing to do for an image that is one, and keeps the frames of an animation', async () => {
    const even = await bench.run('even.png', await plain(20, 20).png().toBuffer(), { square: true })
    expect(even.outcome).toMatchObject({ untouched: true })
    const moving = await bench.run('moving.webp', await animatedWebp(60, 40), { square: true })
    expect(moving.outcome).toMatchObject({ mediaType: 'image/webp', width: 40, height: 40 })
    expect(await sharp(moving.target).metadata()).toMatchObject({ pages: 3, delay: frameDelays })
  })
})

describe('where an image was taken', () => {
  const located = (): Promise<Buffer> =>
    plain(20, 20)
      .jpeg()
      .withExif({ IFD0: { Artist: 'Me' }, IFD3: { GPSLatitudeRef: 'N' } })
      .toBuffer()

  it('is left out where the settings say so, though nothing else is changed', async () => {
    const bytes = await located()
    const { outcome, target } = await bench.run('here.jpg', bytes, { withoutLocation: true })
    expect(outcome).toMatchObject({ untouched: false, mediaType: 'image/jpeg', notes: [] })
    expect((await sharp(target).metadata()).exif).toBeUndefined()
  })

  /** An image with this content in its XMP, and nothing in EXIF. */
  const described = (format: 'jpeg' | 'png' | 'webp', properties: string): Promise<Buffer> =>
    plain(20, 20)
      .toFormat(format)
      .withXmp(
        `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">${properties}</rdf:RDF></x:xmpmeta>`,
      )
      .toBuffer()
  const exifInXmp = 'rdf:about="" xmlns:exif="http://ns.adobe.com/exif/1.0/"'

  it.each([
    ['jpeg', `<rdf:Description ${exifInXmp} exif:GPSLatitude="51,30.0N"/>`],
    [
      'png',
      `<rdf:Description ${exifInXmp}><exif:GPSLongitude>0,7.5W</exif:GPSLongitude></rdf:Description>`,
    ],
    [
      'webp',
      '<rdf:Description rdf:about="" xmlns:drone-dji="http://www.dji.com/drone-dji/1.0/" drone-dji:GpsLatitude="+51.5"/>',
    ],
  ] as const)(
    'is found in the XMP of a %s without EXIF, said of it, and left out where the settings say so',
    async (format, properties) => {
      const bytes = await described(format, properties)
      const name = `there.${format}`
      expect(await bench.images.check(bench.add(name, bytes))).toMatchObject({ hasGps: true })
      const kept = await bench.run(name, bytes)
      expect(kept.outcome).toMatchObject({
        untouched: true,
        notes: [expect.stringContaining('It holds GPS coordinates')],
      })
      const { outcome, target } = await bench.run(name, bytes, { withoutLocation: true })
      expect(outcome).toMatchObject({ untouched: false, mediaType: `image/${format}`, notes: [] })
      const made = await sharp(target).metadata()
      expect([made.exif, made.xmp]).toEqual([undefined, undefined])
    },
  )

  it('is not the name of a place that a person wrote into XMP', async () => {
    const bytes = await described(
      'jpeg',
      '<rdf:Description rdf:about="" xmlns:photoshop="http://ns.adobe.com/photoshop/1.0/" photoshop:City="London"/>',
    )
    expect(await bench.images.check(bench.add('named.jpg', bytes))).toMatchObject({ hasGps: false })
  })

  it('is no reason to change an image that does not say it', async () => {
    const bytes = await plain(20, 20).jpeg().toBuffer()
    const { outcome } = await bench.run('anywhere.jpg', bytes, { withoutLocation: true })
    expect(outcome).toMatchObject({ untouched: true })
  })
})

describe('colours', () => {
  // The same red in the wider profile has other numbers.
  const inP3 = (): Promise<Buffer> => plain(40, 40).png().withIccProfile('p3').toBuffer()

  it('of a profile become those of sRGB that look the same', async () => {
    const stored = await sharp(await inP3(), { ignoreIcc: true })
      .raw()
      .toBuffer()
    expect(stored[1]).toBeGreaterThan(40)
    const { target } = await bench.run('wide-colours.png', await inP3(), { maxPixels: 20 })
    expect((await sharp(target).metadata()).hasProfile).toBe(false)
    const [red = 0, green = 0] = await firstPixel(target)
    expect(Math.abs(red - 200)).toBeLessThan(4)
    expect(Math.abs(green - 30)).toBeLessThan(4)
  })

  it('keep their profile by choice', async () => {
    const { target } = await bench.run('kept-colours.png', await inP3(), {
      maxPixels: 20,
      keepsProfile: true,
    })
    expect(await sharp(target).metadata()).toMatchObject({ hasProfile: true, width: 20 })
    const [red = 0, green = 0] = await firstPixel(
      await sharp(target).toColourspace('srgb').toBuffer(),
    )
    expect(Math.abs(red - 200)).toBeLessThan(6)
    expect(Math.abs(green - 30)).toBeLessThan(6)
  })

  it.each([
    ['p3', inP3, { otherProfile: true }],
    ['16-bit', () => plain(40, 40).toColourspace('rgb16').png().toBuffer(), { deep: true }],
  ] as const)(
    'of a %s PNG are noted and kept byte for byte, and become sRGB in 8 bits where the settings say so',
    async (name, make, fact) => {
      const bytes = await make()
      const checked = await bench.images.check(bench.add(`${name}.png`, bytes))
      expect(checked.header).toEqual({
        raster: 'png',
        width: 40,
        height: 40,
        frames: 1,
        upright: true,
        ...fact,
      })
      expect((await bench.run(`${name}.png`, bytes)).outcome).toMatchObject({ untouched: true })
      const { outcome, target } = await bench.run(`${name}.png`, bytes, { srgb: true })
      expect(outcome).toMatchObject({ untouched: false, mediaType: 'image/png', notes: [] })
      const made = await sharp(target).metadata()
      expect(made).toMatchObject({ hasProfile: false, space: 'srgb', depth: 'uchar' })
      const [red = 0, green = 0] = await firstPixel(target)
      expect(Math.abs(red - 200)).toBeLessThan(4)
      expect(Math.abs(green - 30)).toBeLessThan(4)
    },
  )

  it('of sRGB are no reason to change an image, with its profile or without', async () => {
    const tagged = await plain(40, 40).jpeg().withIccProfile('srgb').toBuffer()
    for (const bytes of [tagged, await plain(40, 40).jpeg().toBuffer()]) {
      const { outcome } = await bench.run('common.jpg', bytes, { srgb: true })
      expect(outcome).toMatchObject({ untouched: true })
    }
  })

  it('of a profile stay, and 16 bits become 8, where both are asked for', async () => {
    const settings = { srgb: true, keepsProfile: true } as const
    const wide = await bench.run('wide-kept.png', await inP3(), settings)
    expect(wide.outcome).toMatchObject({ untouched: true })
    const deepInP3 = await sharp(await inP3())
      .toColourspace('rgb16')
      .keepIccProfile()
      .png()
      .toBuffer()
    expect(await sharp(deepInP3).metadata()).toMatchObject({ hasProfile: true, depth: 'ushort' })
    const { target } = await bench.run('deep-kept.png', deepInP3, settings)
    expect(await sharp(target).metadata()).toMatchObject({ hasProfile: true, depth: 'uchar' })
  })

  it('of printing become those of a screen, also where nothing else is changed, and the import says so', async () => {
    const bytes = await plain(40, 40).toColourspace('cmyk').jpeg().toBuffer()
    const { outcome, target } = await bench.run('inks.jpg', bytes, { keepsProfile: true })
    expect(outcome).toMatchObject({
      untouched: false,
      mediaType: 'image/jpeg',
      notes: [expect.stringContaining('printing inks (CMYK)')],
    })
    expect((await sharp(target).metadata()).space).toBe('srgb')
    expect((await bench.images.check(bench.add('inks-again.jpg', bytes))).header).toMatchObject({
      inks: true,
    })
  })
})

describe('an animated AVIF', () => {
  /** Three frames. */
  const sequence = (): Promise<Buffer> => readFile(clip('avif'))

  it('stays as it is byte for byte, and says so where a change was asked for', async () => {
    const bytes = await sequence()
    const fits = await bench.run('moving.avif', bytes, { maxPixels: 60 })
    expect(fits.outcome).toMatchObject({
      untouched: true,
      mediaType: 'image/avif',
      bytes: bytes.length,
      width: 60,
      height: 40,
      notes: [],
    })
    for (const settings of [{ maxPixels: 10 }, { format: 'webp' }, { square: true }] as const) {
      const { outcome } = await bench.run('asked.avif', bytes, settings)
      expect(outcome).toMatchObject({
        untouched: true,
        notes: [expect.stringContaining('an animated AVIF cannot be resized')],
      })
    }
    expect(await readFile(bench.add('moving.avif', bytes))).toEqual(bytes)
    expect(await bench.images.inspect(bench.add('facts.avif', bytes))).toMatchObject({
      animated: true,
    })
  })

  it('is no film: those keep their own brand', async () => {
    const film = await bench.run('film.mp4', isoMedia('isom'))
    expect(film.outcome).toMatchObject({ mediaType: 'video/mp4', untouched: true })
  })
})
