import { describe, expect } from 'vitest'
import { Database } from '#platform/db/database.ts'
import { mint } from '#contract/mints/mint.ts'
import type { WholeSale } from '#contract/sales/sale.ts'
import type { SaleStatus } from '#contract/sales/sale-status.ts'
import { ada } from '../studio/mints/mint-harness.ts'
import { errorMessage } from '../studio/open-studio.ts'
import type { Sales } from '../studio/sales/open-sales.ts'
import { salesTest as it } from '../studio/sales/sales-test.ts'
import { until } from '../support/until.ts'

/**
 * A thief pays 2 of 10 ADA, and the victim 8. Earlier versions added both up, and the thief, who had
 * paid first, was the buyer: also of sales that wait for their transaction while the studio is updated.
 */

const thiefsPart = 2n * ada

/** Changes rows of a sale while no studio has them open. */
const change = (sales: Sales, { id }: WholeSale, ...statements: readonly string[]): Promise<void> =>
  sales.closedWhile(async () => {
    const database = new Database(sales.studio.databasePath, [])
    for (const sql of statements) database.run(sql, { id })
    database.close()
  })

/** As an earlier version stored payments that it added up. */
const addedUp = `UPDATE sale_payments SET use = 'counted', payer_key = NULL WHERE sale_id = :id`

const soldTo = (status: SaleStatus, { address }: { readonly address: string }): string =>
  `UPDATE sales SET status = '${status}', error = NULL, watch_at = 0, buyer_address = '${address}'
   WHERE id = :id`

const mintStatus = async ({ studio }: Sales, { collection_id: id }: WholeSale, mintId: string) =>
  mint.parse((await studio.call('GET', `/nft/collections/${id}/mints/${mintId}`)).body).status

describe('A sale that a thief and a victim have paid together, as an earlier version counted it', () => {
  it('is delivered to nobody: it is underpaid, whatever it waited for', async ({ sales }) => {
    const { buyer: victim, other: thief } = sales
    for (const status of ['PROCESSING', 'PROCESSING_FAILED', 'UNRESOLVED_OVERPAID'] as const) {
      const { sold, total } = await sales.reserve(['Together'])
      await thief.pay(sold, thiefsPart)
      await victim.pay(sold, total - thiefsPart)
      await until(async () => (await sales.now(sold)).surplus === Number(thiefsPart))
      await change(sales, sold, addedUp, soldTo(status, thief))
      await until(async () => (await sales.now(sold)).surplus === Number(thiefsPart))
      expect(await sales.now(sold)).toMatchObject({
        status: 'UNRESOLVED_UNDERPAID',
        buyer_address: null,
        resolutions: ['wait', 'refund'],
      })
      await victim.pay(sold, thiefsPart)
      expect((await sales.reaches(sold, 'COMPLETED')).buyer_address).toBe(victim.address)
    }
  })

  it('is built for nobody before it is read again who paid', async ({ sales }) => {
    const { buyer: victim, other: thief, state } = sales
    const { sold, total } = await sales.reserve(['Unread'])
    await thief.pay(sold, thiefsPart)
    await victim.pay(sold, total - thiefsPart)
    await until(async () => (await sales.now(sold)).surplus === Number(thiefsPart))
    const reads = Promise.withResolvers<void>()
    state.beforeLook = (address) =>
      address === sold.payment_address ? reads.promise : Promise.resolve()
    await change(sales, sold, addedUp, soldTo('PROCESSING_FAILED', thief))
    const retry = { action: 'retry', hold: true }
    const reply = await sales.studio.call('POST', `/sales/${sold.id}/resolve`, retry)
    expect(errorMessage(reply, 409)).toContain('what several payers had paid')
    state.beforeLook = async () => undefined
    reads.resolve()
    await sales.reaches(sold, 'UNRESOLVED_UNDERPAID')
  })

  it('is not signed where it was built already', async ({ sales }) => {
    const { buyer, other: stranger, fakeVault, state } = sales
    fakeVault.state.locked = true
    const { sold } = await sales.sell(['Built'])
    await until(async () => (await sales.now(sold)).mint_id !== null)
    await stranger.pay(sold, thiefsPart)
    await until(async () => (await sales.now(sold)).surplus === Number(thiefsPart))
    // Its transaction is signed after the first one.
    const { sold: later } = await sales.sell(['Later'])
    await until(async () => (await sales.now(later)).mint_id !== null)
    const { mint_id: mintId } = await sales.now(sold)
    const reads = Promise.withResolvers<void>()
    state.beforeLook = (address) =>
      address === sold.payment_address ? reads.promise : Promise.resolve()
    await change(sales, sold, addedUp, 'UPDATE sales SET watch_at = 0 WHERE id = :id')
    fakeVault.state.locked = false
    await sales.reaches(later, 'COMPLETED')
    expect(await mintStatus(sales, sold, mintId ?? '')).toBe('awaiting_witnesses')
    state.beforeLook = async () => undefined
    reads.resolve()
    expect((await sales.reaches(sold, 'COMPLETED')).buyer_address).toBe(buyer.address)
  })

  it('is built again for who paid the price alone, unless its transaction was sent', async ({
    sales,
  }) => {
    const { buyer, other: stranger, fakeVault, state } = sales
    for (const isSent of [false, true]) {
      if (isSent) state.sending = 'away'
      else fakeVault.state.locked = true
      const { sold } = await sales.sell(['Waiting'])
      await sales.reaches(sold, isSent ? 'UNRESOLVED_SUBMITTING_FAILED' : 'PROCESSING')
      await until(async () => (await sales.now(sold)).mint_id !== null)
      const { mint_id: mintId } = await sales.now(sold)
      await stranger.pay(sold, thiefsPart)
      await until(async () => (await sales.now(sold)).surplus === Number(thiefsPart))
      await change(sales, sold, addedUp, 'UPDATE sales SET watch_at = 0 WHERE id = :id')
      // Who paid is read again, which earlier versions did not store.
      await until(async () =>
        ((await sales.now(sold)).payments ?? []).every(({ payer }) => payer !== null),
      )
      fakeVault.state.locked = false
      state.sending = 'passes'
      const done = await sales.reaches(sold, 'COMPLETED')
      expect(done.buyer_address).toBe(buyer.address)
      expect(done.mint_id === mintId).toBe(isSent)
      expect(await mintStatus(sales, sold, mintId ?? '')).toBe(isSent ? 'completed' : 'cancelled')
    }
  })
})

describe('A payer key that somebody wrote into the database', () => {
  it('makes nobody the buyer of what another paid for: the changed field is named', async ({
    sales,
  }) => {
    const { buyer: victim, other: thief } = sales
    const { sold, total } = await sales.reserve(['Written'])
    await thief.pay(sold, thiefsPart)
    await victim.pay(sold, total - ada)
    await until(async () => (await sales.now(sold)).surplus === Number(thiefsPart))
    await change(
      sales,
      sold,
      `UPDATE sale_payments SET payer_key = '${thief.key.keyHash}' WHERE sale_id = :id`,
      'UPDATE sales SET watch_at = 0 WHERE id = :id',
    )
    expect((await sales.reaches(sold, 'UNRESOLVED_OVERPAID')).buyer_address).toBe(thief.address)
    const accept = { action: 'accept', hold: true }
    const reply = await sales.studio.call('POST', `/sales/${sold.id}/resolve`, accept)
    expect(errorMessage(reply, 409)).toContain('payer_key of the payment')
  })
})
