import { describe, expect } from 'vitest'
import { writeBech32 } from '#cardano/bech32.ts'
import { generatePolicyKey } from '#cardano/keys.ts'
import { lovelaceOnly } from '#cardano/value.ts'
import type { WholeSale } from '#contract/sales/sale.ts'
import { ada, statusesOf } from '../mints/mint-harness.ts'
import { until } from '../../support/until.ts'
import { type Buyer, createBuyer, newPayer, sendTogether } from './buyer.ts'
import { revertPayments } from './forks.ts'
import type { Sales } from './open-sales.ts'
import { salesTest as it } from './sales-test.ts'

const script = writeBech32('addr_test', Uint8Array.of(0x70, ...new Uint8Array(28).fill(7)))

/** What was given back to somebody out of a sale that goes on. */
const refundOf = async (sales: Sales, sold: WholeSale, to: Buyer): Promise<bigint> => {
  const before = (await to.held()).lovelace
  await sales.resolved(sold, 'refund')
  return sales.gains(to, before)
}

describe('A sale that a thief has paid a part of', () => {
  it('goes to who pays its whole price, whether the thief was first or last', async ({ sales }) => {
    const { buyer: thief, other: victim } = sales
    for (const [name, isFirst] of [
      ['First', true],
      ['Last', false],
    ] as const) {
      const { sold, total } = await sales.reserve([name], { confirmations: 2 })
      if (isFirst) await thief.pay(sold, 2n * ada)
      await victim.pay(sold, total)
      if (!isFirst) await thief.pay(sold, 2n * ada)
      const done = await sales.reaches(sold, 'COMPLETED')
      expect(done.buyer_address).toBe(victim.address)
      await until(async () => (await sales.now(sold)).surplus === Number(2n * ada))
      expect(await sales.now(sold)).toMatchObject({ error: [{ name: 'SecondPaymentError' }] })
      expect(await refundOf(sales, sold, thief)).toBeGreaterThan(ada)
    }
  })

  it('is not completed by the victim, whose stake part the thief has written beside a key of their own', async ({
    sales,
  }) => {
    const stake = generatePolicyKey().keyHash
    const thief = await createBuyer(sales.harness, 100n * ada, newPayer(stake))
    const victim = await createBuyer(sales.harness, 100n * ada, newPayer(stake))
    for (const [first, second] of [
      [thief, victim],
      [victim, thief],
    ] as const) {
      const { sold, total } = await sales.reserve(['Stake'])
      await first.pay(sold, 2n * ada)
      await second.pay(sold, total - 2n * ada)
      await until(async () => (await sales.now(sold)).payments?.length === 2)
      await until(async () => (await sales.now(sold)).surplus === Number(2n * ada))
      expect(await sales.now(sold)).toMatchObject({
        status: 'UNRESOLVED_UNDERPAID',
        buyer_address: null,
      })
      await sales.resolved(sold, 'refund')
      await sales.reaches(sold, 'REFUNDED')
    }
  })
})

describe('Strangers who pay a half each', () => {
  it('buy nothing: the nearest to the price is named, and each gets their own back', async ({
    sales,
  }) => {
    const { buyer, other } = sales
    const { sold, total } = await sales.reserve(['Halves'])
    const before = [(await buyer.held()).lovelace, (await other.held()).lovelace] as const
    await buyer.pay(sold, total / 2n - ada)
    await other.pay(sold, total / 2n + ada)
    await until(async () => (await sales.now(sold)).surplus === Number(total / 2n - ada))
    expect(await sales.now(sold)).toMatchObject({
      status: 'UNRESOLVED_UNDERPAID',
      buyer_address: null,
      error: [
        {
          name: 'UnderpaidError',
          message: {
            missing: Number(total / 2n - ada),
            payers: [{ address: other.address }, { address: buyer.address }],
          },
        },
      ],
    })
    await sales.resolved(sold, 'refund')
    expect(await sales.reaches(sold, 'REFUNDED')).toMatchObject({ surplus: 0, tx_id: null })
    expect(before[0] - (await buyer.held()).lovelace).toBeLessThan(ada)
    expect(before[1] - (await other.held()).lovelace).toBeLessThan(ada)
  })
})

