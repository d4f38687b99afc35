import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from 'vitest'
import { editTable } from '#app/imports/table/edit-table.ts'
import { createWorkingCopies } from '#app/imports/working-copies.ts'
import { textSheet, xlsxOf } from '../../support/workbook.ts'
import { makeFolder, requestFor, row } from './harness.ts'
import { encodeLegacy } from './table/encode-legacy.ts'
import { importTest as it } from './import-test.ts'

const header = ['asset_name', 'name', 'image', 'colour']

it('a resumed import reads its table in the encoding that was chosen', async ({
  folder,
  studio,
  importer: { imports },
}) => {
  await makeFolder(folder, 1)
  const text = `${header.join()}\nBean1,König,1.png,rot\n`
  await writeFile(join(folder, 'tokens.csv'), encodeLegacy(text, 'macintosh'))
  const request = requestFor(folder, studio.collectionId)
  await expect(imports.start(request)).rejects.toMatchObject({
    details: { rule: 'encoding_ambiguous' },
  })
  const { job } = await imports.start({ ...request, encoding: 'macintosh' })
  expect(await imports.resume(job)).toMatchObject({ already: 1, state: 'done' })
})

it('each sheet of a workbook is an import of its own, which reads its sheet again', async ({
  home,
  folder,
  studio,
  importer: { imports },
}) => {
  await makeFolder(folder, 3)
  await rm(join(folder, 'tokens.csv'))
  const sheets = { One: textSheet(header, row(1), row(2)), Two: textSheet(header, row(3)) }
  await writeFile(join(folder, 'tokens.xlsx'), xlsxOf(sheets))
  const request = requestFor(folder, studio.collectionId)
  await expect(imports.start(request)).rejects.toMatchObject({
    details: { rule: 'sheet_ambiguous', sheets: ['One', 'Two'] },
  })
  const one = await imports.start({ ...request, sheet: 'One' })
  expect(one).toMatchObject({ added: 2, state: 'done' })
  const two = await imports.start({ ...request, sheet: 'Two' })
  expect(two).toMatchObject({ added: 1, state: 'done' })
  expect(two.job).not.toBe(one.job)
  expect(await imports.resume(one.job)).toMatchObject({ job: one.job, added: 0, already: 2 })
  expect(await imports.start({ ...request, sheet: 'Two' })).toMatchObject({
    job: two.job,
    added: 0,
  })

  // A fixed copy is a CSV, and stays the import of its sheet.
  const inputs = await imports.inputs({ ...request, sheet: 'Two' })
  const csv = await createWorkingCopies({
    home,
    imports,
    onError: () => undefined,
  }).write(
    'draft',
    editTable(inputs.table, [{ kind: 'set', row: 2, column: 'name', value: 'Token no 3' }]),
  )
  const copied = { ...request, csv, ownTable: inputs.tablePath, sheet: 'Two' }
  expect(await imports.start(copied, { job: two.job })).toMatchObject({ job: two.job, already: 1 })
  expect(await imports.resume(two.job)).toMatchObject({ already: 1 })
})
