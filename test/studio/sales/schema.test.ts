import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { Database } from '#core/db/database.ts'
import { salesSchema } from '#studio/sales/schema.ts'
import { findSale, salesToWatch } from '#studio/sales/store.ts'

let dir: string
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'coldpress-sales-schema-'))
})
afterEach(() => rmSync(dir, { recursive: true, force: true }))

it('A sale that was cancelled before that was written down is cancelled, and looked at', () => {
  const path = join(dir, 'sales.db')
  const before = new Database(path, [{ ...salesSchema, steps: salesSchema.steps.slice(0, 1) }])
  before.script(`PRAGMA foreign_keys = OFF;
    INSERT INTO sales (id, collection_id, type, status, price, reservation_time, reserved_until,
      confirmations, wallet_id, wallet_index, payment_key_hash, payment_address, cursor_height,
      cursor_index, watch_at, created_at, updated_at)
    VALUES ('old', 'collection', 'fixed', 'CANCELLED', '1', 1, '1', 3, 'wallet', 0,
      '${'ab'.repeat(28)}', 'address', 7, 0, 5, '2026-01-01', '2026-01-01')`)
  before.close()
  const after = new Database(path, [salesSchema])
  expect(findSale(after, 'old')).toMatchObject({
    is_cancelled: true,
    unpaid_by: null,
    cursor_height: 7,
  })
  expect(salesToWatch(after, 5, -1)).toHaveLength(1)
  expect(salesToWatch(after, 4, -1)).toHaveLength(0)
  after.close()
})
