import { mkdir, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect } from 'vitest'
import { driveError } from '#platform/disk/access-reason.ts'
import { readFolderTable } from '#app/imports/inputs/inputs.ts'
import { readFolder } from '#app/imports/inputs/open-source.ts'
import { folderTest as it, temporaryFolder } from '../../../support/folder-test.ts'
import { textSheet, xlsxOf } from '../../../support/workbook.ts'
import { type Content, images, readFiles, writeFiles } from './fixture.ts'

const token = (number: number, facts: object = {}) => ({
  name: `Bean #${number}`,
  image: `${number}.png`,
  attributes: [{ trait_type: 'Eyes', value: 'Red' }],
  ...facts,
})

const pictures = images('1.png', '2.png', '3.png')
const oldExcel = Uint8Array.of(0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1)
const header = ['asset_name', 'name', 'image', 'Eyes']
const tabbed = `${header.join('\t')}\nBean1\tBean 1\t1.png\tRed\n`

describe('a folder whose tokens are described by what cannot be read', () => {
  const cases: readonly (readonly [string, Readonly<Record<string, Content>>, string])[] = [
    [
      'a comma missing in the first JSON',
      { '1.json': '{"name": "a"\n"image": "1.png"}', '2.json': token(2) },
      '1.json: it is not valid JSON: line 2, column 1: a comma',
    ],
    [
      'every JSON cut off',
      { '1.json': '{"name":', '2.json': '{' },
      '2 files cannot be read.|that may describe the tokens are not read. 1.json',
    ],
    [
      'a broken CIP-25 file',
      { 'metadata.json': '{"721": {"p": {"a": {}}' },
      'metadata.json: it is not valid JSON: line 1',
    ],
    [
      'an old Excel workbook',
      { 'tokens.xls': oldExcel },
      'tokens.xls: The table is an old Excel workbook',
    ],
    ['a binary workbook', { 'tokens.xlsb': 'PK' }, 'tokens.xlsb: this kind of spreadsheet'],
    ['a sheet of Numbers', { 'Beans.numbers': 'PK' }, 'Beans.numbers: this kind of spreadsheet'],
    [
      'the list of a bulk tool',
      { 'data.json': { nft: [{ nft_name: 'a' }] } },
      'data.json: it has neither a name',
    ],
    [
      'a web page under the name of a workbook',
      { 'tokens.xls': '<html><table><tr><td>name' },
      'tokens.xls: The table is a web page',
    ],
    [
      'a table in a folder inside',
      { 'lists/of/old/shows/here/tokens.csv': 'asset_name,name,image\na,b,1.png\n' },
      'lists/of/old/shows/here/tokens.csv: it is a table in a folder',
    ],
    [
      'lines of JSON',
      { 'tokens.jsonl': '{"name":"a"}\n{"name":"b"}\n' },
      'tokens.jsonl: it has one object a line, which is not read. Save it as one JSON list.',
    ],
    [
      'lines of JSON, of which one is cut off',
      { 'tokens.jsonl': '{"name":"a"}\n{"name":"b"\n' },
      'tokens.jsonl: it is not valid JSON: line 2',
    ],
  ]
  for (const [what, files, message] of cases)
    it(`with ${what} is not read by the names of its images`, async ({ folder }) => {
      const reading = readFiles(folder, { ...files, ...pictures }, { opensAll: true })
      await expect(reading).rejects.toMatchObject({ code: 'invalid' })
      await expect(reading).rejects.toThrow(new RegExp(message.replaceAll('.', '\\.'), 'u'))
      const { rows, notes } = await readFiles(folder, {}, { opensAll: true, format: 'folder' })
      expect(rows).toHaveLength(3)
      const [name = ''] = Object.keys(files)
      expect(notes.join('\n')).toContain(`${name} is not read: `)
    })

  it('names all unreadable files at once, each with line and column', async ({ folder }) => {
    const files = Object.fromEntries(
      [1, 2, 3].map((at) => [`${at}.json`, at === 2 ? token(2) : '{\n "a": 1\n "b": 2}']),
    )
    const reading = readFiles(folder, { ...files, ...pictures })
    await expect(reading).rejects.toMatchObject({ details: { files: ['1.json', '3.json'] } })
    await expect(reading).rejects.toThrow(
      /1\.json: .*line 3, column 2.* 3\.json: .*line 3, column 2/u,
    )
  })

  it('a note and a collection file of Coldpress do not stop it, and are named', async ({
    folder,
  }) => {
    const { format, notes } = await readFiles(
      folder,
      {
        'notes.txt': 'Buy ink, and paper.\n',
        'collection.json': {
          name: 'Beans',
          payout_address: '',
          policy: { lock: true },
          metadata: {},
        },
        ...pictures,
      },
      { opensAll: true },
    )
    expect(format).toBe('folder')
    expect(notes.join('\n')).toMatch(/collection\.json is not read: .*\n?notes\.txt is not read: /u)
  })
})

