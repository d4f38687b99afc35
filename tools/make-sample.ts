/**
 * Makes the sample collection, resources/sample: 24 prints of pressed plants, the project's own art,
 * with their table and collection request. Run again it writes the same bytes.
 */
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { collectionRequest } from '../src/shared/wire/collection.ts'
import { passesOf, plates, type Plate } from './sample/plates.ts'
import { print, sheet } from './sample/press.ts'

const target = join(import.meta.dirname, '..', 'resources', 'sample')

/** All three formats that people bring: mostly WebP, every fourth JPEG, every sixth PNG. */
const encode = (
  pixels: Buffer,
  { number }: Plate,
): { extension: string; bytes: Promise<Buffer> } => {
  const image = sharp(pixels, { raw: { width: sheet, height: sheet, channels: 3 } })
  if (number % 6 === 0)
    return {
      extension: 'png',
      bytes: image.png({ palette: true, colours: 16, dither: 0, effort: 10 }).toBuffer(),
    }
  if (number % 4 === 1)
    return { extension: 'jpg', bytes: image.jpeg({ quality: 64, mozjpeg: true }).toBuffer() }
  return { extension: 'webp', bytes: image.webp({ quality: 66, effort: 6 }).toBuffer() }
}

const twoDigits = (number: number): string => String(number).padStart(2, '0')

/** RFC 4180 */
const cell = (text: string): string =>
  /[",\r\n]/u.test(text) ? `"${text.replaceAll('"', '""')}"` : text

const header = [
  'asset_name',
  'name',
  'description',
  'image',
  'paper',
  'ink',
  'plant',
  'press',
  'custom:edition',
]

const rowOf = (plate: Plate, file: string): readonly string[] => [
  `Herbarium${twoDigits(plate.number)}`,
  `${plate.plant} No. ${twoDigits(plate.number)}`,
  `${plate.ink} ink on ${plate.paper.toLowerCase()} paper`,
  file,
  plate.paper,
  plate.ink,
  plate.plant,
  plate.press,
  `${plate.number} of ${plates.length}`,
]

/**
 * CIP-19's test vector for an enterprise address on a test network. Its key is in no wallet of a
 * user's, so nothing sent there comes back: it stands where the creator's own address belongs.
 */
const nobodysAddress = 'addr_test1vz2fxv2umyhttkxyxp8x0dlpdt3k6cwng5pxj3jhsydzerspjrlsz'

const collection = collectionRequest.parse({
  name: 'Pressed Herbarium',
  url: 'https://herbarium.example',
  description: 'Twenty-four plants, pressed and printed: the sample collection of Coldpress.',
  payout_address: nobodysAddress,
  policy: { lock: false },
  metadata: {
    asset_name: '<asset_name>',
    name: '<name>',
    image: '<image>',
    media_type: '<media_type>',
    description: '<description>',
    attributes: {
      paper: '<paper>',
      ink: '<ink>',
      plant: '<plant>',
      press: '<press>',
      collection: 'Pressed Herbarium',
      artist: 'The Coldpress workshop',
      copyright: 'The Coldpress authors, Apache-2.0',
    },
    version: '1.0',
  },
  royalty: { address: [nobodysAddress], rate: 0.05 },
})

await rm(target, { recursive: true, force: true })
await mkdir(target, { recursive: true })
const rows = [header]
for (const plate of plates) {
  const { paper, passes } = passesOf(plate)
  const { extension, bytes } = encode(await print(paper, passes, plate.number), plate)
  const file = `${twoDigits(plate.number)}-${plate.plant.toLowerCase()}.${extension}`
  await writeFile(join(target, file), await bytes)
  rows.push([...rowOf(plate, file)])
}
const table = rows.map((row) => row.map(cell).join(',')).join('\r\n')
await writeFile(join(target, 'tokens.csv'), `${table}\r\n`)
// Laid out as the formatter lays it out.
const request = JSON.stringify(collection, null, 2).replace(/\[\s+("[^"]*")\s+\]/gu, '[$1]')
await writeFile(`${target}-collection.json`, `${request}\n`)
