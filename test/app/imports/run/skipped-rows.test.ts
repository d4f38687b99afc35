import { expect } from 'vitest'
import { contentsOf, makeFolder, requestFor, writeTable } from '../harness.ts'
import { importTest as it } from '../import-test.ts'

it('the rows with errors are skipped if asked; a resume skips the same, a new start none', async ({
  folder,
  studio,
  importer,
}) => {
  const { imports } = importer
  const request = requestFor(folder, studio.collectionId)
  await makeFolder(folder, 3)
  await writeTable(folder, 3, (cells, at) => (at === 2 ? ['Token2', '', '2.png', 'c'] : cells))
  const { invalidRows = [] } = await imports.plan(request)
  expect(invalidRows).toMatchObject([{ row: 3, message: expect.stringContaining('Row 3, name') }])
  await expect(imports.start(request)).rejects.toMatchObject({ code: 'invalid' })

  const first = await imports.start({ ...request, skipped: invalidRows })
  expect(first).toMatchObject({ state: 'done', total: 2, added: 2, skipped: invalidRows })
  expect(imports.status(first.job).skipped).toEqual(invalidRows)

  await writeTable(folder, 3)
  const resumed = await imports.resume(first.job)
  expect(resumed).toMatchObject({ total: 2, added: 0, already: 2, skipped: invalidRows })
  const all = await imports.start(request)
  expect(all).toMatchObject({ job: first.job, total: 3, added: 1, already: 2, skipped: [] })
  expect(await contentsOf(studio.client, studio.collectionId)).toHaveLength(3)
})
