import { describe, expect } from 'vitest'
import { ada } from '../mints/mint-harness.ts'
import { errorMessage } from '../open-studio.ts'
import { openOffline, twoDays } from '../rounds/round-harness.ts'
import { revertPayments } from './forks.ts'
import type { Sales } from './open-sales.ts'
import { salesTest as it } from './sales-test.ts'
import { spendByHand } from './spend-by-hand.ts'
import { until } from '../../support/until.ts'

/**
 * What paid for a sale is spent by a transaction that too few blocks stand on to decide. A failure
 * that is built meanwhile would stay although a rollback gives the payment back.
 */

const confirmations = 3

const growChain = async ({ harness, other }: Sales): Promise<void> => {
  for (let blocks = 0; blocks < confirmations; blocks += 1)
    await harness.fundAndWait(other.address, ada)
}

describe('A paid sale whose payment is spent by what is too new to decide', () => {
  it('is in no signing round, and waits for one again once a rollback gave its payment back', async ({
    sales,
  }) => {
    const { buyer, other, state, studio } = sales
    const offline = await openOffline(sales, ['Round'])
    const sold = await offline.reserve('Round', { delivers_within: twoDays, confirmations })
    await buyer.pay(sold, BigInt(sold.price))
    await growChain(sales)
    await until(async () => (await offline.view()).waiting.length === 1)
    const spentIn = await spendByHand(sales, sold, other.address)
    await until(async () => (await sales.now(sold)).payments?.[0]?.use === 'spent')
    const build = () => studio.call('POST', offline.path, {})
    expect(errorMessage(await build(), 409)).toContain('no paid sale of this collection waits')
    expect((await offline.view()).waiting).toEqual([])
    expect((await sales.now(sold)).status).toBe('PROCESSING')

    await revertPayments(sales, spentIn)
    await sales.harness.fundAndWait(other.address, ada)
    await until(async () => (await offline.view()).waiting.length === 1)
    expect((await offline.build()).sales).toMatchObject([{ sale_id: sold.id }])
    state.forked.clear()
  })

  it('is not built with the rest of its payments, and does not fail for that', async ({
    sales,
  }) => {
    const { buyer, other, state, fakeVault } = sales
    const { sold, total } = await sales.reserve(['Rest'], { confirmations })
    state.minted.add('Rest')
    const first = await buyer.pay(sold, total - 4n * ada)
    await buyer.pay(sold, 4n * ada)
    await growChain(sales)
    await sales.reaches(sold, 'PROCESSING_FAILED')
    const spentIn = await spendByHand(sales, sold, other.address, first)
    await until(async () => (await sales.now(sold)).payments?.[0]?.use === 'spent')
    state.minted.clear()
    fakeVault.state.locked = true
    expect((await sales.resolved(sold, 'retry')).status).toBe('PROCESSING')
    expect((await sales.now(sold)).error).toMatchObject([{ name: 'SpentElsewhereError' }])

    await revertPayments(sales, spentIn)
    await sales.harness.fundAndWait(other.address, ada)
    await until(async () => (await sales.now(sold)).mint_id !== null)
    expect(await sales.now(sold)).toMatchObject({ status: 'PROCESSING', error: null })
    fakeVault.state.locked = false
    state.forked.clear()
  })
})
