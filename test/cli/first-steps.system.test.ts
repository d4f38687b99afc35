import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { TestHome } from '../support/coldpress.ts'

const launcher = join(import.meta.dirname, '..', '..', 'bin', 'coldpress.js')

let home: TestHome
beforeAll(async () => {
  home = await TestHome.withVault()
})
afterAll(() => {
  home.remove()
})

describe('what a new user reads on the command line', () => {
  it('hints are commands that can be pasted: with the path of the program, --home and --account', async () => {
    const { stdout } = await home.run(['address', 'list', '--home', home.dir, '--account', 'shop'])
    expect(stdout).toContain(
      `${launcher} address add ADDRESS --label NAME --home ${home.dir} --account shop\n`,
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

  it("shows the lock date of a script on its policy's own network", async () => {
    const lock = ['--name', 'Herbarium', '--lock-time', '2027-12-31']
    const { document } = await home.json(['policy', 'generate', ...lock])
    const { policy_id: id } = z.object({ policy_id: z.string() }).parse(document)
    const script = `${home.dir}/policy.script`
    await home.run(['policy', 'export', id, '--out', script])
    const { stdout } = await home.run(['policy', 'inspect', script])
    expect(stdout).toMatch(/^lock +slot \d+, 2027-12-31T00:00:00.000Z \(devnet\), \d+ days left$/mu)
    expect(stdout).toContain('signing key in the vault')
  })

  it('an empty list names the next step', async () => {
    const listed = await home.run(['sale', 'list'])
    expect(listed.stdout).toMatch(
      /^No sales yet\. To reserve tokens for a buyer: \S+coldpress\.js sale create --collection/u,
    )
    const events = await home.run(['events', 'list'])
    expect(events.stdout).toMatch(/^No events yet\. .*\S+coldpress\.js events listen\n/u)
  })
})
