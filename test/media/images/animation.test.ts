import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createBench } from './bench-of-files.ts'
import { animatedGif, animatedPng, animatedWebp, frameDelays } from './images.ts'

let bench: ReturnType<typeof createBench>
beforeAll(() => {
  bench = createBench()
})
afterAll(() => bench.close())

const threeFrames = { pages: 3, delay: frameDelays, loop: 2 }

describe('an animation within the limits', () => {
  it('an animation within the limits is not changed', async () => {
    const gif = await bench.run('small.gif', await animatedGif(30, 20), { maxPixels: 30 })
    expect(gif.outcome).toMatchObject({ untouched: true, width: 30, height: 20, notes: [] })
    const webp = await bench.run('small.webp', await animatedWebp(30, 20), { maxPixels: 30 })
    expect(webp.outcome).toMatchObject({ untouched: true, width: 30, height: 20, notes: [] })
  })

  it.each(['png', 'jpeg'] as const)('is not flattened to a %s', async (format) => {
    const { outcome } = await bench.run('moving.gif', await animatedGif(30, 20), { format })
    expect(outcome).toMatchObject({ untouched: true, mediaType: 'image/gif' })
    expect(outcome.notes).toEqual([expect.stringContaining('animation')])
  })

  it('becomes animated WebP when asked to', async () => {
    const { outcome, target } = await bench.run('asked.gif', await animatedGif(30, 20), {
      format: 'webp',
    })
    expect(outcome).toMatchObject({ mediaType: 'image/webp', width: 30, height: 20, notes: [] })
    expect(await sharp(target).metadata()).toMatchObject(threeFrames)
  })
})

describe('an animation too large', () => {
  it.each([
    ['gif', animatedGif, ['Written as animated WebP.']],
    ['webp', animatedWebp, []],
  ] as const)('%s keeps frames, delays and loops', async (format, make, notes) => {
    const { outcome, target } = await bench.run(`large.${format}`, await make(60, 40), {
      maxPixels: 30,
    })
    expect(outcome).toMatchObject({
      mediaType: 'image/webp',
      width: 30,
      height: 20,
      untouched: false,
      notes,
    })
    expect(await sharp(target).metadata()).toMatchObject({ format: 'webp', ...threeFrames })
  })
})

describe('an animated PNG', () => {
  it('stays as it is, and says so where a change was asked for', async () => {
    const bytes = animatedPng(30, 20)
    const fits = await bench.run('moving.png', bytes, { maxPixels: 30 })
    expect(fits.outcome).toMatchObject({ untouched: true, mediaType: 'image/apng', notes: [] })
    const large = await bench.run('moving.png', bytes, { maxPixels: 10 })
    expect(large.outcome).toMatchObject({ untouched: true, width: 30, height: 20 })
    expect(large.outcome.notes).toEqual([expect.stringContaining('animated PNG')])
  })
})

it('is told from a still image by its header', async () => {
  const still = await sharp(await animatedGif(30, 20))
    .gif()
    .toBuffer()
  const animated = async (name: string, bytes: Buffer): Promise<boolean> =>
    (await bench.images.inspect(bench.add(name, bytes))).animated
  expect(await animated('a.gif', await animatedGif(30, 20))).toBe(true)
  expect(await animated('a.webp', await animatedWebp(30, 20))).toBe(true)
  expect(await animated('a.png', animatedPng(30, 20))).toBe(true)
  expect(await animated('still.gif', still)).toBe(false)
})
