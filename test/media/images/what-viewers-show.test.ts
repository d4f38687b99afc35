import { crc32, deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { asIs, createBench } from './bench-of-files.ts'
import { animatedGif, noise } from './images.ts'

/** Files that break the letter of their format and that every viewer shows, and two that look alike. */

let bench: ReturnType<typeof createBench>
beforeAll(() => {
  bench = createBench({ timeoutMs: 30_000, killAfterMs: 60_000 })
})
afterAll(() => bench.close())

const pixelsOf = async (path: string): Promise<Buffer> => sharp(path).raw().toBuffer()
const asPng = { format: 'png', maxPixels: 40 } as const

describe('a JPEG whose scan states other values than its kind has, as Samsung phones write it', () => {
  const photo = async (): Promise<Buffer> => noise(120, 90).jpeg({ quality: 90 }).toBuffer()
  /** Its scan's start, end and approximation, which are 0, 63 and 0. */
  const withScan = (jpeg: Buffer, values: readonly number[]): Buffer => {
    const changed = Buffer.from(jpeg)
    const at = changed.indexOf(Buffer.of(0xff, 0xda))
    const end = at + 2 + changed.readUInt16BE(at + 2)
    expect([...changed.subarray(end - 3, end)]).toEqual([0, 63, 0])
    Buffer.from(values).copy(changed, end - 3)
    return changed
  }

  it.each([{ values: [0, 0, 0] }, { values: [0, 62, 0] }, { values: [1, 63, 17] }])(
    'is the picture that it is with the right ones: $values',
    async ({ values }) => {
      const sound = await photo()
      const plain = await bench.run('plain.jpg', sound, asPng)
      const odd = await bench.run('samsung.jpg', withScan(sound, values), asPng)
      expect(await pixelsOf(odd.target)).toEqual(await pixelsOf(plain.target))
      const kept = await bench.run('kept.jpg', withScan(sound, values))
      expect(kept.outcome).toMatchObject({ untouched: true, width: 120, height: 90, notes: [] })
    },
  )

  it('is refused all the same where it is cut off or damaged', async () => {
    const odd = withScan(await photo(), [0, 0, 0])
    const broken = Buffer.from(odd)
    // A marker in the middle of a scan, which no encoder writes there.
    broken.writeUInt16BE(0xffc4, Math.floor(odd.length * 0.7))
    for (const bytes of [odd.subarray(0, Math.floor(odd.length * 0.6)), broken])
      await expect(
        bench.images.process({
          source: bench.add('cut.jpg', bytes),
          target: bench.nextTarget(),
          settings: asIs,
        }),
      ).rejects.toMatchObject({ details: { rule: 'image_truncated' } })
  })
})

describe('a GIF without the byte that ends it', () => {
  it('is kept, with a note, since frames may be missing', async () => {
    const whole = await animatedGif(20, 20)
    const lastFrame = whole.lastIndexOf(Buffer.of(0x21, 0xf9))
    for (const end of [whole.length - 1, lastFrame]) {
      const { outcome } = await bench.run('old.gif', whole.subarray(0, end))
      expect(outcome).toMatchObject({
        untouched: true,
        notes: [expect.stringMatching(/old\.gif ends without the byte that ends a GIF/u)],
      })
    }
    const { outcome } = await bench.run('whole.gif', whole)
    expect(outcome.notes).toEqual([])
  })
})

describe('grey with a colour profile', () => {
  const chunk = (type: string, data: Buffer): Buffer => {
    const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
    const around = Buffer.alloc(8)
    around.writeUInt32BE(data.length)
    around.writeUInt32BE(crc32(body), 4)
    return Buffer.concat([around.subarray(0, 4), body, around.subarray(4)])
  }

  /** A profile of grey by one gamma (ICC.1:2022, 8.3.3): description, rights, white point, curve. */
  const greyProfile = (gamma: number): Buffer => {
    const text = (type: string, words: string): Buffer =>
      Buffer.concat([Buffer.from(`${type}\0\0\0\0`, 'latin1'), Buffer.from(`${words}\0`, 'latin1')])
    const description = Buffer.concat([Buffer.from('desc\0\0\0\0', 'latin1'), Buffer.alloc(100)])
    description.writeUInt32BE(2, 8)
    description.write('g', 12, 'latin1')
    const white = Buffer.concat([Buffer.from('XYZ \0\0\0\0', 'latin1'), Buffer.alloc(12)])
    for (const [at, value] of [0.9642, 1, 0.8249].entries())
      white.writeInt32BE(Math.round(value * 65_536), 8 + at * 4)
    const curve = Buffer.concat([Buffer.from('curv\0\0\0\0', 'latin1'), Buffer.alloc(8)])
    curve.writeUInt32BE(1, 8)
    curve.writeUInt16BE(Math.round(gamma * 256), 12)
    const tags = { desc: description, cprt: text('text', 'none'), wtpt: white, kTRC: curve }
    const table = Buffer.alloc(4 + 12 * 4)
    table.writeUInt32BE(4)
    let at = 128 + table.length
    const bodies: Buffer[] = []
    for (const [index, [name, body]] of Object.entries(tags).entries()) {
      const padded = Buffer.concat([body, Buffer.alloc((4 - (body.length % 4)) % 4)])
      table.write(name, 4 + index * 12, 'latin1')
      table.writeUInt32BE(at, 8 + index * 12)
      table.writeUInt32BE(body.length, 12 + index * 12)
      bodies.push(padded)
      at += padded.length
    }
    const header = Buffer.alloc(128)
    header.writeUInt32BE(at)
    header.writeUInt32BE(0x02_40_00_00, 8)
    header.write('mntrGRAYXYZ ', 12, 'latin1')
    header.write('acsp', 36, 'latin1')
    white.copy(header, 68, 8)
    return Buffer.concat([header, table, ...bodies])
  }

  /** EXIF with nothing but the orientation: the top of the picture is its right side. */
  const lyingExif = Buffer.from('4d4d002a00000008000101120003000000010006000000000000', 'hex')

  const greyPng = async (depth: 'uchar' | 'ushort', exif?: Buffer): Promise<Buffer> => {
    const side = 32
    const values = Array.from({ length: side * side }, (_, at) => at % 256)
    const pixels =
      depth === 'uchar' ? Uint8Array.from(values) : Uint16Array.from(values, (value) => value * 257)
    const png = await sharp(pixels, { raw: { width: side, height: side, channels: 1 } })
      .toColourspace(depth === 'uchar' ? 'b-w' : 'grey16')
      .png()
      .toBuffer()
    const icc = Buffer.concat([Buffer.from('grey\0\0', 'latin1'), deflateSync(greyProfile(1))])
    // Behind the header: eight bytes of signature, 25 of IHDR.
    const turned = exif === undefined ? [] : [chunk('eXIf', exif)]
    return Buffer.concat([png.subarray(0, 33), chunk('iCCP', icc), ...turned, png.subarray(33)])
  }

  it('is turned as its EXIF says, with 8 bits and with 16', async () => {
    const settings = { format: 'png', maxPixels: 16 } as const
    const upright = await pixelsOf(
      (await bench.run('a.png', await greyPng('uchar'), settings)).target,
    )
    for (const depth of ['uchar', 'ushort'] as const) {
      const lying = await bench.run(`${depth}.png`, await greyPng(depth, lyingExif), settings)
      const turned = await sharp(lying.target).rotate(-90).raw().toBuffer()
      expect(turned).toHaveLength(upright.length)
      const most = Math.max(...upright.map((value, at) => Math.abs(value - (turned[at] ?? 0))))
      expect(most).toBeLessThanOrEqual(1)
    }
  })

  it('looks the same with 8 bits and with 16', async () => {
    const [shallow, deep] = [await greyPng('uchar'), await greyPng('ushort')]
    expect([shallow[24], deep[24]]).toEqual([8, 16])
    const settings = { format: 'png', maxPixels: 16 } as const
    const eight = await pixelsOf((await bench.run('g8.png', shallow, settings)).target)
    const sixteen = await pixelsOf((await bench.run('g16.png', deep, settings)).target)
    expect(sixteen).toHaveLength(eight.length)
    const most = Math.max(...eight.map((value, at) => Math.abs(value - (sixteen[at] ?? 0))))
    expect(most).toBeLessThanOrEqual(1)
    // The profile is one: without it the two would differ from the pixels less.
    expect(eight.some((value, at) => Math.abs(value - (shallow[at] ?? 0)) > 10)).toBe(true)
  })
})

it('a PNG in Apple’s own form is called that', async () => {
  const png = await noise(8, 8).png().toBuffer()
  const own = Buffer.concat([
    png.subarray(0, 8),
    Buffer.from('0000000443674249500020062bb8d566', 'hex'),
    png.subarray(8),
  ])
  await expect(
    bench.images.process({
      source: bench.add('icon.png', own),
      target: bench.nextTarget(),
      settings: asIs,
    }),
  ).rejects.toMatchObject({
    message: expect.stringContaining('Apple’s own form (CgBI)'),
    details: { rule: 'image_unsupported' },
  })
})
