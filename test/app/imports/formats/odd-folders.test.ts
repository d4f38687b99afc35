import { join } from 'node:path'
import { describe, expect } from 'vitest'
import { type Metadatum, splitText } from '#cardano/metadata.ts'
import { readFolderTable } from '#app/imports/inputs/inputs.ts'
import { isRunnable, planImport } from '#app/imports/plan/plan.ts'
import type { Plan } from '#app/imports/plan/plan-types.ts'
import { previewMetadata } from '#app/imports/plan/preview.ts'
import { proposeCollection } from '#app/imports/propose/propose-collection.ts'
import { textOfValue } from '#contract/tokens/attribute-value.ts'
import type { ImportFormat } from '#contract/imports/import-formats.ts'
import { folderTest as it } from '../../../support/folder-test.ts'
import { textSheet, xlsxOf } from '../../../support/workbook.ts'
import { collectionOf, fixedTable, policyId } from '../plan/plan-fixture.ts'
import { writeCsv } from '../table/write-csv.ts'
import { type Content, images, writeFiles } from './fixture.ts'

/** What a format's files are to say: one token for each number, with this value of the trait Eyes. */
type Case = {
  readonly numbers: readonly string[]
  readonly eyes?: string
  readonly descriptionOf?: (number: string) => string
  /** Where the files are, with a slash at the end. */
  readonly inside?: string
  /** The names of files in capitals, and what names them not. */
  readonly isUpper?: boolean
  readonly newline?: string
  readonly extra?: Readonly<Record<string, Content>>
}

type Files = Readonly<Record<string, Content>>
type Token = {
  readonly number: string
  readonly eyes: string
  readonly file: string
  readonly description: string
}

const long = `Moor im Nebel, weit und still über dem Wasser, in ${'ä'.repeat(10)} Lagen`

const cases: Readonly<Record<string, Case>> = {
  'nothing odd': { numbers: ['1', '2', '3'] },
  'missing numbers': { numbers: ['1', '3', '10'] },
  'extra files': {
    numbers: ['1', '2'],
    extra: { 'notes.txt': 'Buy ink.', 'old/plan.doc': 'x', '.DS_Store': 'x' },
  },
  'nested folders': { numbers: ['1', '2'], inside: 'set one/finished/' },
  'numeric names': { numbers: ['007', '008', '0100'], eyes: '0042' },
  'mixed case': { numbers: ['1', '2'], isUpper: true },
  CRLF: { numbers: ['1', '2'], newline: '\r\n' },
  '64-byte values': { numbers: ['1', '2'], eyes: long },
}

const nameOf = (number: string): string => `Bean #${number}`

/** A table at the top of the folder, and the images where the case has them. */
const table =
  (name: string, header: readonly string[], row: (token: Token) => readonly string[]) =>
  (tokens: readonly Token[], { newline = '\n', inside = '' }: Case): Files => ({
    [name]: Buffer.from(writeCsv([header, ...tokens.map(row)]))
      .toString()
      .replaceAll(/\r?\n/gu, newline),
    ...images(...tokens.map(({ file }) => inside + file)),
  })

const json = (value: unknown, { newline = '\n' }: Case): string =>
  JSON.stringify(value, null, 2).replaceAll('\n', newline)

/** A JSON file for each token, beside its image or in another folder. */
const tokenFiles =
  (
    folders: { readonly json: string; readonly images: string },
    facts: (token: Token) => object,
    others: (tokens: readonly Token[]) => Readonly<Record<string, object>> = () => ({}),
  ) =>
  (tokens: readonly Token[], one: Case): Files => {
    const { inside = '', isUpper = false } = one
    const ending = isUpper ? '.JSON' : '.json'
    return {
      ...Object.fromEntries(
        [
          ...tokens.map((token) => [`${token.number}${ending}`, facts(token)] as const),
          ...Object.entries(others(tokens)),
        ].map(([name, value]) => [`${inside}${folders.json}${name}`, json(value, one)]),
      ),
      ...images(...tokens.map(({ file }) => `${inside}${folders.images}${file}`)),
    }
  }

