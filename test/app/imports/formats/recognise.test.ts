import { realpath } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect } from 'vitest'
import { findTables } from '#app/imports/formats/choose-table.ts'
import type { FormatSource } from '#app/imports/formats/format.ts'
import { hashlips } from '#app/imports/formats/hashlips.ts'
import { thirdweb } from '#app/imports/formats/thirdweb.ts'
import { readFolderTable } from '#app/imports/inputs/inputs.ts'
import { planImport } from '#app/imports/plan/plan.ts'
import { readTable } from '#app/imports/table/table.ts'
import { folderTest as it } from '../../../support/folder-test.ts'
import { textSheet, xlsxOf } from '../../../support/workbook.ts'
import { collectionOf } from '../plan/plan-fixture.ts'
import { images, readFiles, writeFiles } from './fixture.ts'

const native = 'asset_name,name,image\nBean1,Bean,1.png\n'

const sourceOf = (names: readonly string[]): FormatSource => ({
  folder: '/beans',
  files: names.map((name) => ({ name, path: `/beans/${name}`, size: 1, mtimeMs: 0 })),
  named: undefined,
  names: undefined,
  bytesOf: () => Promise.reject(new Error('no file is opened')),
  tableAt: () => Promise.reject(new Error('no table is opened')),
  tables: () => Promise.resolve([]),
  opensAll: true,
  passedOver: [],
  signal: undefined,
})

