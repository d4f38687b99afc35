import { describe, expect } from 'vitest'
import { folderTest as it } from '../../../support/folder-test.ts'
import { images, readFiles } from './fixture.ts'

const token = (number: number, change: object = {}) => ({
  name: `Number #${number}`,
  symbol: 'NB',
  description: 'A collection of numbers',
  image: `${number}.png`,
  attributes: [{ trait_type: 'Layer-1', value: String(number) }],
  seller_fee_basis_points: 500,
  properties: { files: [{ uri: `${number}.png`, type: 'image/png' }], category: 'image' },
  ...change,
})

describe('a folder of Metaplex Sugar', () => {
  it('gives a row for each number and none for the collection, and names the collection', async ({
    folder,
  }) => {
    const reading = await readFiles(folder, {
      'assets/0.json': token(0),
      'assets/1.json': token(1, { image: 'https://arweave.net/xyz?ext=png' }),
      'assets/collection.json': { name: 'Numbers', image: 'collection.png' },
      'cache.json': { program: {}, items: {} },
      ...images('assets/0.png', 'assets/1.png', 'assets/2.png', 'assets/collection.png'),
    })
    expect(reading.format).toBe('sugar')
    expect(reading.reason).toContain('assets/collection.json is beside assets/0.json')
    expect(reading.collectionName).toBe('Numbers')
    expect(reading.rows).toMatchObject([
      { asset_name: 'Number0000', name: 'Number #0', image: 'assets/0.png', 'Layer-1': '0' },
      { asset_name: 'Number0001', image: 'assets/1.png', 'ignore:symbol': 'NB' },
    ])
    // The extra image is reported by the plan; the collection's own is no token's.
    expect(reading.works).toEqual(['assets/0.png', 'assets/1.png', 'assets/2.png'])
    expect(reading.notes[0]).toContain('a royalty of 5%')
  })

  it('reads the files of Metaplex beside the image, and names those that are elsewhere', async ({
    folder,
  }) => {
    const cid = 'QmYwAPJzv5CZsnA625s3Xf2nemtYgPpHdWEz79ojWKPbdG'
    const files = (...uris: (readonly [string, string])[]) => ({
      properties: { category: 'video', files: uris.map(([uri, type]) => ({ uri, type })) },
    })
    const reading = await readFiles(folder, {
      'assets/0.json': token(0, {
        animation_url: '0.mp4',
        ...files(
          ['0.mp4', 'video/mp4'],
          ['0.png', 'image/png'],
          ['0-back.wav', 'audio/wav'],
          [`ipfs://${cid}`, 'model/gltf-binary'],
        ),
      }),
      'assets/1.json': token(1, { properties: { files: 'all of them' } }),
      'assets/collection.json': { name: 'Numbers', image: 'collection.png' },
      ...images('assets/0.png', 'assets/0.mp4', 'assets/0-back.wav', 'assets/1.png'),
    })
    expect(reading.rows).toMatchObject([
      {
        image: 'assets/0.png',
        work: 'assets/0.mp4',
        work_2: 'assets/0-back.wav',
        work_3: `ipfs://${cid}`,
        work_3_type: 'model/gltf-binary',
      },
      { image: 'assets/1.png' },
    ])
    expect(reading.rows[1]).not.toHaveProperty('work')
    expect(reading.notes.join()).not.toContain('Not read')
    const other = await readFiles(`${folder}/other`, {
      '0.json': token(0, {
        properties: {
          creators: [{ address: 'x', share: 100 }],
          files: [{ uri: 'https://arweave.net/xyz', type: 'video/mp4' }],
        },
      }),
      ...images('0.png'),
    })
    expect(other.notes).toContain('Not read from the files: properties.creators, properties.files.')
  })

  it('where every file names the same collection, it is that one', async ({ folder }) => {
    const named = (number: number, collection: unknown) =>
      token(number, { name: `#${number}`, collection })
    const metaplex = { name: 'Grey Herons', family: 'Birds' }
    const files = { '0.json': named(0, metaplex), ...images('0.png', '1.png') }
    const same = await readFiles(`${folder}/a`, { ...files, '1.json': named(1, metaplex) })
    expect(same.collectionName).toBe('Grey Herons')
    expect(same.rows.map((row) => row['asset_name'])).toEqual(['GreyHerons0000', 'GreyHerons0001'])
    expect(same.notes.join()).not.toContain('Not read')
    const other = await readFiles(`${folder}/b`, { ...files, '1.json': named(1, 'Egrets') })
    expect(other.collectionName).toBeUndefined()
    expect(other.notes).toContain('Not read from the files: collection.')
  })

  it('files of equal names in two folders are read beside the JSON that names them', async ({
    folder,
  }) => {
    const withWork = {
      animation_url: undefined,
      properties: { files: [{ uri: '0.mp4', type: 'video/mp4' }] },
    }
    const { rows, notes } = await readFiles(folder, {
      'a/0.json': token(0, withWork),
      'b/0.json': token(0, withWork),
      ...images('a/0.png', 'a/0.mp4', 'b/0.png', 'b/0.mp4'),
    })
    expect(rows.map(({ work }) => work)).toEqual(['a/0.mp4', 'b/0.mp4'])
    expect(notes.join()).not.toContain('Not read')
  })

  it('is recognised by the fields of Metaplex where the collection has no file', async ({
    folder,
  }) => {
    const files = { '0.json': token(0), ...images('0.png') }
    expect((await readFiles(folder, files)).format).toBe('sugar')
  })

  it('JSON beside images without any of its fields is read as such', async ({ folder }) => {
    const { format, rows } = await readFiles(folder, {
      'Ünique 1.json': { name: 'Ünique', attributes: { Eyes: 'Red', Lucky: 7 } },
      // macOS writes the letter as two.
      ...images('art/U\u0308nique 1.png', 'notes/readme.pdf'),
    })
    expect(format).toBe('erc721')
    expect(rows).toMatchObject([
      { asset_name: 'Unique0001', name: 'Ünique', image: 'art/U\u0308nique 1.png', Lucky: '7' },
    ])
  })
})
