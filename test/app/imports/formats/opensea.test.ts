import { describe, expect } from 'vitest'
import { folderTest as it } from '../../../support/folder-test.ts'
import { images, readFiles } from './fixture.ts'

describe('a CSV of OpenSea Studio', () => {
  it('keeps its rows and columns, and gets asset names of names and numbers', async ({
    folder,
  }) => {
    const { format, rows, notes, works, numbers } = await readFiles(folder, {
      'drop.csv': [
        'tokenID,name,description,file_name,external_url,attributes[Type],attributes[Eyes],attributes|Name',
        '1,Bib #1,First bib,1.png,https://x,Robot,"Laser, Red",Otto',
        '',
        '12,Bib #12,,12.png,,,Blue,',
      ].join('\r\n'),
      ...images('1.png', '12.png'),
    })
    expect(format).toBe('opensea')
    expect(rows).toEqual([
      {
        'ignore:tokenID': '1',
        name: 'Bib #1',
        description: 'First bib',
        image: '1.png',
        'ignore:external_url': 'https://x',
        Type: 'Robot',
        Eyes: 'Laser, Red',
        'custom:Name': 'Otto',
        asset_name: 'Bib0001',
      },
      {
        'ignore:tokenID': '12',
        name: 'Bib #12',
        image: '12.png',
        Eyes: 'Blue',
        asset_name: 'Bib0012',
      },
    ])
    expect(numbers).toEqual([2, 4])
    expect(notes).toEqual([])
    expect(works).toEqual(['1.png', '12.png'])
  })

  it('names of tokens that share nothing get the name of the folder', async ({ folder }) => {
    const { rows } = await readFiles(`${folder}/my art`, {
      'drop.tsv': 'token_id\tname\tfile_name\n1\tOtto\t1.png\n2\tEmma\t2.png\n',
    })
    expect(rows.map(({ asset_name }) => asset_name)).toEqual(['myart0001', 'myart0002'])
  })

  it('a format that somebody chooses wins over the one that is recognised', async ({ folder }) => {
    const files = { 'drop.csv': 'tokenID,name,file_name\n1,Otto,1.png\n' }
    const reading = await readFiles(folder, files, { format: 'csv' })
    expect(reading).toMatchObject({ format: 'csv', reason: 'Read as Table, as you chose.' })
    expect(reading.rows).toEqual([{ tokenID: '1', name: 'Otto', file_name: '1.png' }])
  })
})
