import { encodeQR } from 'qr'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createBench } from './bench-of-files.ts'
import { noise, wav } from './images.ts'

let bench: ReturnType<typeof createBench>
beforeAll(() => {
  bench = createBench()
})
afterAll(() => bench.close())

const code = (text: string) => sharp(Buffer.from(encodeQR(text, 'gif', { scale: 6, border: 4 })))
/** A code on a desk, tilted and soft, as a telephone sees it. */
const photograph = async (text: string) =>
  sharp({ create: { width: 1600, height: 1200, channels: 3, background: '#8a7f70' } })
    .composite([
      {
        input: await code(text).rotate(7, { background: '#8a7f70' }).png().toBuffer(),
        left: 500,
        top: 300,
      },
    ])
    .blur(0.8)

describe('the codes of an image', () => {
  it.each(['png', 'jpeg', 'webp', 'gif'] as const)(
    'QR codes are read from a %s',
    async (format) => {
      const path = bench.add(
        `code.${format}`,
        await code('UR:BYTES/ONE').toFormat(format).toBuffer(),
      )
      expect(await bench.images.readCodes(path)).toEqual(['UR:BYTES/ONE'])
    },
  )

  it('are read from a photograph', async () => {
    const path = bench.add(
      'photo.jpg',
      await (await photograph('UR:BYTES/1-2/AB')).jpeg().toBuffer(),
    )
    expect(await bench.images.readCodes(path)).toEqual(['UR:BYTES/1-2/AB'])
  })

  it('are read from each image of an animation', async () => {
    const files = await Promise.all(
      ['ONE', 'TWO', 'THREE'].map((text) => code(text).resize(300, 300).png().toBuffer()),
    )
    const gif = await sharp(files, { join: { animated: true } })
      .gif()
      .toBuffer()
    expect(await bench.images.readCodes(bench.add('many.gif', gif))).toEqual([
      'ONE',
      'TWO',
      'THREE',
    ])
  })

  it('are none in an image without', async () => {
    const path = bench.add('noise.png', await noise(300, 200).png().toBuffer())
    expect(await bench.images.readCodes(path)).toEqual([])
  })

  it('are not looked for in sound, nor in a file that is cut off', async () => {
    await expect(bench.images.readCodes(bench.add('sound.wav', wav()))).rejects.toMatchObject({
      code: 'invalid',
      message: expect.stringContaining('is no image'),
    })
    const whole = await code('ONE').png().toBuffer()
    const cut = bench.add('cut.png', whole.subarray(0, whole.length / 2))
    await expect(bench.images.readCodes(cut)).rejects.toMatchObject({ code: 'invalid' })
  })
})
