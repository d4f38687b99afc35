import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { TestHome } from '../support/coldpress.ts'

let home: TestHome
beforeAll(async () => {
  home = await TestHome.withVault()
})
afterAll(() => {
  home.remove()
})

describe('what a new user reads on the command line', () => {
  it('hints are commands that can be pasted: with npx, --home and --account', async () => {
    const { stdout } = await home.run(['address', 'list', '--home', home.dir, '--account', 'shop'])
    expect(stdout).toContain(
      `npx coldpress address add ADDRESS --label NAME --home ${home.dir} --account shop\n`,
    )
  })
})
