import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import sharp from 'sharp'
import { z } from 'zod'
import { TestHome } from '../support/coldpress.ts'
import { hashlipsFolder, nmkrFolder, openseaFolder } from '../support/format-folders.ts'
import { herbarium, makePrints } from '../support/prints.ts'
import { textSheet, xlsxOf } from '../support/workbook.ts'

const created = z.object({ id: z.string() })

let home: TestHome
let into: readonly string[]
const unlocked = () => ['--passphrase-file', home.passphraseFile]

beforeAll(async () => {
  home = await TestHome.withVault()
  const file = home.file('collection.json', JSON.stringify(herbarium))
  const made = await home.json(['collection', 'create', '--file', file, ...unlocked()])
  into = ['--collection', created.parse(made.document).id, ...unlocked()]
})
afterAll(() => home.remove())

describe('a workbook', () => {
  const header = ['asset_name', 'name', 'image', 'ink']
  const row = (number: number) => [`Print${number}`, `Print ${number}`, `${number}.png`, 'sepia']

  it('of several sheets is imported from the one that --sheet names', async () => {
    const folder = await makePrints(join(home.dir, 'prints'), 2)
    rmSync(join(folder, 'prints.csv'))
    const sheets = { First: textSheet(header, row(1)), 'My second': textSheet(header, row(2)) }
    writeFileSync(join(folder, 'prints.xlsx'), xlsxOf(sheets))
    const unnamed = await home.run(['import', folder, ...into])
    expect(unnamed.code).toBe(3)
    expect(unnamed.stderr).toContain('has the sheets "First", "My second". Choose one.')
    expect(unnamed.stderr).toContain('Name the sheet with --sheet.')
    const named = await home.json(['import', folder, '--sheet', 'My second', ...into])
    expect(named).toMatchObject({ code: 0, document: { added: 1 } })
  })

  it('is exported as metadata files of NMKR, into a new folder alone, and comes back', async () => {
    const out = join(home.dir, 'nmkr')
    const exported = ['collection', 'export', '--format', 'nmkr', '--out', out, ...into]
    expect(await home.json(exported)).toMatchObject({
      code: 0,
      document: { format: 'nmkr', tokens: 1, not_held: [] },
    })
    expect(readdirSync(out)).toEqual(['Print2.metadata'])
    const back = await home.json(['import', out, '--dry-run', ...into])
    expect(back).toMatchObject({
      code: 0,
      document: { done: 1, new: 0, source: { format: 'nmkr' } },
    })
    const again = await home.run(exported)
    expect(again.code).toBe(2)
    expect(again.stderr).toContain('is there already')
    const opensea = ['--format', 'opensea', '--out', join(home.dir, 'beans.csv')]
    const said = await home.run(['collection', 'export', ...opensea, ...into])
    expect(said.stderr).toContain('an import reads them from the images')
    expect(said.code).toBe(0)
  })

  it('is exported with its images, and comes back as the tokens that are there', async () => {
    const out = join(home.dir, 'with-files')
    const exported = ['collection', 'export', '--with-files', '--out', out, ...into]
    expect(await home.json(exported)).toMatchObject({
      code: 0,
      document: { tokens: 1, files: 1, files_elsewhere: 0, not_held: [] },
    })
    expect(readdirSync(out).toSorted()).toEqual(['Print2.png', 'tokens.csv'])
    const back = await home.json(['import', out, ...into])
    expect(back).toMatchObject({ code: 0, document: { added: 0, already: 1, failed: 0 } })
    const elsewhere = ['--format', 'cip25', '--out', join(home.dir, 'with-cip25')]
    const { code, stderr } = await home.run([...exported, ...elsewhere])
    expect(code).toBe(2)
    expect(stderr).toContain('names images by their IPFS addresses, and no file beside it')
  })

  it('with a password says what to do', async () => {
    const folder = join(home.dir, 'locked')
    mkdirSync(folder)
    writeFileSync(join(folder, 'old.xlsx'), Buffer.from('d0cf11e0a1b11ae1', 'hex'))
    const { code, stderr } = await home.run(['import', folder, ...into])
    expect(code).toBe(3)
    expect(stderr).toContain('an old Excel workbook (.xls), or one with a password')
  })
})

