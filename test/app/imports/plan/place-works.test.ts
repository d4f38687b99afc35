import { expect, it, vi } from 'vitest'
import { placeWorks } from '#app/imports/plan/place-works.ts'
import { readTable } from '#app/imports/table/table.ts'
import { collection, type CollectionChange } from '#contract/collections/collection.ts'
import { sampleCollection } from '../../api/samples.ts'
import { writeCsv } from '../table/write-csv.ts'
import { fileOf, plainHeader, plainRow } from './plan-fixture.ts'

const inputs = {
  table: readTable(
    writeCsv([
      [...plainHeader, 'work'],
      [...plainRow, '1.mp4'],
    ]),
  ),
  files: [fileOf('1.png'), fileOf('1.mp4')],
  collection: collection.parse(sampleCollection),
}

/** A service that answers a change with the collection as it keeps it. */
const serviceThat = (keepsFiles: boolean) => ({
  updateCollection: vi.fn((_id: string, { metadata }: CollectionChange) =>
    Promise.resolve(
      collection.parse({
        ...sampleCollection,
        metadata: keepsFiles ? metadata : { ...metadata, files: undefined },
      }),
    ),
  ),
})

const nothing = { beforeChange: () => undefined }

it('a service that does not keep the files of works is named before any token is sent', async () => {
  expect(await placeWorks(inputs, serviceThat(true), nothing)).toEqual(['work'])
  await expect(placeWorks(inputs, serviceThat(false), nothing)).rejects.toMatchObject({
    code: 'service_error',
    message: expect.stringContaining('did not keep the files of works'),
    details: { rule: 'no_files_template' },
  })
})

it('nothing is sent where the change must not be made now, or nothing is missing', async () => {
  const service = serviceThat(true)
  const beforeChange = vi.fn(() => {
    throw new Error('locked')
  })
  await expect(placeWorks(inputs, service, { beforeChange })).rejects.toThrow('locked')
  const metadata = { files: [{ name: '<name>', media_type: '<work_type>', src: '<work>' }] }
  const placed = { ...inputs, collection: { ...inputs.collection, metadata } }
  expect(await placeWorks(placed, service, { beforeChange })).toEqual([])
  expect(beforeChange).toHaveBeenCalledTimes(1)
  expect(service.updateCollection).not.toHaveBeenCalled()
})
