import { describe, expect, vi } from 'vitest'
import { scanFolder } from '#app/imports/inputs/folder.ts'
import { folderInput, readFolderOf } from '#app/imports/inputs/folder-pieces.ts'
import { type Content, images, readFiles, writeFiles } from '../app/imports/formats/fixture.ts'
import { folderTest as it } from '../support/folder-test.ts'

describe('a folder of tokens from somebody else', () => {
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

  it.for([
    ['lists', `[${'[],'.repeat(2_600_000)}[]]`],
    ['numbers', `[${'1,'.repeat(5_000_001)}1]`],
  ] as const)(
    'more %s than any collection needs are refused by their count',
    async ([, content], { folder }) => {
      const reading = readFiles(folder, { 'tokens.json': content, ...images('1.png') })
      await expect(reading).rejects.toThrow('tokens.json: it has more than 5,000,000 values.')
    },
  )

  it('a large file is parsed once, however many readers ask for it', async ({ folder }) => {
    const content = { notes: Array.from({ length: 100_000 }, () => 'x'.repeat(20)) }
    await writeFiles(folder, { 'tokens.json': content, ...images('1.png') })
    const parse = vi.spyOn(JSON, 'parse')
    // As the process does that reads large JSON.
    const input = folderInput({ request: { folder }, scanned: await scanFolder(folder) })
    await expect(readFolderOf(input).next()).rejects.toThrow('tokens.json: ')
    expect(parse.mock.calls.filter(([text]) => text.length > 1_000_000)).toHaveLength(1)
    parse.mockRestore()
  })

  it('more traits than any collection has are refused', async ({ folder }) => {
    const attributes = Array.from({ length: 600 }, (_, at) => ({ trait_type: `t${at}`, value: 1 }))
    await expect(
      readFiles(folder, { 'json/1.json': { ...token, attributes }, ...images('images/1.png') }),
    ).rejects.toThrow('different traits, and at most 500 are read')
  })

  it('a broken file alone makes no tokens of the names of images, unless somebody chooses that', async ({
    folder,
  }) => {
    const files = { 'x.json': '{', ...images('1.png') }
    await expect(readFiles(folder, files)).rejects.toMatchObject({
      code: 'invalid',
      message: expect.stringContaining('x.json: it is not valid JSON: line 1, column 2'),
      details: { rule: 'tokens_undescribed', files: ['x.json'], otherwise: 'folder' },
    })
    const { format, rows } = await readFiles(folder, {}, { format: 'folder' })
    expect({ format, rows: rows.length }).toEqual({ format: 'folder', rows: 1 })
  })
})
