import { readFileSync } from 'node:fs'
import { afterAll, expect, it } from 'vitest'
import { z } from 'zod'
import { serveHome } from '../support/served-home.ts'
import { TestHome } from '../support/coldpress.ts'

const home = await TestHome.withVault()
afterAll(() => home.remove())

const image = 'ipfs://bafkreihdwdcefgh4dqkjv67uzcmw7ojee6xedzdetojuzjevtenxquvyku'
const address = 'addr_test1vz2fxv2umyhttkxyxp8x0dlpdt3k6cwng5pxj3jhsydzerspjrlsz'

const createCollection = async (name: string): Promise<string> => {
  const file = home.file(
    'collection.json',
    JSON.stringify({
      name,
      payout_address: address,
      policy: { lock: false },
      metadata: { name: '<name>', asset_name: '<asset_name>', image: '<image>' },
    }),
  )
  const { document } = await home.json(['collection', 'create', '--file', file])
  const { id } = z.object({ id: z.string() }).parse(document)
  const tokens = ['Fern', 'Oak', 'Elm'].map((word) => ({
    name: word,
    asset_name: `${word}1`,
    image,
    media_type: 'image/png',
  }))
  const added = await home.json([
    'token',
    'add',
    '--collection',
    id,
    '--file',
    home.file('tokens.json', JSON.stringify(tokens)),
  ])
  expect(added.code).toBe(0)
  return id
}

it('A token is listed, held back, released, changed and deleted; a deletion takes the id of the collection alone', async () => {
  const id = await createCollection('Ferns')
  const of = ['--collection', 'ferns']
  const held = await home.json(['token', 'hold', ...of, '--tokens', 'Oak1'])
  expect(held.document).toMatchObject([{ asset_name: 'Oak1', status: 'OPEN' }])
  const released = await home.json(['token', 'release', ...of, '--tokens', 'Oak1'])
  expect(released.document).toMatchObject([{ status: 'FOR_SALE' }])
  const changed = await home.json(['token', 'update', 'Oak1', ...of, '--name', 'Old oak'])
  expect(changed.document).toMatchObject({ asset_name: 'Oak1', name: 'Old oak' })

  const byName = await home.json(['token', 'delete', ...of, '--tokens', 'Elm1', '--yes'])
  expect(byName).toMatchObject({
    code: 2,
    document: { error: { message: expect.stringContaining(`has the id ${id}`) } },
  })
  const unasked = await home.json(['token', 'delete', '--collection', id, '--tokens', 'Elm1'])
  expect(unasked).toMatchObject({ code: 2, document: { error: { code: 'usage' } } })
  await home.json(['token', 'delete', '--collection', id, '--tokens', 'Elm1', '--yes'])
  const binned = await home.json(['bin', 'list'])
  const items = z.array(z.object({ id: z.string(), name: z.string() })).parse(binned.document)
  expect(items).toMatchObject([{ name: 'Elm' }])

  const verified = await home.json(['collection', 'verify', 'Ferns'])
  expect(verified).toMatchObject({
    code: 0,
    document: {
      same: true,
      tokens: [
        { asset_name: 'Fern1', state: 'not_minted' },
        { asset_name: 'Oak1', state: 'not_minted' },
      ],
    },
  })
  const updated = await home.json(['collection', 'update', 'Ferns', '--description', 'Green'])
  expect(updated.document).toMatchObject({ id, description: 'Green' })
  const deleted = await home.json(['collection', 'delete', id, '--yes'])
  expect(deleted.document).toMatchObject({ deleted: id, name: 'Ferns' })
  expect((await home.json(['collection', 'list'])).document).toEqual([])
  const tokenFirst = await home.json(['bin', 'restore', items[0]?.id ?? '', id])
  expect(tokenFirst).toMatchObject({
    code: 4,
    document: { restored: [id], failures: [expect.stringMatching(/Restore it first/u)] },
  })
  const restored = await home.json(['bin', 'restore', items[0]?.id ?? ''])
  expect(restored).toMatchObject({ code: 0, document: { restored: [items[0]?.id] } })
  const tokens = await home.json(['token', 'list', ...of])
  expect(tokens.document).toMatchObject([
    { asset_name: 'Fern1' },
    { asset_name: 'Oak1', name: 'Old oak' },
    { asset_name: 'Elm1' },
  ])
  await home.json(['token', 'delete', '--collection', id, '--tokens', 'Elm1', '--yes'])
  expect(await home.json(['bin', 'empty'])).toMatchObject({ code: 2 })
  expect((await home.json(['bin', 'empty', '--yes'])).document).toEqual({
    deleted: [items[0]?.id],
  })
  expect((await home.json(['bin', 'list'])).document).toEqual([])
})

