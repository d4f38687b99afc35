import { describe, expect } from 'vitest'
import { writeBech32 } from '#cardano/bech32.ts'
import { ada } from '../mints/mint-harness.ts'
import { errorMessage, testAddress } from '../open-studio.ts'
import { resolve } from './sale-ends.ts'
import { until } from '../../support/until.ts'
import { salesTest as it } from './sales-test.ts'

describe('Two payers of one sale', () => {
  it('who paid the price alone gets the tokens; the other gets the money back, whichever is first', async ({
    sales,
  }) => {
    const { buyer, other, fakeVault } = sales
    const { sold, total } = await sales.reserve(['Both'], { confirmations: 8 })
    fakeVault.state.locked = true
    await other.pay(sold, 3n * ada)
    await buyer.pay(sold, total)
    await sales.reaches(sold, 'PROCESSING')
    expect(await sales.now(sold)).toMatchObject({
      buyer_address: buyer.address,
      surplus: 3_000_000,
      resolutions: ['refund'],
    })
    const before = (await other.held()).lovelace
    const { refund_id: refundId } = await sales.resolved(sold, 'refund')
    fakeVault.state.locked = false
    await sales.reaches(sold, 'COMPLETED')
    expect(await sales.gains(other, before)).toBeGreaterThan(2n * ada)
    expect(await sales.now(sold)).toMatchObject({ surplus: 0, refund_id: refundId })
    expect((await sales.now(sold)).status).toBe('COMPLETED')
    expect((await sales.kinds(sold)).toSorted()).toEqual([
      'COMPLETED',
      'MINTING',
      'UNRESOLVED_OVERPAID',
    ])
  })
})

describe('A second payment', () => {
  it('of a sale that is completed is reported, and refunded', async ({ sales }) => {
    const { other } = sales
    const { sold, total } = await sales.sell(['Once'])
    await sales.reaches(sold, 'COMPLETED')
    await other.pay(sold, total)
    await until(async () => (await sales.now(sold)).surplus === Number(total))
    expect(await sales.now(sold)).toMatchObject({
      status: 'COMPLETED',
      error: [{ name: 'SecondPaymentError', message: { lovelace: Number(total) } }],
    })
    const before = (await other.held()).lovelace
    await sales.resolved(sold, 'refund')
    expect(await sales.gains(other, before)).toBeGreaterThan(total - ada)
    expect(await sales.kinds(sold)).toEqual(['MINTING', 'COMPLETED', 'UNRESOLVED_OVERPAID'])
  })
})

describe('A payment by a script', () => {
  const script = writeBech32('addr_test', Uint8Array.of(0x70, ...new Uint8Array(28).fill(7)))

  it('needs somebody who gets the tokens, or the money', async ({ sales }) => {
    const { buyer, studio, state } = sales
    state.reported.set(buyer.address, script)
    const { sold } = await sales.sell(['Contract'])
    const { sold: second } = await sales.sell(['Dao'])
    expect(await sales.reaches(sold, 'PROCESSING_FAILED')).toMatchObject({
      error: [{ name: 'PaidByScriptError', message: { address: script } }],
      resolutions: ['retry', 'refund'],
    })
    await sales.reaches(second, 'PROCESSING_FAILED')
    expect(errorMessage(await resolve(studio, second, 'refund'), 409)).toMatch(/^to: /u)
    await sales.resolved(second, 'refund', testAddress)
    await sales.reaches(second, 'REFUNDED')
    await sales.resolved(sold, 'retry', buyer.address)
    expect((await sales.reaches(sold, 'COMPLETED')).buyer_address).toBe(buyer.address)
    state.reported.clear()
  })
})
