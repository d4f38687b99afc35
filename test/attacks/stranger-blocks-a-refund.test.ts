import { describe, expect } from 'vitest'
import type { Unit } from '#cardano/value.ts'
import { type Mint, mint } from '#contract/mints/mint.ts'
import type { WholeSale } from '#contract/sales/sale.ts'
import { ada, fundingOf, statusesOf } from '../studio/mints/mint-harness.ts'
import { errorMessage, testAddress } from '../studio/open-studio.ts'
import { createBuyer } from '../studio/sales/buyer.ts'
import { mintForeign, most } from '../studio/sales/foreign-tokens.ts'
import type { Sales } from '../studio/sales/open-sales.ts'
import { resolve } from '../studio/sales/sale-ends.ts'
import { salesTest as it } from '../studio/sales/sales-test.ts'
import { until } from '../support/until.ts'

/** All addresses of a shop share a stake part, so a stranger sees each sale and can pay to it. */

/** 0.97 ADA, the least that an output at a sale's address holds: less than its own way back costs. */
const dust = 975_000n

const refundMint = async (
  { studio }: Sales,
  { collection_id: id, refund_id: refund }: WholeSale,
): Promise<Mint> =>
  mint.parse((await studio.call('GET', `/nft/collections/${id}/mints/${refund ?? ''}`)).body)

describe('Dust of a stranger', () => {
  it('keeps nobody from being refunded: it is left and named, and the rest is free', async ({
    sales,
  }) => {
    const { buyer, other, studio } = sales
    const { sold, id } = await sales.reserve(['Blocked'])
    await other.pay(sold, dust)
    await buyer.pay(sold, 5n * ada)
    await until(async () => (await sales.now(sold)).surplus === Number(dust))
    const before = (await buyer.held()).lovelace
    await sales.resolved(sold, 'refund')
    expect(await sales.gains(buyer, before)).toBeGreaterThan(4n * ada)
    const done = await sales.reaches(sold, 'REFUNDED')
    expect(done).toMatchObject({
      surplus: Number(dust),
      resolutions: ['refund'],
      error: [
        {
          name: 'RefundLeftError',
          message: { payers: [{ address: other.address, lovelace: Number(dust) }] },
        },
      ],
    })
    const [{ message } = { message: {} }] = done.error ?? []
    expect(JSON.stringify(message)).toMatch(/"missing":[1-9]/u)
    expect(await statusesOf(studio, id)).toEqual({ Blocked: 'FOR_SALE' })
    expect(errorMessage(await resolve(studio, sold, 'refund'), 409)).toMatch(
      /ADA is still missing/u,
    )
    expect((await studio.call('DELETE', `/nft/collections/${id}`)).status).toBe(200)
  })

  it('alone at a sale keeps neither its tokens nor its collection, once a refund has named it', async ({
    sales,
  }) => {
    const { other, studio } = sales
    const { sold, id } = await sales.reserve(['Alone'])
    await other.pay(sold, dust)
    await sales.reaches(sold, 'UNRESOLVED_UNDERPAID')
    await studio.call('POST', `/sales/${sold.id}/cancel`)
    await sales.reaches(sold, 'RESERVED_FAILED')
    const remove = () => studio.call('DELETE', `/nft/collections/${id}`)
    expect(errorMessage(await remove(), 409)).toMatch(
      /has a sale in the state “Reservation failed”/u,
    )
    expect(errorMessage(await resolve(studio, sold, 'refund'), 409)).toMatch(
      /ADA is still missing/u,
    )
    expect((await sales.now(sold)).error).toMatchObject([
      { name: 'ReservationEndedError' },
      { name: 'RefundLeftError' },
    ])
    expect((await remove()).status).toBe(200)
  })

  it('beside a sale that waits for its signatures does not keep the buyer from a refund', async ({
    sales,
  }) => {
    const { buyer, other, studio, fakeVault } = sales
    fakeVault.state.locked = true
    const { sold, total } = await sales.reserve(['Waits'])
    await buyer.pay(sold, total)
    await sales.reaches(sold, 'PROCESSING')
    await until(async () => (await sales.now(sold)).mint_id !== null)
    await other.pay(sold, dust)
    await until(async () => (await sales.now(sold)).surplus === Number(dust))
    expect(errorMessage(await resolve(studio, sold, 'refund'), 409)).toMatch(
      /ADA is still missing/u,
    )
    const before = (await buyer.held()).lovelace
    expect((await sales.resolved(sold, 'refund')).status).toBe('REFUNDING')
    fakeVault.state.locked = false
    expect(await sales.gains(buyer, before)).toBeGreaterThan(total - ada)
    await sales.reaches(sold, 'REFUNDED')
  })

  it('goes back too where the collection pays what it lacks', async ({ sales }) => {
    const { buyer, other, harness, studio } = sales
    const { sold, id } = await sales.reserve(['Funded'])
    await harness.fundAndWait((await fundingOf(studio, id)).address, 5n * ada)
    await other.pay(sold, dust)
    await buyer.pay(sold, 5n * ada)
    await until(async () => (await sales.now(sold)).surplus === Number(dust))
    const before = (await other.held()).lovelace
    await sales.resolved(sold, 'refund')
    expect(await sales.gains(other, before)).toBe(dust)
    expect(await sales.reaches(sold, 'REFUNDED')).toMatchObject({ surplus: 0, error: null })
  })
})