describe('a folder for which there is no collection yet', () => {
  it('becomes the file of one, and its tokens once it is created', async () => {
    const folder = hashlipsFolder(join(home.dir, 'field-beans'), [1, 2])
    const file = join(home.dir, 'beans.json')
    const propose = ['collection', 'propose', folder, '--out', file]
    const open = await home.json(propose)
    expect(open).toMatchObject({
      code: 0,
      document: { tokens: 2, fill_in: ['payout_address', expect.stringContaining('lock_time')] },
    })
    const unfilled = await home.run(['collection', 'create', '--file', file, ...unlocked()])
    expect(unfilled.code).toBe(3)
    expect(unfilled.stderr).toContain('payout_address')
    expect((await home.run(propose)).stderr).toContain('is there already')
    for (const written of [file, join(home.dir, 'beans.example.json')]) rmSync(written)
    const filled = ['--payout-address', herbarium.payout_address, '--lock-time', '2099-12-31']
    const { code, stdout } = await home.run([...propose, ...filled])
    expect(code).toBe(0)
    expect(stdout).toContain('Tags: <Eyes>')
    expect(stdout).toContain('_metadata.json is the list that HashLips writes')
    expect(open).toMatchObject({ document: { source: { format: 'hashlips' } } })
    expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({ name: 'Bean' })
    const made = await home.json(['collection', 'create', '--file', file, ...unlocked()])
    const collection = ['--collection', created.parse(made.document).id, ...unlocked()]
    const said = await home.run(['import', folder, '--dry-run', ...collection])
    expect(said.stdout).toContain('_metadata.json is the list that HashLips writes')
    expect(said.stdout).toContain('name the format with --from')
    const otherwise = ['import', folder, '--dry-run', '--from', 'cip25', ...collection]
    expect(await home.run(otherwise)).toMatchObject({
      code: 3,
      stderr: expect.stringContaining('its label "721" names a policy'),
    })
    const report = join(home.dir, 'report.html')
    const imported = await home.json(['import', folder, '--report', report, ...collection])
    expect(imported).toMatchObject({
      code: 0,
      document: { added: 2, source: { format: 'hashlips' } },
    })
    expect(readFileSync(report, 'utf8')).toContain('_metadata.json is the list that HashLips')
    const again = await home.run(['import', folder, ...collection])
    expect(again.stderr).toContain('_metadata.json is the list that HashLips writes')
  })
})

describe('descriptions that are too long for a token', () => {
  it('are named by the proposal, and become an attribute with the fix that it names', async () => {
    const folder = await makePrints(join(home.dir, 'told'), 2, { first: 41 })
    const table = join(folder, 'prints.csv')
    const [header = '', ...rows] = readFileSync(table, 'utf8').trimEnd().split('\n')
    const told = rows.map((row, at) => `${row},"Pressed in May, between sheets of number ${at}"`)
    writeFileSync(table, [`${header},description`, ...told, ''].join('\n'))
    const out = join(home.dir, 'told.json')
    const proposed = await home.run(['collection', 'propose', folder, '--out', out])
    expect(proposed.stdout).toContain(
      'description is longer than the 32 characters of a token in 2 rows; an import with --fix text_too_long,text_too_many_bytes makes the column an attribute of each token',
    )
    const check = ['import', folder, '--dry-run', ...into]
    const found = await home.run(check)
    expect(found.code).toBe(3)
    expect(found.stdout).toContain('Make all descriptions the custom attribute "About"')
    const copy = join(home.dir, 'told-fixed.csv')
    const fix = ['--fix', 'text_too_long,text_too_many_bytes', '--fixed', copy]
    const fixed = await home.run([...check, ...fix])
    expect(fixed).toMatchObject({ code: 0 })
    expect(fixed.stdout).toContain('"About": "Pressed in May, between sheets of number 0"')
  })
})

