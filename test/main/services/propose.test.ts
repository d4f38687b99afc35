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

it('a collection is proposed from the table of a folder that the user picked', async () => {
  const { call, state } = await openServices({ hasVault: false })
  state.picked = await makeFolder('moths.csv')
  const folder = (await call('app.pickFolder', null)) ?? ''
  expect(await call('collections.propose', { folder, csv: null })).toEqual({
    name: 'Night Moths',
    description: '',
    tokens: 2,
    columns: [{ kind: 'attribute', name: 'Wing', text: '<Wing>' }],
    longDescriptions: 0,
    files: [],
  })
})

it('a folder or a table that nobody picked is not read', async () => {
  const { call, state } = await openServices({ hasVault: false })
  const folder = await makeFolder('moths.csv')
  const notPicked = { code: 'invalid', details: { rule: 'file_not_picked' } }
  await expect(call('collections.propose', { folder, csv: null })).rejects.toMatchObject(notPicked)
  state.picked = folder
  await call('app.pickFolder', null)
  for (const csv of [join(await makeFolder('other.csv'), 'other.csv'), `${folder}/../x.csv`])
    await expect(call('collections.propose', { folder, csv })).rejects.toMatchObject(notPicked)
})

it('of a folder with several tables the chosen one is read, and one without a table says so', async () => {
  const { call, state } = await openServices({ hasVault: false })
  state.picked = await makeFolder('a.csv', 'b.csv')
  const folder = (await call('app.pickFolder', null)) ?? ''
  await expect(call('collections.propose', { folder, csv: null })).rejects.toMatchObject({
    details: { rule: 'table_ambiguous', tables: ['a.csv', 'b.csv'] },
  })
  const csv = join(folder, 'b.csv')
  expect(await call('collections.propose', { folder, csv })).toMatchObject({ tokens: 2 })
  state.picked = await makeFolder()
  const empty = (await call('app.pickFolder', null)) ?? ''
  await expect(call('collections.propose', { folder: empty, csv: null })).rejects.toMatchObject({
    details: { rule: 'table_missing' },
  })
})
