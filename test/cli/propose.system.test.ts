import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import sharp from 'sharp'
import { z } from 'zod'
import { TestHome } from '../support/coldpress.ts'
import { herbarium } from '../support/prints.ts'

const created = z.object({ id: z.string() })

let home: TestHome
beforeAll(async () => {
  home = await TestHome.withVault()
})
afterAll(() => home.remove())

type Rows = readonly (readonly string[])[]

/** A folder with a table and an image of another colour under each name. */
const makeFolder = async (name: string, rows: Rows, images: readonly string[]): Promise<string> => {
  const folder = join(home.dir, name)
  mkdirSync(folder)
  writeFileSync(
    join(folder, 'works.csv'),
    rows.map((cells) => cells.map((cell) => `"${cell}"`).join(',')).join('\n'),
  )
  for (const [at, image] of images.entries()) {
    const background = { r: name.length * 9, g: at * 40, b: 90 }
    mkdirSync(dirname(join(folder, image)), { recursive: true })
    await sharp({ create: { width: 20, height: 20, channels: 3, background } }).toFile(
      join(folder, image),
    )
  }
  return folder
}

const proposing = (folder: string, ...more: readonly string[]) => [
  'collection',
  'propose',
  folder,
  '--out',
  `${folder}.json`,
  '--payout-address',
  herbarium.payout_address,
  '--lock-time',
  '2099-12-31',
  ...more,
]

/** The dry run of the folder into a new collection of what the proposal wrote. */
const dryRun = async (folder: string, ...more: readonly string[]) => {
  const file = ['--file', `${folder}.json`]
  const made = await home.json(['collection', 'create', ...file])
  const { id } = created.parse(made.document)
  return await home.json(['import', folder, '--collection', id, '--dry-run', ...more])
}

const header = ['asset_name', 'name', 'image', 'Hat']

describe('what collection propose writes passes the dry run of the same folder', () => {
  it.each<readonly [string, Rows, readonly string[]]>([
    [
      'an image column of another name, with addresses and paths',
      [
        ['asset_name', 'title', 'Scan', 'Year'],
        ['Reed1', 'Reeds', 'https://shop.example/reed.png?v=1', '2020'],
        ['Fog1', 'Fog', '/pics/fog.png', '2021'],
        ['Elm1', 'Elm', 'elm', '2021'],
      ],
      ['reed.png', 'pics/fog.png', 'elm.png'],
    ],
    [
      'a column of numbers instead of images',
      [
        ['asset_name', 'name', 'No', 'Hat'],
        ['Owl0', 'Owl zero', '0', 'Red'],
        ['Owl1', 'Owl one', '1', 'Red'],
      ],
      ['0.png', '1.png'],
    ],
    [
      'an original and a thumbnail',
      [
        ['asset_name', 'title', 'thumb', 'orig', 'Year'],
        ['Reed1', 'Reeds', '/img/thumb/thumb.reed.png', '/img/oils/reed.png', '2020'],
        ['Fog1', 'Fog', '/img/thumb/thumb.fog.png', '/img/oils/fog.png', '2021'],
      ],
      ['reed', 'fog'].flatMap((word) => [`img/oils/${word}.png`, `img/thumb/thumb.${word}.png`]),
    ],
    [
      'gaps, blanks in names, columns to be left out and of each token',
      [
        [...header, 'Wing colour', 'ignore:Note', 'custom:Mood', 'Eyes'],
        ['Owl0', 'Owl zero', '0.png', '', 'red', 'x', 'calm', 'two'],
        ['Owl1', 'Owl one', '1.png', 'Top', 'blue', 'y', '', 'three'],
      ],
      ['0.png', '1.png'],
    ],
  ])('%s', async (name, rows, images) => {
    const folder = await makeFolder(name, rows, images)
    expect(await home.json(proposing(folder))).toMatchObject({ code: 0, document: { open: null } })
    expect(await dryRun(folder)).toMatchObject({
      code: 0,
      document: { errors: 0, new: rows.length - 1 },
    })
  })

  it('or names the rows that it would stop at', async () => {
    const folder = await makeFolder(
      'open-rows',
      [
        ['asset_name', 'name', 'Scan'],
        ['Reed1', 'Reeds', 'reed.png'],
        ['Fog1', 'Fog', 'fog.png'],
        ['Elm1', 'Elm', ''],
      ],
      ['reed.png', 'fog.png'],
    )
    const proposed = await home.run(proposing(folder))
    expect(proposed.code).toBe(0)
    expect(proposed.stdout).toContain('"Scan" is taken as image.')
    expect(proposed.stdout).toContain(
      'Open: an import would stop at 1 row. Row 4, image: no image for “Elm”. Choose one, or leave the row out. With --fix all,missing_image it would not.',
    )
    expect(await dryRun(folder)).toMatchObject({ code: 3, document: { errors: 1, new: 2 } })
    const fixes = ['--fix', 'all,missing_image', '--fixed', join(home.dir, 'open-fixed.csv')]
    expect(await dryRun(folder, ...fixes)).toMatchObject({
      code: 0,
      document: {
        errors: 0,
        new: 2,
        fixed: { rules: [{ rule: 'missing_image', count: 1 }], removed: [{ row: 4 }] },
      },
    })
  })
})

