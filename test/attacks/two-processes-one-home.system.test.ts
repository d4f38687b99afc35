import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { TestHome } from '../support/coldpress.ts'
import { eventually, serve } from '../support/serving.ts'

const receiver = 'addr_test1vz2fxv2umyhttkxyxp8x0dlpdt3k6cwng5pxj3jhsydzerspjrlsz'

let home: TestHome
beforeAll(async () => {
  home = await TestHome.withVault()
})
afterAll(() => home.remove())

describe('Two processes on one home, of which one has the vault open', () => {
  it('mints a royalty although a studio with a locked vault parked it first', async () => {
    const locked = await serve(home)
    // Which of the two builds it is a matter of luck: the locked one won five times out of seven.
    for (const name of ['One', 'Two', 'Three']) {
      const royalty = { address: [receiver], rate: 0.05 }
      const collection = await locked.newCollection({ name, royalty })
      const paid = await home.json(['mint', 'royalty', '--collection', collection, '--pay'])
      expect(paid, paid.stderr).toMatchObject({ code: 0, document: { status: 'minted' } })
    }
  })

  it('signs a mint that a command without the passphrase built, and that command goes on waiting', async () => {
    const open = await serve(home, ['--passphrase-file', home.passphraseFile])
    const collection = await open.newCollection({ name: 'Four' })
    await open.newToken(collection, 'Four')
    await home.json(['mint', 'fund', '--collection', collection, '--ada', '10'])
    const words = `mint build --collection ${collection} --to ${receiver} --yes --wait --json`
    const built = await home.run(words.split(' '))
    expect(built.code, built.stderr).toBe(0)
    expect(JSON.parse(built.stdout)).toMatchObject({ status: 'completed' })
  })

  it('signs a sale that another process with a locked vault parked', async () => {
    const locked = await serve(home)
    const sold = await locked.reserve('Five')
    await locked.pay(sold)
    await eventually(async () => expect((await locked.sale(sold)).mint_id).not.toBe(null))
    const watched = await home.json(['sale', 'show', sold.id, '--watch'])
    expect(watched, watched.stderr).toMatchObject({ code: 0, document: { status: 'COMPLETED' } })
  })
})