it('Many sales are made from a file, none twice, and a row that was refused is made once it is changed', async () => {
  const id = await createCollection('Many')
  const rows = [
    { tokens: ['Fern1'], price: '25' },
    { quantity: 1, price: 12.5, reserve: '2h' },
    { tokens: ['Fern1'], price: '30' },
  ]
  const write = (sales: readonly object[]): string => home.file('sales.json', JSON.stringify(sales))
  const create = (file: string) => home.json(['sale', 'create', '--collection', id, '--file', file])

  const first = await create(write(rows))
  expect(first).toMatchObject({
    code: 4,
    document: [{ state: 'made' }, { state: 'made' }, { state: 'failed', sale_id: null }],
  })
  const again = await create(write([...rows.slice(0, 2), { quantity: 1, price: '30' }]))
  const made = z.array(z.object({ sale_id: z.string() }))
  expect(again).toMatchObject({
    code: 0,
    document: [{ state: 'made_before' }, { state: 'made_before' }, { state: 'made' }],
  })
  const listed = await home.json(['sale', 'list', '--collection', id])
  expect(z.array(z.unknown()).parse(listed.document)).toHaveLength(3)
  expect(new Set(made.parse(again.document).map(({ sale_id: sale }) => sale)).size).toBe(3)

  const other = await create(write([{ quantity: 1, price: '1' }, ...rows.slice(1)]))
  expect(other).toMatchObject({ code: 3, document: { error: { code: 'conflict' } } })
  expect(readFileSync(`${home.dir}/sales.json.made.ndjson`, 'utf8')).not.toContain('12.5')
})

it('The chain is read: its tip, an address, and a transaction that is not there', async () => {
  const tip = await home.json(['chain', 'tip'])
  expect(tip.document).toMatchObject({ network: 'devnet', height: expect.any(Number) })
  const there = await home.json(['chain', 'address', address])
  expect(there.document).toMatchObject({ address, lovelace: '0', utxos: [] })
  const missing = await home.json(['chain', 'tx', 'ab'.repeat(32)])
  expect(missing).toMatchObject({ code: 3, document: { error: { code: 'not_found' } } })
})

it('A webhook is changed and disabled, and asks for events of Coldpress’s own', async () => {
  const added = await home.json([
    'webhook',
    'add',
    '--name',
    'shop',
    '--callback-url',
    'http://127.0.0.1:9/',
  ])
  const { id } = z.object({ id: z.string(), own_events: z.tuple([]) }).parse(added.document)
  const changed = await home.json(['webhook', 'update', id, '--name', 'till', '--refunds'])
  expect(changed.document).toMatchObject({ name: 'till', own_events: ['REFUNDED'] })
  const disabled = await home.json(['webhook', 'disable', id])
  expect(disabled.document).toMatchObject({ available: 'false', own_events: ['REFUNDED'] })
})

it('The served studio of this data folder is an account whose sales the test wallet pays, and which prints links', async () => {
  const id = await createCollection('Served')
  const { at } = await serveHome(home, {
    environment: { COLDPRESS_PASSPHRASE_FILE: home.passphraseFile },
  })
  await home.json([
    'account',
    'add',
    'till',
    '--network',
    'testnet',
    '--base-url',
    at.base_url,
    '--app-id',
    at.app_id,
    '--api-key-file',
    home.file('key.txt', at.api_key),
  ])
  const account = ['--account', 'till']
  const create = ['sale', 'create', '--collection', id, '--tokens', 'Fern1', '--price', '25']
  const made = await home.json([...create, ...account])
  expect(made).toMatchObject({
    code: 0,
    document: { payment_link: expect.stringContaining(`${at.base_url}/pay/`) },
  })
  const sale = z.object({ id: z.string() }).parse(made.document).id
  const paid = await home.json(['sale', 'pay', sale, '--wait', ...account])
  expect(paid).toMatchObject({ code: 0, document: { status: 'COMPLETED' } })
  const verified = await home.json(['collection', 'verify', id])
  expect(verified).toMatchObject({ code: 0, document: { same: true } })
  expect(JSON.stringify(verified.document)).toContain('"state":"same"')
  const events = await home.json(['events', 'list', '--account', 'local', '--sale', sale])
  expect(events.document).toMatchObject([{ status: 'COMPLETED' }, { status: 'MINTING' }])

  const words = [
    'sale',
    'price',
    '--collection',
    id,
    '--tokens',
    'Oak1',
    '--price',
    '9',
    ...account,
  ]
  const priced = await home.run([...words, '--passphrase-file', home.passphraseFile])
  expect(priced.stdout).toContain(`${at.base_url}/pay/`)
})
