import { copyFile, mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect } from 'vitest'
import { makePicture, requestFor } from '../harness.ts'
import { importTest as it } from '../import-test.ts'
import { writeCsv } from '../table/write-csv.ts'

type Rows = readonly (readonly string[])[]

const header = ['Titel', 'colour', 'image']

const makeFolder = async (folder: string, rows: Rows): Promise<void> => {
  await mkdir(folder, { recursive: true })
  for (const [at] of rows.entries()) await makePicture(folder, at + 1)
  await writeRows(folder, rows)
}

const writeRows = (folder: string, rows: Rows): Promise<void> =>
  writeFile(join(folder, 'works.csv'), writeCsv([header, ...rows]))

const river = ['River', 'red', '1.png']
const lamps = ['Two lamps', 'blue', '2.png']
/** With it the titles are not unique, and a table that is read for the first time has other names. */
const again = ['River', 'green', '3.png']

describe('an import of a table without asset names', () => {
  it('makes the same names when it goes on, and when the table has more rows', async ({
    folder,
    studio: { collectionId },
    importer: { imports },
  }) => {
    const request = requestFor(folder, collectionId)
    await makeFolder(folder, [river, lamps])
    const first = await imports.start(request)
    expect(first).toMatchObject({ added: 2, state: 'done' })
    expect(await imports.resume(first.job)).toMatchObject({ added: 0, already: 2 })
    await makePicture(folder, 3)
    await writeRows(folder, [river, lamps, again])
    const plan = await imports.plan(request)
    expect(plan.counts).toMatchObject({ done: 2, new: 1, errors: 0 })
    expect(plan.tokens.map(({ assetName }) => assetName)).toEqual(['River', 'TwoLamps', 'River3'])
    expect(plan.source.assetNames).toBe('{title}')
  })

  it('makes the same names of files when a file without a name is added', async ({
    folder,
    studio: { collectionId },
    importer: { imports },
  }) => {
    const request = requestFor(folder, collectionId)
    const writeFiles = (...names: readonly string[]) =>
      writeFile(
        join(folder, 'works.csv'),
        writeCsv([['image', 'colour'], ...names.map((name) => [name, name])]),
      )
    await mkdir(folder)
    await makePicture(folder, 1)
    await copyFile(join(folder, '1.png'), join(folder, 'fox.png'))
    await writeFiles('fox.png')
    expect(await imports.start(request)).toMatchObject({ added: 1 })
    await writeFiles('fox.png', '1.png')
    const { counts, tokens, issues } = await imports.plan(request)
    expect(counts).toMatchObject({ done: 1, errors: 2 })
    expect(tokens.map(({ request: { name } }) => name)).toEqual(['fox'])
    const tooShort = issues.filter(({ rule }) => rule === 'text_too_short')
    expect(new Set(tooShort.map(({ column }) => column))).toEqual(new Set(['asset_name', 'name']))
  })

  it('keeps the names of the other rows where some are left out', async ({
    folder,
    studio: { collectionId },
    importer: { imports },
  }) => {
    await makeFolder(folder, [river, again, lamps])
    const skipped = [{ row: 2, message: null }]
    const asked = requestFor(folder, collectionId, { assetNames: '{title}', skipped })
    const plan = await imports.plan(asked)
    expect(plan.tokens.map(({ assetName }) => assetName)).toEqual(['River3', 'TwoLamps'])
  })

  it('goes on with the pattern that was asked for, also for the next table', async ({
    home,
    folder,
    studio: { collectionId },
    importer: { imports },
  }) => {
    await makeFolder(folder, [river])
    const pattern = 'Work-{number:3}'
    const request = requestFor(folder, collectionId)
    await imports.start({ ...request, assetNames: pattern })
    expect(imports.mappings.of(request)).toMatchObject({ assetNames: pattern })
    expect((await imports.plan(request)).counts).toMatchObject({ done: 1, new: 0 })

    const next = join(home, 'next')
    await makeFolder(next, [river, lamps])
    const plan = await imports.plan(requestFor(next, collectionId))
    expect(plan.tokens.map(({ assetName }) => assetName)).toEqual(['Work-001', 'Work-002'])
    // the first table keeps its own
    await imports.start({ ...requestFor(next, collectionId), assetNames: 'Next-{number}' })
    expect((await imports.plan(request)).counts).toMatchObject({ done: 1, new: 0 })
  })

  it('writes the names into a fixed copy of the table', async ({
    folder,
    studio: { collectionId },
    importer: { imports },
  }) => {
    await makeFolder(folder, [[' River ', 'red', '1.png']])
    const request = requestFor(folder, collectionId)
    const given = { ...(await imports.inputs(request)), settings: request.settings }
    const { table, fixed } = await imports.fixTable(given, undefined)
    expect([...fixed]).toEqual([['surrounding_whitespace', 1]])
    expect(table.columns.map((column) => column.header)).toEqual([...header, 'asset_name'])
    expect(table.rows.map(({ cells }) => cells)).toEqual([['River', 'red', '1.png', 'River']])
  })

  it('names tokens called by their number alone after the collection', async ({
    home,
    studio: { collectionId },
    importer: { imports },
  }) => {
    const build = join(home, 'night-moths', 'build')
    await mkdir(join(build, 'images'), { recursive: true })
    await mkdir(join(build, 'json'))
    for (const index of [1, 2]) {
      await makePicture(join(build, 'images'), index)
      const attributes = [{ trait_type: 'colour', value: `shade ${index}` }]
      const token = { name: `#${index}`, image: `${index}.png`, edition: index, attributes }
      const file = join(build, 'json', `${index}.json`)
      await writeFile(file, JSON.stringify({ ...token, compiler: 'HashLips Art Engine' }))
    }
    const plan = await imports.plan(requestFor(build, collectionId))
    expect(plan.tokens.map(({ assetName }) => assetName)).toEqual(['Test0001', 'Test0002'])
    for (const folder of [build, join(home, 'night-moths')]) {
      const { name, noticed } = await imports.propose({ folder })
      expect(name).toBe('Night Moths')
      expect(noticed[0]).toContain('{collection}{number:4}, such as NightMoths0001')
    }
  })
})

describe('a collection that is proposed', () => {
  it('is called what the names of the table have in common, and not the images', async ({
    home,
    importer: { imports },
  }) => {
    const [named, bare] = [join(home, 'named'), join(home, 'bare')]
    await makeFolder(named, [
      ['night moth #1', 'red', '1.png'],
      ['night moth #2', 'red', '2.png'],
    ])
    expect((await imports.propose({ folder: named })).name).toBe('Night Moth')
    await mkdir(bare)
    for (const index of [1, 2]) await writeFile(join(bare, `IMG_${index}.png`), 'x')
    expect((await imports.propose({ folder: bare })).name).toBe('Bare')
  })
})
