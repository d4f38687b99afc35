import { describe, expect } from 'vitest'
import type { TxId } from '#cardano/ids.ts'
import { paymentDue } from '#contract/sales/payment-due.ts'
import type { WholeSale } from '#contract/sales/sale.ts'
import { errorMessage } from '../studio/open-studio.ts'
import { ada, statusesOf } from '../studio/mints/mint-harness.ts'
import type { Sales } from '../studio/sales/open-sales.ts'
import { resolve } from '../studio/sales/sale-ends.ts'
import { fixedSale, postSale, saleOf } from '../studio/sales/sale-harness.ts'
import { salesTest as it } from '../studio/sales/sales-test.ts'
import { until } from '../support/until.ts'

/** More than the quarter of an hour that a reservation takes. */
const long = 1_000n

/** Waits, where the reservations are over, until it is so. */
const atTheEnd = async ({ state }: Sales, isSo: () => Promise<boolean>): Promise<void> => {
  state.ahead = long
  await until(isSo)
  state.ahead = 0n
}

/** Pays while the studio does not look. */
const payUnseen = async (sales: Sales, sold: WholeSale, amount: bigint): Promise<TxId> => {
  sales.state.isAway = true
  return sales.buyer.pay(sold, amount)
}

/**
 * Somebody pays 2 of 10 ADA for a token. Until the seller decided, it was theirs to hold: the sale
 * never ended, and could not be cancelled.
 */
