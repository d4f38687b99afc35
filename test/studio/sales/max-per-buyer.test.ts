import { describe, expect, it as plainIt } from 'vitest'
import { paymentDue } from '#contract/sales/payment-due.ts'
import { saleStatement } from '#studio/sales/statements.ts'
import { ada } from '../mints/mint-harness.ts'
import { until } from '../../support/until.ts'
import type { Sales } from './open-sales.ts'
import { collectionWith, fixedSale, postSale, saleOf } from './sale-harness.ts'
import { salesTest as it } from './sales-test.ts'

/** Sales of one collection, each of one token. */
const sellEach = async (sales: Sales, terms: readonly object[]) => {
  const names = terms.map((_, at) => `Token${at}`)
  const { id, tokens } = await collectionWith(sales.studio, names)
  const sold = []
  for (const [at, stated] of terms.entries()) {
    const chosen = tokens.slice(at, at + 1)
    sold.push(saleOf(await postSale(sales.studio, id, fixedSale(chosen, stated))))
  }
  return sold
}

const priceOf = ({ price, supply }: { readonly price: number; readonly supply: number }) =>
  BigInt(price * supply)

describe('Sales that state how many tokens one buyer may get', () => {
  it('sell that many to one buyer; what is more counts nothing and goes back, and the tokens stay reserved for others', async ({
    sales,
  }) => {
    const limit = { max_per_buyer: 1 }
    const [first, second] = await sellEach(sales, [limit, limit])
    if (first === undefined || second === undefined) throw new Error('nothing is sold')
    expect(first.max_per_buyer).toBe(1)
    const { address: buyer } = sales.buyer
    await sales.buyer.pay(first, priceOf(first))
    await sales.reaches(first, 'COMPLETED')
    await sales.buyer.pay(second, priceOf(second))
    await until(async () => (await sales.now(second)).surplus === Number(priceOf(second)))
    const refused = await sales.now(second)
    expect(refused).toMatchObject({
      status: 'RESERVED',
      buyer_address: null,
      error: [{ name: 'TooManyForBuyerError', message: { buyer, most: 1, has: 1, tokens: 1 } }],
      payments: [{ use: 'surplus', counts: 0 }],
      resolutions: ['refund'],
      tokens: [{ status: 'RESERVED' }],
    })
    expect(paymentDue(refused)).toBe(priceOf(second))
    expect(await sales.kinds(second)).toEqual(['UNRESOLVED_OVERPAID'])
    const before = (await sales.buyer.held()).lovelace
    await sales.resolved(second, 'refund')
    expect(await sales.gains(sales.buyer, before)).toBeGreaterThan(priceOf(second) - ada)
    await until(async () => (await sales.now(second)).payments?.[0]?.use === 'refunded')
    expect(await sales.now(second)).toMatchObject({ status: 'RESERVED', error: null })
    await sales.other.pay(second, priceOf(second))
    expect(await sales.reaches(second, 'COMPLETED')).toMatchObject({
      buyer_address: sales.other.address,
    })
  })

  it('can be cancelled although one has paid who may get no more; that goes back, and the tokens are free', async ({
    sales,
  }) => {
    const { sold, total } = await sales.reserve(['One', 'Two'], { max_per_buyer: 1 })
    await sales.buyer.pay(sold, total)
    await until(async () => (await sales.now(sold)).surplus === Number(total))
    expect((await sales.now(sold)).error).toMatchObject([
      { message: { most: 1, has: 0, tokens: 2 } },
    ])
    await sales.studio.call('POST', `/sales/${sold.id}/cancel`)
    expect(await sales.reaches(sold, 'RESERVED_FAILED')).toMatchObject({
      error: [{ name: 'TooManyForBuyerError' }],
      tokens: [{ status: 'FOR_SALE' }, { status: 'FOR_SALE' }],
    })
    await sales.resolved(sold, 'refund')
    await sales.reaches(sold, 'REFUNDED')
  })

  it('count neither what others bought nor sales that state nothing', async ({ sales }) => {
    const [unlimited, first, second] = await sellEach(sales, [
      {},
      { max_per_buyer: 1 },
      { max_per_buyer: 1 },
    ])
    if (unlimited === undefined || first === undefined || second === undefined)
      throw new Error('nothing is sold')
    expect(unlimited).not.toHaveProperty('max_per_buyer')
    for (const [sale, buyer] of [
      [unlimited, sales.buyer],
      [first, sales.buyer],
      [second, sales.other],
    ] as const) {
      await buyer.pay(sale, priceOf(sale))
      await sales.reaches(sale, 'COMPLETED')
    }
  })
})

plainIt(
  'The seal of a sale states the limit where it is set, and is as before where it is not',
  () => {
    const row = {
      id: 's1',
      collection_id: 'c1',
      price: 1n,
      confirmations: 1,
      wallet_id: 'w1',
      wallet_index: 0,
      delivers_within: null,
    }
    const factsOf = (most: number | null) =>
      saleStatement('devnet', { ...row, max_per_buyer: most }, []).facts
    expect(factsOf(null)).toEqual({
      price: '1',
      tokens: [],
      confirmations: 1,
      wallet: 'w1',
      index: 0,
    })
    expect(factsOf(2)).toEqual({ ...factsOf(null), max_per_buyer: 2 })
  },
)
