import { describe, expect } from 'vitest'
import { folderTest as it } from '../../../support/folder-test.ts'
import { images, readFiles } from './fixture.ts'

const token = (edition: number, eyes: string, change: object = {}) => ({
  name: `Bean #${edition}`,
  description: 'A bean',
  image: `ipfs://NewUriToReplace/${edition}.png`,
  dna: 'abc',
  edition,
  date: 1_650_000_000_000,
  attributes: [{ trait_type: 'Eyes', value: eyes }],
  compiler: 'HashLips Art Engine',
  ...change,
})

describe('a HashLips folder', () => {
  it('gives rows in natural order, each with the image that its metadata names', async ({
    folder,
  }) => {
    const reading = await readFiles(folder, {
      'build/json/10.json': token(10, 'Red'),
      'build/json/2.json': token(2, 'Blue'),
      'build/json/_metadata.json': [token(2, 'Blue'), token(10, 'Red')],
      ...images('build/images/2.PNG', 'build/images/10.png', 'layers/Eyes/Red#70.png'),
    })
    expect(reading.format).toBe('hashlips')
    expect(reading.reason).toBe(
      'Read as HashLips, because build/json/_metadata.json is the list that HashLips writes.',
    )
    expect(reading.rows).toEqual([
      {
        asset_name: 'Bean0002',
        name: 'Bean #2',
        description: 'A bean',
        image: 'build/images/2.PNG',
        Eyes: 'Blue',
        'ignore:edition': '2',
        'ignore:dna': 'abc',
        'ignore:date': '1650000000000',
        'ignore:compiler': 'HashLips Art Engine',
        'ignore:source': 'build/json/2.json',
      },
      expect.objectContaining({
        asset_name: 'Bean0010',
        image: 'build/images/10.png',
        Eyes: 'Red',
      }),
    ])
    // The layers are no works: nobody is told that a thousand of them are left out.
    expect(reading.works).toEqual(['build/images/2.PNG', 'build/images/10.png'])
  })

  it('is read from its list where the files of single tokens are missing', async ({ folder }) => {
    const { rows } = await readFiles(folder, {
      '_metadata.json': [token(7, 'Red'), token(3, 'Blue')],
      ...images('3.png', '7.png', '8.png'),
    })
    expect(rows.map(({ name, image }) => [name, image])).toEqual([
      ['Bean #7', '7.png'],
      ['Bean #3', '3.png'],
    ])
  })

  it('a missing image stays missing: the next one does not move up', async ({ folder }) => {
    const { rows } = await readFiles(folder, {
      'json/1.json': token(1, 'Red'),
      'json/2.json': token(2, 'Red'),
      'json/3.json': token(3, 'Red'),
      ...images('images/1.png', 'images/3.png'),
    })
    expect(rows.map(({ image }) => image)).toEqual(['images/1.png', '2.png', 'images/3.png'])
  })

  it('a trait called as a field stays a trait, and one that comes twice gets two columns', async ({
    folder,
  }) => {
    const attributes = [
      { trait_type: 'Name', value: 'Otto' },
      { trait_type: 'Hat', value: 'Red' },
      { trait_type: 'Hat', value: 'Blue' },
      { trait_type: 'Number', value: 7 },
      { trait_type: '', value: true },
      { trait_type: 'ignore:me', value: null },
    ]
    const { rows, notes } = await readFiles(folder, {
      'json/1.json': token(1, 'x', { attributes, collectionInfo: { a: 1 } }),
      'json/2.json': token(2, 'x', { attributes: [{ trait_type: 'hat ', value: 'Old' }] }),
      ...images('images/1.png', 'images/2.png'),
    })
    expect(rows[0]).toMatchObject({
      name: 'Bean #1',
      'custom:Name': 'Otto',
      Hat: 'Red',
      'Hat 2': 'Blue',
      Number: '7',
      Trait: 'true',
    })
    expect(rows[1]).toMatchObject({ Hat: 'Old' })
    expect(notes).toEqual([
      'Not read from the files: collectionInfo.',
      'Some tokens have "Hat" more than once; the second is in a column of its own, "Hat 2".',
      '"Hat" and "hat" differ by case or blanks only and are taken as one trait.',
    ])
  })

  it('a name with # or ? is that of a file, and no other file takes its place', async ({
    folder,
  }) => {
    const named = (edition: number, image: string) => token(edition, 'Red', { image })
    const { rows } = await readFiles(folder, {
      '_metadata.json': [
        named(1, 'Bean #1.png'),
        named(2, 'ipfs://NewUriToReplace/Bean #2.png'),
        named(3, 'Who?.png'),
        named(4, 'ipfs://NewUriToReplace/4.png?v=1#top'),
        named(7, 'Bean #7.png'),
        named(8, 'ipfs://NewUriToReplace/Bean #8.png'),
      ],
      ...images('Bean #1.png', 'Bean #2.png', 'Who?.png', '4.png', '7.png', '8.png'),
    })
    expect(rows.map(({ image }) => image)).toEqual([
      'Bean #1.png',
      'Bean #2.png',
      'Who?.png',
      '4.png',
      'Bean #7.png',
      'Bean #8.png',
    ])
  })

  it('a path names no file of another folder, and may start above or below the one chosen', async ({
    folder,
  }) => {
    const named = (edition: number, image: string) => token(edition, 'Red', { image })
    const { rows } = await readFiles(folder, {
      '_metadata.json': [
        named(1, 'gold/1.png'),
        named(2, './build/images/2.PNG'),
        named(3, 'art/3.png'),
      ],
      ...images('images/silver/1.png', 'images/2.png', 'images/art/3.png'),
    })
    expect(rows.map(({ image }) => image)).toEqual([
      'gold/1.png',
      'images/2.png',
      'images/art/3.png',
    ])
  })
})
