import { expect } from 'vitest'
import { vaultWorkList } from '#contract/sales/vault-work.ts'
import { until } from '../../support/until.ts'
import { fundedCollection, mintOf, mintReaches, postMint } from '../mints/mint-harness.ts'
import { testAddress } from '../open-studio.ts'
import type { Sales } from './open-sales.ts'
import { salesTest as it } from './sales-test.ts'

const workOf = async ({ studio }: Sales) =>
  vaultWorkList.parse((await studio.call('GET', '/vault-work')).body).data

it('what waits for a locked vault is listed by collection, until it is signed', async ({
  sales,
}) => {
  const { studio, harness, fakeVault } = sales
  expect(await workOf(sales)).toEqual([])
  const { collection } = await fundedCollection(harness, studio, { names: ['Minted'] })
  fakeVault.state.locked = true
  const paid = await sales.sell(['Paid'])
  await until(async () => (await sales.now(paid.sold)).mint_id !== null)
  const open = await sales.reserve(['Open'])
  const made = mintOf(await postMint(studio, collection.id, { tokens: 'all', to: testAddress }))
  const nothing = { paid_sales: 0, open_sales: 0, mints: 0 }
  const work = await workOf(sales)
  expect(work).toHaveLength(3)
  expect(work).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ ...nothing, collection_id: paid.id, paid_sales: 1 }),
      expect.objectContaining({ ...nothing, collection_id: open.id, open_sales: 1 }),
      {
        ...nothing,
        collection_id: collection.id,
        collection_name: collection.name,
        mints: 1,
      },
    ]),
  )

  fakeVault.state.locked = false
  await sales.reaches(paid.sold, 'COMPLETED')
  await mintReaches(studio, made, 'completed')
  expect(await workOf(sales)).toMatchObject([{ ...nothing, collection_id: open.id, open_sales: 1 }])
})