describe('a link that may describe tokens', () => {
  for (const name of ['tokens.csv', 'metadata.json', 'lists/tokens.txt'])
    it(`${name}, out of the folder, is not passed over`, async ({ folder }) => {
      const elsewhere = temporaryFolder()
      await writeFiles(elsewhere, { table: 'asset_name,name,image\n' })
      await mkdir(join(folder, 'lists'))
      await symlink(join(elsewhere, 'table'), join(folder, name))
      await expect(readFiles(folder, pictures, { opensAll: true })).rejects.toMatchObject({
        message: expect.stringContaining(`${name}: it is a link that leads out of the folder.`),
        details: { rule: 'tokens_undescribed', files: [name], otherwise: 'folder' },
      })
      const { rows } = await readFiles(folder, {}, { opensAll: true, format: 'folder' })
      expect(rows).toHaveLength(3)
    })

  it('and is broken is named, and one that is hidden is not', async ({ folder }) => {
    await symlink('gone.csv', join(folder, '.tokens.csv'))
    expect((await readFiles(folder, pictures)).format).toBe('folder')
    await symlink('gone.csv', join(folder, 'tokens.csv'))
    await expect(readFiles(folder, {})).rejects.toThrow('tokens.csv: it is a link to a file that')
  })
})

it('a sheet of Numbers that is a folder gives no token its preview, and is named', async ({
  folder,
}) => {
  const inside = images('tokens.numbers/preview.png', 'art/Deck.KEY/preview.jpg')
  await expect(readFiles(folder, { ...pictures, ...inside })).rejects.toMatchObject({
    message: expect.stringContaining('tokens.numbers: it is a document of Numbers'),
    details: { rule: 'tokens_undescribed', files: ['tokens.numbers'] },
  })
  const { works } = await readFiles(folder, {}, { format: 'folder' })
  expect(works).toEqual(['1.png', '2.png', '3.png'])
})

it.for(['tokens.txt', 'tokens.csv'])(
  'a fault of the drive under %s ends the reading, and is not about the file',
  async (name, { folder }) => {
    await writeFiles(folder, { [name]: tabbed, ...pictures })
    const fault = driveError(name, Object.assign(new Error('EIO'), { code: 'EIO' }))
    const reading = readFolderTable({ folder, opensAll: true }, {}, (...given) =>
      readFolder(...given, () => Promise.reject(fault)),
    )
    await expect(reading).rejects.toBe(fault)
  },
)

describe('a table under another name', () => {
  const tables: readonly (readonly [string, Content])[] = [
    ['tokens.xlsm', xlsxOf({ Beans: textSheet(header, ['Bean1', 'Bean 1', '1.png', 'Red']) })],
    ['tokens.txt', tabbed],
    ['tokens.xls', tabbed],
    ['tokens.tab', tabbed],
  ]
  for (const [name, content] of tables)
    it(`${name} is read where it holds tokens`, async ({ folder }) => {
      const files = { [name]: content, ...images('1.png') }
      const { format, rows, works } = await readFiles(folder, files, { opensAll: true })
      expect({ format, works }).toEqual({ format: 'csv', works: ['1.png'] })
      expect(rows).toEqual([{ asset_name: 'Bean1', name: 'Bean 1', image: '1.png', Eyes: 'Red' }])
    })
})

