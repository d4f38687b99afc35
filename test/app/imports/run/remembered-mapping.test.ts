import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect } from 'vitest'
import { makePicture, requestFor } from '../harness.ts'
import { importTest as it } from '../import-test.ts'

/** A folder of one image whose table has columns of names that mean nothing by themselves. */
const makeFolder = async (folder: string, index: number): Promise<void> => {
  await mkdir(folder, { recursive: true })
  await makePicture(folder, index)
  const rows = [
    'Key,Called,Shot,colour,Notes',
    `Token${index},Token no ${index},${index}.png,red,x`,
  ]
  await writeFile(join(folder, 'art.csv'), rows.join('\n'))
}

const columns = [
  { header: 'key', to: 'asset_name' },
  { header: 'Called', to: 'name' },
  { header: 'Shot', to: 'image' },
  { header: 'Notes', to: 'ignore:Notes' },
]

describe('the columns of a folder', () => {
  it('are mapped as in the last import into the collection, until that is forgotten', async ({
    home,
    studio: { collectionId },
    importer: { imports },
  }) => {
    const [first, second] = [join(home, 'first'), join(home, 'second')]
    await makeFolder(first, 1)
    await makeFolder(second, 2)
    const unmapped = await imports.plan(requestFor(first, collectionId))
    expect(unmapped.tokens.map(({ assetName }) => assetName)).toEqual(['Test0001'])
    const plan = await imports.plan(requestFor(first, collectionId, { columns }))
    expect(plan.counts).toMatchObject({ new: 1, errors: 0 })
    // A dry run remembers nothing.
    expect(imports.mappings.of({ accountId: 'local', collectionId })).toBeUndefined()
    const done = await imports.start(requestFor(first, collectionId, { columns }))
    expect(done).toMatchObject({ added: 1 })

    const next = await imports.plan(requestFor(second, collectionId))
    expect(next.counts).toMatchObject({ new: 1, errors: 0 })
    expect(next.mapped).toHaveLength(4)
    expect(next.tokens[0]?.request).toMatchObject({ asset_name: 'Token2', name: 'Token no 2' })
    expect(await imports.start(requestFor(second, collectionId))).toMatchObject({ added: 1 })
    const again = await imports.start(requestFor(second, collectionId))
    expect(again).toMatchObject({ added: 0, already: 1 })

    imports.mappings.forget({ accountId: 'local', collectionId })
    expect((await imports.plan(requestFor(second, collectionId))).mapped).toEqual([])
  })

  it('that the table does not have are no choice', async ({ folder, studio, importer }) => {
    await makeFolder(folder, 1)
    const asked = { columns: [{ header: 'Titel', to: 'name' }] }
    await expect(
      importer.imports.plan(requestFor(folder, studio.collectionId, asked)),
    ).rejects.toMatchObject({
      code: 'invalid',
      message: expect.stringContaining('no column "Titel". It has "Key", "Called"'),
    })
  })
})

describe('a format and a pattern of names that were chosen', () => {
  it('are those of the next folder that is recognised alike', async ({
    home,
    studio: { client, collectionId },
    importer: { imports },
  }) => {
    await client.updateCollection(collectionId, { metadata: { name: '<name>', image: '<image>' } })
    const folderOf = async (name: string, index: number, table?: string) => {
      const folder = join(home, name)
      await mkdir(folder)
      await makePicture(folder, index)
      if (table !== undefined) await writeFile(join(folder, 'drop.csv'), table)
      return requestFor(folder, collectionId)
    }
    const opensea = (index: number) => `tokenID,name,file_name\n${index},Nr ${index},${index}.png\n`
    const map = [
      { header: 'tokenID', to: 'asset_name' },
      { header: 'file_name', to: 'image' },
    ]
    const first = await folderOf('first', 11, opensea(11))
    expect((await imports.plan(first)).source.format).toBe('opensea')
    await imports.start({ ...first, format: 'csv', columns: map })
    const second = await imports.plan(await folderOf('second', 12, opensea(12)))
    expect(second.source).toMatchObject({
      format: 'csv',
      reason: 'Read as Table, as you chose for this collection before.',
    })
    expect(second.tokens.map(({ assetName }) => assetName)).toEqual(['12'])

    imports.mappings.forget({ accountId: 'local', collectionId })
    const asked = {
      ...(await folderOf('third', 15, opensea(15))),
      format: 'csv',
      columns: map,
    } as const
    const { tablePath, source } = await imports.inputs(asked)
    const csv = join(home, 'fixed.csv')
    await writeFile(csv, opensea(15).replace('tokenID', 'asset_name').replace('file_name', 'image'))
    const copied = { ...asked, csv, ownTable: tablePath, ownReading: source }
    expect(await imports.start(copied)).toMatchObject({ added: 1 })
    expect(imports.mappings.of({ accountId: 'local', collectionId })?.readings).toEqual([
      { guessed: 'opensea', format: 'csv' },
    ])

    await imports.start({ ...(await folderOf('bare', 13)), names: 'Leaf {number:3}' })
    const bare = await imports.plan(await folderOf('bare too', 14))
    expect(bare.tokens.map(({ request }) => request.name)).toEqual(['Leaf 014'])
  })
})
