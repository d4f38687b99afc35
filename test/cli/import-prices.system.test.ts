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
const pricedFolder = async (
  name: string,
  header = 'asset_name,name,image,ink,price',
  rows = ['Print1,Print 1,1.png,sepia,', 'Print2,Print 2,2.png,sepia,25'],
) => {
  const folder = await makePrints(join(home.dir, name), 2)
  writeFileSync(join(folder, 'prints.csv'), `${[header, ...rows].join('\n')}\n`)
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

  it('asks whether they are in ADA where they may not be, and takes --price-in ada for it', async () => {
    const importing = await pricedFolder('Paintings', 'asset_name,name,image,ink,price,sold', [
      'Print1,Print 1,1.png,sepia,850,true',
      'Print2,Print 2,2.png,sepia,1200,false',
    ])
    const folder = importing[1] ?? ''
    const proposing = ['collection', 'propose', folder, '--out', join(home.dir, 'proposed.json')]
    const proposed = await home.run(proposing)
    expect(proposed).toMatchObject({ code: 3, stderr: expect.stringContaining('--price-in ada') })
    expect((await home.run([...proposing, '--price-in', 'ada'])).code).toBe(0)
    const asked = await home.run([...importing, '--dry-run', ...unlocked])
    expect(asked).toMatchObject({ code: 3, stdout: expect.stringContaining('--price-in ada') })
    const run = await home.json([...importing, '--dry-run', '--price-in', 'ada'])
    expect(run).toMatchObject({ code: 0, document: { priced: 1, errors: 0 } })
    const left = await home.json([...importing, '--dry-run', '--map', 'price=custom'])
    expect(left).toMatchObject({ code: 0, document: { priced: 0, errors: 0 } })
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
