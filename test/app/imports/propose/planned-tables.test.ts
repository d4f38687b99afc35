import { describe, expect } from 'vitest'
import { writeCsv } from '../table/write-csv.ts'
import { makeImages, proposalTest as it } from './planned-tokens.ts'

type Rows = readonly (readonly string[])[]

const long = 'Moths above the slow canal, at night, from the bank'
const cut = 'Moths above the slow canal, at…'
const dusk = { assetName: 'Dusk', name: 'Dusk', image: 'a.png' }
const lamps = { assetName: 'TwoLamps', name: 'Two lamps', image: 'b.png' }

describe('a table goes in without a question', () => {
  it.for<readonly [string, Rows, readonly object[], string]>([
    [
      'with comments and headings between its rows',
      [
        ['year', 'title', 'ink', 'picture'],
        ['2019', '', '', ''],
        ['2019', 'Dusk', 'red', 'a.png'],
        ['# sold works', '', '', ''],
        ['// from the old list'],
        ['Drawings', '', '', ''],
        ['2020', 'Two lamps', 'blue', 'b.png'],
      ],
      [
        { ...dusk, attributes: { year: '2019', ink: 'red' } },
        { ...lamps, attributes: { year: '2020', ink: 'blue' } },
      ],
      'Rows 2, 6 are left out as headings, such as "2019".',
    ],
    [
      'with headings in the column of images, and none in that of titles',
      [
        ['file', 'title', 'year'],
        ['Drawings', '', ''],
        ['a.png', 'Dusk', '2019'],
        ['b.png', '', ''],
      ],
      [
        { ...dusk, attributes: { year: '2019' } },
        { assetName: 'NightMoths3', name: 'Night Moths #3', image: 'b.png', attributes: {} },
      ],
      'Row 2 is left out as a heading: "Drawings".',
    ],
    [
      'whose titles lack in some rows, by their files',
      [
        ['Titel', 'Bild'],
        ['Dusk', 'a.png'],
        ['', 'slow pond.png'],
      ],
      [
        { ...dusk, attributes: {} },
        { assetName: 'slowPond', name: 'slow pond', image: 'slow pond.png', attributes: {} },
      ],
      '1 row has no name: it is made by the pattern {file}, such as slow pond.',
    ],
    [
      'whose titles lack in some rows, by their place',
      [
        ['title', 'picture'],
        ['Dusk', 'a.png'],
        ['', 'b.png'],
        [' ', 'c.png'],
      ],
      [
        { ...dusk, attributes: {} },
        { assetName: 'NightMoths2', name: 'Night Moths #2', image: 'b.png', attributes: {} },
        { assetName: 'NightMoths3', name: 'Night Moths #3', image: 'c.png', attributes: {} },
      ],
      '2 rows have no name: it is made by the pattern {collection} #{row}',
    ],
    [
      'with titles in two languages, of which it takes the first',
      [
        ['title_en', 'title_de', 'image'],
        ['Dusk', 'Dämmerung', 'a.png'],
        ['Two lamps', 'Zwei Lampen', 'b.png'],
      ],
      [
        { ...dusk, attributes: { title_de: 'Dämmerung' } },
        { ...lamps, attributes: { title_de: 'Zwei Lampen' } },
      ],
      '"title_en" is taken as name. If it is something else, rename it. In another language, "title_de" is an attribute.',
    ],
    [
      'with one header in two languages, in Spanish beside it',
      [
        ['Title / Titre', 'año', 'técnica', 'precio', 'imagen'],
        ['Dusk', '2019', 'óleo', '450', 'a.png'],
        ['Two lamps', '', 'tinta', 'vendido', 'b.png'],
      ],
      [
        { ...dusk, attributes: { año: '2019', técnica: 'óleo', precio: '450' } },
        { ...lamps, attributes: { técnica: 'tinta', precio: 'vendido' } },
      ],
      '"Title / Titre" is taken as name.',
    ],
    [
      'with prices in euros, which are an attribute',
      [
        ['title', 'price', 'image'],
        ['Dusk', '€ 45', 'a.png'],
        ['Two lamps', '1.200,- EUR', 'b.png'],
      ],
      [
        { ...dusk, attributes: { price: '€ 45' } },
        { ...lamps, attributes: { price: '1.200,- EUR' } },
      ],
      '"price" has amounts in another currency than ADA, such as "€ 45": it becomes an attribute',
    ],
    [
      'with prices in ADA, and sold works without',
      [
        ['title', 'price_ada', 'image'],
        ['Dusk', '45', 'a.png'],
        ['Two lamps', '30 (verkauft)', 'b.png'],
      ],
      [
        { ...dusk, attributes: {}, price: 45_000_000 },
        { ...lamps, attributes: {} },
      ],
      '1 work is sold and gets no price.',
    ],
    [
      'with lists of texts, which become one text',
      [
        ['title', 'medium', 'tags', 'year', 'image'],
        ['Dusk', "['oil', 'canvas']", '["dusk","water"]', '[1890]', 'a.png'],
        ['Two lamps', "['ink']", '[]', '[1891]', 'b.png'],
      ],
      [
        { ...dusk, attributes: { medium: 'oil, canvas', tags: 'dusk, water', year: '[1890]' } },
        { ...lamps, attributes: { medium: 'ink', year: '[1891]' } },
      ],
      '"medium" holds lists: each becomes one text, such as "oil, canvas".',
    ],
  ])('%s', async ([, rows, tokens, note], { folder, planProposed }) => {
    await makeImages(folder, ...new Set(rows.flat().filter((cell) => cell.endsWith('.png'))))
    const found = await planProposed({ 'works.csv': writeCsv(rows) })
    expect(found.proposal.open).toBeNull()
    expect(found.open).toEqual([])
    expect(found.tokens).toEqual(tokens)
    expect(found.notes).toContainEqual(expect.stringContaining(note))
    expect(found.proposal.noticed).toContainEqual(expect.stringContaining(note))
  })
})

