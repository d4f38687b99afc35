import { copyFileSync } from 'node:fs'
import { describe, expect } from 'vitest'
import { writeBech32 } from '#cardano/bech32.ts'
import { TxId } from '#cardano/ids.ts'
import { collection as collectionShape } from '#contract/collections/collection.ts'
import { ada, statusesOf } from '../studio/mints/mint-harness.ts'
import { errorMessage } from '../studio/open-studio.ts'
import { createBuyer } from '../studio/sales/buyer.ts'
import { revertPayments } from '../studio/sales/forks.ts'
import type { Sales } from '../studio/sales/open-sales.ts'
import { fixedSale, postSale, saleOf } from '../studio/sales/sale-harness.ts'
import { resolve } from '../studio/sales/sale-ends.ts'
import { salesTest as it } from '../studio/sales/sales-test.ts'
import { spendByHand } from '../studio/sales/spend-by-hand.ts'
import { until } from '../support/until.ts'

/**
 * An older copy of the studio's database is put back, or the wallet's phrase is used by hand. Sales
 * that had ended came alive: a buyer was asked for "the rest" of what had been refunded.
 */

/** Less than its own way back costs. */
const dust = 975_000n

/** Copies the database as it is now, while the studio is closed, to be put back later. */
const copyNow = async (sales: Sales, name = 'copy'): Promise<() => Promise<void>> => {
  const path = sales.studio.databasePath
  const copy = `${path}.${name}`
  await sales.closedWhile(async () => copyFileSync(path, copy))
  return () => sales.closedWhile(async () => copyFileSync(copy, path))
}

/** As a rollback does, and a block after it. */
const takeBack = async (sales: Sales, txId: TxId): Promise<void> => {
  await revertPayments(sales, txId)
  await sales.harness.fundAndWait(sales.other.address, ada)
}

const countersOf = async ({ studio }: Sales, id: string) =>
  collectionShape.parse((await studio.call('GET', `/nft/collections/${id}`)).body)

describe('An older copy of the database', () => {
  it('from before the payment ends a sale as it was ended: completed, with its amounts', async ({
    sales,
  }) => {
    const { sold, id, total } = await sales.reserve(['Delivered'])
    const putBack = await copyNow(sales)
    await sales.buyer.pay(sold, total)
    const done = await sales.reaches(sold, 'COMPLETED')
    const before = await countersOf(sales, id)
    await putBack()
    const again = await sales.reaches(sold, 'COMPLETED')
    for (const name of ['tx_id', 'tx_fee', 'nft_fee', 'income', 'buyer_address'] as const)
      expect(again[name], name).toEqual(done[name])
    expect(again).toMatchObject({ error: null, resolutions: [], surplus: 0 })
    expect(await statusesOf(sales.studio, id)).toEqual({ Delivered: 'COMPLETED' })
    const after = await countersOf(sales, id)
    for (const name of ['sales_count', 'revenue', 'income', 'total_fees'] as const)
      expect(after[name], name).toBe(before[name])
  })

  it('from before the delivery does not deliver twice, nor fails', async ({ sales }) => {
    const { fakeVault } = sales
    fakeVault.state.locked = true
    const { sold, id, total } = await sales.reserve(['Parked'])
    await sales.buyer.pay(sold, total)
    await sales.reaches(sold, 'PROCESSING')
    const putBack = await copyNow(sales)
    fakeVault.state.locked = false
    const done = await sales.reaches(sold, 'COMPLETED')
    fakeVault.state.locked = true
    await putBack()
    expect((await sales.reaches(sold, 'COMPLETED')).tx_id).toBe(done.tx_id)
    fakeVault.state.locked = false
    expect(await statusesOf(sales.studio, id)).toEqual({ Parked: 'COMPLETED' })
  })

  it('from before a refund asks nobody for a rest: the sale is refunded', async ({ sales }) => {
    const { buyer, studio } = sales
    const { sold, id } = await sales.reserve(['Refunded'])
    await buyer.pay(sold, 8n * ada)
    await sales.reaches(sold, 'UNRESOLVED_UNDERPAID')
    const putBack = await copyNow(sales)
    await sales.resolved(sold, 'refund')
    await sales.reaches(sold, 'REFUNDED')
    await putBack()
    expect(await sales.reaches(sold, 'REFUNDED')).toMatchObject({
      surplus: 0,
      resolutions: [],
      error: null,
      payments: [{ use: 'refunded' }],
    })
    expect(await statusesOf(sales.studio, id)).toEqual({ Refunded: 'FOR_SALE' })
    expect(studio).not.toBe(sales.studio)
  })

  it('from before a refund that left dust, and what a script had paid, is refunded and names both', async ({
    sales,
  }) => {
    const { buyer, other, harness, state } = sales
    const script = await createBuyer(harness)
    const address = writeBech32('addr_test', Uint8Array.of(0x70, ...new Uint8Array(28).fill(5)))
    state.reported.set(script.address, address)
    const { sold, id } = await sales.reserve(['Left'])
    const putBack = await copyNow(sales)
    await script.pay(sold, 8n * ada)
    await buyer.pay(sold, 5n * ada)
    await other.pay(sold, dust)
    await until(async () => (await sales.now(sold)).surplus === Number(5n * ada + dust))
    await sales.resolved(sold, 'refund')
    const left = {
      surplus: Number(8n * ada + dust),
      payments: [{ use: 'surplus' }, { use: 'refunded' }, { use: 'surplus' }],
      error: [{ name: 'NoReceiverError' }, { name: 'RefundLeftError' }],
      resolutions: ['refund'],
    }
    expect(await sales.reaches(sold, 'REFUNDED')).toMatchObject(left)
    await putBack()
    await sales.reaches(sold, 'REFUNDED')
    await until(async () => (await sales.now(sold)).surplus === left.surplus)
    expect(await sales.now(sold)).toMatchObject(left)
    expect(await statusesOf(sales.studio, id)).toEqual({ Left: 'FOR_SALE' })
  })
})

