import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { TestHome } from '../support/coldpress.ts'
import { freePort } from '../support/loopback-server.ts'
import { makePrints } from '../support/prints.ts'
import { serve } from '../support/serving.ts'

const shop = 'https://shop.example.com'

let home: TestHome
beforeEach(async () => {
  home = await TestHome.withVault()
})
afterEach(() => home.remove())

const publicly = async (): Promise<readonly string[]> => [
  '--listen',
  `127.0.0.1:${await freePort()}`,
  '--public-url',
  shop,
]

const withLink = z.looseObject({ id: z.string(), payment_link: z.string().nullable() })

describe('While a studio serves this home', () => {
  it('does what commands ask, with the key alone and without the vault, and their links begin with its public URL', async () => {
    const studio = await serve(home, [
      ...(await publicly()),
      '--passphrase-file',
      home.passphraseFile,
    ])
    const keyFile = home.file('studio.key', studio.api_key)
    /** Without the passphrase: nothing here could sign or seal. */
    const byKey = async (...args: string[]): Promise<unknown> => {
      const { code, stdout, stderr } = await home.run([...args, '--json'], {
        COLDPRESS_STUDIO_KEY_FILE: keyFile,
      })
      expect(code, stderr).toBe(0)
      return JSON.parse(stdout)
    }
    const collection = await studio.newCollection()
    for (const name of ['Fern', 'Oak']) await studio.newToken(collection, name)
    const of = ['--collection', collection]
    const [priced] = z
      .array(withLink)
      .parse(await byKey('sale', 'price', ...of, '--tokens', 'Fern', '--price', '25'))
    expect(priced?.payment_link).toMatch(`${shop}/pay/`)
    const made = withLink.parse(
      await byKey('sale', 'create', ...of, '--tokens', 'Oak', '--price', '25'),
    )
    expect(made.payment_link).toBe(`${shop}/pay/sale/${made.id}`)
    expect(await byKey('sale', 'pay', made.id, '--wait')).toMatchObject({ status: 'COMPLETED' })

    // the key is in the vault too, which the passphrase opens
    const shown = await home.json(['sale', 'show', made.id])
    expect(withLink.parse(shown.document).payment_link).toBe(made.payment_link)
    await studio.stop()
    const after = await home.json(['sale', 'show', made.id])
    expect(withLink.parse(after.document).payment_link).toBeNull()
  })

  it('leaves the work to a command that opens the vault where its own is locked; links begin with its public URL all the same', async () => {
    const studio = await serve(home, await publicly())
    const keyFile = home.file('studio.key', studio.api_key)
    const collection = await studio.newCollection()
    await studio.newToken(collection, 'Fern')
    // what was stored while the vault was locked
    await home.json(['studio', 'confirm', '--yes'])
    const sale = ['sale', 'create', '--collection', collection, '--tokens', 'Fern', '--price', '25']
    const made = await home.json([...sale, '--studio-key-file', keyFile])
    expect(made, made.stderr).toMatchObject({ code: 0 })
    const { id, payment_link: link } = withLink.parse(made.document)
    expect(link).toBe(`${shop}/pay/sale/${id}`)
    const paid = await home.json(['sale', 'pay', id, '--wait'])
    expect(paid, paid.stderr).toMatchObject({ code: 0, document: { status: 'COMPLETED' } })
  })

  it('is on the devnet by an account of its own too: the test wallet pays, and images may stay here', async () => {
    const studio = await serve(home, ['--passphrase-file', home.passphraseFile])
    const key = ['--api-key-file', home.file('studio.key', studio.api_key)]
    const at = ['--base-url', studio.base_url, '--app-id', studio.app_id]
    const added = await home.json(['account', 'add', 'shop', '--network', 'testnet', ...at, ...key])
    expect(added, added.stderr).toMatchObject({ code: 0 })
    const collection = await studio.newCollection()
    const prints = await makePrints(`${home.dir}/prints`, 1)
    const account = ['--account', 'shop', '--collection', collection]
    const imported = await home.json(['import', prints, ...account])
    expect(imported, imported.stderr).toMatchObject({ code: 0 })
    const made = await home.json(['sale', 'create', ...account, '--quantity', '1', '--price', '25'])
    expect(made, made.stderr).toMatchObject({ code: 0 })
    const { id } = withLink.parse(made.document)
    const paid = await home.json(['sale', 'pay', id, '--account', 'shop', '--wait'])
    expect(paid, paid.stderr).toMatchObject({ code: 0, document: { status: 'COMPLETED' } })
  })
})