describe('a table goes in after one question', () => {
  it('of rows without a title and titles that are too long', async ({ folder, planProposed }) => {
    await makeImages(folder, 'a.png', 'b.png', 'c.png', 'd.png')
    const rows = [
      ['title', 'image'],
      [long, 'a.png'],
      ['', 'b.png'],
      [`${long} again`, 'c.png'],
      [`${long}, of a moth that nobody names`, 'd.png'],
    ]
    const found = await planProposed({ 'works.csv': writeCsv(rows) }, { rules: ['all'] })
    expect(found.open).toEqual(['text_too_long'])
    expect(found.left).toEqual([])
    expect(found.tokens.map(({ name, attributes }) => [name, attributes])).toEqual([
      [cut, { Title: long }],
      ['Night Moths #2', {}],
      ['Moths above the slow… again', { Title: `${long} again` }],
      ['Moths above the slow… names', { Title: `${long}, of a moth that nobody names` }],
    ])
  })

  it('of products whose names and handles begin alike', async ({ folder, planProposed }) => {
    await makeImages(folder, 'a.png', 'b.png')
    const handle = 'moths-above-the-slow-canal-at-night-from-the-bank'
    const rows = [
      ['Handle', 'Title', 'Image Src'],
      [`${handle}-one`, long, 'https://cdn.example/a.png?v=1'],
      [`${handle}-two`, long, 'https://cdn.example/b.png?v=1'],
    ]
    const found = await planProposed({ 'products.csv': writeCsv(rows) }, { rules: ['all'] })
    expect([found.open, found.left]).toEqual([['text_too_long'], []])
    expect(found.tokens.map(({ assetName, name }) => [assetName, name])).toEqual([
      ['mothsabovetheslowcanalatnightfro', cut],
      ['mothsabovetheslowcanalatnightfr2', cut],
    ])
  })

  it('of rows without an image, which are left out', async ({ folder, planProposed }) => {
    await makeImages(folder, 'a.png', 'b.png')
    const rows = [
      ['title', 'image', 'ink'],
      ['Dusk', 'a.png', 'red'],
      ['Lost', '', 'red'],
      [`${long}, lost`, '', 'blue'],
      [long, 'b.png', 'blue'],
    ]
    const files = { 'works.csv': writeCsv(rows) }
    const found = await planProposed(files, { rules: ['all', 'missing_image'] })
    expect(found.proposal.open).toMatchObject({ rule: 'missing_image', rows: 3 })
    expect(found.left).toEqual([])
    expect(found.tokens.map(({ name, image }) => [name, image])).toEqual([
      ['Dusk', 'a.png'],
      [cut, 'b.png'],
    ])
    const all = await planProposed(files, { rules: ['all'] })
    expect(all.left).toEqual(['missing_image'])
  })

  it('of rows whose image is not there, which are left out by their own rule alone', async ({
    folder,
    planProposed,
  }) => {
    await makeImages(folder, 'a.png', 'b.png')
    const rows = [
      ['title', 'image'],
      ['Dusk', 'a.png'],
      ['Lost', 'lost.png'],
      [long, 'b.png'],
    ]
    const files = { 'works.csv': writeCsv(rows) }
    const found = await planProposed(files, { rules: ['all', 'file_not_found'] })
    expect(found.proposal.open).toMatchObject({ fixes: ['all', 'file_not_found'] })
    expect(found.left).toEqual([])
    expect(found.tokens.map(({ name, image }) => [name, image])).toEqual([
      ['Dusk', 'a.png'],
      [cut, 'b.png'],
    ])
    const all = await planProposed(files, { rules: ['all'] })
    expect(all.left).toEqual(['file_not_found'])
  })

  it('of rows without a number, where numbers name the images', async ({
    folder,
    planProposed,
  }) => {
    await makeImages(folder, '1.png', '2.png')
    const rows = [
      ['No', 'title'],
      ['1', 'Dusk'],
      ['', 'Lost'],
      ['2', 'Lamps'],
    ]
    const files = { 'works.csv': writeCsv(rows) }
    const found = await planProposed(files, { rules: ['missing_image'] })
    expect([found.open, found.left]).toEqual([['missing_image'], []])
    expect(found.tokens.map(({ name, image }) => [name, image])).toEqual([
      ['Dusk', '1.png'],
      ['Lamps', '2.png'],
    ])
  })

  it.for<readonly [string, readonly string[]]>([
    ['says of some works that they are sold', ['45', 'sold']],
    ['has other texts', ['45', 'on request']],
  ])('of a price column that %s', async ([, prices], { folder, planProposed }) => {
    await makeImages(folder, 'a.png', 'b.png')
    const rows = [
      ['title', 'price', 'image'],
      ['Dusk', prices[0] ?? '', 'a.png'],
      ['Two lamps', prices[1] ?? '', 'b.png'],
    ]
    const files = { 'works.csv': writeCsv(rows) }
    const asked = await planProposed(files)
    expect(asked.open).toContain('price_unconfirmed')
    expect(asked.proposal.open).toMatchObject({ rule: 'price_unconfirmed', rows: null })
    const columns = [{ header: 'price', to: 'custom:price' }]
    const { open, tokens } = await planProposed(files, { columns })
    expect(open).toEqual([])
    expect(tokens).toEqual([
      { ...dusk, attributes: { price: prices[0] } },
      { ...lamps, attributes: { price: prices[1] } },
    ])
  })
})