describe('A part payment', () => {
  it('holds a token until the end of the reservation, and not longer', async ({ sales }) => {
    const { buyer, studio, state, harness } = sales
    const { sold, id, total } = await sales.reserve(['Short'])
    await buyer.pay(sold, 2n * ada)
    await sales.reaches(sold, 'UNRESOLVED_UNDERPAID')
    const isFree = async () => (await statusesOf(studio, id))['Short'] === 'FOR_SALE'
    expect(await isFree()).toBe(false)
    await atTheEnd(sales, isFree)
    expect(await sales.now(sold)).toMatchObject({
      status: 'UNRESOLVED_UNDERPAID',
      buyer_address: null,
      resolutions: ['wait', 'refund'],
    })
    // The rest comes too late: it completes nothing.
    const txId = await payUnseen(sales, sold, total - 2n * ada)
    state.moved.set(txId, (await harness.gateway.tip()).slot + long)
    state.isAway = false
    await until(async () => (await sales.now(sold)).surplus === Number(total - 2n * ada))
    state.moved.clear()
    expect((await sales.now(sold)).status).toBe('UNRESOLVED_UNDERPAID')
    expect(await statusesOf(studio, id)).toEqual({ Short: 'FOR_SALE' })
  })

  it('is waited for again while the tokens are free, and never when somebody else has them', async ({
    sales,
  }) => {
    const { buyer, studio } = sales
    const { sold, id, tokens } = await sales.reserve(['Again'])
    await buyer.pay(sold, 2n * ada)
    await sales.reaches(sold, 'UNRESOLVED_UNDERPAID')
    const isFree = async () => (await statusesOf(studio, id))['Again'] === 'FOR_SALE'
    await atTheEnd(sales, isFree)
    expect((await sales.resolved(sold, 'wait')).reserved_time).toBeGreaterThan(0)
    expect(await statusesOf(studio, id)).toEqual({ Again: 'RESERVED' })
    await atTheEnd(sales, isFree)
    saleOf(await postSale(studio, id, fixedSale(tokens)))
    expect((await sales.now(sold)).resolutions).toEqual(['refund'])
    expect(errorMessage(await resolve(studio, sold, 'wait'), 409)).toMatch(
      /only refund is possible/u,
    )
    await sales.resolved(sold, 'refund')
    await sales.reaches(sold, 'REFUNDED')
    expect(await statusesOf(studio, id)).toEqual({ Again: 'RESERVED' })
  })

  it('is completed by nobody who paid after the end, also when the seller waits for more', async ({
    sales,
  }) => {
    const { buyer, other, studio, state, harness } = sales
    const { sold, id, total } = await sales.reserve(['Waited'])
    await buyer.pay(sold, 2n * ada)
    await sales.reaches(sold, 'UNRESOLVED_UNDERPAID')
    await atTheEnd(sales, async () => (await statusesOf(studio, id))['Waited'] === 'FOR_SALE')
    // Both pay too late: a stranger the whole price, and the buyer what is missing.
    const late = (await harness.gateway.tip()).slot + long
    for (const [who, amount] of [
      [other, total],
      [buyer, total - 2n * ada],
    ] as const) {
      state.isAway = true
      state.moved.set(await who.pay(sold, amount), late)
      state.isAway = false
    }
    const lateAda = Number(2n * total - 2n * ada)
    await until(async () => (await sales.now(sold)).surplus === lateAda)
    state.ahead = 2n * long
    await until(async () => (await sales.now(sold)).status === 'UNRESOLVED_UNDERPAID')
    const waiting = await sales.resolved(sold, 'wait')
    state.ahead = 0n
    expect(waiting.payments?.map(({ counts, is_late: isLate }) => [counts, isLate])).toEqual([
      [Number(2n * ada), undefined],
      [0, true],
      [0, true],
    ])
    expect([paymentDue(waiting), paymentDue(waiting, buyer.key.keyHash)]).toEqual([
      total,
      total - 2n * ada,
    ])
    const polls = state.polls.get(sold.payment_address) ?? 0
    await until(async () => (state.polls.get(sold.payment_address) ?? 0) > polls + 2)
    expect(await sales.now(sold)).toMatchObject({
      status: 'UNRESOLVED_UNDERPAID',
      surplus: lateAda,
    })
    await buyer.pay(sold, total - 2n * ada)
    expect((await sales.reaches(sold, 'COMPLETED')).buyer_address).toBe(buyer.address)
    expect((await sales.now(sold)).surplus).toBe(lateAda)
    state.moved.clear()
    const before = (await other.held()).lovelace
    await sales.resolved(sold, 'refund')
    expect(total - (await sales.gains(other, before))).toBeLessThan(ada)
    await until(async () => (await sales.now(sold)).surplus === 0)
  })

  it('in time that is seen late takes free tokens back, and otherwise goes back', async ({
    sales,
  }) => {
    const { buyer, studio, state } = sales
    const [free, taken] = [await sales.reserve(['Seen']), await sales.reserve(['Seen'])]
    for (const { sold } of [free, taken]) {
      await buyer.pay(sold, 2n * ada)
      await sales.reaches(sold, 'UNRESOLVED_UNDERPAID')
    }
    for (const { sold, total } of [free, taken])
      state.unlisted.set(await payUnseen(sales, sold, total - 2n * ada), 1_000_000)
    state.isAway = false
    await atTheEnd(sales, async () => {
      const all = await Promise.all([free, taken].map(({ id }) => statusesOf(studio, id)))
      return all.every(({ Seen: status }) => status === 'FOR_SALE')
    })
    saleOf(await postSale(studio, taken.id, fixedSale(taken.tokens)))
    state.unlisted.clear()
    await sales.reaches(free.sold, 'COMPLETED')
    expect(await sales.reaches(taken.sold, 'RESERVED_FAILED')).toMatchObject({
      surplus: Number(taken.total),
    })
    await sales.resolved(taken.sold, 'refund')
    await sales.reaches(taken.sold, 'REFUNDED')
  })

  it('does not keep a sale from being cancelled; the whole price does', async ({ sales }) => {
    const { buyer, studio } = sales
    const { sold, id, total } = await sales.reserve(['Cancelled'])
    await buyer.pay(sold, 2n * ada)
    await sales.reaches(sold, 'UNRESOLVED_UNDERPAID')
    expect(saleOf(await studio.call('POST', `/sales/${sold.id}/cancel`)).status).toBe('CANCELLED')
    expect(await statusesOf(studio, id)).toEqual({ Cancelled: 'FOR_SALE' })
    await sales.reaches(sold, 'RESERVED_FAILED')
    await sales.resolved(sold, 'refund')
    await sales.reaches(sold, 'REFUNDED')
    const { sold: paid } = await sales.reserve(['Paid'], { confirmations: 40 })
    await buyer.pay(paid, total)
    await until(async () => (await sales.now(paid)).payments?.length === 1)
    expect(errorMessage(await studio.call('POST', `/sales/${paid.id}/cancel`), 409)).toMatch(
      /reaches its price/u,
    )
  })
})

describe('A refund of a part payment', () => {
  it('that fails before the end takes the tokens back, after it none', async ({ sales }) => {
    const { buyer, studio, fakeVault, state } = sales
    const long = await sales.reserve(['Before'], { reservation_time: 7_200 })
    const short = await sales.reserve(['After'])
    for (const { sold } of [long, short]) {
      await buyer.pay(sold, 4n * ada)
      await sales.reaches(sold, 'UNRESOLVED_UNDERPAID')
    }
    const isFree = async () => (await statusesOf(studio, short.id))['After'] === 'FOR_SALE'
    await atTheEnd(sales, isFree)
    state.ahead = 1_000n
    fakeVault.state.locked = true
    state.sending = 'rejected'
    for (const { sold } of [long, short]) await sales.resolved(sold, 'refund')
    fakeVault.state.locked = false
    for (const { sold } of [long, short])
      await until(async () => (await sales.now(sold)).error?.at(-1)?.name === 'RefundFailedError')
    state.sending = 'passes'
    state.ahead = 0n
    for (const { sold } of [long, short])
      expect((await sales.now(sold)).status).toBe('UNRESOLVED_UNDERPAID')
    expect(await statusesOf(studio, long.id)).toEqual({ Before: 'RESERVED' })
    expect(await statusesOf(studio, short.id)).toEqual({ After: 'FOR_SALE' })
  })
})
