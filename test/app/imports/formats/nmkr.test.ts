import { describe, expect } from 'vitest'
import { folderTest as it } from '../../../support/folder-test.ts'
import { images, readFiles, writeFiles } from './fixture.ts'

const bytes = (text: string) => ({ bytes: Buffer.from(text).toString('hex') })

describe('a folder for NMKR Studio', () => {
  it('each file is a token named after it, with the metadata file beside it', async ({
    folder,
  }) => {
    const { format, rows, notes, works } = await readFiles(folder, {
      'Token #0001.metadata': {
        721: {
          '<policy_id>': {
            '<asset_name>': { name: '<display_name>', image: '<ipfs_link>', Eyes: 'Red' },
          },
        },
      },
      'Token #0002.metadatacip68': {
        constructor: 0,
        fields: [
          {
            map: [
              { k: bytes('name'), v: bytes('The second') },
              { k: bytes('Eyes'), v: bytes('Blue') },
              { k: bytes('Level'), v: { int: 7 } },
            ],
          },
          { int: 1 },
        ],
      },
      'Token #0009.metadata': { 721: { p: { Token0009: { name: 'Lost' } } } },
      ...images('Token #0001.jpeg', 'token #0002.PNG', 'Token #0003.png'),
      ...images('Token #0001.subfile.mp4'),
    })
    expect(format).toBe('nmkr')
    expect(rows).toMatchObject([
      {
        asset_name: 'Token0001',
        name: 'Token #0001',
        image: 'Token #0001.jpeg',
        work: 'Token #0001.subfile.mp4',
        Eyes: 'Red',
      },
      { asset_name: 'token0002', name: 'The second', image: 'token #0002.PNG', Level: '7' },
      { asset_name: 'Token0003', name: 'Token #0003', image: 'Token #0003.png' },
      { asset_name: 'Token0009', name: 'Lost', image: 'Token #0009' },
    ])
    expect(works).toEqual([
      'Token #0001.jpeg',
      'Token #0001.subfile.mp4',
      'token #0002.PNG',
      'Token #0003.png',
    ])
    expect(notes.join('\n')).toContain('Coldpress mints these tokens as CIP-25')
  })

  it('subfiles go beside the image of their token; a video with a still subfile swaps with it', async ({
    folder,
  }) => {
    const { rows } = await readFiles(folder, {
      'Token #1.metadata': { 721: { p: { Token1: { name: 'One' } } } },
      ...images('Token #1.mp4', 'Token #1.subfile.10.glb', 'Token #1.subfile.2.png'),
      ...images('Token #2.png', 'token2.SUBFILE.pdf'),
    })
    expect(rows).toEqual([
      {
        asset_name: 'Token1',
        name: 'One',
        image: 'Token #1.subfile.2.png',
        work: 'Token #1.mp4',
        work_2: 'Token #1.subfile.10.glb',
        'ignore:source': 'Token #1.metadata',
      },
      { asset_name: 'Token2', name: 'Token #2', image: 'Token #2.png', work: 'token2.SUBFILE.pdf' },
    ])
  })

  it('subfiles of a table of placeholders have columns of their own', async ({ folder }) => {
    const { rows } = await readFiles(folder, {
      'placeholder.csv': 'asset_name,display_name\nToken1,One\nToken2,Two\n',
      ...images('Token #1.png', 'Token #1.subfile.1.mp4', 'Token #1.subfile.2.pdf', 'Token #2.png'),
    })
    expect(rows).toMatchObject([
      { image: 'Token #1.png', work: 'Token #1.subfile.1.mp4', work_2: 'Token #1.subfile.2.pdf' },
      { image: 'Token #2.png' },
    ])
  })

  it('a table of placeholders finds its files by asset names', async ({ folder }) => {
    const { format, rows, reason } = await readFiles(folder, {
      'Placeholder_beans.csv':
        'asset_name,display_name,<eyes>,hat\r\nToken0002,Two,Red,\r\nToken0001,One,Blue,Cap\r\n',
      ...images('art/Token #0001.png', 'art/Token #0002.png'),
    })
    expect([format, reason]).toEqual([
      'nmkr',
      'Read as NMKR Studio, because Placeholder_beans.csv is NMKR’s table of placeholders.',
    ])
    expect(rows).toEqual([
      { asset_name: 'Token0002', name: 'Two', eyes: 'Red', image: 'art/Token #0002.png' },
      {
        asset_name: 'Token0001',
        name: 'One',
        eyes: 'Blue',
        hat: 'Cap',
        image: 'art/Token #0001.png',
      },
    ])
  })

  it('each row of placeholders gets the file that it names, also without Latin letters', async ({
    folder,
  }) => {
    const { rows } = await readFiles(folder, {
      'Placeholder.csv':
        'filename,asset_name\r\n豆一.png,A1\r\n豆二.png,A2\r\ngold/1.png,A3\r\nsilver/1.png,A4\r\n豆九.png,A5\r\n',
      ...images('豆一.png', '豆二.png', 'gold/1.png', 'silver/1.png'),
    })
    expect(rows.map(({ image }) => image)).toEqual([
      '豆一.png',
      '豆二.png',
      'gold/1.png',
      'silver/1.png',
      '豆九.png',
    ])
  })

  it.for([
    ['1.png', 'gold/1.png', 'silver/1.png'],
    ['Token0001', 'Token #0001.png', 'Token-0001.png'],
  ])(
    'a row of placeholders that fits two files names both: %s',
    async ([name = '', ...files], { folder }) => {
      const reading = readFiles(folder, {
        'Placeholder.csv': `filename,asset_name\r\n${name},A1\r\n`,
        ...images(...files),
      })
      await expect(reading).rejects.toMatchObject({
        code: 'invalid',
        message: `Row 2: "${name}" may be ${files.map((file) => `"${file}"`).join(' and ')}. Write the file that is meant into the column filename, exactly as the folder does.`,
      })
    },
  )

  it('each file gets its own metadata, also without Latin letters or beside its namesake', async ({
    folder,
  }) => {
    const named = (name: string) => ({ 721: { p: { '<asset_name>': { name } } } })
    const { rows } = await readFiles(folder, {
      '豆一.metadata': named('First'),
      '豆二.metadata': named('Second'),
      'gold/1.metadata': named('Gold'),
      'silver/1.metadata': named('Silver'),
      ...images('豆一.png', '豆二.png', 'gold/1.png', 'silver/1.png'),
    })
    expect(rows.map(({ image, name }) => `${image} ${name}`).toSorted()).toEqual([
      'gold/1.png Gold',
      'silver/1.png Silver',
      '豆一.png First',
      '豆二.png Second',
    ])
  })

  it('a metadata file that is broken and has no file of its name is left out and named', async ({
    folder,
  }) => {
    const { rows, warnings } = await readFiles(folder, {
      'Bean.metadata': { 721: { p: { Bean: { name: 'Bean', Eyes: 'Red' } } } },
      'old.metadata': { hello: 1 },
      ...images('Bean.png'),
    })
    expect(rows).toMatchObject([{ asset_name: 'Bean', Eyes: 'Red' }])
    expect(warnings).toEqual([
      'old.metadata is not read: it has no "721" with a policy and tokens in it.',
    ])
    await writeFiles(folder, { 'Bean.metadata': '{' })
    await expect(readFiles(folder, {}, { format: 'nmkr' })).rejects.toThrow(
      'Bean.metadata: it is not valid JSON',
    )
  })

  it('a file of Japanese letters without an asset name gets the folder’s name and its number', async ({
    folder,
  }) => {
    const { rows, notes } = await readFiles(`${folder}/mame`, {
      'Bean.metadata': { 721: { p: { Bean: { name: 'Bean' } } } },
      '豆 2.metadata': { 721: { p: { '<asset_name>': { name: 'Two' } } } },
      ...images('Bean.png', '豆 2.png', '豆 10.png'),
    })
    expect(rows.map((row) => row['asset_name'])).toEqual(['Bean', 'mame0002', 'mame0010'])
    expect(notes.at(-1)).toContain('Their asset names are mame0002 and so on')
    const table = await readFiles(`${folder}/kuri`, {
      'Placeholder.csv': 'filename,<Eyes>\r\n栗 1.png,Red\r\n',
      ...images('栗 1.png'),
    })
    expect(table.rows).toMatchObject([{ asset_name: 'kuri0001', Eyes: 'Red' }])
  })
})
