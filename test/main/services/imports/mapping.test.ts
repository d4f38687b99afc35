import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished, vi } from 'vitest'
import { writeCsv } from '../../../app/imports/table/write-csv.ts'
import { makePicture } from '../../../app/imports/harness.ts'
import { openImports } from './open-imports.ts'

const header = ['asset_name', 'Called', 'image', 'Ink', 'Notes', 'Mood']

const makeFolder = async (folder: string, index: number): Promise<void> => {
  await makePicture(folder, index)
  const row = [`Print${index}`, `Print no ${index}`, `${index}.png`, 'blue', 'x', 'calm']
  await writeFile(join(folder, 'prints.csv'), writeCsv([header, row]))
}

it('the columns of the next folder are mapped as those of the last one, which is shown and can be forgotten', async () => {
  const { call, folder, open, tokens } = await openImports()
  await makeFolder(folder, 1)
  const first = await open()
  expect(first.source.remembered).toEqual([])
  const edits = [
    // made, because nobody knew the column
    { kind: 'rename', column: 'G', to: 'ignore:name' },
    { kind: 'rename', column: 'B', to: 'name' },
    { kind: 'rename', column: 'F', to: 'custom:Mood' },
  ] as const
  await call('imports.edit', { draftId: first.id, edits: [...edits] })
  await call('imports.start', { draftId: first.id })
  await vi.waitFor(async () => expect(await tokens()).toEqual(['Print1']), 60_000)

  const other = await mkdtemp(join(tmpdir(), 'coldpress-prints-'))
  onTestFinished(() => rm(other, { recursive: true, force: true }))
  await makeFolder(other, 2)
  const second = await open({ folder: other })
  expect(second.source.remembered).toEqual([
    { header: 'Called', to: 'name' },
    { header: 'Mood', to: 'custom:Mood' },
  ])
  expect(second.isEdited).toBe(false)
  const fills = ({ columns }: typeof second) =>
    columns.map(({ target }) => `${target?.kind} ${target?.name}`)
  expect(fills(second)).toEqual([
    'field asset_name',
    'field name',
    'field image',
    'tag <ink>',
    'ignored Notes',
    'custom Mood',
  ])

  const forgotten = await call('imports.forgetMapping', { draftId: second.id })
  expect(forgotten.source.remembered).toEqual([])
  expect(fills(forgotten)).toEqual([
    'field asset_name',
    'ignored Called',
    'field image',
    'tag <ink>',
    'ignored Notes',
    'ignored Mood',
    'field name',
  ])
  expect((await open({ folder: other })).source.remembered).toEqual([])
})

it('a format that was chosen is that of the next folder too, also where the table was edited', async () => {
  const { call, folder, open, tokens } = await openImports()
  const makeDrop = async (at: string, index: number): Promise<void> => {
    await makePicture(at, index)
    const columns = ['tokenID', 'name', 'file_name', 'Ink']
    const row = [`Print${index}`, `Print no ${index}`, `${index}.png`, 'blue']
    await writeFile(join(at, 'drop.csv'), writeCsv([columns, row]))
  }
  await makeDrop(folder, 1)
  const { id: draftId, source } = await open()
  expect(source.format).toBe('opensea')
  await call('imports.readAs', { draftId, format: 'csv', names: null })
  const edits = [
    { kind: 'rename', column: 'A', to: 'asset_name' },
    { kind: 'rename', column: 'C', to: 'image' },
  ] as const
  await call('imports.edit', { draftId, edits: [...edits] })
  await call('imports.start', { draftId })
  await vi.waitFor(async () => expect(await tokens()).toEqual(['Print1']), 60_000)

  const other = await mkdtemp(join(tmpdir(), 'coldpress-prints-'))
  onTestFinished(() => rm(other, { recursive: true, force: true }))
  await makeDrop(other, 2)
  expect((await open({ folder: other })).source).toMatchObject({
    format: 'csv',
    reason: 'Read as Table, as you chose for this collection before.',
  })
})