describe('the format of a folder', () => {
  it('a table with the columns of Coldpress wins over files of other programs', async ({
    folder,
  }) => {
    const { format, reason, works } = await readFiles(folder, {
      'Tokens.CSV': native,
      'build/json/_metadata.json': [{ name: 'Bean', edition: 1 }],
      ...images('1.png', 'old/tokens.csv'),
    })
    expect(format).toBe('csv')
    expect(reason).toBe('Read as Table, because Tokens.CSV has the column asset_name.')
    expect(works).toEqual(['1.png', 'build/json/_metadata.json', 'old/tokens.csv'])
  })

  it('any other table does not', async ({ folder }) => {
    const { format } = await readFiles(folder, {
      'rarity.csv': 'rank,token\n1,2\n',
      'build/json/1.json': { name: 'Bean', edition: 1, compiler: 'HashLips Art Engine' },
      ...images('build/images/1.png'),
    })
    expect(format).toBe('hashlips')
  })

  it('a list called as that of HashLips is one by what it holds, and NMKR’s files beside it win', async ({
    folder,
  }) => {
    const cip25 = (eyes: string) => ({
      721: { '<policy_id>': { '<asset_name>': { name: '<display_name>', Eyes: eyes } } },
    })
    const fork = {
      'json/Bean #1.metadata': cip25('Red'),
      'json/Bean #2.metadata': cip25('Blue'),
      ...images('images/Bean #1.png', 'images/Bean #2.png'),
    }
    const lists = [
      [cip25('Red'), cip25('Blue')],
      [{ name: 'Bean #1', edition: 1, compiler: 'HashLips Art Engine' }],
    ]
    for (const [at, list] of lists.entries()) {
      const { format, rows } = await readFiles(`${folder}/${at}`, {
        ...fork,
        'json/_metadata.json': list,
      })
      expect(format).toBe('nmkr')
      expect(rows.map(({ name, Eyes }) => [name, Eyes])).toEqual([
        ['Bean #1', 'Red'],
        ['Bean #2', 'Blue'],
      ])
    }
  })

  it('a list of that name which describes no tokens is named, and so are metadata files without any', async ({
    folder,
  }) => {
    const broken = { 'json/_metadata.json': [{ hello: 1 }], ...images('images/1.png') }
    await expect(readFiles(`${folder}/a`, broken)).rejects.toThrow(
      'A file that may describe the tokens is not read. json/_metadata.json: [0]: has neither a name',
    )
    const cip25 = { 'json/_metadata.json': [{ 721: {} }], ...images('images/1.png') }
    await expect(readFiles(`${folder}/c`, cip25)).rejects.toThrow('[0]: is CIP-25 metadata')
    const other = { 'b.metadata': 'size=3', ...images('a.png') }
    await expect(readFiles(`${folder}/b`, other)).rejects.toThrow(
      'A file that may describe the tokens is not read. b.metadata: it is not valid JSON',
    )
  })

  it('a collection file that Coldpress proposed does not make it one of Metaplex', async ({
    folder,
  }) => {
    const { format } = await readFiles(folder, {
      '1.json': { name: 'Bean', image: '1.png' },
      'collection.json': { name: 'Beans', payout_address: '', policy: { lock: true } },
      ...images('1.png'),
    })
    expect(format).toBe('erc721')
  })

  it('the table that is named is read, inside the folder or not', async ({ folder }) => {
    const files = { 'a.csv': native, 'b.csv': native.replace('Bean1', 'Bean2'), ...images('1.png') }
    const named = await readFiles(`${folder}/x`, files, { csv: join(folder, 'x', 'b.csv') })
    expect(named.rows).toMatchObject([{ asset_name: 'Bean2' }])
    expect(named.works).toEqual(['1.png', 'a.csv'])
  })

  it('a workbook is a table of any format, and a CSV beside it is read instead', async ({
    folder,
  }) => {
    const header = ['tokenID', 'name', 'file_name', 'attributes[Eyes]']
    const files = {
      'Beans.XLSX': xlsxOf({ Beans: textSheet(header, ['7', 'Bean #7', '7.png', 'Red']) }),
      ...images('7.png'),
    }
    const { rows, works, ...reading } = await readFiles(folder, files)
    expect(reading).toMatchObject({ format: 'opensea', sheet: { name: 'Beans' } })
    expect(rows).toMatchObject([{ asset_name: 'Bean0007', name: 'Bean #7', Eyes: 'Red' }])
    expect(works).toEqual(['7.png'])
    const beside = await readFiles(folder, { ...files, 'beans.csv': native })
    expect(beside).toMatchObject({
      format: 'csv',
      sheet: undefined,
      works: ['7.png', 'Beans.XLSX'],
    })
  })

  it.for<readonly [string, string, string, string]>([
    ['data/', 'data/beans.csv', 'images/1.png', '1.png'],
    ['_data/', '_data/beans.xlsx', '1.png', '1.png'],
    ['the folder of the images', 'out/art/metadata.csv', 'out/art/1.png', '1.png'],
    ['a folder beside that of the images', 'data/beans.csv', 'art/1.png', '../art/1.png'],
    ['folders further below', 'site/content/_data/old/beans.csv', 'site/art/1.png', '1.png'],
    ['the top, above nested images', 'beans.csv', 'out/build/art/1.png', '1.png'],
  ])('a table is found in %s', async ([, name, image, cell], { folder }) => {
    const cells = ['Bean1', 'Bean', cell]
    const text = `asset_name,name,image\n${cells.join()}\n`
    const table = name.endsWith('xlsx')
      ? xlsxOf({ Beans: textSheet(['asset_name', 'name', 'image'], cells) })
      : text
    await writeFiles(folder, { [name]: table, ...images(image), 'notes/todo.csv': 'a,b\n1,2\n' })
    const read = await readFolderTable({ folder, csv: undefined, format: 'csv' })
    expect(read.tablePath).toBe(join(await realpath(folder), name))
    const plan = planImport({ table: read.table, files: read.works, collection: collectionOf() })
    expect(plan.tokens).toMatchObject([{ image: { file: { name: image } } }])
  })

  it('tables below the top are no tables where one is at the top, or they list no tokens', async ({
    folder,
  }) => {
    const files = { 'data/rarity.csv': 'rank,score\n1,2\n', ...images('1.png') }
    await expect(readFiles(folder, files)).rejects.toMatchObject({
      details: { rule: 'tokens_undescribed', files: ['data/rarity.csv'] },
    })
    const tables = { 'a/one.csv': native, 'b/two.csv': native }
    await expect(readFiles(folder, tables)).rejects.toMatchObject({
      details: { rule: 'table_ambiguous', tables: ['a/one.csv', 'b/two.csv'] },
    })
    const { tablePath } = await readFiles(folder, { 'top.csv': native })
    expect(tablePath).toContain('top.csv')
  })

  it('a table below the top counts where two columns may be its images, and not by a word alone', async ({
    folder,
  }) => {
    const files = {
      '_data/works.csv': 'title,front,back\nReed,front/reed.png,back/reed.png\n',
      '_data/pages.csv': 'title,file\nHome,home\n',
      '_data/posts.csv': 'title,file,photo\nHome,home,none\n',
    }
    const pictures = images('art/front/reed.png', 'art/back/reed.png')
    const { tablePath } = await readFiles(folder, { ...files, ...pictures })
    expect(tablePath).toContain('works.csv')
  })

  it('a table below the top that names its works counts where their images have the same names', async ({
    folder,
  }) => {
    const files = { 'data/works.csv': 'title,year\nReed,2021\nFog,2022\n' }
    const { tablePath } = await readFiles(folder, {
      ...files,
      ...images('art/Reed.png', 'art/Fog.png'),
    })
    expect(tablePath).toContain('works.csv')
  })

  it('a table below the top counts where its images lie in two folders', async ({ folder }) => {
    const files = { 'static/works.csv': 'filename,title\nreed.png,Reed\nfog.png,Fog\n' }
    const copies = ['media', 'prints'].flatMap((at) => [`${at}/reed.png`, `${at}/fog.png`])
    const { tablePath } = await readFiles(folder, { ...files, ...images(...copies) })
    expect(tablePath).toContain('works.csv')
  })

  it('a table below the top is opened in a folder that nobody picked only by its name', async () => {
    const source = sourceOf(['data/beans.csv', 'data/beans.txt', '1.png'])
    const opened: string[] = []
    await findTables({ ...source, opensAll: false }, async (path) => {
      opened.push(path)
      return await Promise.resolve(readTable(Buffer.from(native)))
    })
    expect(opened).toEqual(['/beans/data/beans.csv'])
  })

  it('several tables are a choice, and a folder with nothing to read says so', async ({
    folder,
  }) => {
    await expect(readFiles(folder, { 'notes.txt': 'x' })).rejects.toMatchObject({
      code: 'invalid',
      details: { rule: 'table_missing' },
    })
    await expect(
      readFiles(folder, { 'a.csv': native, 'b.tsv': native, ...images('1.png') }),
    ).rejects.toMatchObject({
      message: expect.stringContaining(
        'a.csv (1 row; asset_name, name, image; Bean1, Bean, 1.png), b.tsv (1 row',
      ),
      details: {
        rule: 'table_ambiguous',
        tables: ['a.csv', 'b.tsv'],
        previews: ['1 row; asset_name, name, image; Bean1, Bean, 1.png', expect.any(String)],
      },
    })
    await expect(readFiles(folder, { 'a.csv': 'name,image\n"open' })).rejects.toMatchObject({
      message: expect.stringContaining('a.csv (cannot be read)'),
    })
    await expect(readFiles(folder, {}, { csv: join(folder, 'c.csv') })).rejects.toMatchObject({
      code: 'invalid',
    })
  })

  it.for([
    [hashlips, Array.from({ length: 10_000 }, (_, at) => `build/json/${at}.json`)],
    [thirdweb, ['tokens.json']],
  ] as const)('ten thousand images are told apart', async ([format, others]) => {
    const works = Array.from({ length: 10_000 }, (_, at) => `build/images/${at}.png`)
    const found = await format.works(sourceOf([...works, ...others]))
    expect(found.map(({ name }) => name)).toEqual(works)
  })
})
