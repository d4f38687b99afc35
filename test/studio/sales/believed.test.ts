import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import type { TxId } from '../../../src/core/cardano/ids.ts'
import { Database } from '../../../src/core/db/database.ts'
import type { Sale } from '../../../src/shared/wire/sale.ts'
import { ada, statusesOf, until } from '../mints/mint-world.ts'
import { messageOfFault } from '../open-studio.ts'
import { openSales, type Sales } from './open-sales.ts'
import { readSale, saleOf } from './sale-world.ts'

let sales: Sales
beforeAll(async () => {
  sales = await openSales()
})
afterAll(() => sales.close())

/** More than any reservation here. */
const overdue = 2_000n
/** More than a mint is valid for. */
const long = 8_000n

/** The gateway has looked so often since, and the chain has grown far above what is read again. */
const lookedAgain = async ({ payment_address: address }: Sale): Promise<void> => {
  const { state, world, other } = sales
  const looks = state.looks.get(address) ?? 0
  for (let blocks = 0; blocks < 15; blocks += 1) await world.fundAndWait(other.address, ada)
  await until(() => (state.looks.get(address) ?? 0) > looks + 1)
}

const hide = (txId: TxId): void => {
  sales.state.unknown.add(txId)
  sales.state.unlisted.set(txId, Infinity)
}
const show = (txId: TxId): void => {
  sales.state.unknown.delete(txId)
  sales.state.unlisted.delete(txId)
}
/** As on a chain without the payment. */
const takeBack = async (txId: TxId): Promise<void> => {
  const { height } = (await sales.world.gateway.transaction(txId)) ?? {}
  sales.state.forked.add(height ?? 0)
  hide(txId)
}

