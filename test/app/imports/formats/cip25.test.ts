import { describe, expect } from 'vitest'
import { folderTest as it } from '../../../support/folder-test.ts'
import { images, readFiles } from './fixture.ts'

const cid = 'QmYwAPJzv5CZsnA625s3Xf2nemtYgPpHdWEz79ojWKbxBJ'
const otherCid = 'QmdfTbBqBPQ7VNxZEYEj14VmRuZBkqFbiwReogJgS1zR1n'
const metadata = (tokens: object, version = 1) => ({ 721: { ['a'.repeat(56)]: tokens, version } })

describe('CIP-25 metadata', () => {
  it('every token of a file becomes a row, with long texts put together again', async ({
    folder,
  }) => {
    const start = 'A text of sixty-four bytes, which is all that one string may h'
    const { format, reason, rows, warnings, tablePath } = await readFiles(folder, {
      'metadata.json': metadata({
        Bean1: {
          name: 'Bean #1',
          image: ['ipfs://', cid],
          mediaType: 'image/png',
          description: [start, 'old.'],
          Colours: ['Red', 'Blue'],
          Number: 7,
          files: [
            { name: 'the image itself', mediaType: 'image/png', src: `ipfs://${cid}` },
            { name: 'a work', mediaType: 'video/mp4', src: ['ipfs://', otherCid] },
            { name: 'in the folder', mediaType: 'application/pdf', src: 'Story.PDF' },
          ],
        },
        Bean2: {
          name: 'Bean #2',
          image: 'bean-2.png',
          attributes: { Eyes: 'Red' },
          files: 'nothing',
        },
      }),
      ...images('bean-2.png', 'story.pdf'),
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
        work: `ipfs://${otherCid}`,
        work_type: 'video/mp4',
        work_2: 'story.pdf',
      },
      { asset_name: 'Bean2', image: 'bean-2.png', Eyes: 'Red' },
    ])
    expect(warnings).toEqual([
      '"Colours" of 1 token is a list. Attributes are text, so it goes on chain for good as one text, such as "Red, Blue".',
      '"Number" of 1 token is a whole number. Attributes are text, so it goes on chain for good as text, such as "7".',
      '"files" of 1 token has a form that is not read, and is left out. Correct it in the file, or these tokens lack it on chain for good.',
    ])
    expect(tablePath.endsWith('metadata.json')).toBe(true)
  })

  it('files of a fork of HashLips are repaired, and placeholders filled by names', async ({
    folder,
  }) => {
    const { rows, warnings } = await readFiles(folder, {
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
    expect(warnings).toEqual(['json/other.json is not read: it has no label 721.'])
  })

  it('names of version 2 are bytes', async ({ folder }) => {
    const { rows } = await readFiles(folder, {
      'm.json': metadata({ '0x4265616e31': { name: 'Bean', image: `ipfs://${cid}` } }, 2),
    })
    expect(rows).toMatchObject([{ asset_name: 'Bean1' }])
  })

  it('a list of values is a warning, also where its values are long', async ({ folder }) => {
    const long = ['A value that is about fifty bytes long, as some are', 'Another value']
    const { rows, warnings } = await readFiles(folder, {
      'm.json': metadata({
        Bean1: { name: 'One', image: ['ipfs://', cid], Colours: ['Red', 'Blue'], Long: long },
        Bean2: { name: 'Two', image: `ipfs://${cid}`, attributes: { Hats: ['Cap', 'Crown'] } },
        Bean3: { name: 'Three', image: `ipfs://${cid}`, Text: ['ü'.repeat(32), 'end'] },
      }),
    })
    expect(rows[0]).toMatchObject({
      image: `ipfs://${cid}`,
      Colours: 'Red, Blue',
      Long: long.join(', '),
    })
    expect(rows[1]).toMatchObject({ Hats: 'Cap, Crown' })
    expect(rows[2]).toMatchObject({ Text: `${'ü'.repeat(32)}end` })
    expect(warnings.map((message) => message.split('.')[0])).toEqual(
      ['Colours', 'Long', 'Hats'].map((name) => `"${name}" of 1 token is a list`),
    )
  })

  it('pieces of one text, broken at blanks, are one text, and several values are not', async ({
    folder,
  }) => {
    const { rows, warnings } = await readFiles(folder, {
      'm.json': metadata({
        Bean1: {
          name: 'One',
          image: `ipfs://${cid}`,
          Ends: ['The bean grew in ', 'one wet week; it has ', 'no leaf.'],
          Begins: ['The bean grew in', ' one wet week.'],
          Mixed: ['A text of sixty-four bytes, which is all that one string may h', 'old. ', 'End'],
          Apart: ['The bean grew ', 'in a week', 'alone'],
        },
      }),
    })
    expect(rows).toMatchObject([
      {
        Ends: 'The bean grew in one wet week; it has no leaf.',
        Begins: 'The bean grew in one wet week.',
        Mixed: 'A text of sixty-four bytes, which is all that one string may hold. End',
        Apart: 'The bean grew , in a week, alone',
      },
    ])
    expect(warnings.map((message) => message.split('.')[0])).toEqual([
      '"Apart" of 1 token is a list',
    ])
  })

  it('traits keep their names, and what attributes cannot hold is a warning with a count', async ({
    folder,
  }) => {
    const bean = (weight: number, change: object = {}) => ({
      name: 'Bean',
      image: `ipfs://${cid}`,
      type: 'image/png',
      weight,
      attributes: { Type: 'Broad', Pod: { colour: 'Green', seeds: 5 } },
      ...change,
    })
    const { rows, notes, warnings } = await readFiles(folder, {
      'm.json': metadata({
        Bean1: bean(3),
        Bean2: bean(4, { farm: [{ town: 'X' }] }),
        Bean3: bean(5, { mediaType: 'image/webp' }),
      }),
    })
    const traits = { Type: 'Broad', Pod_colour: 'Green', Pod_seeds: '5' }
    expect(rows).toMatchObject([
      { media_type: 'image/png', weight: '3', ...traits },
      { media_type: 'image/png', weight: '4', ...traits },
      { media_type: 'image/webp', weight: '5' },
    ])
    expect(rows[0]).not.toHaveProperty('Type 2')
    expect(notes).toContain(
      '"type" of 2 tokens is a media type, such as image/png, and becomes mediaType.',
    )
    expect(warnings).toEqual([
      '"weight" of 3 tokens is a whole number. Attributes are text, so it goes on chain for good as text, such as "3".',
      '"Pod" of 3 tokens is an object. Attributes are text, so its values go on chain for good as attributes of their own, such as "Pod_colour".',
      '"farm" of 1 token has a form that is not read, and is left out. Correct it in the file, or these tokens lack it on chain for good.',
    ])
  })

  it('a name of version 2 that is not UTF-8 is an error and not another name', async ({
    folder,
  }) => {
    const reading = readFiles(folder, {
      'm.json': metadata({ '0xff00fe': { name: 'Bean', image: `ipfs://${cid}` } }, 2),
    })
    await expect(reading).rejects.toThrow('m.json: the asset name 0xff00fe is not UTF-8 text')
  })
})
