import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from 'vitest'
import { clip } from '../../../support/works-in-window.ts'
import { hugePng, isoMedia, noise, twoColours } from '../../../media/images/images.ts'
import { makeFolder, requestFor, writeTable } from '../harness.ts'
import { importTest as it } from '../import-test.ts'

const png = await noise(64, 64).png().toBuffer()
const jpeg = await noise(64, 64).jpeg().toBuffer()
const webp = await noise(64, 64).webp({ lossless: true }).toBuffer()
const gif = await noise(64, 64).gif().toBuffer()

/** Nothing is resized or converted. */
const kept = { settings: { maxPixels: null, format: 'keep', quality: 80 } } as const

const cut = (bytes: Buffer): Buffer => bytes.subarray(0, Math.floor(bytes.length / 2))
const flipped = (bytes: Buffer): Buffer => {
  const other = Buffer.from(bytes)
  const middle = Math.floor(other.length / 2)
  other[middle] = (other[middle] ?? 0) ^ 0xff
  return other
}

/** Each under a name that a table would have, and the rule that planning finds. */
const faults: readonly (readonly [file: string, content: Buffer | string, rule: string])[] = [
  ['cut.png', cut(png), 'image_damaged'],
  ['cut.jpg', cut(jpeg), 'image_damaged'],
  ['cut.webp', cut(webp), 'image_damaged'],
  ['cut.gif', cut(gif), 'image_damaged'],
  ['cut.avif', (await readFile(clip('avif'))).subarray(0, -20), 'image_damaged'],
  ['flipped.png', flipped(png), 'image_damaged'],
  ['head-alone.png', png.subarray(0, 33), 'image_damaged'],
  ['signature-alone.png', png.subarray(0, 8), 'content_not_supported'],
  ['empty.png', '', 'empty_file'],
  ['text.png', 'No image at all.', 'content_not_supported'],
  ['zeros.png', Buffer.alloc(2000), 'content_not_supported'],
  ['page.png', '<!doctype html><html><body>404</body></html>', 'content_not_supported'],
  ['drawing.png', '<svg xmlns="http://www.w3.org/2000/svg"/>', 'content_not_supported'],
  ['drawing.svg', '<svg xmlns="http://www.w3.org/2000/svg"/>', 'content_not_supported'],
  ['paper.png', '%PDF-1.7 a paper', 'content_not_supported'],
  ['archive.png', Buffer.from('504b0304140000000800', 'hex'), 'content_not_supported'],
  ['scan.tiff', await twoColours(8, 8).tiff().toBuffer(), 'content_not_supported'],
  ['scan.png', await twoColours(8, 8).tiff().toBuffer(), 'content_not_supported'],
  ['phone.png', isoMedia('heic'), 'content_not_supported'],
  ['bomb.png', hugePng(20_000, 20_000), 'image_too_large'],
  ['photo.png', jpeg, 'name_differs_from_content'],
]

// Fault 22 of docs/faults.md.
it('every fault of an image is found in planning: without its rows the run meets none', async ({
  folder,
  studio,
  importer: { imports },
}) => {
  await makeFolder(folder, 1)
  for (const [name, content] of faults) await writeFile(join(folder, name), content)
  await writeTable(folder, faults.length + 1, (cells, index) => [
    cells[0] ?? '',
    cells[1] ?? '',
    faults[index - 2]?.[0] ?? '1.png',
    cells[3] ?? '',
  ])
  const request = requestFor(folder, studio.collectionId)
  const plan = await imports.plan(request)
  const found = new Map(plan.issues.map(({ row, rule }) => [row, rule]))
  expect(faults.map(([name], index) => [name, found.get(index + 3)])).toEqual(
    faults.map(([name, , rule]) => [name, rule]),
  )
  const summary = await imports.start({ ...request, skipped: plan.invalidRows })
  expect(summary).toMatchObject({ failed: 0, failures: [], added: plan.tokens.length })
})

// Fault 22 of docs/faults.md.
it('a damaged image that nobody checked fails alone in the run, which names it at its end', async ({
  folder,
  studio,
  importer: { imports },
}) => {
  await makeFolder(folder, 3)
  await writeFile(join(folder, '2.png'), cut(png))
  const summary = await imports.start(requestFor(folder, studio.collectionId))
  expect(summary).toMatchObject({ state: 'failed', added: 2, failed: 1 })
  expect(summary.failures).toMatchObject([
    { asset_name: 'Token2', message: expect.stringContaining('damaged') },
  ])
})

it('printing inks are found in planning, also where nothing is resized', async ({
  folder,
  studio,
  importer: { imports },
}) => {
  await makeFolder(folder, 1)
  await writeTable(folder, 1, ([name = '', title = '', , colour = '']) => [
    name,
    title,
    'inks.jpg',
    colour,
  ])
  const inks = await twoColours(8, 8).toColourspace('cmyk').jpeg().toBuffer()
  await writeFile(join(folder, 'inks.jpg'), inks)
  const { issues } = await imports.plan(requestFor(folder, studio.collectionId, kept))
  expect(issues.map(({ row, rule }) => [row, rule])).toContainEqual([2, 'image_inks'])
})

it('a place in an image that stays as it is is found in planning, as the run notes it', async ({
  folder,
  studio,
  importer: { imports },
}) => {
  await makeFolder(folder, 1)
  const place = { IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1 30/1 0/1' } }
  const placed = await twoColours(8, 8).withExif(place).png().toBuffer()
  await writeFile(join(folder, '1.png'), placed)
  const request = requestFor(folder, studio.collectionId, kept)
  const plan = await imports.plan(request)
  expect(plan.issues.map(({ row, rule }) => [row, rule])).toContainEqual([2, 'image_location'])
  const { notes } = await imports.start(request)
  expect(notes.map(({ message }) => message).join(' ')).toContain('GPS')
})