describe('A payment in time', () => {
  it('that the gateway lists and cannot read expires nothing, and counts once it can', async () => {
    const { state, buyer } = sales
    const { sold, total } = await sales.reserve(['Unread'])
    state.isAway = true
    const txId = await buyer.pay(sold, total)
    state.unknown.add(txId)
    state.ahead = overdue
    state.isAway = false
    await lookedAgain(sold)
    expect((await sales.now(sold)).status).toBe('RESERVED')
    state.ahead = 0n
    show(txId)
    await sales.reaches(sold, 'COMPLETED')
  })

  it('that one answer lacks when the reservation is over expires nothing', async () => {
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

  it('that is seen when all has expired takes its tokens again, unless somebody else has them', async () => {
    const { state, buyer, studio } = sales
    const one = await sales.reserve(['Again'])
    const two = await sales.reserve(['Other'])
    for (const { sold, total } of [one, two])
      state.unlisted.set(await buyer.pay(sold, total), Infinity)
    state.ahead = overdue
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

  it('that is parked is not taken back by a gateway that is behind', async () => {
    const { state, keeper, buyer } = sales
    keeper.state.locked = true
    const { sold, total } = await sales.reserve(['Behind'])
    const txId = await buyer.pay(sold, total)
    await until(async () => (await sales.now(sold)).mint_id !== null)
    hide(txId)
    state.ahead = overdue
    await lookedAgain(sold)
    state.ahead = 0n
    expect(await sales.now(sold)).toMatchObject({
      status: 'PROCESSING',
      payments: [{ use: 'counted' }],
    })
    show(txId)
    keeper.state.locked = false
    await sales.reaches(sold, 'COMPLETED')
    expect(await sales.kinds(sold)).toEqual(['MINTING', 'COMPLETED'])
  })

  it('is late when it counts in a block of a later slot than it was seen in', async () => {
    const { state, buyer } = sales
    const { sold, total } = await sales.reserve(['Moved'], { confirmations: 12 })
    const txId = await buyer.pay(sold, total)
    await until(async () => (await sales.now(sold)).payments?.length === 1)
    const { slot } = await sales.world.gateway.tip()
    state.moved.set(txId, slot + overdue)
    state.ahead = overdue
    await lookedAgain(sold)
    const failed = await sales.reaches(sold, 'RESERVED_FAILED')
    state.ahead = 0n
    state.moved.clear()
    expect(failed).toMatchObject({ error: [{ name: 'ReservationEndedError' }] })
  })
})

describe('A payment that the chain took back for good', () => {
  it('after its mint was sent frees the tokens once that can never be', async () => {
    const { state, buyer, studio } = sales
    state.sending = 'lost'
    const { sold, id, total } = await sales.reserve(['Void'])
    const txId = await buyer.pay(sold, total)
    await sales.reaches(sold, 'MINTING')
    await takeBack(txId)
    await lookedAgain(sold)
    expect(await sales.now(sold)).toMatchObject({ status: 'MINTING', payments: [{ tx_id: txId }] })
    state.ahead = long
    const over = await sales.reaches(sold, 'EXPIRED')
    state.ahead = 0n
    state.sending = 'passes'
    expect(over).toMatchObject({ payments: [], tx_fee: null, income: null, mint_id: null })
    expect(await statusesOf(studio, id)).toEqual({ Void: 'FOR_SALE' })
  })

  it('and put back in time leaves the mint on its way', async () => {
    const { state, buyer } = sales
    state.sending = 'lost'
    const { sold, total } = await sales.reserve(['Back'])
    const txId = await buyer.pay(sold, total)
    await sales.reaches(sold, 'MINTING')
    await takeBack(txId)
    await lookedAgain(sold)
    show(txId)
    state.sending = 'passes'
    await sales.reaches(sold, 'COMPLETED')
    expect(await sales.kinds(sold)).toEqual(['MINTING', 'COMPLETED'])
  })

  it('before anything was sent is forgotten with what it came to', async () => {
    const { keeper, buyer } = sales
    keeper.state.locked = true
    const { sold, total } = await sales.reserve(['Anew'])
    const txId = await buyer.pay(sold, total)
    await until(async () => (await sales.now(sold)).income !== null)
    await takeBack(txId)
    expect(await sales.reaches(sold, 'RESERVED')).toMatchObject({
      payments: [],
      buyer_address: null,
      tx_fee: null,
      nft_fee: null,
      income: null,
    })
    keeper.state.locked = false
    await sales.other.pay(sold, total)
    const done = await sales.reaches(sold, 'COMPLETED')
    expect(done.buyer_address).toBe(sales.other.address)
  })

  it('of a sale that was cancelled leaves it cancelled', async () => {
    const { buyer, studio } = sales
    const { sold, total } = await sales.reserve(['Never'])
    saleOf(await studio.call('POST', `/sales/${sold.id}/cancel`))
    const txId = await buyer.pay(sold, total)
    await sales.reaches(sold, 'RESERVED_FAILED')
    await takeBack(txId)
    expect(await sales.reaches(sold, 'CANCELLED')).toMatchObject({ payments: [], error: null })
  })

  it('beyond a sale that is completed is no surplus any more', async () => {
    const { other } = sales
    const { sold, total } = await sales.sell(['Phantom'])
    await sales.reaches(sold, 'COMPLETED')
    const txId = await other.pay(sold, total)
    await until(async () => (await sales.now(sold)).surplus === Number(total))
    await takeBack(txId)
    await until(async () => (await sales.now(sold)).surplus === 0)
    expect(await sales.now(sold)).toMatchObject({
      status: 'COMPLETED',
      payments: [{ use: 'counted' }],
      resolutions: [],
    })
  })
})

describe('A payer whose address cannot be read', () => {
  it('is treated as a script: the tokens wait for somebody to be named', async () => {
    const { state, buyer } = sales
    state.told.set(buyer.address, `${buyer.address.slice(0, -1)}q`)
    const { sold } = await sales.sell(['Odd'])
    const failed = await sales.reaches(sold, 'PROCESSING_FAILED')
    state.told.clear()
    expect(failed).toMatchObject({ error: [{ name: 'PaidByScriptError' }] })
  })
})

const walletRow = z.object({ wallet_index: z.int() })

describe('A database that is an older copy of itself', () => {
  it('gives no sale an address that another one was paid at since', async () => {
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
    await lookedAgain(next)
    expect(await sales.now(next)).toMatchObject({ status: 'RESERVED', payments: [] })
  })
})

describe('A collection', () => {
  it('is not deleted while a payment is known that nobody counts, though the gateway is away', async () => {
    const { state, studio, buyer } = sales
    const { sold, id, total } = await sales.reserve(['Owed'], { confirmations: 100 })
    saleOf(await studio.call('POST', `/sales/${sold.id}/cancel`))
    await buyer.pay(sold, total)
    await until(async () => (await sales.now(sold)).payments?.length === 1)
    state.isAway = true
    const refused = await studio.call('DELETE', `/nft/collections/${id}`)
    state.isAway = false
    expect(messageOfFault(refused, 409)).toMatch(/^sales: there is money at the address of sale/u)
  })
})
