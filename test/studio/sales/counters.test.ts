import { describe, expect } from 'vitest'
import { collection as collectionShape } from '#contract/collections/collection.ts'
import { pageOf } from '#contract/page.ts'
import { sparseToken } from '#contract/tokens/token.ts'
import { baseAddress, testAddress } from '../open-studio.ts'
import { fundedCollection, mintOf, mintReaches, postMint } from '../mints/mint-harness.ts'
import { fixedSale, postSale, readSale, saleOf } from './sale-harness.ts'
import { until } from '../../support/until.ts'
import { mintTest as it } from '../mints/mint-test.ts'

describe("A collection's counters", () => {
  it('sum up its completed sales to the lovelace, and no token that was not sold', async ({
    harness,
    studio,
  }) => {
    const payout_address = [
      { addr: testAddress, ratio: 0.7 },
      { addr: baseAddress, ratio: 0.3 },
    ]
    const { id, tokens } = await fundedCollection(harness, studio, {
      names: ['Own', 'Aa', 'Bb', 'Cc', 'Open'],
      more: { payout_address },
    })
    const read = async () =>
      collectionShape.parse((await studio.call('GET', `/nft/collections/${id}`)).body)
    const named = (...names: readonly string[]) =>
      tokens.filter((token) => names.includes(token.asset_name))
    const own = { tokens: named('Own').map((token) => token.id), to: testAddress }
    await mintReaches(studio, mintOf(await postMint(studio, id, own)), 'completed')
    expect(await read()).toMatchObject({ token_count: 5, token_sold_count: 0, sales_count: 0 })
    const sell = async (names: readonly string[], price: number) => {
      const sold = saleOf(await postSale(studio, id, fixedSale(named(...names), { price })))
      await harness.fund(sold.payment_address, BigInt(price * names.length))
      await until(async () => (await readSale(studio, sold.id)).status === 'COMPLETED')
      return readSale(studio, sold.id)
    }
    const made = [await sell(['Aa', 'Bb'], 7_654_321), await sell(['Cc'], 20_000_001)]
    saleOf(await postSale(studio, id, fixedSale(named('Open'))))
    const sum = (field: 'income' | 'tx_fee' | 'nft_fee') =>
      made.reduce((total, one) => total + (one[field] ?? 0), 0)
    const counted = await read()
    expect(counted).toMatchObject({
      sales_count: 2,
      token_sold_count: 3,
      token_for_sale_count: 0,
      revenue: 2 * 7_654_321 + 20_000_001,
      income: sum('income'),
      tx_fee: sum('tx_fee'),
      nft_fee: sum('nft_fee'),
      service_fee: 0,
      total_fees: sum('tx_fee') + sum('nft_fee'),
    })
    expect(counted.revenue).toBe(counted.income + counted.total_fees)
    const { body } = await studio.call('GET', `/nft/collections/${id}/tokens`)
    const sold = pageOf(sparseToken)
      .parse(body)
      .data.filter((token) => token.is_sold === true)
    expect(sold.map((token) => token.asset_name).toSorted()).toEqual(['Aa', 'Bb', 'Cc'])
  })
})
