import { describe, expect, onTestFinished } from 'vitest'
import { z } from 'zod'
import { assemble } from '#cardano/transactions/assemble.ts'
import { columns, Database } from '#platform/db/database.ts'
import { type Mint, mint } from '#contract/mints/mint.ts'
import type { WholeSale } from '#contract/sales/sale.ts'
import { ada, statusesOf } from '../mints/mint-harness.ts'
import { polledAgain } from './forks.ts'
import { openSales, type Sales } from './open-sales.ts'
import { eventsOf } from './sale-ends.ts'
import { fixedSale, postSale, saleOf } from './sale-harness.ts'
import { signElsewhere } from './sign-elsewhere.ts'
import { until } from '../../support/until.ts'
import { salesTest as it } from './sales-test.ts'

/** More than a mint is valid for. */
const long = 8_000n

const mintOf = async (
  sales: Sales,
  { collection_id: collection }: WholeSale,
  id: WholeSale['mint_id'],
): Promise<Mint> =>
  mint.parse(
    (await sales.studio.call('GET', `/nft/collections/${collection}/mints/${id ?? ''}`)).body,
  )

/** A sale that is paid and waits for signatures. */
const park = async (
  sales: Sales,
  sold: WholeSale,
): Promise<{ readonly parked: WholeSale; readonly carried: Mint }> => {
  await until(async () => (await sales.now(sold)).mint_id !== null)
  const parked = await sales.now(sold)
  return { parked, carried: await mintOf(sales, sold, parked.mint_id) }
}

const sellParked = async (sales: Sales, name: string) => {
  sales.fakeVault.state.locked = true
  const made = await sales.sell([name])
  return { ...made, ...(await park(sales, made.sold)) }
}

const isWithdrawn = (sales: Sales, { transactions: [transaction] }: Mint): boolean => {
  const database = new Database(sales.studio.databasePath, [])
  const row = database.get(
    z.object({ withdrawn: columns.boolean }),
    'SELECT withdrawn FROM submissions WHERE tx_id = :txId',
    { txId: transaction?.tx_id ?? '' },
  )
  database.close()
  return row?.withdrawn === true
}

const rename = async (
  sales: Sales,
  { collection_id: collection, tokens: [token] }: WholeSale,
  name: string,
) => {
  const path = `/nft/collections/${collection}/tokens/${token?.id}`
  const { status, body } = await sales.studio.call('PATCH', path, { asset_name: name })
  expect(status, JSON.stringify(body)).toBe(200)
}

/** Has a mint signed at once, which the studio would do by itself in a while. */
const signNow = async (
  sales: Sales,
  { collection_id: collection }: WholeSale,
  mintId: WholeSale['mint_id'],
): Promise<void> => {
  sales.fakeVault.state.locked = false
  await sales.studio.call('POST', `/nft/collections/${collection}/mints/${mintId ?? ''}/release`)
}

const signRefund = async (sales: Sales, sold: WholeSale): Promise<void> =>
  signNow(sales, sold, (await sales.now(sold)).refund_id)

const rejectRefund = async (sales: Sales, sold: WholeSale): Promise<void> => {
  sales.state.sending = 'rejected'
  await signRefund(sales, sold)
}

