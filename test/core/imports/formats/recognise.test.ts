import { join } from 'node:path'
import { describe, expect } from 'vitest'
import { folderTest as it } from '../../../support/folder-test.ts'
import { type Content, images, readFiles } from './fixture.ts'

const native = 'asset_name,name,image\nBean1,Bean,1.png\n'

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
    expect(reason).toBe('Read as Table (CSV), because Tokens.CSV has the column asset_name.')
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
})

describe('hostile JSON', () => {
  const token = { name: 'Bean', edition: 1, compiler: 'HashLips Art Engine' }
  const broken: readonly (readonly [string, Content, string])[] = [
    ['is cut off', '{"name": "Bean', 'it is not valid JSON'],
    ['is deep', '['.repeat(100_000), 'nested 100000 deep; 64 is the most'],
    ['is no object', '7', 'object'],
    ['describes nothing', { hello: 1 }, 'describes no token'],
    [
      'has a trait without text',
      { ...token, attributes: [{ trait_type: 'a', value: {} }] },
      'attributes[0].value: must be text',
    ],
    [
      'has digits that JSON loses',
      '{"name":"a","edition":123456789012345678901}',
      'write it in quotes',
    ],
    [
      'has a name of the prototype',
      '{"name":"a","attributes":{"__proto__":"x"}}',
      '__proto__ is not allowed',
    ],
    ['is huge', `{"name":"${'x'.repeat(2_000_000)}"}`, 'at most 1048576'],
    ['is not UTF-8', Uint8Array.of(0x22, 0xff, 0x22), 'not UTF-8'],
  ]
  for (const [what, content, message] of broken)
    it(`a file that ${what} is refused in words with its name`, async ({ folder }) => {
      const reading = readFiles(folder, {
        'json/1.json': token,
        'json/2.json': content,
        ...images('images/1.png', 'images/2.png'),
      })
      await expect(reading).rejects.toMatchObject({
        code: 'invalid',
        message: expect.stringMatching(/^json\/2\.json: /u),
        details: { rule: 'format_json' },
      })
      await expect(reading).rejects.toThrow(message)
    })

  it('more traits than any collection has are refused', async ({ folder }) => {
    const attributes = Array.from({ length: 600 }, (_, at) => ({ trait_type: `t${at}`, value: 1 }))
    await expect(
      readFiles(folder, { 'json/1.json': { ...token, attributes }, ...images('images/1.png') }),
    ).rejects.toThrow('different traits, and at most 500 are read')
  })

  it('a broken file alone leaves the folder to be read otherwise', async ({ folder }) => {
    const { format } = await readFiles(folder, { 'x.json': '{', ...images('1.png') })
    expect(format).toBe('folder')
  })
})