describe('Money that was sent away by hand', () => {
  it('frees a sale that it was paid for, and is named', async ({ sales }) => {
    const { buyer, other, fakeVault, studio } = sales
    fakeVault.state.locked = true
    const { sold, id, total } = await sales.reserve(['Gone'])
    await buyer.pay(sold, total)
    await sales.reaches(sold, 'PROCESSING')
    const spentIn = await spendByHand(sales, sold, other.address)
    const failed = await sales.reaches(sold, 'RESERVED_FAILED')
    expect(failed).toMatchObject({
      error: [{ name: 'SpentElsewhereError', message: { payments: [{ spentIn }] } }],
      tx_id: null,
      income: null,
    })
    expect(failed.payments?.[0]).toMatchObject({ use: 'spent', spent_in: spentIn })
    fakeVault.state.locked = false
    await until(async () => (await statusesOf(studio, id))['Gone'] === 'FOR_SALE')
  })

  it('is neither refunded nor waited for, and its sale ends with its reservation', async ({
    sales,
  }) => {
    const { buyer, other, state, studio } = sales
    const { sold, id } = await sales.reserve(['Sent'])
    await buyer.pay(sold, 8n * ada)
    await sales.reaches(sold, 'UNRESOLVED_UNDERPAID')
    // The refund is asked for before the studio has seen the spend.
    const { promise: seen, resolve: see } = Promise.withResolvers<void>()
    state.beforeLook = () => seen
    const spentIn = await spendByHand(sales, sold, other.address)
    const asked = resolve(studio, sold, 'refund')
    see()
    expect(errorMessage(await asked, 409)).toContain(spentIn)
    await sales.reaches(sold, 'RESERVED')
    expect(await sales.now(sold)).toMatchObject({
      buyer_address: null,
      resolutions: [],
      payments: [{ use: 'spent', spent_in: spentIn }],
      error: [{ name: 'SpentElsewhereError' }],
    })
    state.ahead = 1_000n
    await until(async () => (await statusesOf(studio, id))['Sent'] === 'FOR_SALE')
    state.ahead = 0n
  })

  it('to who had paid it does not end a sale that somebody else has paid a part of', async ({
    sales,
  }) => {
    const { buyer, other, harness } = sales
    const { sold } = await sales.reserve(['Since'])
    const paidIn = await other.pay(sold, 5n * ada)
    await buyer.pay(sold, 4n * ada)
    await until(async () => (await sales.now(sold)).surplus === Number(4n * ada))
    await spendByHand(sales, sold, other.address, paidIn)
    await until(async () => (await sales.now(sold)).payments?.[1]?.use === 'counted')
    for (let blocks = 0; blocks < 3; blocks += 1) await harness.fundAndWait(other.address, ada)
    expect(await sales.now(sold)).toMatchObject({
      status: 'UNRESOLVED_UNDERPAID',
      payments: [{ use: 'refunded' }, { use: 'counted' }],
    })
  })
})

