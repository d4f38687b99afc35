import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { parseAddress } from '#cardano/addresses.ts'
import { createImageProcess } from '#media/images/process.ts'
import { scanFolder } from '#app/imports/inputs/folder.ts'
import { readFolderTable } from '#app/imports/inputs/inputs.ts'
import { planImport } from '#app/imports/plan/plan.ts'
import { collectionRequest } from '#contract/collections/collection.ts'

const folder = join(import.meta.dirname, '..', '..', 'resources', 'sample')
/** Width and height of every image. */
const pixels = 1200

const readRequest = async () =>
  collectionRequest.parse(JSON.parse(await readFile(`${folder}-collection.json`, 'utf8')))

it('is a collection that an import takes as it is', async () => {
  const { metadata } = await readRequest()
  const { table, works, source } = await readFolderTable({ folder })
  expect(source.format).toBe('csv')
  const plan = planImport({
    table,
    files: works,
    collection: { id: 'sample', name: 'Sample', policy: { policy_id: '0'.repeat(56) }, metadata },
  })
  expect(plan.issues).toEqual([])
  expect(plan.tokens).toHaveLength(24)
})

it('pays to an address of a test network', async () => {
  const { payout_address: payout, royalty } = await readRequest()
  const address = royalty?.address.join('') ?? ''
  expect(parseAddress(address)).toMatchObject({ networkId: 0, isScript: false })
  expect(payout).toBe(address)
})

it('holds whole images of all three formats, under 3 MB together', async () => {
  const images = createImageProcess()
  const target = join(folder, 'never-written')
  const settings = { maxPixels: pixels, format: 'keep', quality: 80 } as const
  const sources = (await scanFolder(folder)).files.map(({ name }) => join(folder, name))
  const outcomes = await Promise.all(
    sources
      .filter((source) => /[.](?:png|jpg|webp)$/u.test(source))
      .map((source) => images.process({ source, target, settings })),
  )
  await images.close()
  expect(outcomes).toHaveLength(24)
  expect(outcomes.filter(({ untouched, width }) => !untouched || width !== pixels)).toEqual([])
  expect(new Set(outcomes.map(({ mediaType }) => mediaType)).size).toBe(3)
  expect(outcomes.reduce((sum, { bytes }) => sum + bytes, 0)).toBeLessThan(3_000_000)
})
