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

  it('writes every key of --json in snake_case', async () => {
    const text = home.file('cover.txt', 'a file of its own')
    await home.json(['pin', 'add', text])
    const documentOf = async (...args: readonly string[]) => (await home.json(args)).document
    expect(await documentOf('account', 'list')).toMatchObject([{ base_url: '', app_id: '' }])
    expect(await documentOf('gateway', 'list')).toContainEqual(
      expect.objectContaining({ network: 'devnet', is_default: true }),
    )
    expect(await documentOf('pin', 'list')).toMatchObject({
      files: [{ media_type: null }],
      targets: expect.arrayContaining([expect.objectContaining({ is_built_in: true })]),
    })
  })
})
