import { join } from 'node:path'
import { describe, expect } from 'vitest'
import type { FormatSource } from '#core/imports/formats/format.ts'
import { hashlips } from '#core/imports/formats/hashlips.ts'
import { thirdweb } from '#core/imports/formats/thirdweb.ts'
import { folderTest as it } from '../../../support/folder-test.ts'
import { textSheet, xlsxOf } from '../../../support/workbook.ts'
import { images, readFiles } from './fixture.ts'

const native = 'asset_name,name,image\nBean1,Bean,1.png\n'

const sourceOf = (names: readonly string[]): FormatSource => ({
  folder: '/beans',
  files: names.map((name) => ({ name, path: `/beans/${name}`, size: 1, mtimeMs: 0 })),
  named: undefined,
  names: undefined,
  bytesOf: () => Promise.reject(new Error('no file is opened')),
  tableAt: () => Promise.reject(new Error('no table is opened')),
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
      details: { rule: 'table_ambiguous', tables: ['a.csv', 'b.tsv'] },
    })
    await expect(readFiles(folder, {}, { csv: join(folder, 'c.csv') })).rejects.toMatchObject({
      code: 'invalid',
    })
  })

  it.for([
    [hashlips, Array.from({ length: 10_000 }, (_, at) => `build/json/${at}.json`)],
    [thirdweb, ['tokens.json']],
  ] as const)('ten thousand images are told apart in a moment', ([format, others]) => {
    const works = Array.from({ length: 10_000 }, (_, at) => `build/images/${at}.png`)
    const start = performance.now()
    expect(format.works(sourceOf([...works, ...others])).map(({ name }) => name)).toEqual(works)
    expect(performance.now() - start).toBeLessThan(3000)
  })
})