describe('A rollback of what another copy of the studio had sent', () => {
  it('gives the sale no token that another sale has by now, and frees the others', async ({
    sales,
  }) => {
    const { buyer, state, studio } = sales
    const { sold, id, tokens, total } = await sales.reserve(['Taken', 'Free'])
    const putBack = await copyNow(sales, 'first')
    // In one copy it is cancelled, and another sale has a token of it; in the other it is delivered for.
    await sales.studio.call('POST', `/sales/${sold.id}/cancel`)
    const taken = tokens.filter(({ asset_name: name }) => name === 'Taken')
    const next = saleOf(await postSale(sales.studio, id, fixedSale(taken)))
    const putNextBack = await copyNow(sales, 'next')
    await putBack()
    await buyer.pay(sold, total)
    const { tx_id: deliveredIn } = await sales.reaches(sold, 'COMPLETED')
    await putNextBack()
    expect((await sales.reaches(sold, 'COMPLETED')).tx_id).toBe(deliveredIn)
    expect(await statusesOf(sales.studio, id)).toEqual({ Taken: 'RESERVED', Free: 'COMPLETED' })

    await takeBack(sales, TxId(deliveredIn ?? ''))
    await until(async () => (await sales.now(sold)).status === 'RESERVED_FAILED')
    expect(await statusesOf(sales.studio, id)).toEqual({ Taken: 'RESERVED', Free: 'FOR_SALE' })
    expect((await sales.now(next)).status).toBe('RESERVED')
    await sales.studio.call('POST', `/sales/${next.id}/cancel`)
    expect(await statusesOf(sales.studio, id)).toEqual({ Taken: 'FOR_SALE', Free: 'FOR_SALE' })
    expect(studio).not.toBe(sales.studio)
    state.forked.clear()
  })

  it('evaluates a refunded sale again, whatever refund had failed before', async ({ sales }) => {
    const { buyer, state } = sales
    const { sold, id } = await sales.reserve(['Failed'])
    await buyer.pay(sold, 8n * ada)
    await sales.reaches(sold, 'UNRESOLVED_UNDERPAID')
    state.sending = 'rejected'
    await sales.resolved(sold, 'refund')
    await until(async () => (await sales.now(sold)).error?.length === 2)
    expect((await sales.now(sold)).refund_id).not.toBeNull()
    state.sending = 'passes'
    const putBack = await copyNow(sales)
    // Another slot, for the very same refund is not built twice.
    state.ahead = 5n
    await sales.resolved(sold, 'refund')
    state.ahead = 0n
    await sales.reaches(sold, 'REFUNDED')
    await putBack()
    const { payments: [refunded] = [] } = await sales.reaches(sold, 'REFUNDED')
    await takeBack(sales, TxId(refunded?.spent_in ?? ''))
    await until(async () => (await sales.now(sold)).status === 'UNRESOLVED_UNDERPAID')
    expect(await sales.now(sold)).toMatchObject({
      payments: [{ use: 'counted' }],
      resolutions: ['wait', 'refund'],
    })
    expect(await statusesOf(sales.studio, id)).toEqual({ Failed: 'RESERVED' })
    state.forked.clear()
  })
})
