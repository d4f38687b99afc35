import { describe, expect } from 'vitest'
import { writeBech32 } from '#cardano/bech32.ts'
import { ada, statusesOf } from '../studio/mints/mint-harness.ts'
import { errorMessage } from '../studio/open-studio.ts'
import { createBuyer } from '../studio/sales/buyer.ts'
import type { Sales } from '../studio/sales/open-sales.ts'
import { resolve } from '../studio/sales/sale-ends.ts'
import { salesTest as it } from '../studio/sales/sales-test.ts'
import { until } from '../support/until.ts'

/**
 * A stranger pays from a script, where nothing can be sent back to, so that the refund asks for a
 * receiver, and nobody else gets theirs back meanwhile.
 */

const scriptPayer = async ({ harness, state }: Sales) => {
  const payer = await createBuyer(harness)
  const script = writeBech32('addr_test', Uint8Array.of(0x70, ...new Uint8Array(28).fill(9)))
  state.reported.set(payer.address, script)
  return { ...payer, script }
}

describe('A script that is the nearest to a price which nobody has paid', () => {
  it('keeps nobody from being refunded: its money is named, and waits for a receiver alone', async ({
    sales,
  }) => {
    const { buyer, studio } = sales
    const script = await scriptPayer(sales)
    const { sold, id, total } = await sales.reserve(['Nearest'])
    const near = total - ada
    await script.pay(sold, near)
    await buyer.pay(sold, 3n * ada)
    await sales.reaches(sold, 'UNRESOLVED_UNDERPAID')
    await until(async () => (await sales.now(sold)).surplus === Number(3n * ada))
    expect((await sales.now(sold)).payments).toMatchObject([{ use: 'counted' }, { use: 'surplus' }])
    const before = (await buyer.held()).lovelace
    await sales.resolved(sold, 'refund')
    expect(await sales.gains(buyer, before)).toBeGreaterThan(2n * ada)
    expect(await sales.reaches(sold, 'REFUNDED')).toMatchObject({
      surplus: Number(near),
      resolutions: ['refund'],
      payments: [{ use: 'surplus' }, { use: 'refunded' }],
      error: [
        {
          name: 'NoReceiverError',
          message: { payers: [{ address: script.script, lovelace: Number(near) }] },
        },
      ],
    })
    expect(await statusesOf(studio, id)).toEqual({ Nearest: 'FOR_SALE' })
    // Its money is not given up: it keeps the collection, and goes to whoever is named.
    expect(errorMessage(await resolve(studio, sold, 'refund'), 409)).toMatch(/^to: .*script/u)
    const remove = () => studio.call('DELETE', `/nft/collections/${id}`)
    expect(errorMessage(await remove(), 409)).toContain('there is money at the address')
    const receiver = await createBuyer(sales.harness)
    const held = (await receiver.held()).lovelace
    await sales.resolved(sold, 'refund', receiver.address)
    expect(await sales.gains(receiver, held)).toBeGreaterThan(near - ada)
    await until(async () => (await sales.now(sold)).surplus === 0)
    expect(await sales.now(sold)).toMatchObject({ status: 'REFUNDED', error: null })
    await until(async () => (await remove()).status === 200)
  })

  it('counts again where the refund of the others failed', async ({ sales }) => {
    const { buyer, state, fakeVault } = sales
    const script = await scriptPayer(sales)
    const { sold, total } = await sales.reserve(['Again'])
    await script.pay(sold, total - ada)
    await buyer.pay(sold, 3n * ada)
    await until(async () => (await sales.now(sold)).surplus === Number(3n * ada))
    fakeVault.state.locked = true
    state.sending = 'rejected'
    await sales.resolved(sold, 'refund')
    fakeVault.state.locked = false
    await until(async () => (await sales.now(sold)).status === 'UNRESOLVED_UNDERPAID')
    state.sending = 'passes'
    expect(await sales.now(sold)).toMatchObject({
      error: [{ name: 'UnderpaidError' }, { name: 'RefundFailedError' }],
      payments: [{ use: 'counted' }, { use: 'surplus' }],
      resolutions: ['wait', 'refund'],
    })
  })
})

describe('A script that has paid the whole price', () => {
  it('keeps nobody else from being refunded, and is delivered for to whom it names', async ({
    sales,
  }) => {
    const { buyer, other, studio } = sales
    const script = await scriptPayer(sales)
    const { sold, id, total } = await sales.reserve(['Whole'])
    await script.pay(sold, total)
    await sales.reaches(sold, 'PROCESSING_FAILED')
    await buyer.pay(sold, total)
    await until(async () => (await sales.now(sold)).surplus === Number(total))
    const before = (await buyer.held()).lovelace
    expect(await sales.resolved(sold, 'refund')).toMatchObject({ status: 'PROCESSING_FAILED' })
    expect(await sales.gains(buyer, before)).toBeGreaterThan(total - ada)
    await until(async () => (await sales.now(sold)).surplus === 0)
    expect(await sales.now(sold)).toMatchObject({
      status: 'PROCESSING_FAILED',
      error: [{ name: 'PaidByScriptError' }],
      payments: [{ use: 'counted' }, { use: 'refunded' }],
    })
    expect(await statusesOf(studio, id)).toEqual({ Whole: 'RESERVED' })
    expect(errorMessage(await resolve(studio, sold, 'refund'), 409)).toMatch(/^to: .*script/u)
    await sales.resolved(sold, 'retry', other.address)
    expect((await sales.reaches(sold, 'COMPLETED')).buyer_address).toBe(other.address)
  })
})

describe('A script that has paid beside a sale which waits for its signatures', () => {
  it('does not keep the buyer from a refund', async ({ sales }) => {
    const { buyer, fakeVault } = sales
    const script = await scriptPayer(sales)
    fakeVault.state.locked = true
    const { sold, total } = await sales.sell(['Parked'])
    await until(async () => (await sales.now(sold)).mint_id !== null)
    await script.pay(sold, 2n * ada)
    await until(async () => (await sales.now(sold)).surplus === Number(2n * ada))
    const before = (await buyer.held()).lovelace
    expect((await sales.resolved(sold, 'refund')).status).toBe('REFUNDING')
    fakeVault.state.locked = false
    expect(await sales.gains(buyer, before)).toBeGreaterThan(total - ada)
    expect(await sales.reaches(sold, 'REFUNDED')).toMatchObject({
      surplus: Number(2n * ada),
      error: [{ name: 'NoReceiverError' }],
    })
  })
})
