import { describe, expect } from 'vitest'
import type { Content } from '../formats/fixture.ts'
import { writeCsv } from '../table/write-csv.ts'
import { makeImages, proposalTest as it } from './planned-tokens.ts'

type Folder = {
  readonly files: Readonly<Record<string, Content>>
  readonly images?: readonly string[]
  readonly tokens: readonly object[]
  /** The rules that stop the import as it is, and the choices after which nothing does. */
  readonly open?: readonly string[]
  readonly choice?: {
    readonly rules?: readonly string[]
    readonly columns?: readonly { readonly header: string; readonly to: string }[]
    readonly priceIn?: 'ada'
  }
  /** What is said of it. */
  readonly notes?: readonly string[]
}

const address = 'ipfs://QmdfTbBqBPQ7VNxZEYEj14VmRuZBkqFbiwReogJgS1zR1n'
const other = 'ipfs://QmYwAPJzv5CZsnA625s3Xf2nemtYgPpHdWEz79ojWKPbdG'
const long = 'Moths above the slow canal, at night, from the bank'

const cip25 = (tokens: Readonly<Record<string, object>>): object => ({
  '721': { ['ab'.repeat(28)]: tokens, version: '1.0' },
})

/** An empty text for each image, and a template of NMKR's for each in a list beside them. */
const nmkrTemplate = (hat: string): object => ({
  '721': {
    '<policy_id>': {
      '<asset_name>': { name: '<display_name>', image: '<ipfs_link>', Hat: hat },
    },
    version: '1.0',
  },
})