const erc721 = ({ number, eyes, file, description }: Token) => ({
  name: nameOf(number),
  description,
  image: file.toLowerCase(),
  attributes: [{ trait_type: 'Eyes', value: eyes }],
})

/** As CIP-25 has it: a text of more than 64 bytes is a list of pieces. */
const pieces = (text: string): string | readonly string[] => {
  if (Buffer.byteLength(text) <= 64) return text
  const parts: string[] = ['']
  for (const letter of text) {
    const last = parts.at(-1) ?? ''
    if (Buffer.byteLength(last + letter) > 64) parts.push(letter)
    else parts[parts.length - 1] = last + letter
  }
  return parts
}

const cip25 = ({ number, eyes, file }: Token) => ({
  721: { policy: { [`Bean${number}`]: { ...named(number), image: file, Eyes: pieces(eyes) } } },
})
const named = (number: string) => ({ name: nameOf(number) })

type Fixture = {
  readonly format: ImportFormat
  readonly files: (tokens: readonly Token[], one: Case) => Files
  /** Cases that the format has no way to state, such as values where there are only images. */
  readonly without?: readonly string[]
}

const plain = (token: Token) => [token.number, nameOf(token.number), token.file.toLowerCase()]

const fixtures: Readonly<Record<string, Fixture>> = {
  'native CSV': {
    format: 'csv',
    files: table('Tokens.CSV', ['asset_name', 'name', 'image', 'Eyes'], ({ number, ...token }) => [
      `Bean${number}`,
      nameOf(number),
      token.file.toLowerCase(),
      token.eyes,
    ]),
  },
  'an Excel workbook': {
    format: 'csv',
    files: (tokens, { inside = '' }) => ({
      'tokens.xlsx': xlsxOf({
        Tokens: textSheet(
          ['asset_name', 'name', 'image', 'Eyes'],
          ...tokens.map(({ number, eyes, file }) => [
            `Bean${number}`,
            nameOf(number),
            file.toLowerCase(),
            eyes,
          ]),
        ),
      }),
      ...images(...tokens.map(({ file }) => inside + file)),
    }),
    without: ['CRLF'],
  },
  OpenSea: {
    format: 'opensea',
    files: table(
      'drop.csv',
      ['tokenID', 'name', 'file_name', 'description', 'attributes[Eyes]'],
      (token) => [...plain(token), token.description, token.eyes],
    ),
  },
  'a shop': {
    format: 'shop',
    files: table(
      'products.csv',
      ['Handle', 'Title', 'Image Src', 'Variant Price', 'Eyes (product.metafields.custom.eyes)'],
      ({ number, file, eyes }) => [
        `bean-${number}`,
        nameOf(number),
        `https://cdn.example/files/${file.toLowerCase()}?v=1`,
        '25',
        eyes,
      ],
    ),
  },
  'a CSV of thirdweb': {
    format: 'thirdweb',
    files: table('nfts.csv', ['name', 'image', 'youtube_url', 'Eyes'], (token) => [
      ...plain(token).slice(1),
      '',
      token.eyes,
    ]),
  },
  'a JSON list of thirdweb': {
    format: 'thirdweb',
    files: (tokens, one) => ({
      'nfts.json': json(tokens.map(erc721), one),
      ...images(...tokens.map(({ file }) => (one.inside ?? '') + file)),
    }),
  },
  'metadata files of NMKR': {
    format: 'nmkr',
    files: (tokens, one) => ({
      ...Object.fromEntries(
        tokens.map((token) => [
          `${one.inside ?? ''}Bean #${token.number}.${one.isUpper === true ? 'METADATA' : 'metadata'}`,
          json(cip25(token), one),
        ]),
      ),
      ...images(...tokens.map(({ file }) => `${one.inside ?? ''}Bean #${file}`)),
    }),
  },
  'CIP-68 files of NMKR': {
    format: 'nmkr',
    files: (tokens, one) => ({
      ...Object.fromEntries(
        tokens.map(({ number, eyes }) => {
          const of = (text: string) => ({ bytes: Buffer.from(text).toString('hex') })
          const parts = pieces(eyes)
          const value = typeof parts === 'string' ? of(parts) : { list: parts.map(of) }
          const map = [
            { k: of('name'), v: of(nameOf(number)) },
            { k: of('Eyes'), v: value },
          ]
          return [
            `${one.inside ?? ''}Bean #${number}.metadatacip68`,
            json({ constructor: 0, fields: [{ map }, { int: 1 }] }, one),
          ]
        }),
      ),
      ...images(...tokens.map(({ file }) => `${one.inside ?? ''}Bean #${file}`)),
    }),
  },
  'placeholders of NMKR': {
    format: 'nmkr',
    files: (tokens, one) =>
      table('Placeholder_1.csv', ['asset_name', 'display_name', '<Eyes>'], (token) => [
        `Bean${token.number}`,
        nameOf(token.number),
        token.eyes,
      ])(
        tokens.map((token) => ({ ...token, file: `Bean #${token.file}` })),
        one,
      ),
  },
  'Metaplex Sugar': {
    format: 'sugar',
    files: tokenFiles({ json: 'assets/', images: 'assets/' }, erc721, () => ({
      'collection.json': { name: 'Beans', image: 'collection.png' },
    })),
  },
  HashLips: {
    format: 'hashlips',
    files: tokenFiles(
      { json: 'build/json/', images: 'build/images/' },
      (token) => ({
        ...erc721(token),
        image: `ipfs://NewUriToReplace/${token.file}`,
        edition: Number(token.number),
        dna: `dna${token.number}`,
        compiler: 'HashLips Art Engine',
      }),
      (tokens) => ({ '_metadata.json': tokens.map(erc721) }),
    ),
  },
  'CIP-25 metadata': {
    format: 'cip25',
    files: tokenFiles({ json: '', images: '' }, cip25),
  },
  'JSON files beside images': {
    format: 'erc721',
    files: tokenFiles({ json: 'json/', images: 'images/' }, erc721),
  },
  'images alone': {
    format: 'folder',
    files: (tokens, { inside = '' }) => images(...tokens.map(({ file }) => inside + file)),
    without: ['CRLF', '64-byte values'],
  },
}