describe('A sale that waits for signatures', () => {
  it('is given back where they never come', async ({ sales }) => {
    const { sold, id, parked } = await sellParked(sales, 'Waiting')
    expect(parked).toMatchObject({ status: 'PROCESSING', error: null, resolutions: ['refund'] })
    expect(await sales.resolved(sold, 'refund')).toMatchObject({
      status: 'REFUNDING',
      payments: [{ use: 'refunded' }],
    })
    await signRefund(sales, sold)
    await sales.reaches(sold, 'REFUNDED')
    expect(await statusesOf(sales.studio, id)).toEqual({ Waiting: 'FOR_SALE' })
    expect(await sales.kinds(sold)).toEqual(['REFUNDED'])
  })

  it('gives back first what was paid beyond it, and goes on', async ({ sales }) => {
    const { other } = sales
    const { sold, total, parked } = await sellParked(sales, 'Beyond')
    await other.pay(sold, total)
    await until(async () => (await sales.now(sold)).surplus === Number(total))
    expect(await sales.resolved(sold, 'refund')).toMatchObject({
      status: 'PROCESSING',
      payments: [{ use: 'counted' }, { use: 'refunded' }],
    })
    await signNow(sales, sold, parked.mint_id)
    await sales.reaches(sold, 'COMPLETED')
  })

  it('is refunded once its price went back, and not by the refund of what was paid beyond it', async ({
    sales,
  }) => {
    const { buyer, other, studio, fakeVault, state } = sales
    fakeVault.state.locked = true
    const { sold, id, total } = await sales.sell(['Both'])
    await until(async () => (await sales.now(sold)).mint_id !== null)
    await other.pay(sold, 3n * ada)
    await until(async () => (await sales.now(sold)).surplus === Number(3n * ada))
    await sales.resolved(sold, 'refund')
    const { refund_id: refundId } = await sales.resolved(sold, 'refund')
    const [{ tx_id: lost } = { tx_id: '' }] = (await mintOf(sales, sold, refundId)).transactions
    state.lost.add(lost)
    const before = [(await buyer.held()).lovelace, (await other.held()).lovelace] as const
    fakeVault.state.locked = false
    expect(3n * ada - (await sales.gains(other, before[1]))).toBeLessThan(ada)
    await polledAgain(sales, sold)
    expect((await sales.now(sold)).status).toBe('REFUNDING')
    state.lost.delete(lost)
    expect((await sales.reaches(sold, 'REFUNDED')).refund_id).toBe(refundId)
    expect(total - (await sales.gains(buyer, before[0]))).toBeLessThan(ada)
    expect(await statusesOf(studio, id)).toEqual({ Both: 'FOR_SALE' })
  })

  it('is built again where its refund is refused, under the names that its tokens have by then', async ({
    sales,
  }) => {
    const { state } = sales
    const { sold, carried } = await sellParked(sales, 'Before')
    await sales.resolved(sold, 'refund')
    await rename(sales, sold, 'After')
    state.minted.add('Before')
    await rejectRefund(sales, sold)
    await until(async () => (await sales.now(sold)).status !== 'REFUNDING')
    state.sending = 'passes'
    const done = await sales.reaches(sold, 'COMPLETED')
    state.minted.clear()
    expect(done.mint_id).not.toBe(carried.id)
    expect(done.tokens).toMatchObject([{ asset_name: 'After', status: 'COMPLETED' }])
    expect((await eventsOf(sales.studio, sold)).at(-1)).toMatchObject({
      status: 'COMPLETED',
      tokens: [{ asset_name: 'After' }],
    })
  })

  it('is without its tokens where its refund is refused and they were sold meanwhile', async ({
    sales,
  }) => {
    const { state, studio } = sales
    const { sold, id, carried } = await sellParked(sales, 'Mine')
    await sales.resolved(sold, 'refund')
    await rename(sales, sold, 'Theirs')
    const theirs = saleOf(await postSale(studio, id, fixedSale(sold.tokens)))
    await rejectRefund(sales, sold)
    await sales.reaches(sold, 'RESERVED_FAILED')
    state.sending = 'passes'
    expect(isWithdrawn(sales, carried)).toBe(true)
    expect(await statusesOf(studio, id)).toEqual({ Theirs: 'RESERVED' })
    await sales.buyer.pay(theirs, BigInt(theirs.price))
    await sales.reaches(theirs, 'COMPLETED')
    // Another slot: the very same refund was refused.
    state.ahead = 5n
    await sales.resolved(sold, 'refund')
    state.ahead = 0n
    await sales.reaches(sold, 'REFUNDED')
    expect(await statusesOf(studio, id)).toEqual({ Theirs: 'COMPLETED' })
  })

  it('leaves a token alone that is in another mint when its refund is confirmed', async ({
    sales,
  }) => {
    const { state, studio } = sales
    const { sold, id } = await sellParked(sales, 'Given')
    await sales.resolved(sold, 'refund')
    await rename(sales, sold, 'Sold')
    const next = saleOf(await postSale(studio, id, fixedSale(sold.tokens)))
    await sales.buyer.pay(next, BigInt(next.price))
    const { carried } = await park(sales, next)
    state.lost.add(carried.transactions[0]?.tx_id ?? '')
    await signRefund(sales, sold)
    await sales.reaches(sold, 'REFUNDED')
    expect(await statusesOf(studio, id)).toEqual({ Sold: 'MINTING' })
  })
})

describe('A sale that was signed and sent elsewhere', () => {
  /** Blocks enough to look at it before it is confirmed. */
  const following = { pollMs: 20, resendMs: 200, marginSlots: 2n, confirmations: 12 }

  it('is reported missing when its block is rolled back, and can be built again once its time is over', async () => {
    const sales = await openSales({ following })
    onTestFinished(() => sales.close())
    const { state, harness } = sales
    const { sold, id, carried } = await sellParked(sales, 'Elsewhere')
    const [transaction] = carried.transactions
    if (transaction === undefined) throw new Error('nothing to sign')
    const signed = signElsewhere(sales.studio, sold, transaction)
    await harness.gateway.submit(assemble(Buffer.from(transaction.cbor, 'hex'), signed).bytes)
    await sales.reaches(sold, 'MINTING')
    state.hidden.add(transaction.tx_id)
    const missing = await sales.reaches(sold, 'UNRESOLVED_MINTING_MISSING')
    expect(missing).toMatchObject({
      error: [{ name: 'RolledBackError' }],
      resolutions: ['refund'],
    })
    state.ahead = long
    await until(async () => (await sales.now(sold)).resolutions?.includes('retry') === true)
    state.ahead = 0n
    expect(await sales.now(sold)).toMatchObject({
      status: 'UNRESOLVED_MINTING_MISSING',
      error: [{ name: 'TransactionMissingError' }],
      resolutions: ['retry', 'refund'],
    })
    expect(await statusesOf(sales.studio, id)).toEqual({ Elsewhere: 'RESERVED' })
  })
})
