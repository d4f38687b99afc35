import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
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

  it('with a password says what to do', async () => {
    const folder = join(home.dir, 'locked')
    mkdirSync(folder)
    writeFileSync(join(folder, 'old.xlsx'), Buffer.from('d0cf11e0a1b11ae1', 'hex'))
    const { code, stderr } = await home.run(['import', folder, ...into])
    expect(code).toBe(3)
    expect(stderr).toContain('an old Excel workbook (.xls), or one with a password')
  })
})
