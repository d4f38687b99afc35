import { readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { expect, it } from 'vitest'
import { header, makePrints, openImports, print, writeTable } from './open-imports.ts'

/** What was made of images and waits for a run. */
const waitingIn = (home: string) => readdir(join(home, 'content', 'tmp'))

it('are the images as the import will make them, and go with their draft', async () => {
  const { call, folder, home, open, services } = await openImports()
  await makePrints(folder, 2)
  const { id: draftId } = await open({ settings: { maxPixels: 20, format: 'webp', quality: 60 } })
  const image = await call('imports.image', { draftId, row: 3 })
  expect(image).toMatchObject({ mediaType: 'image/webp', width: 20, height: 20, notes: [] })
  const shown = await services.image(new URL(image.url ?? '', 'app://coldpress'))
  if (shown === undefined) throw new Error('not shown')
  expect(shown.mediaType).toBe('image/webp')
  expect(await sharp(shown.path).metadata()).toMatchObject({ width: 20, format: 'webp' })
  // Asked again the same, with other settings another.
  expect(await call('imports.image', { draftId, row: 3 })).toEqual(image)
  const settings = { maxPixels: 16, format: 'png', quality: 60 } as const
  await call('imports.replan', { draftId, settings, pinner: 'local' })
  const smaller = await call('imports.image', { draftId, row: 3 })
  expect(smaller).toMatchObject({ mediaType: 'image/png', width: 16 })
  expect(smaller.url).not.toBe(image.url)

  await call('imports.discard', { draftId })
  expect(await waitingIn(home)).toEqual([])
  expect(await services.image(new URL(image.url ?? '', 'app://coldpress'))).toBeUndefined()
})

it('show a file that stays as it is where it is, without a copy', async () => {
  const { call, folder, open, services } = await openImports()
  await makePrints(folder, 1)
  const { id: draftId } = await open({ settings: { maxPixels: null, format: 'keep', quality: 60 } })
  const { url } = await call('imports.image', { draftId, row: 2 })
  const shown = await services.image(new URL(url ?? '', 'app://coldpress'))
  expect(shown?.path.endsWith('/1.png')).toBe(true)
})

it('say why there is none', async () => {
  const { call, folder, open } = await openImports()
  await makePrints(folder, 1)
  await writeFile(join(folder, '2.png'), 'no image')
  await writeTable(folder, [
    header,
    print(1),
    print(2),
    ['Print3', 'Print no 3', 'ipfs://QmYwAPJzv5CZsnA625s3Xf2nemtYgPpHdWEz79ojWKPbdG', 'blue'],
    ['Print4', 'Print no 4', 'https://example.org/4.gif', 'blue'],
    ['Print5', '', '1.png', 'blue'],
    ['Print6', 'Print no 6', '', 'blue'],
  ])
  const { id: draftId } = await open()
  const of = (row: number) => call('imports.image', { draftId, row })
  await expect(of(3)).rejects.toMatchObject({
    code: 'invalid',
    details: { rule: 'image_not_media' },
  })
  expect(await of(4)).toMatchObject({ url: null, notes: [expect.stringContaining('IPFS')] })
  expect(await of(5)).toMatchObject({ url: null, mediaType: 'image/gif' })
  // A row with another error has its picture.
  expect(await of(6)).toMatchObject({ mediaType: 'image/png', width: 16 })
  await expect(of(7)).rejects.toMatchObject({ code: 'not_found' })
})
