import { describe, expect, onTestFinished } from 'vitest'
import { collection } from '#contract/collections/collection.ts'
import { baseAddress, createCollection, testAddress } from '../open-studio.ts'
import { fundingOf, royaltyOf, ada } from '../mints/mint-harness.ts'
import { watchedPolicy } from '../mints/watched-policy.ts'
import { openSales, type Sales } from '../sales/open-sales.ts'
import { salesTest as it } from '../sales/sales-test.ts'
import { until } from '../../support/until.ts'
import { openOffline, roundOf } from './round-harness.ts'

const change = async ({ studio }: Sales, id: string, payout_address: unknown) => {
  const { status, body } = await studio.call('PATCH', `/nft/collections/${id}`, { payout_address })
  expect(status).toBe(200)
  return collection.parse(body)
}

const read = async ({ studio }: Sales, id: string) =>
  collection.parse((await studio.call('GET', `/nft/collections/${id}`)).body)

describe('A payout address that changes', () => {
  it('names the signing rounds that are out and still pay the earlier one, until they are withdrawn', async ({
    sales,
  }) => {
    const offline = await openOffline(sales, ['Anemone', 'Bellis'])
    await offline.sell('Anemone')
    await offline.sell('Bellis')
    const built = await offline.build()
    expect(built).not.toHaveProperty('warnings')
    expect(await read(sales, offline.id)).not.toHaveProperty('outdated')

    const changed = await change(sales, offline.id, baseAddress)
    const names = expect.stringContaining(
      `The signing round ${built.id} waits for signatures and pays the payout address of before the change`,
    )
    const outdated = [{ kind: 'sale_round', id: built.id, facts: ['payout_address'] }]
    expect(changed).toMatchObject({ payout_address: baseAddress, warnings: [names], outdated })
    expect(await read(sales, offline.id)).toMatchObject({ warnings: [names], outdated })
    // Whoever is about to sign is told too.
    expect(await offline.round(built)).toMatchObject({ warnings: [names] })
    const [first] = built.sales
    expect(await offline.mintOf(first?.mint_id ?? '')).toMatchObject({ warnings: [names] })

    expect(roundOf(await offline.withdraw(built))).not.toHaveProperty('warnings')
    const after = await read(sales, offline.id)
    expect(after).not.toHaveProperty('warnings')
    expect(after).not.toHaveProperty('outdated')
    const again = await offline.build()
    expect(again).not.toHaveProperty('warnings')
    const { transactions } = await offline.mintOf(again.sales[0]?.mint_id ?? '')
    expect(transactions[0]?.outputs.map(({ address }) => address)).toContain(baseAddress)
  })

  it('names them for other shares of the same addresses too, and no more once it is changed back', async ({
    sales,
  }) => {
    const offline = await openOffline(sales, ['Cornus'])
    const shares = (one: number, other: number) => [
      { addr: testAddress, ratio: one },
      { addr: baseAddress, ratio: other },
    ]
    await change(sales, offline.id, shares(0.5, 0.5))
    await offline.sell('Cornus')
    const built = await offline.build()
    expect(await change(sales, offline.id, shares(0.9, 0.1))).toMatchObject({
      outdated: [{ kind: 'sale_round', id: built.id }],
    })
    expect(await change(sales, offline.id, shares(0.5, 0.5))).not.toHaveProperty('outdated')
    const renamed = await sales.studio.call('PATCH', `/nft/collections/${offline.id}`, {
      name: 'Renamed',
    })
    expect(renamed.body).not.toHaveProperty('warnings')
  })

  it('names a royalty token that waits for its signature, which the earlier address receives', async ({
    sales,
  }) => {
    const { policy } = watchedPolicy()
    const royalty = { address: [testAddress], rate: '0.05' }
    const { id } = await createCollection(sales.studio, { name: 'Leaves', royalty, policy })
    await sales.harness.fundAndWait((await fundingOf(sales.studio, id)).address, 10n * ada)
    await until(async () => (await royaltyOf(sales.studio, id)).status === 'awaiting_witnesses')
    const { mint_id: mintId } = await royaltyOf(sales.studio, id)
    expect(await read(sales, id)).not.toHaveProperty('outdated')
    expect(await change(sales, id, baseAddress)).toMatchObject({
      outdated: [{ kind: 'mint', id: mintId, facts: ['payout_address'] }],
      warnings: [expect.stringContaining(`The mint ${mintId} waits for signatures`)],
    })
  })
})

it('A sale whose vault is locked is named by itself when the payout changes, and is not signed as it was', async () => {
  const sales = await openSales()
  onTestFinished(() => sales.close())
  const { id, sold, total } = await sales.reserve(['Dahlia'])
  const { state } = sales.fakeVault
  state.locked = true
  await sales.buyer.pay(sold, total)
  await until(async () => typeof (await sales.now(sold)).mint_id === 'string')
  state.sealsWhileLocked = true
  expect(await change(sales, id, baseAddress)).toMatchObject({
    outdated: [{ kind: 'sale', id: sold.id, facts: ['payout_address'] }],
  })
})
