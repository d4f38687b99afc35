import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { z } from 'zod'
import { TestHome } from '../support/coldpress.ts'
import { herbarium, makePrints } from '../support/prints.ts'

let home: TestHome
const unlocked = () => ['--passphrase-file', home.passphraseFile]
const created = z.object({ id: z.string() })

beforeAll(async () => {
  home = await TestHome.withVault()
})
afterAll(() => home.remove())

it('A folder whose table cannot be read is proposed and imported by names only where --from folder says so', async () => {
  const folder = await makePrints(join(home.dir, 'prints'), 2)
  rmSync(join(folder, 'prints.csv'))
  writeFileSync(join(folder, 'prints.json'), '[{"name": "a"}\n {"name": "b"}]')
  const out = join(home.dir, 'proposed.json')
  const refused = await home.run(['collection', 'propose', folder, '--out', out])
  expect(refused.code).toBe(3)
  expect(refused.stderr).toContain('prints.json: it is not valid JSON: line 2, column 2')
  expect(refused.stderr).toContain('add --from folder')
  const chosen = await home.json([
    'collection',
    'propose',
    folder,
    '--out',
    out,
    '--from',
    'folder',
  ])
  expect(chosen).toMatchObject({ code: 0, document: { tokens: 2 } })
  expect(readFileSync(out, 'utf8')).toContain('<name>')

  // As PowerShell writes it.
  const utf16 = Buffer.from(`\uFEFF${JSON.stringify(herbarium)}`, 'utf16le')
  const file = home.file('utf16.json', '')
  writeFileSync(file, utf16)
  const made = await home.json(['collection', 'create', '--file', file, ...unlocked()])
  expect(made.code).toBe(0)
  const into = ['--collection', created.parse(made.document).id, ...unlocked()]
  const run = await home.run(['import', folder, '--dry-run', ...into])
  expect(run.code).toBe(3)
  expect(run.stderr).toContain('prints.json')

  writeFileSync(
    join(folder, 'prints.txt'),
    'My prints\n\nasset_name|name|image|ink\nPrint1|Print 1|1.png|sepia\n',
  )
  rmSync(join(folder, 'prints.json'))
  const text = await home.json(['import', folder, '--dry-run', ...into])
  expect(text).toMatchObject({ document: { rows: 1, source: { format: 'csv' } } })
  const other = await home.run(['import', folder, '--dry-run', '--header-row', '9', ...into])
  expect(other.code).toBe(3)
  expect(other.stderr).toContain('Name the row with --header-row.')
})