describe('--map', () => {
  it('says what columns fill, also for the next folder, until it is forgotten', async () => {
    const folderOf = async (name: string, first: number) => {
      const folder = await makePrints(join(home.dir, name), 1, { first })
      const table = join(folder, 'prints.csv')
      writeFileSync(table, readFileSync(table, 'utf8').replace(',name,', ',Called,'))
      return folder
    }
    const first = await folderOf('mapped', 31)
    const unmapped = await home.run(['import', first, '--map', 'Called', ...into])
    expect(unmapped).toMatchObject({ code: 2 })
    expect(unmapped.stderr).toContain('is not COLUMN=TARGET')
    const done = await home.json(['import', first, '--map', 'Called=name', ...into])
    expect(done).toMatchObject({ code: 0, document: { added: 1 } })

    const second = await folderOf('mapped-too', 32)
    const said = await home.run(['import', second, '--dry-run', ...into])
    expect(said).toMatchObject({ code: 0 })
    expect(said.stdout).toContain('As chosen for this collection: "Called" fills name.')
    const ran = await home.run(['import', second, ...into])
    expect(ran).toMatchObject({ code: 0 })
    expect(ran.stderr).toContain('"Called" fills name.')
    const mapping = ['import', 'mapping', ...into]
    expect(await home.json(mapping)).toMatchObject({
      document: { columns: [{ header: 'Called', to: 'name' }] },
    })
    expect(await home.json([...mapping, '--forget', 'called'])).toMatchObject({
      document: { columns: [] },
    })
    expect(await home.run(['import', second, '--dry-run', ...into])).toMatchObject({ code: 3 })
  })
})

