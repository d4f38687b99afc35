import { expect, test } from 'vitest'
import { TestHome } from '../support/coldpress.ts'

test.each(['/proc/coldpress', '/proc/self/a/b', '/dev/null/home'])(
  'a home at %s, where no folder can be made, ends every command with an error',
  async (path) => {
    const home = new TestHome()
    const { code, stderr } = await home.run(['--home', path, 'policy', 'list'])
    home.remove()
    expect(code).toBe(2)
    expect(stderr).toContain(`The data folder ${path} cannot be used`)
  },
)
