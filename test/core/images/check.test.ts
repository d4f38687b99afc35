import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { clip } from '../../support/works-in-window.ts'
import { createBench } from './bench-of-files.ts'
import { animatedGif, isoMedia, noise } from './images.ts'
import { gltf, worksByType } from './works.ts'

let bench: ReturnType<typeof createBench>
beforeAll(() => {
  bench = createBench()
})
afterAll(() => bench.close())

it('a check describes a sound image and its bytes, and writes nothing', async () => {
  const source = bench.add('sound.png', await noise(30, 20).png().toBuffer())
  const before = readdirSync(bench.dir)
  const bytes = readFileSync(source)
  expect(await bench.images.check(source)).toMatchObject({
    mediaType: 'image/png',
    header: { raster: 'png', width: 30, height: 20, frames: 1, upright: true },
    hasGps: false,
    source: { size: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') },
  })
  expect(readdirSync(bench.dir)).toEqual(before)
})

it('a check names the content, whatever the file is called', async () => {
  const photo = bench.add('photo.png', await noise(9, 9).jpeg().toBuffer())
  expect(await bench.images.check(photo)).toMatchObject({
    mediaType: 'image/jpeg',
    header: { raster: 'jpeg' },
  })
  const film = bench.add('film.png', isoMedia('isom'))
  expect(await bench.images.check(film)).toMatchObject({ mediaType: 'video/mp4', header: null })
})

it.each(Object.entries(worksByType))(
  'a check knows a work of the type %s by its content, and does not open it',
  async (mediaType, content) => {
    const source = bench.add('unnamed', Buffer.from(content()))
    expect(await bench.images.check(source)).toMatchObject({ mediaType, header: null })
  },
)

it.each([
  ['mp3', 'audio/mpeg'],
  ['flac', 'audio/flac'],
  ['ogg', 'audio/ogg'],
  ['opus', 'audio/ogg'],
  ['webm', 'video/webm'],
  ['mp4', 'video/mp4'],
] as const)(
  'a check knows a real %s by its bytes under the extension of another',
  async (ending, mediaType) => {
    for (const name of ['art.png', 'art.wav', 'art.glb'])
      expect(await bench.images.check(bench.add(name, readFileSync(clip(ending))))).toMatchObject({
        mediaType,
        header: null,
      })
  },
)

it('a check tells a 3D scene that loads other files from one that holds all of it', async () => {
  const whole = bench.add('whole.gltf', Buffer.from(gltf()))
  expect(await bench.images.check(whole)).toMatchObject({ needsOthers: false })
  const split = bench.add('split.gltf', Buffer.from(gltf('shapes.bin')))
  expect(await bench.images.check(split)).toMatchObject({ needsOthers: true })
})

it('a check decodes every frame of an animation', async () => {
  const gif = await animatedGif(8, 6)
  expect(await bench.images.check(bench.add('whole.gif', gif))).toMatchObject({
    header: { raster: 'gif', width: 8, height: 6, frames: 3 },
  })
  const cut = bench.add('cut.gif', gif.subarray(0, -10))
  await expect(bench.images.check(cut)).rejects.toMatchObject({
    details: { rule: 'image_truncated' },
  })
})

it('a check says how an image looks: the same for another size and format, far from another image', async () => {
  const lookOf = async (name: string, bytes: Buffer): Promise<bigint> => {
    const { look = '' } = await bench.images.check(bench.add(name, bytes))
    expect(look).toMatch(/^[0-9a-f]{16}$/u)
    return BigInt(`0x${look}`)
  }
  const bitsApart = (one: bigint, other: bigint): number =>
    (one ^ other).toString(2).replaceAll('0', '').length
  const drawing = noise(40, 40).resize(400, 400, { kernel: 'cubic' })
  const whole = await lookOf('whole.png', await drawing.clone().png().toBuffer())
  const small = await sharp(await drawing.clone().png().toBuffer())
    .resize(200)
    .jpeg()
    .toBuffer()
  expect(bitsApart(whole, await lookOf('small.jpg', small))).toBeLessThanOrEqual(4)
  const turned = await sharp(await drawing.clone().png().toBuffer())
    .rotate(90)
    .png()
    .toBuffer()
  expect(bitsApart(whole, await lookOf('other.png', turned))).toBeGreaterThan(10)
  expect((await bench.images.check(bench.add('film.mp4', isoMedia('isom')))).look).toBeUndefined()
})

it('a check finds an image that has to be turned upright', async () => {
  const bytes = await noise(12, 8).jpeg().withMetadata({ orientation: 6 }).toBuffer()
  expect(await bench.images.check(bench.add('turned.jpg', bytes))).toMatchObject({
    header: { width: 8, height: 12, upright: false },
  })
})