const tokensOf = ({
  numbers,
  eyes = 'Red',
  isUpper = false,
  descriptionOf = () => 'A bean',
}: Case): readonly Token[] =>
  numbers.map((number) => ({
    number,
    eyes,
    file: `${number}${isUpper ? '.PNG' : '.png'}`,
    description: descriptionOf(number),
  }))

for (const [title, { format, files, without = [] }] of Object.entries(fixtures))
  describe(`a folder of ${title}`, () => {
    for (const [odd, one] of Object.entries(cases)) {
      if (without.includes(odd)) continue
      it(`with ${odd} is recognised, and its tokens fit the collection proposed of it`, async ({
        folder: home,
      }) => {
        const folder = join(home, 'beans')
        const tokens = tokensOf(one)
        await writeFiles(folder, { ...files(tokens, one), ...one.extra })
        const { table: read, works, source, collectionName } = await readFolderTable({ folder })
        expect(source.format).toBe(format)
        const proposal = proposeCollection(read, { folder, name: collectionName }, works)
        expect(proposal).toMatchObject({ tokens: tokens.length })
        expect(proposal.name).not.toBe('')
        const attributes = Object.fromEntries(
          proposal.columns.flatMap((column) =>
            column.kind === 'attribute' ? [[column.name, column.text]] : [],
          ),
        )
        const collection = collectionOf({ name: '<name>', image: '<image>', attributes })
        const plan = planImport({ table: read, files: works, collection })
        expect(plan.issues.filter(({ severity }) => severity === 'error')).toEqual([])
        expect(
          plan.tokens.map(({ assetName, request, image }) => [
            Number(/\d+$/u.exec(assetName)?.[0]),
            format === 'folder' ? nameOf(/\d+$/u.exec(request.name)?.[0] ?? '') : request.name,
            image.kind === 'file' ? image.file.name.replace(/^.*\/|Bean #/gu, '') : image,
          ]),
        ).toEqual(
          tokens.map(({ number, file }) => [
            Number(number),
            format === 'folder' ? nameOf(number.padStart(4, '0')) : nameOf(number),
            file,
          ]),
        )
        // Images alone say nothing but their names.
        const eyes = tokens.map((token) => (format === 'folder' ? undefined : token.eyes))
        expect(eyesOf(plan, attributes)).toEqual(eyes)
      })
    }
  })

/** The trait of each token: its own, or the text that all of them have. */
const eyesOf = (
  { tokens }: ReturnType<typeof planImport>,
  attributes: Readonly<Record<string, string>>,
): readonly (string | undefined)[] =>
  tokens.map(({ request }) => {
    const { metadata_attributes = [], custom_attributes = {} } = request
    const tag = metadata_attributes.find((one) => one.tag === '<Eyes>')
    const value = tag?.value ?? custom_attributes['Eyes'] ?? attributes['Eyes']
    return value === undefined ? undefined : textOfValue(value)
  })

/** Those that other programs write, usually with a sentence for each token. */
const described = ['OpenSea', 'a JSON list of thirdweb', 'Metaplex Sugar', 'HashLips'] as const

const planFolder = async (folder: string, title: string, one: Case) => {
  await writeFiles(folder, fixtures[title]?.files(tokensOf(one), one) ?? {})
  const { table: read, works, collectionName } = await readFolderTable({ folder })
  const proposal = proposeCollection(read, { folder, name: collectionName }, works)
  const collection = collectionOf({
    name: '<name>',
    image: '<image>',
    description: proposal.tokenDescription,
  })
  const input = { table: read, files: works, collection }
  return { proposal, input, plan: planImport(input) }
}

/** What stands on chain of the first token. */
const onChain = (plan: Plan): Metadatum | undefined =>
  previewMetadata(plan, 1)[0]?.metadata['721'][policyId]

const saga = (number: string) =>
  `${'The bean climbs, and climbs. '.repeat(4)}It is number ${number}.`

describe.each(described)('descriptions of more than 64 bytes in a folder of %s', (title) => {
  it('become an attribute of each token with the fix of their errors', async ({ folder: home }) => {
    const one = { numbers: ['1', '2'], descriptionOf: saga }
    const { proposal, input, plan } = await planFolder(join(home, 'beans'), title, one)
    expect(proposal).toMatchObject({ longDescriptions: 2, tokenDescription: '<description>' })
    const errors = plan.issues.filter(({ severity }) => severity === 'error')
    expect(errors.map(({ rule, row, fix }) => [rule, row, fix?.label])).toEqual(
      [2, 3].map((row) => [
        'text_too_long',
        row,
        'Make all descriptions the custom attribute "About"',
      ]),
    )
    const { table } = await fixedTable(input, new Set(['text_too_long']))
    const fixed = planImport({ ...input, table })
    expect(isRunnable(fixed)).toBe(true)
    const [first] = fixed.tokens
    expect(onChain(fixed)).toMatchObject({
      [first?.assetName ?? '']: { About: splitText(saga('1')) },
    })
  })

  it('stand once in the collection that is proposed, where all have the same', async ({
    folder: home,
  }) => {
    const one = { numbers: ['1', '2'], descriptionOf: () => saga('0') }
    const { proposal, plan } = await planFolder(join(home, 'beans'), title, one)
    expect(proposal).toMatchObject({ longDescriptions: 0, tokenDescription: saga('0') })
    expect(plan.issues.filter(({ severity }) => severity === 'error')).toEqual([])
    const [first] = plan.tokens
    expect(onChain(plan)).toMatchObject({
      [first?.assetName ?? '']: { description: splitText(saga('0')) },
    })
  })
})
