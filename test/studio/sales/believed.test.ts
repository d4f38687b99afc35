import { describe, expect } from 'vitest'
import { z } from 'zod'
import { Database } from '#platform/db/database.ts'
import { statusesOf } from '../mints/mint-harness.ts'
import { errorMessage } from '../open-studio.ts'
import { hide, polledAgain, overdue, show } from './forks.ts'
import { readSale, saleOf } from './sale-harness.ts'
import { until } from '../../support/until.ts'
import { salesTest as it } from './sales-test.ts'

describe('A payment in time', () => {
  it('that the gateway lists and cannot read expires nothing, and counts once it can', async ({
    sales,
  }) => {
    const { state, buyer } = sales
    const { sold, total } = await sales.reserve(['Unread'])
    state.isAway = true
    const txId = await buyer.pay(sold, total)
    state.unknown.add(txId)
    state.ahead = overdue
    state.isAway = false
    await polledAgain(sales, sold)
    expect((await sales.now(sold)).status).toBe('RESERVED')
    state.ahead = 0n
    show(sales, txId)
    await sales.reaches(sold, 'COMPLETED')
  })

  it('that one answer lacks when the reservation is over expires nothing', async ({ sales }) => {
    const { state, buyer } = sales
    const { sold, total } = await sales.reserve(['Lacking'])
    const seen: string[] = []
    state.isAway = true
    state.unlisted.set(await buyer.pay(sold, total), 1)
    state.ahead = overdue
    state.beforeLook = async (address) => {
      if (address === sold.payment_address)
        seen.push((await readSale(sales.studio, sold.id)).status)
    }
    state.isAway = false
    await until(() => seen.length > 1)
    state.ahead = 0n
    await sales.reaches(sold, 'COMPLETED')
    state.beforeLook = async () => undefined
    expect(seen).not.toContain('EXPIRED')
  })

  it('that is seen when all has expired takes its tokens again, unless somebody else has them', async ({
    sales,
  }) => {
    const { state, buyer, studio } = sales
    const one = await sales.reserve(['Again'])
    const two = await sales.reserve(['Other'])
    state.isAway = true
    for (const { sold, total } of [one, two])
      state.unlisted.set(await buyer.pay(sold, total), Infinity)
    state.ahead = overdue
    state.isAway = false
    for (const { sold } of [one, two]) await sales.reaches(sold, 'EXPIRED')
    state.ahead = 0n
    expect(await statusesOf(studio, one.id)).toEqual({ Again: 'FOR_SALE' })
    studio.setStatus('Other', two.id, 'RESERVED')
    state.unlisted.clear()
    await sales.reaches(one.sold, 'COMPLETED')
    expect(await sales.reaches(two.sold, 'RESERVED_FAILED')).toMatchObject({
      payments: [{ use: 'surplus' }],
    })
    expect(await statusesOf(studio, two.id)).toEqual({ Other: 'RESERVED' })
  })

  it('that is parked is not taken back by a gateway that is behind', async ({ sales }) => {
    const { state, fakeVault, buyer } = sales
    fakeVault.state.locked = true
    const { sold, total } = await sales.reserve(['Behind'])
    const txId = await buyer.pay(sold, total)
    await until(async () => (await sales.now(sold)).mint_id !== null)
    hide(sales, txId)
    state.ahead = overdue
    await polledAgain(sales, sold)
    state.ahead = 0n
    expect(await sales.now(sold)).toMatchObject({
      status: 'PROCESSING',
      payments: [{ use: 'counted' }],
    })
    show(sales, txId)
    fakeVault.state.locked = false
    await sales.reaches(sold, 'COMPLETED')
    expect(await sales.kinds(sold)).toEqual(['MINTING', 'COMPLETED'])
  })

  it('is late when it counts in a block of a later slot than it was seen in', async ({ sales }) => {
    const { state, buyer } = sales
    const { sold, total } = await sales.reserve(['Moved'], { confirmations: 12 })
    const txId = await buyer.pay(sold, total)
    await until(async () => (await sales.now(sold)).payments?.length === 1)
    const { slot } = await sales.harness.gateway.tip()
    state.moved.set(txId, slot + overdue)
    state.ahead = overdue
    await polledAgain(sales, sold)
    const failed = await sales.reaches(sold, 'RESERVED_FAILED')
    state.ahead = 0n
    state.moved.clear()
    expect(failed).toMatchObject({ error: [{ name: 'ReservationEndedError' }] })
  })
})

describe('A payer whose address cannot be read', () => {
  it('is treated as a script: the tokens wait for somebody to be named', async ({ sales }) => {
    const { state, buyer } = sales
    state.reported.set(buyer.address, `${buyer.address}0`)
    const { sold } = await sales.sell(['Odd'])
    const failed = await sales.reaches(sold, 'PROCESSING_FAILED')
    state.reported.clear()
    expect(failed).toMatchObject({ error: [{ name: 'PaidByScriptError' }] })
  })
})

const walletRow = z.object({ wallet_index: z.int() })

describe('A database that is an older copy of itself', () => {
  it('gives no sale an address that another one was paid at since', async ({ sales }) => {
    const { studio } = sales
    const { sold } = await sales.sell(['Since'])
    await sales.reaches(sold, 'COMPLETED')
    const database = new Database(studio.databasePath, [])
    const id = sold.id
    const { wallet_index: index = 0 } =
      database.get(walletRow, 'SELECT wallet_index FROM sales WHERE id = :id', { id }) ?? {}
    database.run('UPDATE sale_wallets SET next_index = :index', { index })
    database.run("UPDATE sales SET payment_address = 'none', watch_at = :never WHERE id = :id", {
      id,
      never: Number.MAX_SAFE_INTEGER,
    })
    database.close()
    const { sold: next } = await sales.reserve(['Next'])
    expect(next.payment_address).not.toBe(sold.payment_address)
    await polledAgain(sales, next)
    expect(await sales.now(next)).toMatchObject({ status: 'RESERVED', payments: [] })
  })
})

describe('A collection', () => {
  it('is not deleted while a payment is known that nobody counts, though the gateway is away', async ({
    sales,
  }) => {
    const { state, studio, buyer } = sales
    const { sold, id, total } = await sales.reserve(['Owed'], { confirmations: 100 })
    saleOf(await studio.call('POST', `/sales/${sold.id}/cancel`))
    await buyer.pay(sold, total)
    await until(async () => (await sales.now(sold)).payments?.length === 1)
    state.isAway = true
    const errorReply = await studio.call('DELETE', `/nft/collections/${id}`)
    state.isAway = false
    expect(errorMessage(errorReply, 409)).toMatch(/^sales: there is money at the address of sale/u)
  })
})
