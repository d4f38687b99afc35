import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { TestHome } from '../support/coldpress.ts'
import { herbarium, makePrints } from '../support/prints.ts'
import { textSheet, xlsxOf } from '../support/workbook.ts'

const created = z.object({ id: z.string() })

let home: TestHome
let into: readonly string[]

beforeAll(async () => {
  home = await TestHome.withVault()
  const unlocked = ['--passphrase-file', home.passphraseFile]
  const file = home.file('collection.json', JSON.stringify(herbarium))
  const made = await home.json(['collection', 'create', '--file', file, ...unlocked])
  into = ['--collection', created.parse(made.document).id, ...unlocked]
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
    expect(again.stderr).toContain('exists already')
    const opensea = ['--format', 'opensea', '--out', join(home.dir, 'beans.csv')]
    const said = await home.run(['collection', 'export', ...opensea, ...into])
    expect(said.stderr).toContain('an import reads them from the images')
    expect(said.code).toBe(0)
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
