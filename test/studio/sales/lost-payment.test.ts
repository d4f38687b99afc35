import { describe, expect } from 'vitest'
import { ada, statusesOf } from '../mints/mint-harness.ts'
import { errorMessage } from '../open-studio.ts'
import { createBuyer } from './buyer.ts'
import { polledAgain } from './forks.ts'
import { resolve } from './sale-ends.ts'
import { salesTest as it } from './sales-test.ts'
import { until } from '../../support/until.ts'

/** More than a mint is valid for. */
const long = 8_000n

describe('A rollback that takes a payment and its mint, while the payer spends elsewhere', () => {
  it('says what the sale waits for and until when, and then takes the second payment up', async ({
    sales,
  }) => {
    const { harness, state, studio, other } = sales
    const payer = await createBuyer(harness, 15n * ada)
    const { sold, id, total } = await sales.reserve(['Rolled'])
    const txId = await payer.pay(sold, total)
    await until(async () => (await sales.now(sold)).status === 'COMPLETED')
    const { tx_id: mintTx } = await sales.now(sold)
    const [{ height }, paid] = await Promise.all([
      harness.gateway.tip(),
      harness.gateway.transaction(txId),
    ])
    await harness.rollBack(height - (paid?.height ?? 0) + 1)
    await payer.send({ address: other.address, value: { lovelace: 13n * ada, assets: new Map() } })
    await polledAgain(sales, sold)
    await until(async () => (await sales.now(sold)).payments?.[0]?.use === 'lost')
    await until(async () => (await sales.now(sold)).status === 'UNRESOLVED_MINTING_MISSING')
    const waiting = await sales.now(sold)
    const lost = waiting.error?.find(({ name }) => name === 'PaymentLostError')
    expect(lost?.message).toMatchObject({ txId, waitsFor: mintTx })
    expect(Number(lost?.message['validUntilSlot'])).toBeGreaterThan(0)
    expect(waiting.resolutions).toEqual([])
    for (const action of ['refund', 'retry'])
      expect(errorMessage(await resolve(studio, sold, action), 409)).toMatch(
        new RegExp(`rollback took the payment ${txId}.*${mintTx}.*until slot`, 'u'),
      )

    // A stranger's payment can go back meanwhile; it changes nothing.
    await other.pay(sold, 3n * ada)
    await until(async () => (await sales.now(sold)).surplus === Number(3n * ada))
    expect((await sales.now(sold)).resolutions).toEqual(['refund'])
    const before = (await other.held()).lovelace
    await sales.resolved(sold, 'refund')
    expect(await sales.gains(other, before)).toBeGreaterThan(2n * ada)
    expect((await sales.now(sold)).status).toBe('UNRESOLVED_MINTING_MISSING')

    const again = await createBuyer(harness, 30n * ada, payer)
    await again.pay(sold, total)
    await until(async () => (await sales.now(sold)).surplus === Number(total))
    state.ahead = long
    await until(async () => (await sales.now(sold)).buyer_address === payer.address)
    await until(async () => (await sales.now(sold)).payments?.every(({ use }) => use !== 'lost'))
    state.ahead = 0n
    const done = await sales.reaches(sold, 'COMPLETED')
    expect(done.tx_id).not.toBe(mintTx)
    expect(done.buyer_address).toBe(payer.address)
    expect(await statusesOf(studio, id)).toEqual({ Rolled: 'COMPLETED' })
  })
})
