import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { makePicture } from '../../../app/imports/harness.ts'
import { header, makePrints, openImports, print, writeTable } from './open-imports.ts'

const page = { offset: 0, limit: 100 }
const all = { ...page, rule: null, severity: null }

it('a pattern makes names anew after other changes too, as a step that can be undone', async () => {
  const { call, folder, open } = await openImports()
  for (const index of [1, 2, 3]) await makePicture(folder, index)
  await writeTable(folder, [
    ['No', 'Titel', 'image', 'Ink'],
    ['1', 'River', '1.png', 'red'],
    ['2', 'Lamp', '2.png', 'red'],
    ['3', 'Moth', '3.png', 'red'],
  ])
  const { id: draftId, columns, source } = await open()
  expect(source.assetNames).toBe('{title}')
  expect(columns.filter(({ isNumber }) => isNumber).map(({ letter }) => letter)).toEqual(['A'])
  const edits = [{ kind: 'remove_row', row: 2 } as const]
  await call('imports.edit', { draftId, edits })
  const by = { draftId, of: 'assetNames', pattern: '{collection}{number:3}' } as const
  const named = await call('imports.nameTokens', by)
  expect(named).toMatchObject({ edits: 3, source: { assetNames: by.pattern } })
  const namesNow = async () =>
    (await call('imports.tokens', { draftId, ...page })).tokens.map(({ assetName }) => assetName)
  expect(await namesNow()).toEqual(['Herbarium002', 'Herbarium003'])
  const undone = await call('imports.undo', { draftId })
  expect(undone.source.assetNames).toBe('{title}')
  expect(await namesNow()).toEqual(['Lamp', 'Moth'])
  await expect(call('imports.nameTokens', { ...by, pattern: '{colour}' })).rejects.toMatchObject({
    details: { rule: 'name_pattern' },
  })
})

it('asset names by a pattern leave the table’s own column out', async () => {
  const { call, folder, open } = await openImports()
  await makePrints(folder, 2)
  const { id: draftId } = await open()
  const by = { draftId, of: 'assetNames', pattern: 'Work{number:2}' } as const
  const { columns } = await call('imports.nameTokens', by)
  expect(columns.map(({ header: written }) => written)).toEqual([
    'ignore:asset_name',
    'name',
    'image',
    'Ink',
    'asset_name',
  ])
  expect(columns.at(-1)?.samples).toEqual(['Work01', 'Work02'])
  expect(columns.map(({ isMade }) => isMade)).toEqual([false, false, false, false, true])
})

it('image settings change without reading the folder again', async () => {
  const { call, folder, open } = await openImports()
  await makePrints(folder, 2)
  const { id: draftId, settings } = await open()
  await writeFile(join(folder, 'prints.csv'), 'nothing that can be read')
  const webp = { ...settings, format: 'webp' } as const
  const changed = await call('imports.changeSettings', { draftId, settings: webp })
  expect(changed).toMatchObject({ settings: { format: 'webp' }, counts: { new: 2, errors: 0 } })
  const { tokens } = await call('imports.tokens', { draftId, ...page })
  expect(JSON.stringify(tokens[0]?.metadata)).toContain('image/webp')
})

it('a row with an error has its place and its picture, and so has a file that no row names', async () => {
  const { call, folder, open } = await openImports()
  await makePrints(folder, 2)
  await makePicture(folder, 3)
  await writeTable(folder, [header, print(1), ['Print2', '', '2.png', 'blue']])
  const { id: draftId } = await open()
  const { tokens } = await call('imports.tokens', { draftId, ...page })
  expect(tokens.map(({ row, state, image }) => [row, state, image])).toEqual([
    [2, 'new', { kind: 'file', name: '1.png' }],
    [3, 'error', { kind: 'file', name: '2.png' }],
  ])
  const first = await call('imports.tokens', { draftId, ...page, errorsFirst: true })
  expect(first.tokens.map(({ row, brokenRule }) => [row, brokenRule])).toEqual([
    [3, 'missing_value'],
    [2, null],
  ])
  expect(first.brokenRule).toBeNull()
  const { issues } = await call('imports.issues', { draftId, ...all })
  expect(issues.find(({ rule }) => rule === 'unused_file')?.file).toBe('3.png')
  const widths = await Promise.all([
    call('imports.image', { draftId, row: 3 }),
    call('imports.image', { draftId, file: '3.png' }),
    call('imports.image', { draftId, row: 3, isOriginal: true }),
  ])
  expect(widths.map(({ width }) => width)).toEqual([16, 16, 48])
})

it('a rule that the whole table breaks is named once, and by no row', async () => {
  const { call, folder, open } = await openImports()
  await makePrints(folder, 2)
  await writeTable(folder, [
    ['asset_name', 'name', 'image', '<mood>'],
    print(1),
    ['Print2', '', '2.png', 'blue'],
  ])
  const { id: draftId } = await open()
  const { tokens, brokenRule } = await call('imports.tokens', { draftId, ...page })
  expect(brokenRule).toBe('unknown_tag')
  expect(tokens.map((token) => [token.state, token.brokenRule])).toEqual([
    ['error', null],
    ['error', 'missing_value'],
  ])
})

it('many issues of a rule are one line with their number, after the errors', async () => {
  const { call, folder, open } = await openImports()
  await makePrints(folder, 6)
  const spaced = [1, 2, 3, 4].map((index) => print(index).with(1, ` Print no ${index} `))
  await writeTable(folder, [header, ...spaced, print(5), ['Print6', '', '6.png', 'blue']])
  const { id: draftId } = await open()
  const found = await call('imports.issues', {
    draftId,
    ...all,
    severity: 'notable',
    isGrouped: true,
  })
  expect(found.issues.map(({ rule, row, count }) => [rule, row, count])).toEqual([
    ['missing_value', 7, undefined],
    ['surrounding_whitespace', 2, 4],
  ])
  expect(found.total).toBe(2)
  const each = await call('imports.issues', { draftId, ...all, severity: 'notable' })
  expect(each.total).toBe(5)
})
