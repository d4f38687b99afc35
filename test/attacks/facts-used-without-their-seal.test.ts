import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'vitest'
import { enterpriseAddress } from '#cardano/addresses.ts'
import { generatePolicyKey } from '#cardano/keys.ts'
import { Database } from '#platform/db/database.ts'
import { pageOf } from '#contract/page.ts'
import { sale } from '#contract/sales/sale.ts'
import { createCollection, errorMessage, testAddress } from '../studio/open-studio.ts'
import {
  ada,
  fundedCollection,
  fundingOf,
  postMint,
  royaltyOf,
} from '../studio/mints/mint-harness.ts'
import { type Sales } from '../studio/sales/open-sales.ts'
import { collectionWith, fixedSale, postSale } from '../studio/sales/sale-harness.ts'
import { until } from '../support/until.ts'
import { salesTest as it } from '../studio/sales/sales-test.ts'

/** Whoever writes the studio's database, but has neither the API key nor the vault. */
const thiefAddress = enterpriseAddress(generatePolicyKey().keyHash, 'devnet')

const write = (sales: Sales, sql: string, parameters = {}): void => {
  const database = new Database(sales.studio.databasePath, [])
  expect(database.run(sql, parameters)).toBeGreaterThan(0)
  database.close()
}

const priced = async (sales: Sales, id: string, token: string) => {
  const path = `/nft/collections/${id}/tokens/${token}`
  await sales.studio.call('PATCH', path, { price: Number(900n * ada) })
}

it.for([
  ['with another image', "UPDATE tokens SET image = 'ipfs://other' WHERE id = :id"],
  [
    'without its price, and with another name',
    "UPDATE tokens SET price = NULL, name = 'Theirs' WHERE id = :id",
  ],
] as const)(
  'a priced token that somebody changed is neither minted nor sold: %s',
  async ([_what, sql], { sales }) => {
    const { id, tokens } = await fundedCollection(sales.harness, sales.studio, { names: ['Dear'] })
    const [token = { id: '' }] = tokens
    await priced(sales, id, token.id)
    write(sales, sql, { id: token.id })
    for (const reply of [
      await postMint(sales.studio, id, { tokens: 'all', to: testAddress }),
      await postSale(sales.studio, id, fixedSale(tokens)),
    ])
      expect(errorMessage(reply, 409)).toMatch(
        new RegExp(`token ${token.id} .* changed behind Coldpress`, 'u'),
      )
  },
)

it('a priced token that somebody changed after it was reserved is not delivered', async ({
  sales,
}) => {
  const { id, tokens } = await collectionWith(sales.studio, ['Swapped'])
  const [token = { id: '' }] = tokens
  await priced(sales, id, token.id)
  const sold = sale.parse((await postSale(sales.studio, id, fixedSale(tokens))).body)
  write(sales, "UPDATE tokens SET image = 'ipfs://other' WHERE id = :id", { id: token.id })
  sales.fakeVault.signed.length = 0
  await sales.buyer.pay(sold, BigInt(sold.price * sold.supply))
  await until(async () => (await sales.now(sold)).status === 'PROCESSING')
  // That nothing is signed can only be given time: the studio looks every 20 ms.
  await sleep(1_000)
  expect(sales.fakeVault.signed).toEqual([])
  expect(await sales.now(sold)).toMatchObject({ status: 'PROCESSING', mint_id: null })
})

it('the list of sales names no address that is not derived from the sealed wallet', async ({
  sales,
}) => {
  const { id, sold } = await sales.reserve(['Listed'])
  const list = async () =>
    pageOf(sale).parse((await sales.studio.call('GET', `/nft/collections/${id}/sales`)).body).data
  expect(await list()).toMatchObject([{ payment_address: sold.payment_address }])
  write(sales, 'UPDATE sales SET payment_address = :thiefAddress WHERE id = :id', {
    thiefAddress,
    id: sold.id,
  })
  const listed = await list()
  expect(listed).toMatchObject([
    { id: sold.id, payment_address: '', error: [{ name: 'NotConfirmedError' }] },
  ])
  expect(JSON.stringify(listed)).toContain('payment_address was changed')
  expect(JSON.stringify(listed)).not.toContain(thiefAddress)
})

it('a royalty whose confirmation somebody wrote is not minted when ADA arrives', async ({
  sales,
}) => {
  const royalty = { address: [testAddress], rate: 0.05 }
  const { id } = await createCollection(sales.studio, { royalty, royalty_confirmed: false })
  write(
    sales,
    `INSERT INTO royalty_confirmations (collection_id, royalty, confirmed_at)
     SELECT id, royalty, updated_at FROM collections WHERE id = :id`,
    { id },
  )
  const { address } = await fundingOf(sales.studio, id)
  await sales.harness.fundAndWait(address, 10n * ada)
  await sales.studio.call('POST', `/nft/collections/${id}/royalty`)
  expect(await royaltyOf(sales.studio, id)).toMatchObject({ confirmed: false, mint_id: null })
  const confirmation = { rate: '0.05', address: testAddress }
  await sales.studio.call('POST', `/nft/collections/${id}/royalty/confirm`, confirmation)
  await until(async () => (await royaltyOf(sales.studio, id)).status === 'minted')
})