describe('Tokens of a stranger, as many as one output holds', () => {
  it('go back split over outputs, three times and two times the most, and stop no other', async ({
    sales,
  }) => {
    const { buyer, harness } = sales
    const stranger = await createBuyer(harness)
    const units = new Set<Unit>()
    const payMost = async (sold: WholeSale): Promise<void> => {
      const [unit] = await mintForeign(harness, stranger, ['Much'], most)
      if (unit === undefined) throw new Error('nothing was minted')
      units.add(unit)
      const value = { lovelace: 2n * ada, assets: new Map([[unit, most]]) }
      await stranger.send({ address: sold.payment_address, value })
    }
    for (const times of [2, 3]) {
      const { sold } = await sales.reserve([`Most${times}`])
      for (let count = 0; count < times; count += 1) await payMost(sold)
      await buyer.pay(sold, 9n * ada)
      await until(async () => (await sales.now(sold)).surplus === times * Number(2n * ada))
      await sales.resolved(sold, 'refund')
      const done = await sales.reaches(sold, 'REFUNDED')
      expect(done.surplus).toBe(0)
      const { transactions } = await refundMint(sales, done)
      expect(transactions).toHaveLength(2)
      expect(await harness.gateway.utxosAt(sold.payment_address)).toEqual([])
    }
    const held = await harness.gateway.utxosAt(stranger.address)
    const back = held.flatMap(({ value: { assets } }) =>
      [...units].map((unit) => assets.get(unit) ?? 0n),
    )
    expect(back.reduce((sum, quantity) => sum + quantity, 0n)).toBe(5n * most)
  })

  it('do not keep what a collection pays with from being withdrawn', async ({ sales }) => {
    const { harness, studio } = sales
    const { id } = await sales.reserve(['Swept'])
    const { address } = await fundingOf(studio, id)
    const stranger = await createBuyer(harness)
    for (let count = 0; count < 3; count += 1) {
      const [unit] = await mintForeign(harness, stranger, ['Sand'], most)
      if (unit === undefined) throw new Error('nothing was minted')
      await stranger.send({
        address,
        value: { lovelace: 2n * ada, assets: new Map([[unit, most]]) },
      })
    }
    await harness.fundAndWait(address, 20n * ada)
    const to = (await createBuyer(harness)).address
    const reply = await studio.call('POST', `/nft/collections/${id}/funding/withdraw`, { to })
    expect(reply.status, JSON.stringify(reply.body)).toBeLessThan(300)
    await until(async () => (await harness.gateway.utxosAt(address)).length === 0)
    const quantities = (await harness.gateway.utxosAt(to)).flatMap(({ value }) => [
      ...value.assets.values(),
    ])
    expect(quantities).toEqual([most, most, most])
  })
})

describe('A refund under way', () => {
  it('names its receiver to who asks for another, instead of doing nothing', async ({ sales }) => {
    const { buyer, studio, fakeVault } = sales
    const { sold } = await sales.reserve(['Receiver'])
    await buyer.pay(sold, 5n * ada)
    await sales.reaches(sold, 'UNRESOLVED_UNDERPAID')
    fakeVault.state.locked = true
    const { refund_id: id } = await sales.resolved(sold, 'refund', testAddress)
    expect((await sales.resolved(sold, 'refund', testAddress)).refund_id).toBe(id)
    for (const to of [buyer.address, undefined])
      expect(errorMessage(await resolve(studio, sold, 'refund', to), 409)).toContain(testAddress)
    fakeVault.state.locked = false
    const done = await sales.reaches(sold, 'REFUNDED')
    expect(done).toMatchObject({ tx_id: null, tx_fee: null, income: null, nft_fee: null })
  })

  it('leaves no income and no transaction of what never was', async ({ sales }) => {
    const { state } = sales
    state.sending = 'lost'
    const { sold } = await sales.sell(['Never'])
    expect((await sales.reaches(sold, 'MINTING')).tx_id).not.toBeNull()
    state.ahead = 8_000n
    await sales.reaches(sold, 'UNRESOLVED_MINTING_MISSING')
    state.ahead = 0n
    state.sending = 'passes'
    await sales.resolved(sold, 'refund')
    expect(await sales.reaches(sold, 'REFUNDED')).toMatchObject({
      tx_id: null,
      tx_fee: null,
      nft_fee: null,
      income: null,
    })
  })
})
