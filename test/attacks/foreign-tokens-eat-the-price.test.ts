import { describe, expect } from 'vitest'
import { enterpriseAddress } from '#cardano/addresses.ts'
import { generatePolicyKey } from '#cardano/keys.ts'
import { neededToTravel, tokenOutputs } from '#cardano/transactions/build/outputs.ts'
import { ada } from '../studio/mints/mint-harness.ts'
import { createBuyer } from '../studio/sales/buyer.ts'
import { mintForeign } from '../studio/sales/foreign-tokens.ts'
import { salesTest as it } from '../studio/sales/sales-test.ts'
import { until } from '../support/until.ts'

/** 70 tokens with names of 20 bytes need about 8 ADA to travel back. */
const names = Array.from({ length: 70 }, (_, index) => `Foreign token ${100_000 + index}`)

describe('A price that is paid together with many tokens of the payer', () => {
  it('is not reached by the ADA that these need to travel back, and the seller gets all of it', async ({
    sales,
  }) => {
    const { harness } = sales
    const payout = enterpriseAddress(generatePolicyKey().keyHash, 'devnet')
    const payer = await createBuyer(harness)
    const units = await mintForeign(harness, payer, names)
    const { sold, total } = await sales.reserve(
      ['Eaten'],
      { price: Number(20n * ada) },
      { payout_address: [{ addr: payout, name: 'seller', ratio: 1 }] },
    )
    const assets = new Map(units.map((unit) => [unit, 1n]))
    await payer.send({ address: sold.payment_address, value: { lovelace: total, assets } })
    const short = await sales.reaches(sold, 'UNRESOLVED_UNDERPAID')
    const [payment] = short.payments ?? []
    expect(payment).toMatchObject({ lovelace: Number(total), use: 'counted' })
    const missing = Number(total) - (payment?.counts ?? 0)
    expect(missing).toBeGreaterThan(Number(3n * ada))
    expect(short).toMatchObject({
      error: [{ name: 'UnderpaidError', message: { missing, paid: payment?.counts } }],
      resolutions: ['wait', 'refund'],
    })
    await payer.pay(sold, BigInt(missing))
    await sales.reaches(sold, 'UNRESOLVED_OVERPAID')
    await sales.resolved(sold, 'accept')
    const done = await sales.reaches(sold, 'COMPLETED')
    // The way of one token costs the seller about 1.2 ADA, whatever came along.
    expect(done.income).toBeGreaterThan(Number(17n * ada))
    await until(async () => (await harness.gateway.utxosAt(payout)).length === 1)
    const held = (await payer.held()).assets
    for (const unit of units) expect(held.get(unit)).toBe(1n)
  })

  it('is delivered for where the tokens are as many as an output holds, and bring just what they need', async ({
    sales,
  }) => {
    const { harness } = sales
    const payer = await createBuyer(harness)
    const { parameters } = await harness.gateway.parameters()
    const longNames = Array.from({ length: 200 }, (_, index) => `Foreign ${index}`.padEnd(32, '.'))
    const all = await mintForeign(harness, payer, longNames)
    const { sold, total } = await sales.reserve(['Limit'])
    const { payment_address: address } = sold
    const held = (count: number) => new Map(all.slice(0, count).map((unit) => [unit, 1n]))
    // With the token that is sold they need two outputs, each with the policy of the others.
    const most = all.findLastIndex(
      (_, count) => tokenOutputs(address, held(count), parameters).length === 1,
    )
    const assets = held(most)
    expect(most).toBeGreaterThan(100)
    await payer.send({
      address,
      value: { lovelace: total + neededToTravel(address, assets, parameters), assets },
    })
    const paid = await sales.reaches(sold, 'UNRESOLVED_OVERPAID')
    expect(paid.payments).toMatchObject([{ counts: Number(total) }])
    await sales.resolved(sold, 'accept')
    const done = await sales.reaches(sold, 'COMPLETED')
    expect((done.income ?? 0) + (done.tx_fee ?? 0) + (done.nft_fee ?? 0)).toBe(Number(total))
    await until(async () => (await payer.held()).assets.size === all.length + 1)
  })

  it('goes back whole where it is refunded', async ({ sales }) => {
    const payer = await createBuyer(sales.harness)
    const units = await mintForeign(sales.harness, payer, names)
    const { sold, total } = await sales.reserve(['Back'])
    const assets = new Map(units.map((unit) => [unit, 1n]))
    await payer.send({ address: sold.payment_address, value: { lovelace: total, assets } })
    await sales.reaches(sold, 'UNRESOLVED_UNDERPAID')
    const before = (await payer.held()).lovelace
    await sales.resolved(sold, 'refund')
    await sales.reaches(sold, 'REFUNDED')
    expect(await sales.gains(payer, before)).toBeGreaterThan(total - ada)
    const held = (await payer.held()).assets
    for (const unit of units) expect(held.get(unit)).toBe(1n)
  })
})