describe('a value of another form', () => {
  it('costs that value alone, with a finding', async ({ folder }) => {
    const { rows, notes } = await readFiles(folder, {
      '1.json': token(1, {
        dna: { a: 1 },
        attributes: [
          { trait_type: 'Eyes', value: 'Red' },
          { trait_type: 'Hat', value: { a: 1 } },
          'loose',
        ],
      }),
      '2.json': token(2, { attributes: [{ trait_type: 'Hat', value: 'Cap' }] }),
      ...pictures,
    })
    expect(rows).toMatchObject([{ Eyes: 'Red' }, { Hat: 'Cap' }])
    expect(rows[0]).not.toHaveProperty('Hat')
    for (const place of [
      'attributes[1].value: must be text',
      'attributes[2]: must be an object',
      'dna: must be text',
    ])
      expect(notes).toContainEqual(expect.stringContaining(`Row 2: not read: 1.json, ${place}`))
  })

  it('is read where its meaning is plain', async ({ folder }) => {
    const { rows, notes, warnings } = await readFiles(folder, {
      '1.json': token(1, {
        attributes: [[{ trait_type: 'Eyes', value: 'Blue' }], [{ Hat: 'Cap' }]],
      }),
      '2.json': token(2, { attributes: [{ trait_type: 'Colors', value: ['Red', 'Blue'] }] }),
      '3.json': `{"name": "Bean #3", "dna": 123456789012345678901234, "attributes": [{"type": "Serial", "value": 9876543210987654321}]}`,
      ...pictures,
    })
    expect(rows).toMatchObject([
      { Eyes: 'Blue', Hat: 'Cap' },
      { Colors: 'Red, Blue' },
      { Serial: '9876543210987654321', 'ignore:dna': '123456789012345678901234' },
    ])
    expect(notes).toContainEqual(expect.stringContaining('lists inside a list'))
    expect(warnings).toEqual([
      '"Colors" of 1 token is a list. Attributes are text, so it goes on chain for good as one text, such as "Red, Blue".',
    ])
  })

  it('of CIP-25 is named where it stands in a group of traits', async ({ folder }) => {
    const bean = {
      name: 'Bean',
      image: 'ipfs://x',
      attributes: [{ Eyes: 'Red', Hat: { a: [{}] } }],
    }
    const { rows, warnings } = await readFiles(folder, {
      'm.json': { 721: { policy: { Bean: bean } } },
    })
    expect(rows).toMatchObject([{ Eyes: 'Red' }])
    expect(warnings).toEqual([
      '"Hat" of 1 token has a form that is not read, and is left out. Correct it in the file, or these tokens lack it on chain for good.',
    ])
  })
})

it('a list beside token files pairs with no image, and is left out and named', async ({
  folder,
}) => {
  const { rows, notes } = await readFiles(folder, {
    'metadata.json': [token(1), token(2)],
    '1.json': token(1),
    '2.json': token(2),
    ...images('1.png', '2.png'),
  })
  expect(rows).toHaveLength(2)
  expect(notes.join()).toContain(
    'metadata.json is not read: it must be an object for one token, and is a list',
  )
})

it('JSON of a name alone beside the files of tokens is left out and named, so that traits have no gaps', async ({
  folder,
}) => {
  const trait = { attributes: [{ trait_type: 'Eyes', value: 'Red' }] }
  for (const format of ['erc721', 'sugar'] as const) {
    const { rows, warnings } = await readFiles(`${folder}/${format}`, {
      '1.json': token(1, trait),
      '2.json': token(2, trait),
      'map.json': { name: 'map', tiles: [1, 2] },
      ...(format === 'sugar' ? { 'collection.json': { name: 'Beans' } } : {}),
      ...images('1.png', '2.png'),
    })
    expect(rows.map(({ Eyes }) => Eyes)).toEqual(['Red', 'Red'])
    expect(warnings).toEqual([
      'map.json is not read: it has no image and no attributes, and no image has its name.',
    ])
  }
})

