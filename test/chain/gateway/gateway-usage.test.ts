import { join } from 'node:path'
import { expect } from 'vitest'
import { Database } from '#platform/db/database.ts'
import { gatewaysSchema } from '#chain/gateway/stored-gateways.ts'
import { createGatewayUsage } from '#chain/gateway/gateway-usage.ts'
import { folderTest as test } from '../../support/folder-test.ts'

test('calls are counted at once and written together, at the end of the process at the latest', ({
  folder,
}) => {
  const path = join(folder, 'app.db')
  const open = () => new Database(path, [gatewaysSchema])
  const now = () => new Date('2026-11-24T12:00:00Z')
  const db = open()
  const usage = createGatewayUsage(db, now)
  const other = createGatewayUsage(open(), now)
  const { count, noteUsedUp } = usage.meter('preprod')
  const listeners = process.listenerCount('exit')
  for (let calls = 0; calls < 40; calls += 1) count()
  noteUsedUp()
  expect(process.listenerCount('exit')).toBe(listeners + 1)
  expect(usage.today('preprod')).toEqual({ calls: 40, isUsedUp: true })
  expect(other.today('preprod')).toEqual({ calls: 0, isUsedUp: false })
  // as Node calls it when the process ends
  process.listeners('exit').at(-1)?.(0)
  expect(other.today('preprod')).toEqual({ calls: 40, isUsedUp: true })
  count()
  usage.flush()
  expect(other.today('preprod').calls).toBe(41)
  expect(process.listenerCount('exit')).toBe(listeners)
  db.close()
})
