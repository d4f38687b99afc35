import { describe, expect } from 'vitest'
import { ada, fundingOf, statusesOf } from '../mints/mint-harness.ts'
import { errorMessage, stakeAddress, testAddress } from '../open-studio.ts'
import { resolve } from './sale-ends.ts'
import { until } from '../../support/until.ts'
import { salesTest as it } from './sales-test.ts'

describe('A payment after the reservation ended', () => {
  it('is reported, its tokens are free, and it is refunded less the fee; asking twice refunds it once', async ({
    sales,
  }) => {
    const { buyer, studio } = sales
    const { sold, id, total } = await sales.reserve(['Late'], { reservation_time: 1 })
    await sales.reaches(sold, 'EXPIRED')
    expect(await statusesOf(studio, id)).toEqual({ Late: 'FOR_SALE' })
    await buyer.pay(sold, total)
    const failed = await sales.reaches(sold, 'RESERVED_FAILED')
    expect(failed).toMatchObject({
      error: [{ name: 'ReservationEndedError', message: { lovelace: Number(total) } }],
      resolutions: ['refund'],
      surplus: Number(total),
      payments: [{ use: 'surplus', address: buyer.address }],
    })
    expect(errorMessage(await resolve(studio, sold, 'retry'), 409)).toBe(
      'action: the sale has the state “Reservation failed”, where only refund is possible',
    )
    expect(errorMessage(await resolve(studio, sold, 'refund', stakeAddress), 400)).toMatch(/^to: /u)
    const before = (await buyer.held()).lovelace
    const [one, two] = await Promise.all([
      sales.resolved(sold, 'refund'),
      sales.resolved(sold, 'refund'),
    ])
    expect(one.refund_id).toBe(two.refund_id)
    const done = await sales.reaches(sold, 'REFUNDED')
    expect(done).toMatchObject({ surplus: 0, payments: [{ use: 'refunded' }], resolutions: [] })
    const back = await sales.gains(buyer, before)
    expect(back).toBeGreaterThan(total - ada)
    expect(back).toBeLessThan(total)
    expect((await sales.resolved(sold, 'refund')).refund_id).toBe(done.refund_id)
    expect(await sales.kinds(sold)).toEqual(['RESERVED_FAILED', 'REFUNDED'])
    expect(await statusesOf(studio, id)).toEqual({ Late: 'FOR_SALE' })
  })

  it('is found although the studio was closed when it came', async ({ sales }) => {
    const { sold, total } = await sales.reserve(['Away'], { reservation_time: 1 })
    await sales.reaches(sold, 'EXPIRED')
    await sales.closedWhile(() => sales.buyer.pay(sold, total))
    await sales.reaches(sold, 'RESERVED_FAILED')
  })
})

