import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp, { type Metadata } from 'sharp'
import { expect } from 'vitest'
import { Cid } from '#media/content/cid.ts'
import {
  animatedGif,
  animatedPng,
  animatedWebp,
  frameDelays,
  twoColours,
} from '../../../media/images/images.ts'
import { clip } from '../../../support/works-in-window.ts'
import { requestFor } from '../harness.ts'
import { importTest as it, type ImportStudio, type TestImporter } from '../import-test.ts'
import { writeCsv } from '../table/write-csv.ts'

// Real images, files and servers: on a busy machine they take their time.
/** Images are made at most so long. */
const side = 20
const place = { IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1 30/1 0/1' } }
const square = (length: number) => twoColours(length, length)

const moving = { pages: 3, delay: frameDelays }
const isSmall = { width: side, height: side }

/** What no change is possible of, and small images, which need none. */
const kept: Readonly<Record<string, Buffer>> = {
  'moving.png': animatedPng(40, 40),
  'moving.avif': await readFile(clip('avif')),
  'small-photo.jpg': await square(side).jpeg().withExif(place).toBuffer(),
  'small-wide.png': await square(side).png().withIccProfile('p3').toBuffer(),
  'small-deep.png': await square(side).toColourspace('rgb16').png().toBuffer(),
}

/** Each with what its token gets instead. */
const changed: Readonly<
  Record<string, { readonly bytes: Buffer; readonly becomes: Partial<Metadata> }>
> = {
  'moving.gif': {
    bytes: await animatedGif(40, 40),
    becomes: { format: 'webp', width: side, ...moving },
  },
  'moving.webp': {
    bytes: await animatedWebp(40, 40),
    becomes: { format: 'webp', width: side, ...moving },
  },
  'wide-colours.png': {
    bytes: await square(40).png().withIccProfile('p3').toBuffer(),
    becomes: { format: 'png', hasProfile: false, space: 'srgb', ...isSmall },
  },
  'turned.jpg': {
    bytes: await twoColours(40, 20).jpeg().withMetadata({ orientation: 6 }).toBuffer(),
    becomes: { format: 'jpeg', width: side / 2, height: side },
  },
  'photo.jpg': {
    bytes: await square(40).jpeg().withExif(place).toBuffer(),
    becomes: { format: 'jpeg', ...isSmall },
  },
  'deep.png': {
    bytes: await square(40).toColourspace('rgb16').png().toBuffer(),
    becomes: { format: 'png', depth: 'uchar', ...isSmall },
  },
  'inks.jpg': {
    bytes: await square(40).toColourspace('cmyk').jpeg().toBuffer(),
    becomes: { format: 'jpeg', space: 'srgb', ...isSmall },
  },
}
const names = [...Object.keys(kept), ...Object.keys(changed)]

const makeKinds = async (folder: string): Promise<void> => {
  await mkdir(folder, { recursive: true })
  for (const name of names) {
    const bytes = kept[name] ?? changed[name]?.bytes ?? ''
    await writeFile(join(folder, name), bytes)
  }
  const rows = names.map((name, at) => [`Token${at}x`, `Token no ${at}`, name, 'red'])
  await writeFile(
    join(folder, 'tokens.csv'),
    writeCsv([['asset_name', 'name', 'image', 'colour'], ...rows]),
  )
}

/** The stored images of the collection's tokens, by the names of their files. */
const storedImages = async ({ client, collectionId }: ImportStudio, { store }: TestImporter) => {
  const tokens = await Array.fromAsync(client.tokens(collectionId, { order: 'asc', size: 100 }))
  const images = tokens.map(async ({ asset_name, image }) => {
    const cid = Cid(String(image).replace('ipfs://', ''))
    const name = names[Number(/\d+/u.exec(asset_name)?.[0])] ?? ''
    return [name, await readFile(store.path(cid))] as const
  })
  return new Map(await Promise.all(images))
}

it('an import makes each kind of image as wallets show it, keeps the bytes of what it cannot change, and says so before', async ({
  folder,
  studio,
  importer,
}) => {
  await makeKinds(folder)
  const settings = { maxPixels: side, format: 'keep', quality: 80 } as const
  const request = requestFor(folder, studio.collectionId, { settings })
  const { issues } = await importer.imports.plan(request)
  const filesWith = (rule: string) =>
    issues.flatMap((issue) => (issue.rule === rule ? [issue.value] : []))
  expect(filesWith('image_not_changed')).toEqual(['moving.png', 'moving.avif'])
  expect(filesWith('image_location')).toEqual(['small-photo.jpg'])
  expect(filesWith('image_colours')).toEqual(['small-wide.png', 'small-deep.png'])
  expect(filesWith('image_inks')).toEqual(['inks.jpg'])

  expect(await importer.imports.start(request)).toMatchObject({ added: names.length, failed: 0 })
  const stored = await storedImages(studio, importer)
  for (const [name, bytes] of Object.entries(kept))
    expect(stored.get(name)?.equals(bytes), name).toBe(true)
  for (const [name, { becomes }] of Object.entries(changed)) {
    const made = await sharp(stored.get(name)).metadata()
    expect(made, name).toMatchObject(becomes)
    expect([made.exif, made.orientation], name).toEqual([undefined, undefined])
  }
})
