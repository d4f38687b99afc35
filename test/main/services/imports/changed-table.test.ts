import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { encodeLegacy } from '../../../app/imports/table/encode-legacy.ts'
import { makePicture } from '../../../app/imports/harness.ts'
import { header, makePrints, openImports, print, writeTable } from './open-imports.ts'

it('reading the folder again says that the table has changed under changes, and undoing them reads it', async () => {
  const { call, folder, open } = await openImports()
  await makePrints(folder, 2)
  const { id: draftId, settings, pinner } = await open()
  const again = () => call('imports.replan', { draftId, settings, pinner })
  const isSaid = async (): Promise<boolean> => {
    const { issues } = await call('imports.issues', {
      draftId,
      offset: 0,
      limit: 100,
      rule: 'table_changed',
      severity: null,
    })
    return issues.length > 0
  }
  const names = async () => {
    const { rows } = await call('imports.rows', { draftId, offset: 0, limit: 10 })
    return rows.map(({ cells }) => cells[1])
  }
  const rename = (row: number) => [{ kind: 'set' as const, row, column: 'name', value: 'Mine' }]
  await call('imports.edit', { draftId, edits: rename(2) })
  await again()
  expect(await isSaid()).toBe(false)

  await writeTable(folder, [header, print(1), ['Print2', 'Theirs', '2.png', 'red']])
  expect(await again()).toMatchObject({ isEdited: true, counts: { warnings: 1 } })
  expect(await isSaid()).toBe(true)
  expect(await names()).toEqual(['Mine', 'Print no 2'])
  await call('imports.edit', { draftId, edits: rename(3) })
  expect(await isSaid()).toBe(true)

  await call('imports.undo', { draftId })
  expect(await isSaid()).toBe(true)
  await call('imports.undo', { draftId })
  expect(await isSaid()).toBe(false)
  expect(await names()).toEqual(['Print no 1', 'Theirs'])
})

it('the row that names the columns is shown and can be chosen', async () => {
  const { call, folder, open } = await openImports()
  await makePrints(folder, 1)
  await writeTable(folder, [['Table 1', '', '', ''], header, print(1)])
  const draft = await open()
  expect(draft).toMatchObject({ source: { headerRow: 2 }, counts: { rows: 1, errors: 0 } })
  const { id: draftId } = draft
  const chosen = { draftId, format: 'csv' as const, names: null, headerRow: 1 }
  expect(await call('imports.readAs', chosen)).toMatchObject({
    source: { headerRow: 1 },
    counts: { rows: 2 },
  })
  await expect(call('imports.readAs', { ...chosen, headerRow: 9 })).rejects.toMatchObject({
    details: { rule: 'header_missing' },
  })
})

it('the encoding of a table is shown and can be chosen', async () => {
  const { call, folder, open } = await openImports()
  await makePrints(folder, 1)
  const text = 'asset_name,name,image,ink\nPrint1,Řeka,1.png,rot\n'
  await writeFile(join(folder, 'prints.csv'), encodeLegacy(text, 'windows-1250'))
  await expect(open()).rejects.toMatchObject({
    details: { rule: 'encoding_ambiguous', encodings: ['windows-1252', 'windows-1250'] },
  })
  const source = { folder, csv: null, encoding: 'windows-1250' as const }
  expect(await call('collections.propose', source)).toMatchObject({ tokens: 1 })
  const { id: draftId, ...draft } = await open({ encoding: 'macintosh' })
  expect(draft.source.encoding).toBe('macintosh')
  const chosen = { draftId, format: 'csv' as const, names: null, encoding: 'windows-1250' as const }
  expect(await call('imports.readAs', chosen)).toMatchObject({
    source: { encoding: 'windows-1250' },
  })
  const { rows } = await call('imports.rows', { draftId, offset: 0, limit: 10 })
  expect(rows[0]?.cells[1]).toBe('Řeka')
})

it('a draft of the names of images alone names the file that may describe them', async () => {
  const { folder, open } = await openImports()
  await makePicture(folder, 1)
  await writeFile(join(folder, 'prints.json'), '[{"name": "a"}\n {"name": "b"}]')
  await expect(open()).rejects.toMatchObject({ details: { otherwise: 'folder' } })
  const { source, rules } = await open({ format: 'folder' })
  expect(source).toMatchObject({ format: 'folder', headerRow: null })
  expect(rules).toContainEqual({ rule: 'file_not_read', severity: 'warning', count: 1 })
})
