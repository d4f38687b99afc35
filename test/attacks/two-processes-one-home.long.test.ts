import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { TestHome } from '../support/coldpress.ts'
import { serve } from '../support/serving.ts'
import { until } from '../support/until.ts'

const receiver = 'addr_test1vz2fxv2umyhttkxyxp8x0dlpdt3k6cwng5pxj3jhsydzerspjrlsz'

let home: TestHome
beforeAll(async () => {
  home = await TestHome.withVault()
})
afterAll(() => home.remove())

describe('Two processes on one home, of which one has the vault open', () => {
  it('mints a royalty although a studio with a locked vault parked it first', async () => {
    const royalty = { address: [receiver], rate: 0.05 }
    // The vault seals a collection when it is made; what is made while it is locked is not offered.
    const open = await serve(home, ['--passphrase-file', home.passphraseFile])
    const collections = new Map<string, string>()
    for (const name of ['One', 'Two', 'Three'])
      collections.set(name, await open.newCollection({ name, royalty }))
    await open.stop()
    await serve(home)
    // Which of the two builds it is a matter of luck: the locked one won five times out of seven.
    for (const collection of collections.values()) {
      const paid = await home.json(['mint', 'royalty', '--collection', collection, '--pay'])
      expect(paid, paid.stderr).toMatchObject({ code: 0, document: { status: 'minted' } })
    }
  })

  it('does not sign a mint that a command without the passphrase built: nothing proves who ordered it', async () => {
    const open = await serve(home, ['--passphrase-file', home.passphraseFile])
    const collection = await open.newCollection({ name: 'Four' })
    await open.newToken(collection, 'Four')
    await home.json(['mint', 'fund', '--collection', collection, '--ada', '10'])
    const words = `mint build --collection ${collection} --to ${receiver} --yes --wait --json`
    const built = await home.run(words.split(' '))
    expect(built.code, built.stderr).toBe(4)
    expect(built.stdout).toContain('awaiting_witnesses')
  })

  it('signs a sale that another process with a locked vault parked', async () => {
    const open = await serve(home, ['--passphrase-file', home.passphraseFile])
    const sold = await open.reserve('Five')
    await open.stop()
    const locked = await serve(home)
    await locked.pay(sold)
    await until(async () => (await locked.sale(sold)).mint_id)
    const watched = await home.json(['sale', 'show', sold.id, '--wait'])
    expect(watched, watched.stderr).toMatchObject({ code: 0, document: { status: 'COMPLETED' } })
  })
})
