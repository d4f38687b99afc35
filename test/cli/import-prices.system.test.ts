import { join } from 'node:path'
import { writeFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { TestHome } from '../support/coldpress.ts'
import { herbarium, makePrints } from '../support/prints.ts'

let home: TestHome
let unlocked: readonly string[]
beforeAll(async () => {
  home = await TestHome.withVault()
  unlocked = ['--passphrase-file', home.passphraseFile]
})
afterAll(() => home.remove())

/** Two prints, of which the second has a price, and a collection for them. */
const pricedFolder = async (name: string) => {
  const folder = await makePrints(join(home.dir, name), 2)
  writeFileSync(
    join(folder, 'prints.csv'),
    'asset_name,name,image,ink,price\nPrint1,Print 1,1.png,sepia,\nPrint2,Print 2,2.png,sepia,25\n',
  )
  const file = home.file('collection.json', JSON.stringify({ ...herbarium, name }))
  const { document } = await home.json(['collection', 'create', '--file', file])
  const { id } = z.object({ id: z.string() }).parse(document)
  return ['import', folder, '--collection', id]
}

/** Confirms what the vault has not sealed yet, and answers it. */
const confirm = async (): Promise<unknown> =>
  (await home.json(['studio', 'confirm', '--yes'])).document

describe('an import of prices into the Local studio', () => {
  it('opens the vault for them, and for them alone', async () => {
    const importing = await pricedFolder('Opened')
    const run = await home.run([...importing, ...unlocked])
    expect(run).toMatchObject({ code: 0, stderr: expect.not.stringContaining('unconfirmed') })
    expect(await confirm()).toEqual({ confirmed: [], waiting: 0 })
  })

  it('says how to confirm them where it has no passphrase', async () => {
    const importing = await pricedFolder('Locked')
    const run = await home.run(importing)
    expect(run).toMatchObject({
      code: 0,
      stderr: expect.stringContaining('1 price is unconfirmed: nothing is sold at it before'),
    })
    expect(run.stderr).toContain('studio confirm')
    expect(await confirm()).toMatchObject({ confirmed: [{ kind: 'token' }], waiting: 0 })
  })
})
