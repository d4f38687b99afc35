import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import sharp, { type Sharp } from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ImageSettings } from '#contract/imports/image-settings.ts'
import { asIs, createBench } from './bench-of-files.ts'
import { animatedWebp, noise } from './images.ts'

let bench: ReturnType<typeof createBench>
beforeAll(() => {
  bench = createBench()
})
afterAll(() => bench.close())

const shadow = (): Sharp => noise(9, 6).resize(450, 300, { kernel: 'nearest' }).ensureAlpha(0.5)

const sources = {
  'print.png': () => noise(450, 300).png().toBuffer(),
  'print-300dpi.png': () => noise(450, 300).png().withDensity(300).toBuffer(),
  'layers.png': () => noise(450, 300).ensureAlpha(1).png().toBuffer(),
  'shadow.png': () => shadow().png().toBuffer(),
  'grey.png': () => noise(450, 300).greyscale().png().toBuffer(),
  'deep.png': () => noise(450, 300).toColourspace('rgb16').png().toBuffer(),
  'palette.png': () => noise(450, 300).png({ palette: true }).toBuffer(),
  'photo.jpg': () => noise(450, 300).jpeg().toBuffer(),
  'turned.jpg': () => noise(450, 300).jpeg().withMetadata({ orientation: 6 }).toBuffer(),
  'inks.jpg': () => noise(450, 300).toColourspace('cmyk').jpeg().toBuffer(),
  'picture.webp': () => noise(450, 300).webp().toBuffer(),
  'wide-colours.png': () => noise(450, 300).png().withIccProfile('p3').toBuffer(),
} as const

/** What a check with a thumbnail answers, and what the same settings give without one. */
const both = async (name: string, bytes: Buffer, changes: Partial<ImageSettings>) => {
  const settings = { ...asIs, ...changes }
  const source = bench.add(name, bytes)
  const [target, alone, thumbnail] = [bench.nextTarget(), bench.nextTarget(), bench.nextTarget()]
  const checked = await bench.images.check(source, undefined, { target, settings, thumbnail })
  const processed = await bench.images.process({ source, target: alone, settings })
  return { checked, processed, target, alone, thumbnail }
}

describe('one decoding', () => {
  it.each(Object.entries(sources))(
    'of %s gives the bytes of a conversion alone, its thumbnail and its look',
    async (name, draw) => {
      const bytes = await draw()
      for (const format of ['keep', 'png', 'webp', 'jpeg'] as const) {
        const done = await both(name, bytes, { maxPixels: 360, format })
        const { thumbnail: type, ...outcome } = done.checked.made ?? {}
        expect(outcome).toEqual(done.processed)
        expect(await readFile(done.target)).toEqual(await readFile(done.alone))
        const { width, height, format: written } = await sharp(done.thumbnail).metadata()
        expect(Math.max(width, height)).toBe(320)
        expect(`image/${written}`).toBe(type)
        expect(done.checked.look).toMatch(/^[0-9a-f]{16}$/u)
      }
    },
  )

  it('keeps a profile where the settings ask for it', async () => {
    const bytes = await sources['wide-colours.png']()
    const { target, alone } = await both('p3.png', bytes, { maxPixels: 360, keepsProfile: true })
    expect(await readFile(target)).toEqual(await readFile(alone))
    expect((await sharp(target).metadata()).hasProfile).toBe(true)
  })

  it('of an animation gives no thumbnail, which moves too', async () => {
    for (const settings of [{ maxPixels: 30 }, {}]) {
      const { checked, target, thumbnail } = await both(
        'moving.webp',
        await animatedWebp(60, 40),
        settings,
      )
      expect(checked.made?.thumbnail).toBeUndefined()
      expect([existsSync(target), existsSync(thumbnail)]).toEqual([
        checked.made?.untouched === false,
        false,
      ])
    }
  })

  it('gives a thumbnail through which shines what shines through the image', async () => {
    const clear = await both('clear.png', await shadow().png().toBuffer(), {})
    expect(clear.checked.made?.thumbnail).toBe('image/webp')
    expect((await sharp(clear.thumbnail).metadata()).hasAlpha).toBe(true)
    const whole = await both('whole.png', await sources['layers.png'](), {})
    expect(whole.checked.made?.thumbnail).toBe('image/jpeg')
  })

  it('finds a damaged image, and writes nothing of it', async () => {
    const bytes = await sources['photo.jpg']()
    const settings = { ...asIs, maxPixels: 360 }
    const [target, thumbnail] = [bench.nextTarget(), bench.nextTarget()]
    const source = bench.add('cut.jpg', bytes.subarray(0, bytes.length - 2_000))
    await expect(
      bench.images.check(source, undefined, { target, settings, thumbnail }),
    ).rejects.toMatchObject({ details: { rule: 'image_truncated' } })
    expect([target, thumbnail].filter((path) => existsSync(path))).toEqual([])
  })

  it('writes the same PNG whatever size its source says that it is printed in', async () => {
    const settings = { maxPixels: 360 }
    const plain = await bench.run('plain.png', await sources['print.png'](), settings)
    const print = await bench.run('print.png', await sources['print-300dpi.png'](), settings)
    expect(await readFile(print.target)).toEqual(await readFile(plain.target))
  })
})
