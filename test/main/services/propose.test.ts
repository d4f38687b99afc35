import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { openServices } from './open-services.ts'
import { temporaryFolder } from '../../support/folder-test.ts'

const makeFolder = async (...tables: readonly string[]): Promise<string> => {
  const home = temporaryFolder()
  const folder = join(home, 'night-moths')
  await mkdir(folder)
  for (const name of tables)
    await writeFile(
      join(folder, name),
      'asset_name,name,image,Wing\nM1,One,1.png,red\nM2,Two,2.png,blue\n',
    )
  return folder
}

it('a collection is proposed from the table of a folder that was picked, dropped or given to the program', async () => {
  const { call } = await openServices({ hasVault: false })
  const folder = await makeFolder('moths.csv')
  expect(await call('collections.propose', { folder, csv: null })).toEqual({
    id: expect.any(String),
    source: {
      format: 'csv',
      reason: 'Read as Table, because moths.csv has the column asset_name.',
    },
    name: 'Night Moths',
    description: '',
    tokenDescription: '<description>',
    tokens: 2,
    columns: [{ kind: 'attribute', name: 'Wing', text: '<Wing>' }],
    longDescriptions: 0,
    noticed: [
      '0 of 2 rows have an image: in 2 the cell of "image" is empty or names a file that the folder lacks. Add the files, or leave these rows out.',
    ],
    unlisted: 0,
    files: [],
    open: {
      rule: 'file_not_found',
      column: 'image',
      candidates: [],
      message: 'Row 2, image: the folder has no file "1.png". Add it, or correct the name.',
      rows: 2,
      fixes: [],
    },
  })
  for (const name of ['1.png', '2.png']) await writeFile(join(folder, name), name)
  expect(await call('collections.propose', { folder, csv: null })).toMatchObject({ open: null })
})

it('says what was noticed while the folder was read, such as the row of the header', async () => {
  const { call } = await openServices({ hasVault: false })
  const folder = await makeFolder('moths.csv')
  await writeFile(
    join(folder, 'moths.csv'),
    'Night Moths,,\nasset_name,name,image\nM1,Moth,1.png\n',
  )
  const { tokens, noticed } = await call('collections.propose', { folder, csv: null })
  expect(tokens).toBe(1)
  expect(noticed).toEqual([expect.stringMatching(/^Row 2/u)])
})

it('the reading of a folder for a proposal can be stopped', async () => {
  const { call } = await openServices({ hasVault: false })
  const reading = call('collections.propose', { folder: await makeFolder('moths.csv'), csv: null })
  await call('imports.stopReading', null)
  await expect(reading).rejects.toMatchObject({ code: 'cancelled' })
})

it('of a folder with several tables the chosen one is read, and one without a table says so', async () => {
  const { call } = await openServices({ hasVault: false })
  const folder = await makeFolder('a.csv', 'b.csv')
  await expect(call('collections.propose', { folder, csv: null })).rejects.toMatchObject({
    details: { rule: 'table_ambiguous', tables: ['a.csv', 'b.csv'] },
  })
  const csv = join(folder, 'b.csv')
  expect(await call('collections.propose', { folder, csv })).toMatchObject({ tokens: 2 })
  const empty = await makeFolder()
  await expect(call('collections.propose', { folder: empty, csv: null })).rejects.toMatchObject({
    details: { rule: 'table_missing' },
  })
})
