import { describe, expect } from 'vitest'
import { Database } from '#platform/db/database.ts'
import { schemaFingerprint } from '#platform/db/schema.ts'
import { salesSchema } from '#studio/sales/schema.ts'
import { ada, statusesOf } from '../mints/mint-harness.ts'
import { until } from '../../support/until.ts'
import { polledAgain } from './forks.ts'
import { salesTest as it } from './sales-test.ts'

/** How many steps the tables of sales had on 27 November 2026, before payers were told apart by key. */
const stepsBefore = 4

/** Takes the tables of sales back to those steps, with what their columns held. */
const takeBack = (path: string): void => {
  const database = new Database(path, [])
  const later = salesSchema.steps.slice(stepsBefore).join('\n')
  for (const [, name] of later.matchAll(/CREATE INDEX (\w+)/gu))
    database.script(`DROP INDEX ${name}`)
  for (const [, table, column] of later.matchAll(/ALTER TABLE (\w+) ADD COLUMN (\w+)/gu))
    database.script(`ALTER TABLE ${table} DROP COLUMN ${column}`)
  for (const [, name] of later.matchAll(/CREATE TABLE (\w+)/gu))
    database.script(`DROP TABLE ${name}`)
  const fingerprint = schemaFingerprint(salesSchema.steps.slice(0, stepsBefore))
  database.run(
    `UPDATE schema_versions SET version = :version, fingerprint = :fingerprint WHERE name = 'studio_sales'`,
    { version: stepsBefore, fingerprint },
  )
  // All in time counted together, and the first payer was the buyer.
  database.run(
    `UPDATE sale_payments SET use = 'counted' WHERE use = 'surplus' AND sale_id IN
       (SELECT id FROM sales WHERE status IN ('UNRESOLVED_UNDERPAID', 'REFUNDING'))`,
    {},
  )
  database.run(
    `UPDATE sales SET watch_at = 9007199254740991, buyer_address =
       (SELECT from_address FROM sale_payments WHERE sale_id = sales.id ORDER BY height LIMIT 1)
     WHERE status = 'UNRESOLVED_UNDERPAID'`,
    {},
  )
  database.run(
    `UPDATE sales SET tx_id = :txId, tx_fee = '1', nft_fee = '1', income = '1', returned = '0'
     WHERE status = 'REFUNDED'`,
    { txId: 'ab'.repeat(32) },
  )
  database.close()
}

describe('A database of the day before', () => {
  it('opens with its sales: who paid is read again, and each goes on by the rule of today', async ({
    sales,
  }) => {
    const { buyer, other, fakeVault, state } = sales
    const open = await sales.reserve(['Open'])
    const completed = await sales.sell(['Completed'])
    await sales.reaches(completed.sold, 'COMPLETED')
    const refunded = await sales.reserve(['Refunded'])
    await buyer.pay(refunded.sold, 5n * ada)
    await sales.reaches(refunded.sold, 'UNRESOLVED_UNDERPAID')
    await sales.resolved(refunded.sold, 'refund')
    await sales.reaches(refunded.sold, 'REFUNDED')
    const underpaid = await sales.reserve(['Underpaid'])
    await other.pay(underpaid.sold, 2n * ada)
    await buyer.pay(underpaid.sold, 5n * ada)
    await until(async () => (await sales.now(underpaid.sold)).surplus === Number(2n * ada))
    const refunding = await sales.reserve(['Refunding'])
    await buyer.pay(refunding.sold, 5n * ada)
    await sales.reaches(refunding.sold, 'UNRESOLVED_UNDERPAID')
    state.sending = 'away'
    await other.pay(refunding.sold, 2n * ada)
    await until(async () => (await sales.now(refunding.sold)).surplus === Number(2n * ada))
    await sales.resolved(refunding.sold, 'refund')
    fakeVault.state.locked = true
    const paid = await sales.sell(['Paid'])
    await sales.reaches(paid.sold, 'PROCESSING')
    await until(async () => (await sales.now(paid.sold)).mint_id !== null)

    const path = sales.studio.databasePath
    await sales.closedWhile(async () => takeBack(path))
    await sales.now(underpaid.sold)
    await polledAgain(sales, underpaid.sold)
    expect(await sales.now(underpaid.sold)).toMatchObject({
      status: 'UNRESOLVED_UNDERPAID',
      buyer_address: null,
      surplus: Number(2n * ada),
      payments: [
        { payer: other.key.keyHash, use: 'surplus' },
        { payer: buyer.key.keyHash, use: 'counted' },
      ],
    })
    expect((await sales.now(refunding.sold)).status).toBe('REFUNDING')
    expect(await sales.now(refunded.sold)).toMatchObject({
      status: 'REFUNDED',
      tx_id: null,
      tx_fee: null,
      nft_fee: null,
      income: null,
    })
    expect((await sales.now(paid.sold)).status).toBe('PROCESSING')
    fakeVault.state.locked = false
    state.sending = 'passes'
    await sales.reaches(paid.sold, 'COMPLETED')
    await sales.reaches(refunding.sold, 'REFUNDED')
    await buyer.pay(open.sold, open.total)
    await sales.reaches(open.sold, 'COMPLETED')
    await buyer.pay(underpaid.sold, underpaid.total - 5n * ada)
    expect((await sales.reaches(underpaid.sold, 'COMPLETED')).buyer_address).toBe(buyer.address)
    expect((await sales.now(completed.sold)).status).toBe('COMPLETED')
    for (const { id } of [open, paid, underpaid, completed])
      expect(Object.values(await statusesOf(sales.studio, id))).toEqual(['COMPLETED'])
  })
})
