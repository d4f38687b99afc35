import { describe, expect, it } from 'vitest'
import { makingNames, type Naming } from '#app/imports/inputs/made-names.ts'
import { atOnce } from '#app/imports/table/pieces.ts'
import { readTable } from '#app/imports/table/table.ts'
import { fileOf } from '../plan/plan-fixture.ts'
import { writeCsv } from '../table/write-csv.ts'

type Rows = readonly (readonly string[])[]

const made = (rows: Rows, naming: Partial<Naming> = {}) => {
  const { table, assetNames } = atOnce(
    makingNames(readTable(writeCsv(rows)), {
      collection: 'Night Moths',
      tags: { tags: [], required: [] },
      files: [],
      ...naming,
    }),
  )
  const cellsOf = (header: string) => {
    const at = table.columns.findIndex((column) => column.header === header)
    return at === -1 ? undefined : table.rows.map(({ cells }) => cells[at])
  }
  const notes = table.issues.flatMap(({ rule, message }) =>
    rule === 'made_names' ? [message] : [],
  )
  return { assets: cellsOf('asset_name'), names: cellsOf('name'), pattern: assetNames, notes }
}

const asset = (rows: Rows, pattern: string) => made(rows, { assetNames: pattern, isAsked: true })

describe('asset names of a table without them', () => {
  it('are the titles as words of ASCII, said with the pattern and examples', () => {
    const { assets, names, pattern, notes } = made([
      ['Titre', 'année'],
      ["L'été à Sète", '2021'],
      ['Œuvre nº 2: Straße', '2022'],
    ])
    expect(assets).toEqual(['LeteASete', 'OeuvreNo2Strasse'])
    expect(names).toBeUndefined()
    expect(pattern).toBe('{title}')
    expect(notes).toEqual([
      'Asset names are made by the pattern {title}, such as LeteASete and OeuvreNo2Strasse.',
    ])
  })

  it.each<[string, Rows, string, readonly string[]]>([
    [
      'the IDs, where titles are not unique',
      [
        ['title', 'Inv. Nr', 'N°'],
        ['Untitled', 'AB-7', '1'],
        ['Untitled', 'AB-8', '2'],
      ],
      '{id}',
      ['AB-7', 'AB-8'],
    ],
    [
      'the collection and the number of a column',
      [
        ['title', 'číslo'],
        ['夜桜', '7'],
        ['夜', '12'],
      ],
      '{collection}{number:4}',
      ['NightMoths0007', 'NightMoths0012'],
    ],
    [
      'the collection and the number at the end of a title, where that is all it has',
      [['name'], ['#1'], ['#12']],
      '{collection}{number:4}',
      ['NightMoths0001', 'NightMoths0012'],
    ],
    [
      'the collection and an ID of digits, which is a number',
      [
        ['token id', 'name'],
        ['0', '夜'],
        ['1', '桜'],
      ],
      '{collection}{row:4}',
      ['NightMoths0001', 'NightMoths0002'],
    ],
    [
      'the names of the files',
      [
        ['name', 'image'],
        ['Волк', 'art/wolf.png'],
        ['Лиса', 'art/red fox.png'],
      ],
      '{file}',
      ['wolf', 'redFox'],
    ],
    [
      'titles with their place among equal ones, where a row has nothing else',
      [['name'], ['Untitled'], ['Dusk'], ['untitled'], ['Untitled']],
      '{title}',
      ['Untitled', 'Dusk', 'untitled2', 'Untitled3'],
    ],
  ])('are otherwise %s', (_what, rows, pattern, assets) => {
    expect(made(rows)).toMatchObject({ pattern, assets })
  })

  it('are by the place in the table last, with a note that another row changes them', () => {
    const { assets, pattern, notes } = made([['name'], ['夜桜'], ['夜']], { collection: '花' })
    expect(pattern).toBe('{collection}{row:4}')
    expect(assets).toEqual(['Token0001', 'Token0002'])
    expect(notes.join(' ')).toContain('A row that is inserted above others changes theirs')
  })

  it('stay as they are when a row is added, whatever its title is', () => {
    const rows = [
      ['title', 'no'],
      ['River', '5'],
      ['River', '6'],
    ]
    const first = made(rows, { assetNames: '{title}' })
    expect(first.assets).toEqual(['River', 'River6'])
    expect(first.notes.join(' ')).toContain('1 row would have the name of an earlier one')
    const more = made([...rows, ['River 6', '7'], ['', '8']], { assetNames: '{title}' })
    expect(more.assets).toEqual(['River', 'River6', 'River6-7', 'NightMoths8'])
    const files = [
      ['title', 'image'],
      ['River', 'a.png'],
      ['River', 'dusk.png'],
    ]
    expect(asset(files, '{title}').assets).toEqual(['River', 'River-dusk'])
  })

  it('have at most 32 bytes, end with a whole word and keep their number', () => {
    const long = 'A very long walk along the lower river and back'
    const { assets } = asset(
      [
        ['title', 'no'],
        [long, '12'],
      ],
      'x-{title}{number:4}',
    )
    expect(assets).toEqual(['x-AVeryLongWalkAlongTheLower0012'])
    const unbroken = asset([['title'], ['Ab'.repeat(30)], ['Ab'.repeat(40)]], '{title}').assets
    expect(unbroken).toEqual(['Ab'.repeat(16), `${'Ab'.repeat(15)}A2`])
    expect(asset([['title'], ['River']], `${'y'.repeat(40)}{row:4}`).assets).toEqual([
      `${'y'.repeat(28)}0001`,
    ])
  })

  it('follow a pattern of any words, and lack what the row lacks', () => {
    const rows = [
      ['title', 'no', 'inventory number', 'image'],
      ['River', '7', 'Q.9', 'a b.png'],
      ['Dusk', 'x', '', 'c.png'],
    ]
    expect(asset(rows, '{collection}-{id}-{number:3}').assets).toEqual(['NightMoths-Q.9-007', ''])
    expect(asset(rows, '{file}{row}{name}').assets).toEqual(['aB1River', 'c2Dusk'])
    expect(asset(rows, '{stem}').assets).toEqual(['aB', 'c'])
  })

  it('are refused by a pattern that cannot be read, with the words that there are', () => {
    for (const pattern of ['{titel}', '{id:3}', '{title', 'same', '{collection}', 'x'.repeat(300)])
      expect(() => asset([['title'], ['River']], pattern)).toThrow(
        "Use {title} for a token's name, {number} or {number:4}",
      )
  })

  it('are not made where a column gives them, which a pattern that was asked for says', () => {
    const rows = [
      ['asset_name', 'name'],
      ['M1', 'Moth'],
    ]
    expect(made(rows, { assetNames: '{title}' })).toMatchObject({ notes: [], assets: ['M1'] })
    expect(asset(rows, '{title}').notes.join('')).toContain('so the pattern {title} makes none')
  })

  it('are not made of a table whose first row is a token', () => {
    const files = [fileOf('1.png'), fileOf('2.png')]
    const { assets, names } = made(
      [
        ['Moth', '1.png'],
        ['Fox', '2.png'],
      ],
      { files },
    )
    expect([assets, names]).toEqual([undefined, undefined])
  })

  it('are those of its files where a format makes them, unless there is a pattern', () => {
    const rows = [
      ['asset_name', 'name'],
      ['build0001', '#1'],
      ['build0002', '#2'],
    ]
    const seeds = [
      { name: '#1', number: '11' },
      { name: '#2', number: '12' },
    ]
    const own = { seeds, pattern: '{collection}{number:4}' }
    expect(made(rows, { made: own }).assets).toEqual(['NightMoths0011', 'NightMoths0012'])
    expect(made(rows, { made: { seeds } }).assets).toEqual(['build0001', 'build0002'])
    // an import from before there were patterns goes on as it was
    expect(made(rows, { made: own, assetNames: null }).assets).toEqual(['build0001', 'build0002'])
    expect(made(rows, { made: own, assetNames: 'M{number}' }).assets).toEqual(['M11', 'M12'])
  })
})

