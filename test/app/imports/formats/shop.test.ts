import { describe, expect } from 'vitest'
import { folderTest as it } from '../../../support/folder-test.ts'
import { writeCsv } from '../table/write-csv.ts'
import { images, readFiles } from './fixture.ts'

const header = ['Handle', 'Title', 'Vendor', 'Variant Price', 'Image Src', 'Image Position']
const at = (name: string) => `https://cdn.example/files/${name}?v=1`

describe('the export of a shop', () => {
  it('has one token for each product, and asks what becomes of pictures that others lack', async ({
    folder,
  }) => {
    const { rows, numbers, notes, format, works } = await readFiles(folder, {
      'products.csv': writeCsv([
        header,
        ['river', 'River', 'Ada', '850', at('b.jpg'), '2'],
        ['river', '', '', '', at('a.jpg'), '1'],
        ['two-lamps', 'Lamps', 'Ada', '20', at('c.jpg'), '1'],
      ]),
      ...images('a.jpg', 'b.jpg', 'c.jpg'),
    })
    expect(format).toBe('shop')
    expect(rows).toEqual([
      {
        asset_name: 'river',
        name: 'River',
        Vendor: 'Ada',
        image: 'a.jpg',
        'ignore:Handle': 'river',
        'ignore:Image Position': '2',
        'ignore:Image Src': at('b.jpg'),
        'ignore:Variant Price': '850',
        'ignore:picture 2': 'b.jpg',
      },
      expect.objectContaining({ asset_name: 'twolamps', name: 'Lamps', image: 'c.jpg' }),
    ])
    expect(numbers).toEqual([2, 4])
    expect(works).toEqual(['a.jpg', 'b.jpg', 'c.jpg'])
    expect(notes[0]).toContain('3 rows of the shop are 2 products')
    expect(notes[1]).toContain('1 product has more pictures than others, such as "river": b.jpg')
  })

  it('has the further pictures as works where every product has them', async ({ folder }) => {
    const { rows, notes } = await readFiles(folder, {
      'products.csv': writeCsv([
        ['Handle', 'Title', 'Image Src'],
        ...['a', 'b'].flatMap((name) => [
          [name, name.toUpperCase(), at(`${name}1.jpg`)],
          [name, '', at(`${name}2.jpg`)],
          [name, '', at(`${name}2.jpg`)],
        ]),
      ]),
      ...images('a1.jpg', 'a2.jpg', 'b1.jpg', 'b2.jpg'),
    })
    expect(rows).toMatchObject([
      { image: 'a1.jpg', work: 'a2.jpg' },
      { image: 'b1.jpg', work: 'b2.jpg' },
    ])
    expect(notes).toHaveLength(2)
    expect(notes[1]).toContain('The second picture of each product goes beside its image')
  })

  it('of WooCommerce has its pictures in one cell, and variations with their product', async ({
    folder,
  }) => {
    const { rows } = await readFiles(folder, {
      'export.csv': writeCsv([
        ['ID', 'Type', 'SKU', 'Name', 'Regular price', 'Images', 'Parent'],
        ['1', 'variable', 'RIV', 'River', '850', `${at('a.jpg')}, ${at('b.jpg')}`, ''],
        ['2', 'variation', 'RIV-S', 'River, small', '50', '', 'RIV'],
      ]),
      ...images('a.jpg', 'b.jpg'),
    })
    expect(rows).toMatchObject([
      { asset_name: 'RIV', name: 'River', image: 'a.jpg', work: 'b.jpg' },
    ])
  })

  it('of a product with more pictures than a token has works has those alone', async ({
    folder,
  }) => {
    const rows = Array.from({ length: 40 }, (_, index) => ['a', 'A', `${index}.jpg`])
    const { rows: read } = await readFiles(folder, {
      'products.csv': writeCsv([['Handle', 'Title', 'Image Src'], ...rows]),
      ...images('0.jpg'),
    })
    expect(Object.keys(read[0] ?? {}).filter((name) => name.startsWith('work'))).toHaveLength(16)
  })

  it('is no other table, whoever says so', async ({ folder }) => {
    const files = { 'works.csv': 'title,image\nA,a.jpg\n', ...images('a.jpg') }
    await expect(readFiles(folder, files, { format: 'shop' })).rejects.toMatchObject({
      details: { rule: 'format_mismatch' },
    })
  })

  it('is read row by row as a table', async ({ folder }) => {
    const files = { 'products.csv': writeCsv([header, ['a', 'A', '', '1', 'a.jpg', '1']]) }
    const { format, rows } = await readFiles(folder, files, { format: 'csv' })
    expect([format, rows.length]).toEqual(['csv', 1])
  })
})