describe('JSON that names another image than that of its own name', () => {
  it('is read by that image, on the web or in the folder, and an address is named', async ({
    folder,
  }) => {
    const { format, rows, notes } = await readFiles(folder, {
      '1.json': token(1, { image: 'https://beans.example/1.jpg' }),
      '2.json': token(2, { image: 'green.png' }),
      ...images('green.png', 'banner.png'),
    })
    expect(format).toBe('erc721')
    expect(rows.map(({ image }) => image)).toEqual(['https://beans.example/1.jpg', 'green.png'])
    expect(notes).toEqual([
      'The image of 1 token is no file of the folder but a web address, such as https://beans.example/1.jpg. The minting service fetches it when the token is added.',
    ])
  })

  it('does not stand for a folder of more images, which would be no tokens', async ({ folder }) => {
    const reading = readFiles(folder, {
      'about.json': { name: 'Beans', image: 'https://beans.example/all.jpg' },
      ...images('a.png', 'b.png'),
    })
    await expect(reading).rejects.toMatchObject({ details: { rule: 'tokens_undescribed' } })
  })

  it('gets the image that it names also where another has the name of its file, with a note', async ({
    folder,
  }) => {
    const { rows, notes } = await readFiles(folder, {
      '4.json': token(4, { image: '5.png' }),
      '5.json': token(5, { image: '4.png' }),
      '6.json': token(6, { image: '6.png' }),
      ...images('4.png', '5.png', '6.png', '4.mp4'),
    })
    expect(rows.map(({ image }) => image)).toEqual(['5.png', '4.png', '6.png'])
    expect(notes).toEqual([
      'The metadata of 2 tokens names another image than the one with the name of its file, and the named one counts: 4.json names 5.png, and not 4.png.',
    ])
  })
})

it('a file that a reader does not take is named also where another format was read', async ({
  folder,
}) => {
  const { format, notes } = await readFiles(folder, {
    'rarity.csv': 'rank,token\n1,2\n',
    '1.json': token(1, { compiler: 'HashLips Art Engine' }),
    ...images('1.png'),
  })
  expect(format).toBe('hashlips')
  expect(notes.join()).toContain('rarity.csv is not read: the tokens come from other files.')
})

describe('files of one name in two folders', () => {
  it.for([
    ['', ''],
    ['json/', 'images/'],
  ])(
    'are those beside the file that names them (%s, %s)',
    async ([json = '', pictured = ''], { folder }) => {
      const files = ['a/', 'b/'].flatMap((one) =>
        [1, 2].flatMap((number) => [
          [`${one}${json}${number}.json`, token(number)] as const,
          [`${one}${pictured}${number}.png`, 'x'] as const,
        ]),
      )
      const { rows, notes } = await readFiles(folder, Object.fromEntries(files), {
        format: 'erc721',
      })
      expect(new Set(rows.map((row) => `${row['asset_name']} ${row['image']}`))).toEqual(
        new Set([
          `Beana0001 a/${pictured}1.png`,
          `Beana0002 a/${pictured}2.png`,
          `Beanb0001 b/${pictured}1.png`,
          `Beanb0002 b/${pictured}2.png`,
        ]),
      )
      expect(notes.join()).toContain('their asset names have the folder in them')
    },
  )
})

describe('names of CIP-25 as hex', () => {
  const file = (keys: readonly string[]) => ({
    721: { policy: Object.fromEntries(keys.map((key) => [key, { name: key, image: 'ipfs://x' }])) },
  })
  const namesOf = async (folder: string, keys: readonly string[]) => {
    const { rows, notes } = await readFiles(folder, { 'm.json': file(keys) })
    return { names: rows.map((row) => row['asset_name']), notes: notes.join() }
  }
  const hex = (text: string): string => Buffer.from(text).toString('hex')

  it('are read as the names, with a note', async ({ folder }) => {
    const { names, notes } = await namesOf(folder, [hex('Bean jar | @1'), hex('Bean jar | @2')])
    expect(names).toEqual(['Bean jar | @1', 'Bean jar | @2'])
    expect(notes).toContain('asset names of 2 tokens as hex')
  })

  it('are names themselves where one is not the hex of text', async ({ folder }) => {
    const keys = ['beef', 'deadbeef', hex('Bean jar')]
    expect(await namesOf(folder, keys)).toEqual({ names: keys, notes: '' })
  })
})