describe('--fix', () => {
  it('imports a fixed copy of the table, which is continued, and never writes the own one', async () => {
    const folder = await makePrints(join(home.dir, 'to-fix'), 2, { first: 11 })
    const table = join(folder, 'prints.csv')
    const own = readFileSync(table, 'utf8').replace('Print 12,12.png', ' Print 12 ,12.jpg')
    writeFileSync(table, own)
    const copy = join(home.dir, 'fixed.csv')
    const fix = ['import', folder, '--fixed', copy, ...into]
    const named = await home.run([...fix, '--fix', 'surrounding_whitespace', '--dry-run'])
    expect(named.code).toBe(3)
    expect(named.stderr).toContain('Fixed in the table: surrounding_whitespace · 1 time.')
    expect(named.stdout).toContain('the folder has no file "12.jpg"')
    const other = await home.run([...fix, '--fix', 'all'])
    expect(other.code).toBe(2)
    expect(other.stderr).toContain('exists with other content')
    rmSync(copy)
    const all = await home.json([...fix, '--fix', 'all'])
    const rules = [
      { rule: 'surrounding_whitespace', count: 1 },
      { rule: 'file_not_found', count: 1 },
    ]
    expect(all).toMatchObject({ code: 0, document: { added: 2, fixed: { table: copy, rules } } })
    expect(readFileSync(copy, 'utf8')).toContain('Print 12,12.png')
    expect(readFileSync(table, 'utf8')).toBe(own)
    const { job } = z.object({ job: z.string() }).parse(all.document)
    const again = await home.json([...fix, '--fix', 'all'])
    expect(again).toMatchObject({ code: 0, document: { job, added: 0, already: 2 } })
  })

  it('fixes what decoding shows, and makes the same copy when the command is run again', async () => {
    const folder = await makePrints(join(home.dir, 'to-decode'), 1, { first: 41 })
    const photo = sharp({ create: { width: 64, height: 64, channels: 3, background: 'olive' } })
    writeFileSync(join(folder, '41.png'), await photo.jpeg().toBuffer())
    const cells = 'asset_name,name,image,ink,media_type\nPrint41,Print 41,41.png,sepia,image/png\n'
    writeFileSync(join(folder, 'prints.csv'), cells)
    const copy = join(home.dir, 'decoded.csv')
    const fix = ['import', folder, '--fix', 'all', '--fixed', copy, ...into]
    const first = await home.json(fix)
    const rules = [{ rule: 'media_type_mismatch', count: 1 }]
    expect(first).toMatchObject({ code: 0, document: { added: 1, fixed: { rules } } })
    expect(readFileSync(copy, 'utf8')).toContain('sepia,image/jpeg')
    const { job } = z.object({ job: z.string() }).parse(first.document)
    expect(await home.json(fix)).toMatchObject({ code: 0, document: { job, already: 1 } })
  })

  it('removes a row that repeats another, names it, and keeps another image of the same name', async () => {
    const folder = await makePrints(join(home.dir, 'twice'), 2, { first: 51 })
    const table = join(folder, 'prints.csv')
    const own = readFileSync(table, 'utf8')
    const [, first = ''] = own.split('\n')
    writeFileSync(table, `${own.replace('Print52,Print 52', 'Print51,Print 51')}${first}\n`)
    const fix = ['import', folder, '--dry-run', '--fix', 'all', ...into]
    const copied = (name: string) => [...fix, '--fixed', join(home.dir, name)]
    const said = await home.run(copied('twice.csv'))
    expect(said.code).toBe(3)
    expect(said.stderr).toContain(
      'Removed 1 row:\n  Row 4, asset_name: row 2 has the same asset name, and the same image and values.',
    )
    expect(said.stdout).toContain('Row 3, asset_name: row 2 has the same asset name; each must be')
    expect(readFileSync(join(home.dir, 'twice.csv'), 'utf8')).toContain('52.png')
    const { document } = await home.json(copied('twice too.csv'))
    expect(document).toMatchObject({ fixed: { removed: [{ row: 4 }] }, rows: 2, errors: 1 })
  })

  it('remembers the format that --from says for the collection', async () => {
    const folder = openseaFolder(join(home.dir, 'drop'), [61])
    const map = ['tokenID=asset_name', 'file_name=image', 'attributes[Shape]=ink']
    const chosen = ['--from', 'csv', ...map.flatMap((one) => ['--map', one])]
    const fixed = ['--fix', 'all', '--fixed', join(home.dir, 'drop.csv')]
    const done = await home.json(['import', folder, ...chosen, ...fixed, ...into])
    expect(done).toMatchObject({
      code: 0,
      document: { added: 1, source: { reason: 'Read as Table, as you chose.' } },
    })
    expect(await home.json(['import', 'mapping', ...into])).toMatchObject({
      document: { readings: [{ guessed: 'opensea', format: 'csv' }] },
    })
    await home.json(['import', 'mapping', '--forget', ...into])
  })

  /** A collection as one is proposed of the folder. */
  const collectionOf = async (folder: string): Promise<readonly string[]> => {
    const file = `${folder}.json`
    const filled = ['--payout-address', herbarium.payout_address, '--lock-time', '2099-12-31']
    await home.run(['collection', 'propose', folder, '--out', file, ...filled])
    const made = await home.json(['collection', 'create', '--file', file, ...unlocked()])
    return ['--collection', created.parse(made.document).id, ...unlocked()]
  }

  it.each([
    ['HashLips', hashlipsFolder, 'build/json/2.json', '"value":"Blue"', '"value":""'],
    ['NMKR', nmkrFolder, 'Moss #2.metadata', '"Wood":"Oak 1"', '"Wood":""'],
  ] as const)(
    'imports a fixed copy of the rows that the files of %s make, and writes none of them',
    async (title, makeFolder, name, value, spoilt) => {
      const folder = makeFolder(join(home.dir, `${title}-to-fix`), [1, 2])
      const collection = await collectionOf(folder)
      const file = join(folder, name)
      const own = readFileSync(file, 'utf8').replace(value, spoilt)
      writeFileSync(file, own)
      expect(await home.run(['import', folder, ...collection])).toMatchObject({
        code: 3,
        stdout: expect.stringMatching(
          /^error · missing_tag_value · 1 time\n.*Nothing was changed/su,
        ),
      })
      const copy = join(home.dir, `${title}-fixed.csv`)
      const fix = ['import', folder, '--fix', 'all', '--fixed', copy, ...collection]
      const rules = [{ rule: 'missing_tag_value', count: 1 }]
      const fixed = await home.json(fix)
      expect(fixed).toMatchObject({
        code: 0,
        document: { added: 2, failed: 0, fixed: { table: copy, rules } },
      })
      expect(readFileSync(copy, 'utf8')).toContain('None')
      expect(readFileSync(file, 'utf8')).toBe(own)
      expect(await home.json(fix)).toMatchObject({ code: 0, document: { added: 0, already: 2 } })
    },
  )

  it('imports a fixed copy of one sheet of a workbook', async () => {
    const folder = await makePrints(join(home.dir, 'sheet-to-fix'), 2, { first: 71 })
    rmSync(join(folder, 'prints.csv'))
    const table = join(folder, 'prints.xlsx')
    const header = ['asset_name', 'name', 'image', 'ink', 'custom:edition']
    const sheets = {
      Other: textSheet(header, ['Print99', 'Print 99', '99.png', 'sepia', '1']),
      Mine: textSheet(
        header,
        ['Print71', 'Print 71', '71.jpg', 'sepia', '007'],
        ['Print72', 'Print 72', '72.png', ' sepia', '008'],
      ),
    }
    const own = xlsxOf(sheets)
    writeFileSync(table, own)
    const copy = join(home.dir, 'sheet-fixed.csv')
    const fix = ['import', folder, '--sheet', 'Mine', '--fix', 'all', '--fixed', copy, ...into]
    const rules = [
      { rule: 'file_not_found', count: 1 },
      { rule: 'surrounding_whitespace', count: 1 },
    ]
    const fixed = await home.json(fix)
    expect(fixed).toMatchObject({ code: 0, document: { added: 2, fixed: { table: copy, rules } } })
    expect(readFileSync(copy, 'utf8')).toContain('Print71,Print 71,71.png,sepia,007')
    expect(readFileSync(table)).toEqual(own)
    expect(await home.json(fix)).toMatchObject({ code: 0, document: { added: 0, already: 2 } })
  })

  it('changes all images, where that is the fix of a rule', async () => {
    const folder = await makePrints(join(home.dir, 'to-cut'), 1, { first: 31 })
    const image = join(folder, '31.png')
    const located = sharp({ create: { width: 60, height: 40, channels: 3, background: 'teal' } })
      .png()
      .withExif({ IFD3: { GPSLatitudeRef: 'N' } })
    writeFileSync(image, await located.toBuffer())
    const check = ['import', folder, '--dry-run', ...into]
    const found = await home.run(check)
    expect(found.stdout).toContain('31.png says where it was taken (GPS)')
    expect(found.stdout).toContain('31.png has 60 × 40 pixels')
    const fixed = await home.run([
      ...check,
      '--fix',
      'image_location,image_not_square',
      '--fixed',
      join(home.dir, 'cut.csv'),
    ])
    expect(fixed.stderr).toContain(
      'For every image that needs it: the middle of each image is cut out to a square.',
    )
    expect(fixed.stdout).not.toContain('31.png says where')
    expect(fixed.stdout).not.toContain('60 × 40')
    expect(readFileSync(image)).toEqual(await located.toBuffer())
  })

  it('makes images in other colours sRGB, which stay as they are otherwise', async () => {
    const folder = await makePrints(join(home.dir, 'to-colour'), 1, { first: 41 })
    const wide = sharp({ create: { width: 40, height: 40, channels: 3, background: 'teal' } })
    writeFileSync(join(folder, '41.png'), await wide.png().withIccProfile('p3').toBuffer())
    const check = ['import', folder, '--dry-run', ...into]
    const note = '41.png has another colour profile than sRGB'
    expect((await home.run(check)).stdout).toContain(note)
    expect((await home.run([...check, '--srgb'])).stdout).not.toContain(note)
    const fixed = await home.run([
      ...check,
      '--fix',
      'image_colours',
      '--fixed',
      join(home.dir, 'coloured.csv'),
    ])
    expect(fixed.stderr).toContain(
      'For every image that needs it: images with other colours are re-encoded in sRGB',
    )
    expect(fixed.stdout).not.toContain(note)
  })

  it('refuses unknown rules and a copy in the folder', async () => {
    const folder = join(home.dir, 'to-fix')
    const unknown = await home.run(['import', folder, '--fix', 'blanks', ...into])
    expect(unknown).toMatchObject({ code: 2 })
    expect(unknown.stderr).toContain('there is no rule blanks')
    for (const name of ['prints.csv', 'fixed.csv']) {
      const inside = ['--fix', 'all', '--fixed', join(folder, name)]
      const { code, stderr } = await home.run(['import', folder, ...inside, ...into])
      expect(code).toBe(2)
      expect(stderr).toContain('would be in the folder of the import')
    }
  })
})
