import { existsSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { TestHome } from '../support/coldpress.ts'

let home: TestHome
let own: string
beforeEach(() => {
  home = new TestHome()
  own = mkdtempSync(join(tmpdir(), 'coldpress-user-'))
})
afterEach(() => {
  home.remove()
  rmSync(own, { recursive: true })
})

it.runIf(process.platform === 'linux')(
  'compiled code is kept where no other user can lay it out',
  async () => {
    const user = { HOME: own, XDG_CACHE_HOME: undefined, TMPDIR: own }
    expect(await home.run(['asset', '--help'], user)).toMatchObject({ code: 0 })
    const folder = join(own, '.cache', 'Coldpress', 'compiled')
    expect(readdirSync(folder)).toHaveLength(1)
    expect(statSync(folder).mode & 0o777).toBe(0o700)
    expect(existsSync(join(own, 'node-compile-cache'))).toBe(false)
  },
)

it('a command works where nothing can be kept', async () => {
  const nowhere = home.file('a-file', '')
  expect(
    await home.run(['asset', '--help'], { HOME: nowhere, XDG_CACHE_HOME: nowhere }),
  ).toMatchObject({
    code: 0,
    stderr: '',
  })
})
