import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { writeBech32 } from '#cardano/bech32.ts'
import { TestHome } from '../support/coldpress.ts'
import { readyCollection } from '../support/ready-collection.ts'
import { testAddress } from '../studio/open-studio.ts'

/** Nobody knows a script whose hash has zeros alone. */
const script = writeBech32('addr_test', Uint8Array.of(0x70, ...new Uint8Array(28)))
const warns = (role: string) =>
  expect.stringContaining(`The ${role} ${script} is that of a script, not of a key.`)

let home: TestHome
let collection: string
beforeAll(async () => {
  home = await TestHome.withVault()
  collection = await readyCollection(home, '30')
})
afterAll(() => home.remove())

describe('an address of a script, on the command line', () => {
  it('is warned of as a payout and as a royalty when a collection is made, and when it is changed', async () => {
    const request = {
      name: 'Vault',
      payout_address: script,
      policy: { lock: false },
      royalty: { address: [script.slice(0, 20), script.slice(20)], rate: '0.05' },
    }
    const file = home.file('script.json', JSON.stringify(request))
    const made = await home.json(['collection', 'create', '--file', file, '--yes'])
    expect(made).toMatchObject({
      code: 0,
      stderr: warns('royalty address'),
      document: { warnings: [warns('payout address'), warns('royalty address')] },
    })
    const change = ['collection', 'update', collection, '--payout']
    expect(await home.json([...change, script])).toMatchObject({
      code: 0,
      document: { warnings: [warns('payout address')] },
    })
    const back = await home.json([...change, testAddress])
    expect(back.code).toBe(0)
    expect(back.document).not.toHaveProperty('warnings')
  })

  it('is warned of as a receiver of tokens in a file, without a question too, and is shown before one', async () => {
    const receivers = home.file(
      'receivers.csv',
      `address,asset_name\n${testAddress},Herbarium01\n${script},Herbarium02\n`,
    )
    const build = ['mint', 'build', '--collection', collection, '--to-file', receivers]
    const held = await home.run([...build, '--hold'])
    expect(held).toMatchObject({ code: 0, stderr: warns('receiver') })
    const id = /mint {2,}(?<id>\w+)/u.exec(held.stdout)?.groups?.['id'] ?? ''
    expect((await home.json(['mint', 'cancel', id])).code).toBe(0)
    expect(await home.json([...build, '--yes', '--wait'])).toMatchObject({
      code: 0,
      stderr: warns('receiver'),
    })
  })

  it('is warned of as the receiver of a withdrawal', async () => {
    const withdraw = ['mint', 'withdraw', '--collection', collection, '--to', script]
    expect(await home.json([...withdraw, '--yes', '--wait'])).toMatchObject({
      code: 0,
      stderr: warns('receiver'),
    })
  })

  it('is warned of in the address book', async () => {
    expect(await home.json(['address', 'add', script, '--label', 'Vault', '--yes'])).toMatchObject({
      code: 0,
      stderr: warns('address'),
    })
  })
})
