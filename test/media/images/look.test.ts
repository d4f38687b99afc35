import library from 'sharp-phash'
import { expect, it } from 'vitest'
import { greyOf, hashOf, lookOf, lookSide } from '#media/images/child/look.ts'
import { noise } from './images.ts'

type Hashing = typeof library.default
const isHashing = (exported: unknown): exported is Hashing => typeof exported === 'function'
const judge: Hashing = isHashing(library) ? library : library.default

const random = (seed: number): Uint8Array =>
  Uint8Array.from(
    { length: lookSide * lookSide },
    (_, index) => (Math.imul(index * 31 + seed, 2_654_435_761) >>> 16) & 0xff,
  )

it('the bits are those of sharp-phash for the same grey pixels', async () => {
  for (let seed = 1; seed <= 30; seed += 1) {
    const grey = random(seed)
    const raw = { width: lookSide, height: lookSide, channels: 1 } as const
    const bits = await judge(Buffer.from(grey), { raw })
    expect(BigInt(`0x${hashOf(Float64Array.from(grey))}`)).toBe(BigInt(`0b${bits}`))
  }
})

it('a plain image has no pattern and so no bits, whatever its brightness', () => {
  const plain = (value: number) => hashOf(new Float64Array(lookSide * lookSide).fill(value))
  expect([plain(0), plain(77.7), plain(255)]).toEqual([undefined, undefined, undefined])
})

it('brightness is the mean of each part, of a smaller image too, and white shines through', () => {
  const grey = (width: number, height: number, data: number[], channels: 1 | 2 | 4) =>
    greyOf({ width, height, channels, data: Buffer.from(data) })
  expect(grey(1, 1, [40], 1)).toEqual(new Float64Array(lookSide * lookSide).fill(40))
  expect(grey(1, 1, [0, 0], 2)).toEqual(new Float64Array(lookSide * lookSide).fill(255))
  expect(grey(1, 1, [0, 0, 0, 255], 4)).toEqual(new Float64Array(lookSide * lookSide))
  const halves = Array.from({ length: 64 * 64 }, (_, index) => (index % 64 < 32 ? 0 : 200))
  expect([...grey(64, 64, halves, 1).subarray(15, 17)]).toEqual([0, 200])
})

it('an image looks the same with half of its pixels', async () => {
  const drawing = noise(40, 40).resize(640, 640, { kernel: 'cubic' })
  const look = async (side: number): Promise<string | undefined> => {
    const { data, info } = await drawing.clone().png().toBuffer({ resolveWithObject: true })
    expect(info.width).toBe(640)
    const { default: sharp } = await import('sharp')
    const pixels = await sharp(data).resize(side, side).raw().toBuffer({ resolveWithObject: true })
    return lookOf({ data: pixels.data, width: side, height: side, channels: 3 })
  }
  const apart = BigInt(`0x${await look(640)}`) ^ BigInt(`0x${await look(320)}`)
  expect(apart.toString(2).replaceAll('0', '').length).toBeLessThanOrEqual(2)
})
