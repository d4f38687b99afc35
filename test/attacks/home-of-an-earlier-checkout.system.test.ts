import { cpSync, existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { TestHome } from '../support/coldpress.ts'

/** Written by the program of commit 9d199ce: vault, one policy, its backup and its tables. */
const fixture = join(import.meta.dirname, '..', 'fixtures', 'home-9d199ce')
const fern = '8768104b781b1bc371645f84b9f99b52f1ce64136c81980e5cb4e061'
const key = '8c8950aff9234117bd541138a3133f787f6890f3fcaccfb1d6397e25'

let home: TestHome
beforeEach(() => {
  home = new TestHome()
  for (const name of ['vault.json', 'secrets'])
    cpSync(join(fixture, name), join(home.dir, name), { recursive: true })
})
afterEach(() => home.remove())

/** From outside the fixture: git keeps no file private, as a passphrase file must be. */
const passphrase = (name: string): string => home.file(name, readFileSync(join(fixture, name)))
const vault = () => ['--passphrase-file', passphrase('passphrase.txt')]
const backup = () => [
  join(fixture, 'fern.age'),
  '--backup-passphrase-file',
  passphrase('backup-passphrase.txt'),
]

it('databases of an earlier checkout are refused in words and stay as they are', async () => {
  const path = join(home.dir, 'app.db')
  const database = new DatabaseSync(path)
  database.exec('PRAGMA journal_mode = WAL')
  database.exec(readFileSync(join(fixture, 'app.sql'), 'utf8'))
  database.close()
  const before = readFileSync(path)

  const { code, stdout, stderr } = await home.run(['policy', 'list'])
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
  expect(stderr).toContain(`${path} was written by an earlier checkout of Coldpress`)
  expect(stderr).toContain('vault.json and the folder secrets stay readable')
  expect(stderr).not.toContain('newer version')
  expect(readFileSync(path)).toEqual(before)
  expect(existsSync(`${path}-wal`)).toBe(false)

  // What the sentence says to do keeps the key.
  rmSync(path)
  const restored = await home.run(['policy', 'restore', ...backup(), ...vault(), '--json'])
  expect(restored).toMatchObject({ code: 0 })
  const { stdout: shown } = await home.run(['policy', 'show', fern, '--json'])
  expect(JSON.parse(shown)).toMatchObject({ keys_here: [key], can_mint: true })
})

it('a vault and a backup of an earlier checkout open', async () => {
  const drill = await home.run(['policy', 'drill', ...backup(), '--json'])
  expect(drill).toMatchObject({ code: 0 })
  expect(JSON.parse(drill.stdout)).toMatchObject({ policy_id: fern, key_hashes: [key] })

  // The vault opens with its passphrase and still holds the key: restoring adds none.
  const { code, stdout } = await home.run(['policy', 'restore', ...backup(), ...vault()])
  expect(code).toBe(0)
  expect(stdout).toContain('0 keys restored, 1 already in the vault')
})