describe('Too much', () => {
  it('is accepted: the rest goes back with the tokens', async ({ sales }) => {
    const { buyer } = sales
    const { sold, total } = await sales.reserve(['Over'])
    const before = (await buyer.held()).lovelace
    await buyer.pay(sold, total + 7n * ada)
    expect(await sales.reaches(sold, 'UNRESOLVED_OVERPAID')).toMatchObject({
      error: [{ name: 'OverpaidError', message: { surplus: 7_000_000 } }],
      resolutions: ['accept', 'refund'],
      surplus: 7_000_000,
    })
    await sales.resolved(sold, 'accept')
    const done = await sales.reaches(sold, 'COMPLETED')
    expect((done.income ?? 0) + (done.tx_fee ?? 0) + (done.nft_fee ?? 0)).toBe(Number(total))
    expect(before - (await buyer.held()).lovelace).toBeLessThan(total + ada)
    expect(await sales.kinds(sold)).toEqual(['UNRESOLVED_OVERPAID', 'MINTING', 'COMPLETED'])
    expect((await sales.resolved(sold, 'accept')).status).toBe('COMPLETED')
  })

  it('goes back as a whole, and the tokens are free', async ({ sales }) => {
    const { sold, total, id } = await sales.reserve(['Whole'])
    await sales.buyer.pay(sold, 2n * total)
    await sales.reaches(sold, 'UNRESOLVED_OVERPAID')
    await sales.resolved(sold, 'refund', testAddress)
    await sales.reaches(sold, 'REFUNDED')
    expect(await statusesOf(sales.studio, id)).toEqual({ Whole: 'FOR_SALE' })
    const there = await sales.harness.gateway.utxosAt(testAddress)
    expect(there.some(({ value }) => value.lovelace > 2n * total - ada)).toBe(true)
  })

  it('or tokens inside the payment, which the buyer gets back', async ({ sales }) => {
    const { buyer } = sales
    const first = await sales.sell(['Coin'])
    await sales.reaches(first.sold, 'COMPLETED')
    const [[unit] = ['']] = (await buyer.held()).assets
    const { sold, total } = await sales.reserve(['Mixed'])
    // 2 ADA more than the price: what a token needs to travel back is not for the price.
    const assets = new Map([...(await buyer.held()).assets].slice(0, 1))
    const value = { lovelace: total + 2n * ada, assets }
    await buyer.send({ address: sold.payment_address, value })
    expect(await sales.reaches(sold, 'UNRESOLVED_OVERPAID')).toMatchObject({
      error: [
        { name: 'OverpaidError' },
        { name: 'OtherTokensError', message: { assets: [{ unit, quantity: '1' }] } },
      ],
    })
    await sales.resolved(sold, 'accept')
    await sales.reaches(sold, 'COMPLETED')
    expect([...(await buyer.held()).assets.keys()]).toContain(unit)
  })
})

describe('Too little', () => {
  it('waits for the rest, by who has paid: what others pay completes nothing', async ({
    sales,
  }) => {
    const { buyer, other } = sales
    const { sold, total } = await sales.reserve(['Rest'])
    await buyer.pay(sold, total - 2n * ada)
    expect(await sales.reaches(sold, 'UNRESOLVED_UNDERPAID')).toMatchObject({
      error: [
        {
          name: 'UnderpaidError',
          message: { missing: 2_000_000, payers: [{ address: buyer.address, missing: 2_000_000 }] },
        },
      ],
      buyer_address: null,
      resolutions: ['wait', 'refund'],
      payments: [{ use: 'counted', payer: buyer.key.keyHash }],
    })
    const waiting = await sales.resolved(sold, 'wait')
    expect(waiting.reserved_time).toBeGreaterThan(0)
    await other.pay(sold, 2n * ada)
    await until(async () => (await sales.now(sold)).surplus === Number(2n * ada))
    expect((await sales.now(sold)).status).toBe('UNRESOLVED_UNDERPAID')
    await buyer.pay(sold, 2n * ada)
    const done = await sales.reaches(sold, 'COMPLETED')
    expect(done.buyer_address).toBe(buyer.address)
    expect(done.payments?.map(({ use }) => use)).toEqual(['counted', 'surplus', 'counted'])
  })

  it('goes back, out of the collection where it is less than the fee', async ({ sales }) => {
    const { buyer, studio, harness } = sales
    const { sold, id } = await sales.reserve(['Little'])
    await buyer.pay(sold, ada)
    await sales.reaches(sold, 'UNRESOLVED_UNDERPAID')
    expect(errorMessage(await resolve(studio, sold, 'refund'), 409)).toMatch(
      /ADA is still missing/u,
    )
    const { address } = await fundingOf(studio, id)
    await harness.fundAndWait(address, 5n * ada)
    const before = (await buyer.held()).lovelace
    await sales.resolved(sold, 'refund')
    await sales.reaches(sold, 'REFUNDED')
    expect(await sales.gains(buyer, before)).toBe(ada)
    expect(await statusesOf(studio, id)).toEqual({ Little: 'FOR_SALE' })
  })
})
