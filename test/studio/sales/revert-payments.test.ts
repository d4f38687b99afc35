import { describe, expect } from 'vitest'
import { statusesOf } from '../mints/mint-harness.ts'
import { polledAgain, show, revertPayments } from './forks.ts'
import { saleOf } from './sale-harness.ts'
import { until } from '../../support/until.ts'
import { salesTest as it } from './sales-test.ts'

/** More than a mint is valid for. */
const long = 8_000n

describe('A payment that the chain took back for good', () => {
  it('after its mint was sent frees the tokens once that can never be', async ({ sales }) => {
    const { state, buyer, studio } = sales
    state.sending = 'lost'
    const { sold, id, total } = await sales.reserve(['Void'])
    const txId = await buyer.pay(sold, total)
    await sales.reaches(sold, 'MINTING')
    await revertPayments(sales, txId)
    await polledAgain(sales, sold)
    expect(await sales.now(sold)).toMatchObject({ status: 'MINTING', payments: [{ tx_id: txId }] })
    state.ahead = long
    const over = await sales.reaches(sold, 'EXPIRED')
    state.ahead = 0n
    state.sending = 'passes'
    expect(over).toMatchObject({ payments: [], tx_fee: null, income: null, mint_id: null })
    expect(await statusesOf(studio, id)).toEqual({ Void: 'FOR_SALE' })
  })

  it('and put back in time leaves the mint on its way', async ({ sales }) => {
    const { state, buyer } = sales
    state.sending = 'lost'
    const { sold, total } = await sales.reserve(['Back'])
    const txId = await buyer.pay(sold, total)
    await sales.reaches(sold, 'MINTING')
    await revertPayments(sales, txId)
    await polledAgain(sales, sold)
    show(sales, txId)
    state.sending = 'passes'
    await sales.reaches(sold, 'COMPLETED')
    expect(await sales.kinds(sold)).toEqual(['MINTING', 'COMPLETED'])
  })

  it('before anything was sent is forgotten with what it came to', async ({ sales }) => {
    const { fakeVault, buyer } = sales
    fakeVault.state.locked = true
    const { sold, total } = await sales.reserve(['Anew'])
    const txId = await buyer.pay(sold, total)
    await until(async () => (await sales.now(sold)).income !== null)
    await revertPayments(sales, txId)
    expect(await sales.reaches(sold, 'RESERVED')).toMatchObject({
      payments: [],
      buyer_address: null,
      tx_fee: null,
      nft_fee: null,
      income: null,
    })
    fakeVault.state.locked = false
    await sales.other.pay(sold, total)
    const done = await sales.reaches(sold, 'COMPLETED')
    expect(done.buyer_address).toBe(sales.other.address)
  })

  it('of a sale that was cancelled leaves it cancelled', async ({ sales }) => {
    const { buyer, studio } = sales
    const { sold, total } = await sales.reserve(['Never'])
    saleOf(await studio.call('POST', `/sales/${sold.id}/cancel`))
    const txId = await buyer.pay(sold, total)
    await sales.reaches(sold, 'RESERVED_FAILED')
    await revertPayments(sales, txId)
    expect(await sales.reaches(sold, 'CANCELLED')).toMatchObject({ payments: [], error: null })
  })

  it('beyond a sale that is completed is no surplus any more', async ({ sales }) => {
    const { other } = sales
    const { sold, total } = await sales.sell(['Phantom'])
    await sales.reaches(sold, 'COMPLETED')
    const txId = await other.pay(sold, total)
    await until(async () => (await sales.now(sold)).surplus === Number(total))
    await revertPayments(sales, txId)
    await until(async () => (await sales.now(sold)).surplus === 0)
    expect(await sales.now(sold)).toMatchObject({
      status: 'COMPLETED',
      payments: [{ use: 'counted' }],
      resolutions: [],
    })
  })
})
