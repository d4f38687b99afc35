import { copyFile, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from 'vitest'
import type { Plan } from '#app/imports/plan/plan-types.ts'
import { planImport, planInTurns } from '#app/imports/plan/plan.ts'
import { editTable } from '#app/imports/table/edit-table.ts'
import { createWorkingCopies } from '#app/imports/working-copies.ts'
import { contentsOf, makeFolder, requestFor, writeTable } from './harness.ts'
import { importTest as it, type ImportStudio } from './import-test.ts'

const request = (folder: string, studio: ImportStudio) => requestFor(folder, studio.collectionId)

it('is imported and resumed beside the folder; the own table is no file of it', async ({
  home,
  folder,
  studio,
  importer,
}) => {
  await makeFolder(folder, 3)
  await writeTable(folder, 3, (cells, at) => (at === 2 ? ['Token2', '', '2.png', 'c'] : cells))
  await copyFile(join(folder, '3.png'), join(folder, 'unused.png'))
  const own = await readFile(join(folder, 'tokens.csv'))
  const inputs = await importer.imports.inputs(request(folder, studio))
  expect(planImport(inputs).counts.errors).toBe(1)

  const fixed = editTable(inputs.table, [{ kind: 'set', row: 3, column: 'name', value: 'Two' }])
  const copies = createWorkingCopies({ home, imports: importer.imports, onError: () => undefined })
  const csv = await copies.write('draft', fixed)
  const plans: Plan[] = []
  const asked = { ...request(folder, studio), csv, ownTable: inputs.tablePath }
  const first = await importer.imports.start(asked, { onPlan: (plan) => plans.push(plan) })
  expect(first).toMatchObject({ added: 3, state: 'done' })
  const again = await importer.imports.resume(first.job, { onPlan: (plan) => plans.push(plan) })
  expect(again).toMatchObject({ job: first.job, added: 0, already: 3 })
  for (const { issues } of plans)
    expect(issues.filter(({ rule }) => rule === 'unused_file')).toMatchObject([
      { value: 'unused.png' },
    ])
  expect(plans).toHaveLength(2)
  expect((await contentsOf(studio.client, studio.collectionId))[1]).toMatchObject({ name: 'Two' })
  expect(await readFile(join(folder, 'tokens.csv'))).toEqual(own)
})

it('is planned in pieces as at once', async ({ folder, studio, importer }) => {
  await makeFolder(folder, 2)
  const inputs = await importer.imports.inputs(request(folder, studio))
  const many = Array.from({ length: 3_000 }, (_, at) => {
    return { row: at + 2, cells: [`Token${at}`, 'A name', `${(at % 2) + 1}.png`, 'c'] }
  })
  const input = { ...inputs, table: { ...inputs.table, rows: many } }
  let turns = 0
  const counting = setInterval(() => (turns += 1), 0)
  const plan = await planInTurns(input)
  clearInterval(counting)
  expect(plan).toEqual(planImport(input))
  expect(turns).toBeGreaterThan(0)
  await expect(planInTurns(input, AbortSignal.abort())).rejects.toThrow('aborted')
})
