import { describe, expect, it } from 'vitest'
import { metadataErrors } from '#cardano/collection-errors.ts'
import { collectionTags } from '#app/imports/plan/collection-tags.ts'
import { mapColumns } from '#app/imports/plan/columns.ts'
import { proposeCollection } from '#app/imports/propose/propose-collection.ts'
import { readTable } from '#app/imports/table/table.ts'
import { fileOf } from '../plan/plan-fixture.ts'
import { writeCsv } from '../table/write-csv.ts'

type Rows = readonly (readonly string[])[]

const tableOf = (headers: readonly string[], rows: Rows) => readTable(writeCsv([headers, ...rows]))

const propose = (headers: readonly string[], rows: Rows, folder = '/art/moths') =>
  proposeCollection(tableOf(headers, rows), { folder })

const columnsOf = (headers: readonly string[], rows: Rows) => propose(headers, rows).columns

describe('a collection proposed from a table', () => {
  it('says of attributes that are named as fields what the import does: each token gets them', () => {
    const headers = ['asset_name', 'name', 'image', 'custom:Name', 'custom:Image', 'custom:Price']
    const row = (at: number) => [`Moth${at}`, `Moth ${at}`, `${at}.png`, `Bob ${at}`, 'Night', '5']
    expect(columnsOf(headers, [row(1), row(2)])).toEqual(
      ['Name', 'Image', 'Price'].map((name) => ({ kind: 'each', name, reason: 'custom' })),
    )
    expect(columnsOf([...headers, 'custom:name'], [[...row(1), 'x']]).at(-1)).toEqual({
      kind: 'left_out',
      name: 'name',
      reason: 'repeated',
    })
  })

  it('has no attribute for a column that numbers the tokens, but one for years that come twice', () => {
    const rows = ['2024', '2025', '2024'].map((year, at) => [
      `Moth${at}`,
      `M ${at}`,
      `${at + 7}`,
      year,
    ])
    expect(columnsOf(['asset_name', 'name', 'Nr.', 'Year'], rows)).toEqual([
      { kind: 'each', name: 'Nr.', reason: 'number' },
      { kind: 'attribute', name: 'Year', text: '<Year>' },
    ])
  })

  it('has no attribute for a column of thumbnails, which is named as left out', () => {
    const table = tableOf(
      ['asset_name', 'name', 'image', 'thumb'],
      [['Moth1', 'Moth one', '1.png', 'thumbs/1.png']],
    )
    expect(proposeCollection(table, { folder: '/art' }, [fileOf('1.png')]).columns).toEqual([
      { kind: 'left_out', name: 'thumb', reason: 'thumbnail' },
    ])
  })

  it('gets a fixed attribute for each constant column and a tag in its own spelling for others', () => {
    const { columns, tokens } = propose(
      ['asset_name', 'name', 'image', 'Artist', 'Background'],
      [
        ['Moth1', 'Moth one', '1.png', ' Ada ', 'Night'],
        ['Moth2', 'Moth two', '2.png', 'Ada', 'Dusk'],
      ],
    )
    expect(tokens).toBe(2)
    expect(columns).toEqual([
      { kind: 'attribute', name: 'Artist', text: 'Ada' },
      { kind: 'attribute', name: 'Background', text: '<Background>' },
    ])
  })

  it('keeps the name that a file of the folder gives, also with a slash, and makes one of a folder', () => {
    const table = tableOf(['asset_name'], [['Moth1']])
    const nameOf = (name?: string) => proposeCollection(table, { folder: '/art/moths', name }).name
    expect(nameOf('Fire / Ice')).toBe('Fire / Ice')
    expect(nameOf()).toBe('Moths')
  })

  it('takes no attribute from the fields of a token, also under names of other programs', () => {
    const rows = [
      ['1', 'One', '1.png', 'a', 'image/png'],
      ['2', 'Two', '2.png', 'b', 'image/png'],
    ]
    expect(columnsOf(['asset_name', 'name', 'image', 'description', 'media_type'], rows)).toEqual(
      [],
    )
    expect(columnsOf(['Asset Name', 'Title', 'File', 'Desc', 'mime-type'], rows)).toEqual([])
    expect(
      columnsOf(['asset_name', 'name', 'image', 'Title', 'lock'], rows).map(({ name }) => name),
    ).toEqual(['Title', 'lock'])
  })

  it('leaves to each token a column with blanks in its name, with gaps, or that asks for it', () => {
    const columns = columnsOf(
      ['Wing Colour', 'Eyes', 'custom:edition', '<Paper>', 'Maker of it'],
      [
        ['red', 'two', '1 of 2', '', 'Ada'],
        ['blue', '', '2 of 2', 'oat', 'Ada'],
      ],
    )
    expect(columns).toEqual([
      { kind: 'each', name: 'Wing Colour', reason: 'blanks' },
      { kind: 'each', name: 'Eyes', reason: 'gaps' },
      { kind: 'each', name: 'edition', reason: 'custom' },
      { kind: 'attribute', name: 'Paper', text: '<Paper>' },
      { kind: 'attribute', name: 'Maker of it', text: 'Ada' },
    ])
  })

  it('leaves out empty columns and a second column of the same name', () => {
    const columns = columnsOf(
      ['Mood', 'mood', 'Nothing', ''],
      [
        ['calm', 'wild', '', ''],
        ['odd', 'wild', ' ', 'x'],
      ],
    )
    expect(columns).toEqual([
      { kind: 'attribute', name: 'Mood', text: '<Mood>' },
      { kind: 'left_out', name: 'mood', reason: 'repeated' },
      { kind: 'left_out', name: 'Nothing', reason: 'empty' },
    ])
  })

  it('reads a column of other whole numbers in each row as the number, and not as an attribute', () => {
    const rowsOf = (...first: readonly string[]) =>
      first.map((value, at) => [value, String(1900 + at), at === 0 ? 'calm' : 'wild'])
    const number = (name: string) => ({ kind: 'each', name, reason: 'number' })
    const tag = (name: string) => ({ kind: 'attribute', name, text: `<${name}>` })
    const year = tag('Year')
    expect(columnsOf(['No', 'Year', 'Mood'], rowsOf('7', '3'))).toEqual([
      number('No'),
      year,
      tag('Mood'),
    ])
    // Without a word for it, the first such column is the number.
    expect(columnsOf(['Ticket', 'Year', 'Mood'], rowsOf('12', '4'))[0]).toEqual(number('Ticket'))
    expect(
      columnsOf(
        ['Year', 'Mood'],
        [
          ['1998', 'calm'],
          ['2004', 'wild'],
        ],
      )[0],
    ).toEqual(year)
    for (const [one, other] of [
      ['7', '7'],
      ['7', '3a'],
      ['7', '-3'],
    ] as const)
      expect(columnsOf(['No', 'Mood'], rowsOf(one, other))[0]?.kind).toBe('attribute')
    expect(columnsOf(['custom:No', 'Mood'], rowsOf('7', '3'))[0]).toMatchObject({
      reason: 'custom',
    })
    expect(columnsOf(['<No>', 'Mood'], rowsOf('7', '3'))[0]).toEqual(tag('No'))
    expect(columnsOf(['No'], [['7']])).toEqual([tag('No')])
  })

  it('has no fixed text of one row alone, nor one that would be read as a tag', () => {
    expect(columnsOf(['Artist'], [['Ada']])).toEqual([
      { kind: 'attribute', name: 'Artist', text: '<Artist>' },
    ])
    for (const text of ['<b>', 'by <Ada', 'a <b> c', '<right eye>'])
      expect(columnsOf(['Artist'], [[text], [text]])).toEqual([
        { kind: 'attribute', name: 'Artist', text: '<Artist>' },
      ])
  })

  it('never proposes an attribute that a collection rejects', () => {
    const headers = ['files', 'mediaType', '__proto__', 'x'.repeat(65), 'a<b', 'ok']
    const rows = [headers.map((_, at) => `a${at}`), headers.map((_, at) => `b${at}`)]
    const { columns } = propose(headers, rows)
    const attributes = columns.filter((column) => column.kind === 'attribute')
    expect(attributes.map(({ name }) => name)).toEqual(['ok'])
    expect(
      metadataErrors({ attributes: Object.fromEntries(attributes.map((a) => [a.name, a.text])) }),
    ).toEqual([])
  })

  it('is named by a constant column “collection”, and otherwise by its folder', () => {
    const named = (folder: string) => propose(['name'], [['a'], ['b']], folder).name
    expect(named('/art/pressed-herbarium/')).toBe('Pressed Herbarium')
    expect(named(String.raw`C:\art\Moths_of the NORTH`)).toBe('Moths of the NORTH')
    expect(named('/art/éclair')).toBe('Éclair')
    expect(named('/')).toBe('')
    expect(propose(['Collection Name'], [['Moths'], ['Moths']]).name).toBe('Moths')
    expect(propose(['Collection'], [['Moths'], ['Bees']]).name).toBe('Moths')
  })

  it('gives all tokens a constant description, and counts those that are too long for a token', () => {
    const long = 'Sixteen moths, drawn by lamplight in May'
    expect(propose(['description'], [[long], [long]])).toMatchObject({
      description: long,
      tokenDescription: long,
      longDescriptions: 0,
    })
    const edge = 'é'.repeat(32)
    expect(propose(['Description'], [[edge], ['short'], [`${edge}x`]])).toMatchObject({
      description: '',
      tokenDescription: '<description>',
      longDescriptions: 1,
    })
    // Its letters are few and its bytes too many.
    const kanji = '蛾'.repeat(22)
    expect(propose(['description'], [[kanji], ['short']])).toMatchObject({ longDescriptions: 1 })
    // A tag in it would be filled from each token.
    const tagged = 'Drawn on <paper> by lamplight, in the month of May'
    expect(propose(['description'], [[tagged], [tagged]])).toMatchObject({
      tokenDescription: '<description>',
      longDescriptions: 2,
    })
  })

  it('of an empty table has no token and no attribute', () => {
    expect(propose(['name', 'Mood'], [])).toMatchObject({
      tokens: 0,
      columns: [{ kind: 'left_out', name: 'Mood', reason: 'empty' }],
    })
  })

  it('of ten thousand rows counts them all', () => {
    const headers = ['asset_name', 'name', ...Array.from({ length: 20 }, (_, at) => `Trait${at}`)]
    const rows = Array.from({ length: 10_000 }, (_, row) =>
      headers.map((_header, at) => (at === 5 ? 'same' : `${row}-${at}`)),
    )
    const table = tableOf(headers, rows)
    const { columns, tokens } = proposeCollection(table, { folder: '/art' })
    expect(tokens).toBe(10_000)
    expect(columns).toHaveLength(20)
    expect(columns[3]).toEqual({ kind: 'attribute', name: 'Trait3', text: 'same' })
  })

  it('fits the import of the same table: no column is missing, unknown or clashing', () => {
    const table = tableOf(
      ['asset_name', 'name', 'image', 'Artist', 'Background', 'Wing Colour', '<Paper>'],
      [
        ['a1', 'one', '1.png', 'Ada', 'Night', 'red', 'oat'],
        ['a2', 'two', '2.png', 'Ada', 'Dusk', 'blue', 'mist'],
      ],
    )
    const { columns } = proposeCollection(table, { folder: '/art' })
    const attributes = Object.fromEntries(
      columns.flatMap((one) => (one.kind === 'attribute' ? [[one.name, one.text]] : [])),
    )
    const { issues } = mapColumns(table, collectionTags({ attributes }))
    expect(issues.map(({ rule, column }) => [rule, column])).toEqual([
      ['repeated_text', 'Artist'],
      ['custom_column', 'Wing Colour'],
    ])
  })
})

describe('a collection proposed from a folder with works', () => {
  it('gets a file in its metadata for each column that names them, and no attribute', () => {
    const files = ['1.png', '1.mp4', '1.glb'].map((name) => fileOf(name))
    const table = tableOf(
      ['asset_name', 'name', 'image', 'work', 'work_2', 'Paper'],
      [['Moth1', 'Moth one', '1.png', '1.mp4', '1.glb', 'laid']],
    )
    const proposal = proposeCollection(table, { folder: '/art/moths' }, files)
    expect(proposal.files).toEqual([
      { name: '<name>', media_type: '<work_type>', src: '<work>' },
      { name: '<name>', media_type: '<work_2_type>', src: '<work_2>' },
    ])
    expect(proposal.columns.map(({ name }) => name)).toEqual(['Paper'])
    expect(metadataErrors({ files: proposal.files })).toEqual([])
  })

  it('leaves a column named work that names no file to the tags', () => {
    const table = tableOf(
      ['asset_name', 'name', 'image', 'work'],
      [['M1', 'M one', '1.png', 'oil']],
    )
    expect(proposeCollection(table, { folder: '/art/moths' }, [fileOf('1.png')]).files).toEqual([])
  })
})
