import { readdirSync, readFileSync, writeFileSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import sharp, { type Metadata } from 'sharp'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { z } from 'zod'
import { TestHome } from '../support/coldpress.ts'
import { herbarium } from '../support/prints.ts'

/** A folder with one photograph: its place, a wide colour space, and 90 pixels a side. */
let home: TestHome
let importing: readonly string[]
beforeEach(async () => {
  home = await TestHome.withVault()
  const folder = join(home.dir, 'photographs')
  mkdirSync(folder)
  const photograph = await sharp({
    create: { width: 90, height: 90, channels: 3, background: '#3a7' },
  })
    .jpeg()
    .withIccProfile('p3')
    .withExif({ IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1 30/1 0/1' } })
    .toBuffer()
  writeFileSync(join(folder, '1.jpg'), photograph)
  writeFileSync(join(folder, 'table.csv'), 'asset_name,name,image,ink\nOne,One,1.jpg,sepia\n')
  const file = home.file('collection.json', JSON.stringify(herbarium))
  const { document } = await home.json(['collection', 'create', '--file', file])
  const { id } = z.object({ id: z.string() }).parse(document)
  importing = ['import', folder, '--collection', id]
})
afterEach(() => home.remove())

/** Of the one image that an import with these options stores. */
const stored = async (...options: readonly string[]): Promise<Metadata> => {
  const { code, document } = await home.json([...importing, ...options])
  expect({ code, document }).toMatchObject({ code: 0, document: { added: 1 } })
  const objects = join(home.dir, 'content', 'objects')
  const files = readdirSync(objects, { recursive: true, withFileTypes: true })
  const file = files.find((one) => one.isFile())
  return sharp(readFileSync(join(file?.parentPath ?? '', file?.name ?? ''))).metadata()
}

it('an image that nothing changes keeps its bytes, with its place and its profile', async () => {
  const { exif, icc, width } = await stored()
  expect(exif?.includes('Exif')).toBe(true)
  expect({ width, hasProfile: icc !== undefined }).toEqual({ width: 90, hasProfile: true })
})

it('--without-location makes the image anew, without its place and in sRGB', async () => {
  const { exif, icc, width } = await stored('--without-location')
  expect({ width, exif, icc }).toEqual({ width: 90, exif: undefined, icc: undefined })
})

it('--keep-profile leaves a smaller image its colours', async () => {
  const { exif, icc, width } = await stored('--resize', '60', '--keep-profile')
  expect({ width, exif }).toEqual({ width: 60, exif: undefined })
  expect(icc?.includes(Buffer.from('P3', 'utf16le').swap16())).toBe(true)
})