describe('One payer', () => {
  it('buys with two payments, and two who pay the whole price do not buy twice', async ({
    sales,
  }) => {
    const { buyer, other } = sales
    const { sold, total } = await sales.reserve(['Twice'])
    await buyer.pay(sold, total - 3n * ada)
    await buyer.pay(sold, 3n * ada)
    expect((await sales.reaches(sold, 'COMPLETED')).buyer_address).toBe(buyer.address)
    const { sold: both } = await sales.reserve(['Full'], { confirmations: 3 })
    await other.pay(both, total)
    await buyer.pay(both, total)
    expect((await sales.reaches(both, 'COMPLETED')).buyer_address).toBe(other.address)
    await until(async () => (await sales.now(both)).surplus === Number(total))
  })

  it('is a key: two addresses of one wallet do not add up, and in one transaction stand alone', async ({
    sales,
  }) => {
    const [first, second] = [newPayer(), newPayer()]
    const one = await createBuyer(sales.harness, 6n * ada, first)
    const two = await createBuyer(sales.harness, 40n * ada, second)
    const { sold, total } = await sales.reserve(['Wallet'])
    await one.pay(sold, 2n * ada)
    await two.pay(sold, total - 2n * ada)
    await until(async () => (await sales.now(sold)).surplus === Number(2n * ada))
    expect((await sales.now(sold)).status).toBe('UNRESOLVED_UNDERPAID')
    await sales.harness.fundAndWait(first.address, 6n * ada)
    // Larger than what either of the two addresses holds.
    const txId = await sendTogether(sales.harness, [second, first], {
      address: sold.payment_address,
      value: lovelaceOnly(total + 28n * ada),
    })
    expect(await sales.reaches(sold, 'UNRESOLVED_OVERPAID')).toMatchObject({
      payments: [
        { payer: first.key.keyHash, use: 'surplus' },
        { payer: second.key.keyHash, use: 'surplus' },
        { payer: null, tx_id: txId, use: 'counted' },
      ],
    })
  })
})

describe('A script that pays first', () => {
  it('holds nothing: who pays the price with a key gets the token', async ({ sales }) => {
    const { buyer, other, state } = sales
    state.reported.set(buyer.address, script)
    const { sold, total } = await sales.reserve(['Script'], { confirmations: 2 })
    await buyer.pay(sold, 2n * ada)
    await other.pay(sold, total)
    const done = await sales.reaches(sold, 'COMPLETED')
    expect(done.buyer_address).toBe(other.address)
    state.reported.clear()
  })
})

describe('Dust with a token of a stranger', () => {
  it('changes nothing for who pays the price, and does not keep the refund of what was paid', async ({
    sales,
  }) => {
    const { buyer, other } = sales
    const first = await sales.sell(['Own'])
    await sales.reaches(first.sold, 'COMPLETED')
    const { sold, total } = await sales.reserve(['Dusty'], { confirmations: 2 })
    const assets = new Map([...(await buyer.held()).assets].slice(0, 1))
    const value = { lovelace: 2n * ada, assets }
    await buyer.send({ address: sold.payment_address, value })
    await other.pay(sold, total)
    const done = await sales.reaches(sold, 'COMPLETED')
    expect(done.buyer_address).toBe(other.address)
    await until(async () => (await sales.now(sold)).surplus === Number(2n * ada))
    expect(await refundOf(sales, sold, buyer)).toBeGreaterThan(ada)
    expect([...(await buyer.held()).assets.keys()]).toEqual(
      expect.arrayContaining([...assets.keys()]),
    )
  })
})

describe('The buyer, rolled back', () => {
  it('has bought nothing: who reaches the price on the new chain does', async ({ sales }) => {
    const { buyer, other, fakeVault } = sales
    fakeVault.state.locked = true
    const { sold, total, id } = await sales.reserve(['Rolled'])
    const txId = await buyer.pay(sold, total)
    await sales.reaches(sold, 'PROCESSING')
    await other.pay(sold, total)
    await until(async () => (await sales.now(sold)).surplus === Number(total))
    await revertPayments(sales, txId)
    await until(async () => (await sales.now(sold)).buyer_address === other.address)
    fakeVault.state.locked = false
    expect((await sales.reaches(sold, 'COMPLETED')).buyer_address).toBe(other.address)
    expect(await statusesOf(sales.studio, id)).toEqual({ Rolled: 'COMPLETED' })
  })
})
