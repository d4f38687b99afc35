import { describe, expect } from 'vitest'
import { folderTest as it } from '../../../support/folder-test.ts'
import { images, readFiles } from './fixture.ts'

const header = 'name,description,external_url,background_color,youtube_url,Eyes'

describe('a folder for thirdweb', () => {
  it('rows without a column of images get the file of their number, and that is said', async ({
    folder,
  }) => {
    const { format, rows, notes } = await readFiles(folder, {
      'tokens.csv': `${header}\nBean #1,x,,,,Red\nBean #2,y,,FFF,,Blue\nBean #3,z,,,,Red\n`,
      ...images('0.png', '2.png', '10.png'),
    })
    expect(format).toBe('thirdweb')
    expect(rows.map(({ image, name }) => [name, image])).toEqual([
      ['Bean #1', '0.png'],
      // The second file of the folder is another token's.
      ['Bean #2', '1'],
      ['Bean #3', '2.png'],
    ])
    expect(rows[1]).toMatchObject({ Eyes: 'Blue', 'ignore:background_color': 'FFF' })
    expect(rows.map(({ asset_name }) => asset_name)).toEqual(['Bean0001', 'Bean0002', 'Bean0003'])
    expect(notes[0]).toContain('the first token gets the file 0')
  })

  it('a column of images is used as it is', async ({ folder }) => {
    const { rows } = await readFiles(folder, {
      'tokens.csv': `${header},image\nBean,x,,,,Red,beans/b.png\n`,
      ...images('beans/b.png', '0.png'),
    })
    expect(rows[0]).toMatchObject({ image: 'beans/b.png' })
  })

  it('a JSON list of tokens is read by its names of files, or by number', async ({ folder }) => {
    const named = await readFiles(`${folder}/a`, {
      'tokens.json': [
        { name: 'B', image: 'two.png', attributes: [{ trait_type: 'Eyes', value: 'Red' }] },
        { name: 'A', image: 'one.png' },
      ],
      ...images('one.png', 'two.png'),
    })
    expect(named.format).toBe('thirdweb')
    expect(named.rows.map(({ name, image }) => [name, image])).toEqual([
      ['B', 'two.png'],
      ['A', 'one.png'],
    ])
    expect(named.works).toEqual(['one.png', 'two.png'])
    const numbered = await readFiles(`${folder}/b`, {
      'tokens.json': [{ name: 'Bean #7' }, { name: 'Bean #8' }],
      ...images('1.png', '2.png', '7.png'),
    })
    expect(numbered.rows.map(({ name, image }) => [name, image])).toEqual([
      ['Bean #7', '1.png'],
      ['Bean #8', '2.png'],
    ])
    expect(numbered.notes[0]).toContain('the first token gets the file 1')
  })
})