describe('names of a table without them', () => {
  it('are those of the files, and asset names too', () => {
    expect(made([['picture'], ['red fox.png'], ['wolf.png']])).toMatchObject({
      names: ['red fox', 'wolf'],
      assets: ['redFox', 'wolf'],
      notes: [
        'Asset names are made by the pattern {file}, such as redFox and wolf.',
        'No column gives names: they are made by the pattern {file}, such as red fox and wolf.',
      ],
    })
  })

  it('are the collection and the number where the files have numbers alone', () => {
    const rows = [
      ['image', 'Hat'],
      ['0.png', 'Red'],
      ['10.png', 'Blue'],
    ]
    expect(made(rows)).toMatchObject({
      names: ['Night Moths #0', 'Night Moths #10'],
      assets: ['NightMoths0000', 'NightMoths0010'],
    })
    const long = made(rows, { collection: 'A collection of very many night moths' })
    expect(long.names).toEqual([
      'A collection of very many ni #0',
      'A collection of very many ni #10',
    ])
    expect(made(rows, { names: 'Moth {number:3}' }).names).toEqual(['Moth 000', 'Moth 010'])
  })

  it('are made for the rows that lack one, unless those have an asset name to be called by', () => {
    const rows = [
      ['Titel', 'number', 'image'],
      ['Fuchs', '7', 'a.png'],
      ['', '8', 'b.png'],
    ]
    const { assets, names, notes } = made(rows)
    expect([assets, names]).toEqual([['Fuchs', 'NightMoths8'], undefined])
    expect(notes[1]).toBe(
      '1 row has no name: it is made by the pattern {collection} #{number}, such as Night Moths #8.',
    )
    const named = rows.map((cells, at) => [at === 0 ? 'asset_name' : `M${at}`, ...cells])
    expect(made(named).notes).toEqual([])
    expect(made(rows, { names: 'Moth {number}' }).notes[1]).toContain('such as Moth 8.')
  })

  it('are asked for where several columns could be them', () => {
    expect(
      made([
        ['Titel', 'Titre'],
        ['Fuchs', 'Renard'],
      ]).names,
    ).toBeUndefined()
  })
})
