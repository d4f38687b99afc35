import { describe, expect } from 'vitest'
import { folderTest as it } from '../../../support/folder-test.ts'
import { images, readFiles } from './fixture.ts'

const cid = 'QmYwAPJzv5CZsnA625s3Xf2nemtYgPpHdWEz79ojWKbxBJ'
const metadata = (tokens: object, version = 1) => ({ 721: { ['a'.repeat(56)]: tokens, version } })

describe('CIP-25 metadata', () => {
  it('every token of a file becomes a row, with long texts put together again', async ({
    folder,
  }) => {
    const start = 'A text of sixty-four bytes, which is all that one string may h'
    const { format, reason, rows, notes, tablePath } = await readFiles(folder, {
      'metadata.json': metadata({
        Bean1: {
          name: 'Bean #1',
          image: ['ipfs://', cid],
          mediaType: 'image/png',
          description: [start, 'old.'],
          Colours: ['Red', 'Blue'],
          Number: 7,
          files: [{ name: 'x', mediaType: 'video/mp4', src: `ipfs://${cid}` }],
        },
        Bean2: { name: 'Bean #2', image: 'bean-2.png', attributes: { Eyes: 'Red' } },
      }),
      ...images('bean-2.png'),
    })
    expect(format).toBe('cip25')
    expect(reason).toContain('metadata.json has metadata with the label 721')
    expect(rows).toMatchObject([
      {
        asset_name: 'Bean1',
        name: 'Bean #1',
        image: `ipfs://${cid}`,
        description: `${start}old.`,
        Colours: 'Red, Blue',
        Number: '7',
      },
      { asset_name: 'Bean2', image: 'bean-2.png', Eyes: 'Red' },
    ])
    expect(notes[0]).toBe('"files" of 1 tokens is no text and is not read.')
    expect(tablePath.endsWith('metadata.json')).toBe(true)
  })

  it('files of a fork of HashLips are repaired, and placeholders filled by names', async ({
    folder,
  }) => {
    const { rows, notes } = await readFiles(folder, {
      'json/0.json': metadata({
        Bean0: { name: 'Bean', location: 'ipfs://x/0.png', properties: [{ Eyes: 'Red' }] },
      }),
      'json/1.json': metadata({ '<asset_name>': { name: 'One', image: '<ipfs_link>' } }),
      'json/other.json': { hello: 'world' },
      ...images('images/0.png', 'images/1.png'),
    })
    expect(rows).toMatchObject([
      { asset_name: 'Bean0', image: 'images/0.png', Eyes: 'Red' },
      { name: 'One', image: 'images/1.png' },
    ])
    expect(rows[1]?.['asset_name']).toBeUndefined()
    expect(notes).toContain('Not read, because they have no label 721: json/other.json.')
  })

  it('names of version 2 are bytes', async ({ folder }) => {
    const { rows } = await readFiles(folder, {
      'm.json': metadata({ '0x4265616e31': { name: 'Bean', image: `ipfs://${cid}` } }, 2),
    })
    expect(rows).toMatchObject([{ asset_name: 'Bean1' }])
  })
})