const folders: Readonly<Record<string, Folder>> = {
  'a table of titles and files': {
    files: {
      'works.csv': writeCsv([
        ['title', 'year', 'image'],
        ['Pond at noon', '2021', 'pond.png'],
        ['Mill', '2022', 'mill.png'],
      ]),
    },
    images: ['pond.png', 'mill.png'],
    tokens: [
      {
        assetName: 'PondAtNoon',
        name: 'Pond at noon',
        image: 'pond.png',
        attributes: { year: '2021' },
      },
      { assetName: 'Mill', name: 'Mill', image: 'mill.png', attributes: { year: '2022' } },
    ],
  },
  'a table with a work whose image is lost': {
    files: {
      'works.csv': writeCsv([
        ['asset_name', 'title', 'picture_path'],
        ['Moth1', 'Pond', 'pics/pond.png'],
        ['Moth2', 'Mill', 'pics/mill.png'],
        ['Moth3', 'Lost', ''],
      ]),
    },
    images: ['pics/pond.png', 'pics/mill.png'],
    open: ['missing_image'],
    choice: { rules: ['missing_image'] },
    tokens: [
      { assetName: 'Moth1', name: 'Pond', image: 'pics/pond.png', attributes: {} },
      { assetName: 'Moth2', name: 'Mill', image: 'pics/mill.png', attributes: {} },
    ],
  },
  'a title that is too long': {
    files: {
      'works.csv': writeCsv([
        ['asset_name', 'name', 'image'],
        ['Moth1', long, 'pond.png'],
      ]),
    },
    images: ['pond.png'],
    open: ['text_too_long'],
    choice: { rules: ['all'] },
    tokens: [
      {
        assetName: 'Moth1',
        name: 'Moths above the slow canal, at…',
        image: 'pond.png',
        attributes: { Title: long },
      },
    ],
  },
  'traits beside an index without a name': {
    files: {
      'traits.csv': writeCsv([
        ['', 'Hat'],
        ['0', 'Red'],
        ['1', 'Blue'],
      ]),
    },
    images: ['0.png', '1.png'],
    tokens: [
      {
        assetName: 'NightMoths0000',
        name: 'Night Moths #0',
        image: '0.png',
        attributes: { Hat: 'Red' },
      },
      {
        assetName: 'NightMoths0001',
        name: 'Night Moths #1',
        image: '1.png',
        attributes: { Hat: 'Blue' },
      },
    ],
    notes: ['It is read as "number"', 'No column holds the images, so "ignore:number" names them'],
  },
  'the products of a shop': {
    files: {
      'products.csv': writeCsv([
        ['Handle', 'Title', 'Image Src', 'Image Position', 'Variant Price'],
        ['pond', 'Pond', 'https://cdn.example/pond.png?v=1', '1', '850'],
        ['pond', '', 'https://cdn.example/detail.png?v=1', '2', ''],
        ['mill', 'Mill', 'https://cdn.example/mill.png?v=1', '1', '20'],
      ]),
    },
    images: ['pond.png', 'detail.png', 'mill.png'],
    tokens: [
      { assetName: 'pond', name: 'Pond', image: 'pond.png', attributes: {} },
      { assetName: 'mill', name: 'Mill', image: 'mill.png', attributes: {} },
    ],
    notes: ['1 product has more pictures than others, such as "pond": detail.png is left out'],
  },
  'Spanish titles and images': {
    files: {
      'obras.csv': writeCsv([
        ['asset_name', 'titulo', 'imagen'],
        ['Polilla1', 'Estanque', 'pond.png'],
        ['Polilla2', 'Molino', 'mill.png'],
      ]),
    },
    images: ['pond.png', 'mill.png'],
    tokens: [
      { assetName: 'Polilla1', name: 'Estanque', image: 'pond.png', attributes: {} },
      { assetName: 'Polilla2', name: 'Molino', image: 'mill.png', attributes: {} },
    ],
    notes: ['"titulo" is taken as name.', '"imagen" is taken as image.'],
  },
  'a title under a word that nobody knows, which is said with a choice': {
    files: {
      'works.csv': writeCsv([
        ['asset_name', 'Zelig', 'Titel', 'Titre', 'image'],
        ['Moth1', 'Pond', 'Teich', 'Étang', 'pond.png'],
        ['Moth2', 'Mill', 'Mühle', 'Moulin', 'mill.png'],
      ]),
    },
    images: ['pond.png', 'mill.png'],
    open: ['missing_column'],
    choice: { columns: [{ header: 'Zelig', to: 'name' }] },
    tokens: [
      {
        assetName: 'Moth1',
        name: 'Pond',
        image: 'pond.png',
        attributes: { Titel: 'Teich', Titre: 'Étang' },
      },
      {
        assetName: 'Moth2',
        name: 'Mill',
        image: 'mill.png',
        attributes: { Titel: 'Mühle', Titre: 'Moulin' },
      },
    ],
  },
  'paintings with prices, of which one is sold': {
    files: {
      'works.csv': writeCsv([
        ['asset_name', 'title', 'price', 'sold', 'image'],
        ['Moth1', 'Pond', '850', 'true', 'pond.png'],
        ['Moth2', 'Mill', '1200', 'false', 'mill.png'],
      ]),
    },
    images: ['pond.png', 'mill.png'],
    open: ['price_unconfirmed'],
    choice: { priceIn: 'ada' },
    tokens: [
      { assetName: 'Moth1', name: 'Pond', image: 'pond.png', attributes: { sold: 'true' } },
      {
        assetName: 'Moth2',
        name: 'Mill',
        image: 'mill.png',
        attributes: { sold: 'false' },
        price: 1_200_000_000,
      },
    ],
    notes: ['1 work is sold and gets no price.'],
  },
  'attributes in a cell, as Python writes them': {
    files: {
      '_metadata.csv': writeCsv([
        ['asset_name', 'name', 'image', 'attributes'],
        ['Moth1', 'Moth 1', '1.png', "[{'trait_type': 'Hat', 'value': 'Red'}]"],
        ['Moth2', 'Moth 2', '2.png', "[{'trait_type': 'Hat', 'value': 'Blue'}]"],
      ]),
    },
    images: ['1.png', '2.png'],
    tokens: [
      { assetName: 'Moth1', name: 'Moth 1', image: '1.png', attributes: { Hat: 'Red' } },
      { assetName: 'Moth2', name: 'Moth 2', image: '2.png', attributes: { Hat: 'Blue' } },
    ],
  },
  'quotation marks that were lost': {
    files: {
      'works.csv': writeCsv([
        ['asset_name', 'name', 'image'],
        ['Moth1', '\u0084Teich\u0093', 'pond.png'],
      ]),
    },
    images: ['pond.png'],
    choice: { rules: ['all'] },
    tokens: [{ assetName: 'Moth1', name: '„Teich“', image: 'pond.png', attributes: {} }],
    notes: ['misread Windows-1252'],
  },
  'files of NMKR beside a list of them': {
    files: {
      'json/_metadata.json': [nmkrTemplate('Red'), nmkrTemplate('Blue')],
      'json/Moth #1.metadata': JSON.stringify(nmkrTemplate('Red')),
      'json/Moth #2.metadata': JSON.stringify(nmkrTemplate('Blue')),
    },
    images: ['images/Moth #1.png', 'images/Moth #2.png'],
    tokens: [
      {
        assetName: 'Moth1',
        name: 'Moth #1',
        image: 'images/Moth #1.png',
        attributes: { Hat: 'Red' },
      },
      {
        assetName: 'Moth2',
        name: 'Moth #2',
        image: 'images/Moth #2.png',
        attributes: { Hat: 'Blue' },
      },
    ],
  },
  'JSON whose images are on the web, beside a banner': {
    files: Object.fromEntries(
      [1, 2].map((number) => [
        `${number}.json`,
        {
          name: `Moth ${number}`,
          description: 'A moth',
          image: `https://pictures.example/${number}.jpg`,
          attributes: [{ trait_type: 'Hat', value: `Hat ${number}` }],
        },
      ]),
    ),
    images: ['banner.png'],
    tokens: [1, 2].map((number) => ({
      assetName: `Moth000${number}`,
      name: `Moth ${number}`,
      image: `https://pictures.example/${number}.jpg`,
      attributes: { Hat: `Hat ${number}` },
    })),
    notes: ['The image of 2 tokens is no file of the folder but a web address'],
  },
  'JSON of Metaplex with a stray file': {
    files: {
      ...Object.fromEntries(
        [0, 1].map((number) => [
          `${number}.json`,
          {
            name: `Moth ${number}`,
            symbol: 'M',
            image: `${number}.png`,
            attributes: [{ trait_type: 'Hat', value: `Hat ${number}` }],
            properties: { files: [{ uri: `${number}.png`, type: 'image/png' }] },
          },
        ]),
      ),
      'collection.json': { name: 'Moths', image: 'collection.png' },
      'level_1.json': { version: 1, width: 4, name: 'level' },
    },
    images: ['0.png', '1.png', 'collection.png'],
    tokens: [0, 1].map((number) => ({
      assetName: `Moth000${number}`,
      name: `Moth ${number}`,
      image: `${number}.png`,
      attributes: { Hat: `Hat ${number}` },
    })),
    notes: ['level_1.json is not read'],
  },
  'tokens that are called by numbers alone': {
    files: Object.fromEntries(
      [1, 2].map((number) => [
        `build/json/${number}.json`,
        {
          name: `#${number}`,
          image: `ipfs://NewUriToReplace/${number}.png`,
          edition: number,
          attributes: [{ trait_type: 'Hat', value: `Hat ${number}` }],
          compiler: 'HashLips Art Engine',
        },
      ]),
    ),
    images: ['build/images/1.png', 'build/images/2.png'],
    tokens: [1, 2].map((number) => ({
      assetName: `NightMoths000${number}`,
      name: `#${number}`,
      image: `build/images/${number}.png`,
      attributes: { Hat: `Hat ${number}` },
    })),
    notes: ['{collection}{number:4}, such as NightMoths0001'],
  },
  'CIP-25 whose text is broken at blanks': {
    files: {
      'metadata.json': cip25({
        Sheet1: {
          name: 'Sheet 1',
          image: address,
          mediaType: 'image/png',
          About: [
            'The moths of the upper canal were drawn at one window ',
            'over a summer; each sheet names the hour and the lamp.',
          ],
        },
      }),
    },
    tokens: [
      {
        assetName: 'Sheet1',
        name: 'Sheet 1',
        image: address,
        attributes: {
          About:
            'The moths of the upper canal were drawn at one window over a summer; each sheet names the hour and the lamp.',
        },
      },
    ],
  },
  'CIP-25 with lists, numbers and objects': {
    files: {
      'metadata.json': cip25(
        Object.fromEntries(
          [address, other].map((image, at) => [
            `Moth${at}`,
            {
              name: `Moth ${at}`,
              image,
              type: 'image/png',
              level: 261 + at,
              inks: ['red', `ink ${at}`],
              attributes: { Type: `Grey ${at}` },
              maker: { first: `A${at}` },
            },
          ]),
        ),
      ),
    },
    tokens: [address, other].map((image, at) => ({
      assetName: `Moth${at}`,
      name: `Moth ${at}`,
      image,
      attributes: {
        level: String(261 + at),
        inks: `red, ink ${at}`,
        Type: `Grey ${at}`,
        maker_first: `A${at}`,
      },
    })),
    notes: [
      '"type" of 2 tokens is a media type, such as image/png, and becomes mediaType.',
      '"level" of 2 tokens is a whole number. Attributes are text, so it goes on chain for good as text, such as "261".',
      '"inks" of 2 tokens is a list. Attributes are text, so it goes on chain for good as one text, such as "red, ink 0".',
      '"maker" of 2 tokens is an object. Attributes are text, so its values go on chain for good as attributes of their own, such as "maker_first".',
    ],
  },
}

describe('a folder is planned as its proposal says', () => {
  it.for(Object.entries(folders))('%s', async ([, one], { folder, planProposed }) => {
    const { files, images = [], open = [], choice, notes = [], tokens } = one
    await makeImages(folder, ...images)
    const asIs = await planProposed(files)
    expect(asIs.open).toEqual(open)
    expect(asIs.proposal.open?.rule).toBe(open[0])
    const chosen = choice === undefined ? asIs : await planProposed(files, choice)
    expect(chosen.left).toEqual([])
    expect(chosen.tokens).toEqual(tokens)
    for (const note of notes) expect(chosen.notes).toContainEqual(expect.stringContaining(note))
  })
})
