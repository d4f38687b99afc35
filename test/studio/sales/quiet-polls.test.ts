import { expect, onTestFinished, vi } from 'vitest'
import { Database } from '#platform/db/database.ts'
import { ada } from '../mints/mint-harness.ts'
import { salesTest as it } from './sales-test.ts'
import { until } from '../../support/until.ts'

it('a poll that finds nothing new reads the payments of a sale before and after the gateway answers, and not more often', async ({
  sales,
}) => {
  const { buyer, state } = sales
  const { sold } = await sales.reserve(['Quiet'])
  await buyer.pay(sold, 2n * ada)
  await sales.reaches(sold, 'UNRESOLVED_UNDERPAID')
  const all = vi.spyOn(Database.prototype, 'all')
  onTestFinished(() => all.mockRestore())
  const polls = () => state.polls.get(sold.payment_address) ?? 0
  const before = polls()
  await until(async () => polls() > before + 10)
  const reads = all.mock.calls.filter(([, sql]) => sql.includes('FROM sale_payments')).length
  // One that was under way at the start, and one at the end.
  expect(reads).toBeGreaterThan(0)
  expect(reads).toBeLessThanOrEqual(2 * (polls() - before + 1))
})
