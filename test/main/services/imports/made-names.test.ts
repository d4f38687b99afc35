import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it, vi } from 'vitest'
import { writeCsv } from '../../../app/imports/table/write-csv.ts'
import { makePicture } from '../../../app/imports/harness.ts'
import { openImports, writeTable } from './open-imports.ts'

const rows = [
  ['Titel', 'Nr', 'image', 'Ink'],
  ['River', '7', '1.png', 'red'],
  ['Two lamps', '8', '2.png', 'blue'],
]

it('a draft has the asset names that its table lacks, by a pattern that can be changed', async () => {
  const { call, folder, open, tokens } = await openImports()
  for (const index of [1, 2]) await makePicture(folder, index)
  await writeTable(folder, rows)
  const draft = await open()
  expect(draft).toMatchObject({
    isEdited: false,
    counts: { errors: 0, new: 2 },
    source: { assetNames: '{title}' },
  })
  expect(draft.columns.at(-1)).toMatchObject({
    header: 'asset_name',
    samples: ['River', 'TwoLamps'],
  })
  const ask = { draftId: draft.id, format: 'csv', names: null } as const
  await expect(call('imports.readAs', { ...ask, assetNames: '{x}' })).rejects.toMatchObject({
    code: 'invalid',
    details: { rule: 'name_pattern' },
  })
  const named = await call('imports.readAs', { ...ask, assetNames: 'Work{number:3}' })
  expect(named.columns.at(-1)?.samples).toEqual(['Work007', 'Work008'])
  // what else is chosen later keeps it
  const again = await call('imports.readAs', { ...ask, headerRow: 1 })
  expect(again.source.assetNames).toBe('Work{number:3}')
  await call('imports.start', { draftId: draft.id })
  await vi.waitFor(async () => expect(await tokens()).toEqual(['Work007', 'Work008']), 60_000)
  // the next draft goes on with it, until it is given up
  const next = await open()
  expect(next).toMatchObject({ counts: { done: 2 }, source: { assetNames: 'Work{number:3}' } })
})

it('asset names that a format makes are no change to its table', async () => {
  const { call, folder, open } = await openImports()
  for (const index of [1, 2]) await makePicture(folder, index)
  const columns = ['tokenID', 'name', 'file_name', 'Ink']
  const table = [1, 2].map((at) => [`${at}`, `#${at}`, `${at}.png`, 'red'])
  await writeFile(join(folder, 'drop.csv'), writeCsv([columns, ...table]))
  const draft = await open()
  expect(draft).toMatchObject({
    edits: 0,
    counts: { errors: 0, new: 2 },
    source: { format: 'opensea', assetNames: '{collection}{number:4}' },
  })
  const { tokens } = await call('imports.tokens', { draftId: draft.id, offset: 0, limit: 10 })
  expect(tokens.map(({ assetName }) => assetName)).toEqual(['Herbarium0001', 'Herbarium0002'])
})

it('a draft leaves out comments and headings, names rows without a title, and can leave out those without an image', async () => {
  const { call, folder, open, tokens } = await openImports()
  for (const index of [1, 2]) await makePicture(folder, index)
  await writeTable(folder, [
    ['Ink', 'Titel', 'image', 'price'],
    ['Drawings', '', '', ''],
    ['red', 'River', '1.png', '€ 45'],
    ['# sold works', '', '', ''],
    ['blue', '', '2.png', ''],
    ['blue', 'Lost', '', ''],
  ])
  const draft = await open()
  const draftId = draft.id
  const all = { draftId, offset: 0, limit: 50, rule: null, severity: null }
  const { issues } = await call('imports.issues', all)
  expect(issues.flatMap(({ rule, message }) => (rule === 'left_out_rows' ? message : []))).toEqual([
    'Row 2 is left out as a heading: "Drawings".',
    'Row 4 is left out as a comment: "# sold works".',
  ])
  expect(draft.counts).toMatchObject({ rows: 3, new: 2, priced: 0, errors: 1 })
  const fixed = await call('imports.fixAll', { draftId, rule: 'missing_image' })
  expect(fixed.counts).toMatchObject({ rows: 2, new: 2, errors: 0 })
  await call('imports.start', { draftId })
  await vi.waitFor(async () => expect(await tokens()).toEqual(['River', 'Herbarium2']), 60_000)
})
