import { expect } from 'vitest'
import { makeFolder, requestFor } from '../harness.ts'
import { importTest as it } from '../import-test.ts'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'

it('a column that numbers the rows is no attribute unless somebody makes it one', async ({
  folder,
  studio: { collectionId },
  importer: { imports },
}) => {
  await makeFolder(folder, 2)
  const rows = ['Token1,Token no 1,1.png,red,1', 'Token2,Token no 2,2.png,red,2']
  const table = ['asset_name,name,image,colour,No', ...rows].join('\n')
  await writeFile(join(folder, 'tokens.csv'), table)
  const request = requestFor(folder, collectionId)
  const plan = await imports.plan(request)
  expect(plan.tokens.map(({ request: { custom_attributes: custom } }) => custom)).toEqual([{}, {}])
  expect(plan.issues.map(({ rule }) => rule)).toContain('number_column')

  const chosen = await imports.plan({ ...request, columns: [{ header: 'No', to: 'custom:No' }] })
  expect(chosen.tokens.map(({ request: { custom_attributes: custom } }) => custom)).toEqual([
    { No: '1' },
    { No: '2' },
  ])
})