describe('collection propose', () => {
  it('asks which column is the name, writes nothing until it is known, and takes --map', async () => {
    const rows = [
      ['asset_name', 'Zelig', 'Titel', 'Titre', 'image'],
      ['Reed1', 'Reeds', 'Schilf', 'Roseau', 'reed.png'],
      ['Fog1', 'Fog', 'Nebel', 'Brume', 'fog.png'],
    ]
    const folder = await makeFolder('unnamed', rows, ['reed.png', 'fog.png'])
    const asked = await home.run(proposing(folder))
    expect(asked.code).toBe(3)
    expect(asked.stderr).toContain('The column name is missing; every token needs it.')
    expect(asked.stderr).toContain('--map "Titel=name"')
    expect(asked.stderr).toContain('Nothing was written.')
    expect(existsSync(`${folder}.json`)).toBe(false)

    const map = ['--map', 'Zelig=name']
    const said = await home.run(proposing(folder, ...map))
    expect(said.code).toBe(0)
    expect(said.stdout).toContain('import the folder with the same --map')
    expect(await dryRun(folder, ...map)).toMatchObject({ code: 0, document: { errors: 0, new: 2 } })

    const unknown = await home.run(proposing(folder, '--out', `${folder}2`, '--map', 'Zelda=name'))
    expect(unknown.code).toBe(3)
    expect(unknown.stderr).toContain('The table has no column "Zelda"')
    const wrong = await home.run(proposing(folder, '--out', `${folder}2`, '--map', 'Zelig'))
    expect(wrong.code).toBe(2)
    expect(wrong.stderr).toContain('is not COLUMN=TARGET')
  })

  it('asks which of two columns holds the images, with --map for the first', async () => {
    const rows = [
      ['asset_name', 'name', 'front', 'back'],
      ['Reed1', 'Reeds', 'front/reed.png', 'back/reed.png'],
    ]
    const folder = await makeFolder('sides', rows, ['front/reed.png', 'back/reed.png'])
    const asked = await home.run(proposing(folder))
    expect(asked.code).toBe(3)
    expect(asked.stderr).toContain('It may be "front" or "back": rename one.')
    expect(asked.stderr).toContain('--map "front=image"')
    const map = ['--map', 'front=image']
    expect(await home.json(proposing(folder, ...map))).toMatchObject({ code: 0 })
    expect(await dryRun(folder, ...map)).toMatchObject({ code: 0, document: { errors: 0, new: 1 } })
  })

  it('says what to add where no column names the images, and of no column that it is it', async () => {
    const rows = [
      ['asset_name', 'name', 'Year'],
      ['Reed1', 'Reeds', '2020'],
    ]
    const folder = await makeFolder('unmatched', rows, ['IMG_7.png'])
    const { code, stderr } = await home.run(proposing(folder))
    expect(code).toBe(3)
    expect(stderr).toContain("Add a column image with the name of each row's file.")
    expect(stderr).not.toContain('--map')
  })

  it('makes no tag of a column that numbers the rows, and says how to keep it out of the tokens', async () => {
    const rows = [
      ['No', ...header],
      ['7', 'Owl7', 'Owl seven', '0.png', 'Red'],
      ['3', 'Owl3', 'Owl three', '1.png', 'Blue'],
    ]
    const folder = await makeFolder('numbered', rows, ['0.png', '1.png'])
    const { stdout } = await home.run(proposing(folder))
    expect(stdout).toContain('Tags: <Hat>\n')
    expect(stdout).toContain('Attributes of each token alone: No (it numbers the tokens)')
    expect(stdout).toContain('Import with --map "No=ignore" too')
    expect(await dryRun(folder, '--map', 'No=ignore')).toMatchObject({
      code: 0,
      document: { errors: 0, new: 2 },
    })
  })

  it('prints at most ten lines, says what is left out, and names the rest in --json', async () => {
    const traits = Array.from({ length: 30 }, (_, at) => `Trait${at}`)
    const gone = Array.from({ length: 12 }, (_, at) => `ignore:Note${at}`)
    const odd = ['Wing colour', 'Empty', 'Artist', 'description']
    const row = (at: number) => [
      `Owl${at}`,
      `Owl ${at}`,
      `${at}.png`,
      `Hat${at}`,
      ...traits.map((one) => `${one} ${at}`),
      ...gone.map(() => 'x'),
      `red ${at}`,
      '',
      'Ada',
      `A text of more than thirty-two characters ${at}`,
    ]
    const rows = [[...header, ...traits, ...gone, ...odd], row(0), row(1)]
    const folder = await makeFolder('wide', rows, ['0.png'])
    const { stdout, code } = await home.run(proposing(folder))
    expect(code).toBe(0)
    expect(stdout.trimEnd().split('\n').length).toBeLessThanOrEqual(10)
    expect(stdout).toContain('Tags: <Hat>, <Trait0>')
    expect(stdout).toContain('and 23 more, which --json names')
    expect(stdout).toContain('The same for all: Artist (Ada)')
    expect(stdout).toContain('Attributes of each token alone: Wing colour (blanks in its name)')
    expect(stdout).toContain('Left out: Note0 (not for tokens)')
    expect(stdout).toContain('longer than the 32 characters of a token in 2 rows')
    expect(stdout).toContain('Then: ')
  })
})
