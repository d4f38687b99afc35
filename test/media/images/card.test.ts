import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createBench } from './bench-of-files.ts'
import { twoColours } from './images.ts'

let bench: ReturnType<typeof createBench>
beforeAll(() => {
  bench = createBench()
})
afterAll(() => bench.close())

const words = { title: 'Fern & <b>Moth', line: '25 ADA · Night Garden' }

const draw = async (changes: { readonly link?: string; readonly title?: string } = {}) => {
  const source = bench.add('art.png', await twoColours(600, 300).png().toBuffer())
  const target = `${source}.card`
  await bench.images.drawCard({ source, target, ...words, ...changes })
  return target
}

/** Dark pixels of the band where the title is. */
const inkOf = async (card: string): Promise<number> => {
  const { data } = await sharp(card)
    .extract({ left: 0, top: 1080, width: 800, height: 140 })
    .greyscale()
    .raw()
    .toBuffer({ resolveWithObject: true })
  return data.filter((level) => level < 128).length
}

describe('A card to share', () => {
  it('shows the whole art, what is said of it, and the code of a link that leads to its page', async () => {
    const link = 'https://shop.example.com/pay/token/01kdzr5h0v7n3k9c1m4p8s2w6z'
    const card = await draw({ link })
    expect(await sharp(card).metadata()).toMatchObject({ format: 'png', width: 1080, height: 1320 })
    expect(await bench.images.readCodes(card)).toEqual([link])
    // In the middle of its square, and not enlarged: red on the left, blue on the right.
    const pixel = async (left: number) => {
      const at = { left, top: 540, width: 1, height: 1 }
      return [...(await sharp(card).extract(at).raw().toBuffer())]
    }
    expect(await pixel(250)).toEqual([255, 0, 0])
    expect(await pixel(830)).toEqual([0, 0, 255])
    expect(await inkOf(card)).toBeGreaterThan(500)
  })

  it('has no code where there is no page, and takes any name as text', async () => {
    const card = await draw()
    expect(await bench.images.readCodes(card)).toEqual([])
    expect(await inkOf(await draw({ title: '</span><b>' }))).toBeGreaterThan(100)
  })
})
