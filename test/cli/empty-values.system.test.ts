import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { TestHome } from '../support/coldpress.ts'

const home = new TestHome()
afterAll(() => home.remove())

it.each([
  ['--home', ['policy', 'list', '--home', '']],
  ['--home', ['--home=', 'policy', 'list']],
  ['--home', ['policy', 'list', '--home', ' ']],
  ['--account', ['collection', 'list', '--account', '']],
  ['--passphrase-file', ['policy', 'list', '--passphrase-file', '']],
  ['--tokens', ['mint', 'build', '--collection', 'x', '--tokens', '', '--to', 'x']],
  ['FOLDER', ['import', 'run', '', '--collection', 'x']],
])(
  'an unset variable is wrong usage and not the default: %s in coldpress %j',
  async (name, args) => {
    // The user’s own data folder, which must not even be made.
    const env = { XDG_DATA_HOME: join(home.dir, 'data'), HOME: home.dir }
    const run = await home.run(args, env)
    expect(run).toMatchObject({ code: 2, stdout: '' })
    expect(run.stderr).toContain(`${name}: the value is empty`)
    expect(existsSync(join(home.dir, 'data'))).toBe(false)
  },
)

it.each(['', ' '])(
  'a COLDPRESS_HOME of %j is wrong usage too, unless --home names another folder',
  async (value) => {
    const env = {
      XDG_DATA_HOME: join(home.dir, 'data'),
      HOME: home.dir,
      COLDPRESS_HOME: value,
    }
    const run = await home.run(['policy', 'list', '--json'], env)
    expect(run.code).toBe(2)
    expect(run.stderr).toContain(
      'COLDPRESS_HOME: the value is empty. Set it to a folder, or unset it',
    )
    expect(JSON.parse(run.stdout)).toMatchObject({ error: { code: 'usage' } })
    expect(existsSync(join(home.dir, 'data'))).toBe(false)
    expect(await home.run(['policy', 'list', '--home', home.dir], env)).toMatchObject({ code: 0 })
  },
)

it('a name that may be empty still is', async () => {
  const policy = '00'.repeat(28)
  expect(await home.run(['asset', 'fingerprint', policy, ''])).toMatchObject({ code: 0 })
})
