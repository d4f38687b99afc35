import { crc32, deflateSync } from 'node:zlib'
import sharp, { type Sharp } from 'sharp'

/** Small real images, each made to hold exactly what a test is about. */

/** Red on the left, blue on the right: shows whether it was turned or mirrored. */
export const twoColours = (width: number, height: number): Sharp =>
  sharp({ create: { width, height, channels: 3, background: '#0000ff' } }).composite([
    {
      input: {
        create: { width: Math.floor(width / 2), height, channels: 3, background: '#ff0000' },
      },
      left: 0,
      top: 0,
    },
  ])

/** Pixels without pattern (the same each time), so that files are long and every byte counts. */
export const noise = (width: number, height: number): Sharp => {
  const bytes = Buffer.alloc(width * height * 3)
  let state = 1
  for (let at = 0; at < bytes.length; at += 1) {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0
    bytes[at] = state >>> 24
  }
  return sharp(bytes, { raw: { width, height, channels: 3 } })
}

const animation = async (width: number, height: number, colours: readonly string[]) => {
  const frames = await Promise.all(
    colours.map((background) =>
      sharp({ create: { width, height, channels: 3, background } })
        .png()
        .toBuffer(),
    ),
  )
  return sharp(frames, { join: { animated: true } })
}

export const frameDelays = [100, 200, 300]

export const animatedGif = async (width: number, height: number): Promise<Buffer> =>
  (await animation(width, height, ['red', 'green', 'blue']))
    .gif({ delay: frameDelays, loop: 2 })
    .toBuffer()

export const animatedWebp = async (width: number, height: number): Promise<Buffer> =>
  (await animation(width, height, ['red', 'green', 'blue']))
    .webp({ delay: frameDelays, loop: 2 })
    .toBuffer()

/** A canvas on which each frame paints one pixel: a hundred bytes that unfold to width × height × frames. */
export const gifOfManyFrames = (width: number, height: number, frames: number): Buffer => {
  const head = Buffer.from('GIF89a\0\0\0\0\x80\0\0\0\0\0\xff\xff\xff', 'latin1')
  head.writeUInt16LE(width, 6)
  head.writeUInt16LE(height, 8)
  // Image of 1 × 1 at 0,0; LZW with 2 bits: clear, colour 0, end.
  const frame = Buffer.from([0x2c, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x44, 0x01, 0])
  return Buffer.concat([head, ...Array.from({ length: frames }, () => frame), Buffer.from([0x3b])])
}

const chunk = (type: string, data: Buffer): Buffer => {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const length = Buffer.alloc(4)
  length.writeUInt32BE(data.length)
  const sum = Buffer.alloc(4)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, sum])
}

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

const gray = 0
const palette = 3

const header = (width: number, height: number, bits: number, colours: number): Buffer => {
  const data = Buffer.alloc(13)
  data.writeUInt32BE(width, 0)
  data.writeUInt32BE(height, 4)
  data[8] = bits
  data[9] = colours
  return chunk('IHDR', data)
}

/** One bit a pixel, all of them 0. */
const emptyPixels = (width: number, height: number): Buffer =>
  chunk('IDAT', deflateSync(Buffer.alloc(height * (Math.ceil(width / 8) + 1)), { level: 1 }))

const end = chunk('IEND', Buffer.alloc(0))

/** A whole, valid PNG of one colour: a few kilobytes however many pixels. */
export const hugePng = (width: number, height: number): Buffer =>
  Buffer.concat([signature, header(width, height, 1, gray), emptyPixels(width, height), end])

/** As hugePng, half transparent: for each pixel there is much more to do. */
export const hugeGlass = (width: number, height: number): Buffer =>
  Buffer.concat([
    signature,
    header(width, height, 1, palette),
    chunk('PLTE', Buffer.from([200, 100, 50])),
    chunk('tRNS', Buffer.from([128])),
    emptyPixels(width, height),
    end,
  ])

/** Two frames of one gray each. */
export const animatedPng = (width: number, height: number): Buffer => {
  const pixels = (gray: number): Buffer => {
    const row = Buffer.alloc(width + 1, gray)
    row[0] = 0
    return deflateSync(Buffer.concat(Array.from({ length: height }, () => row)))
  }
  const control = (sequence: number): Buffer => {
    const data = Buffer.alloc(26)
    data.writeUInt32BE(sequence, 0)
    data.writeUInt32BE(width, 4)
    data.writeUInt32BE(height, 8)
    data.writeUInt16BE(1, 20)
    data.writeUInt16BE(10, 22)
    return chunk('fcTL', data)
  }
  const count = Buffer.alloc(8)
  count.writeUInt32BE(2, 0)
  const second = Buffer.alloc(4)
  second.writeUInt32BE(2)
  return Buffer.concat([
    signature,
    header(width, height, 8, gray),
    chunk('acTL', count),
    control(0),
    chunk('IDAT', pixels(40)),
    control(1),
    chunk('fdAT', Buffer.concat([second, pixels(200)])),
    end,
  ])
}

/** One second of silence: 8 kHz, 8 bit, mono. */
export const wav = (): Buffer => {
  const data = Buffer.alloc(8000, 0x80)
  const head = Buffer.alloc(44)
  head.write('RIFF', 0)
  head.writeUInt32LE(36 + data.length, 4)
  head.write('WAVEfmt ', 8)
  head.writeUInt32LE(16, 16)
  head.writeUInt16LE(1, 20)
  head.writeUInt16LE(1, 22)
  head.writeUInt32LE(8000, 24)
  head.writeUInt32LE(8000, 28)
  head.writeUInt16LE(1, 32)
  head.writeUInt16LE(8, 34)
  head.write('data', 36)
  head.writeUInt32LE(data.length, 40)
  return Buffer.concat([head, data])
}

/** The first box of an ISO base media file, which names its kind, and some data. */
export const isoMedia = (brand: string): Buffer => {
  const box = Buffer.alloc(24)
  box.writeUInt32BE(24, 0)
  box.write('ftyp', 4)
  box.write(brand, 8)
  box.write(brand, 16)
  box.write('mp41', 20)
  return Buffer.concat([box, chunk('mdat', Buffer.alloc(256))])
}
