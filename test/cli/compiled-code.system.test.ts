import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { z } from 'zod'
import { TestHome } from '../support/coldpress.ts'
import { herbarium } from '../support/prints.ts'

let home: TestHome
beforeAll(async () => {
  home = await TestHome.withVault()
})
afterAll(() => home.remove())

/** Node names each module whose compiled code it could use, and each for which it could not. */
it('of a command is used by a dry run: V8 keeps it for one set of settings, so no part that others load is loaded after they changed', async () => {
  const unlocked = ['--passphrase-file', home.passphraseFile]
  const form = home.file('collection.json', JSON.stringify(herbarium))
  const made = await home.json(['collection', 'create', '--file', form, ...unlocked])
  const { id } = z.object({ id: z.string() }).parse(made.document)
  const folder = join(home.dir, 'folder')
  mkdirSync(folder)
  writeFileSync(join(folder, 'tokens.csv'), 'asset_name,name,image\nFern,Fern,fern.png\n')
  const environment = {
    XDG_CACHE_HOME: join(home.dir, 'cache'),
    NODE_DEBUG_NATIVE: 'COMPILE_CACHE',
  }
  const other = await home.run(['collection', 'list'], environment)
  expect(other.code).toBe(0)
  const args = ['import', folder, '--collection', id, '--dry-run', ...unlocked]
  const { code, stdout, stderr } = await home.run(args, environment)
  expect(code).toBe(3)
  expect(stdout + stderr).toContain('fern.png')
  const said = (stdout + stderr).split('\n').filter((line) => line.includes('[compile cache]'))
  expect(said.filter((line) => line.includes('was accepted')).length).toBeGreaterThan(20)
  expect(said.filter((line) => line.includes('was rejected'))).toEqual([])
})
