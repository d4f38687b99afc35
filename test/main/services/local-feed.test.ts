import { join } from 'node:path'
import { expect, describe, it } from 'vitest'
import { openEmitter } from '../../studio/deliveries/delivery-harness.ts'
import { openServices } from './open-services.ts'

/** A studio that runs, and what another process on its database would write. */
const open = async () => {
  const harness = await openServices()
  const client = await harness.app.accounts.client('local')
  await Array.fromAsync(client.webhooks())
  const database = join(harness.home, 'studio', 'devnet.db')
  const { emit } = openEmitter(database, () => new Date())
  const stored = () =>
    harness.app.events.page({ limit: 10 }).map(({ saleId, via }) => [saleId, via])
  return { ...harness, client, emit, stored }
}

describe('the events of the Local studio in the window', () => {
  it('arrive as another process writes them, without a webhook or a secret', async () => {
    const { emit, stored, state, client, app } = await open()
    emit('first')
    await expect.poll(stored).toEqual([['first', 'studio']])
    emit('second')
    await expect.poll(stored).toEqual([
      ['second', 'studio'],
      ['first', 'studio'],
    ])
    await expect
      .poll(() => state.events)
      .toContainEqual(['events.changed', { unread: 2, arrival: 2 }])
    expect(await Array.fromAsync(client.webhooks())).toEqual([])
    expect(await app.events.inboxSecrets.get('local-window')).toBeUndefined()
  })

  it('arrive while the vault is locked', async () => {
    const { emit, stored, call } = await open()
    await call('vault.lock', null)
    emit('locked')
    await expect.poll(stored).toEqual([['locked', 'studio']])
  })

  it('start the studio as soon as there is a vault, and not before', async () => {
    const without = await openServices({ hasVault: false })
    without.services.vaultChanged({ state: 'unlocked' })
    expect(without.running()).toBeUndefined()
    const { services, running } = await openServices()
    services.vaultChanged({ state: 'unlocked' })
    await expect.poll(running).toBeDefined()
    await running()
  })

  it('of a sale that failed are notified', async () => {
    const { app, emit, state } = await open()
    // what was there before the first reading is old news
    await app.events.localFeed('local').receive({ events: [], isLast: true })
    emit('failed', { status: 'UNRESOLVED_UNDERPAID' })
    await expect.poll(() => state.notices).toHaveLength(1)
  })
})
