import { describe, expect } from 'vitest'
import { ada, statusesOf } from '../mints/mint-harness.ts'
import { createBuyer } from './buyer.ts'
import { collectionWith, fixedSale, postSale, readSale, saleOf } from './sale-harness.ts'
import { eventsOf, saleReaches } from './sale-ends.ts'
import { mintTest as it } from '../mints/mint-test.ts'

describe('A sale that is paid', () => {
  it('mints its tokens to who paid, pays out the rest, and tells both', async ({
    harness,
    studio,
  }) => {
    const { id, tokens } = await collectionWith(studio, ['One', 'Two'])
    const sold = saleOf(await postSale(studio, id, fixedSale(tokens)))
    const buyer = await createBuyer(harness)
    const before = await buyer.held()
    await buyer.pay(sold, BigInt(sold.price * sold.supply))
    const done = await saleReaches(studio, sold, 'COMPLETED')
    expect(await statusesOf(studio, id)).toEqual({ One: 'COMPLETED', Two: 'COMPLETED' })
    expect(done.income).toBeGreaterThan(0)
    expect((done.income ?? 0) + (done.tx_fee ?? 0) + (done.nft_fee ?? 0)).toBe(2 * sold.price)
    const after = await buyer.held()
    expect(after.assets.size).toBe(2)
    expect(before.lovelace - after.lovelace).toBeGreaterThan(9n * ada)
    expect(await eventsOf(studio, sold)).toMatchObject([
      { status: 'MINTING', tokens: [{ asset_name: 'One', tx_id: done.tx_id }, {}] },
      { status: 'COMPLETED', tokens: [{ asset_name: 'One', tx_id: done.tx_id }, {}] },
    ])
    expect((await readSale(studio, sold.id)).error).toBeNull()
  })
})
