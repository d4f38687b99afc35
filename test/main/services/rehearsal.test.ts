import { expect, it } from 'vitest'
import { openServices, passphrase } from './open-services.ts'

const accountId = 'local'

it('a rehearsal starts with an open vault, tells how far it is, and is stopped without a trace', async () => {
  const { call, app, logged, state: told } = await openServices()
  expect(await call('sales.rehearsal', null)).toEqual({
    rehearsal: null,
    state: 'none',
    error: null,
  })
  app.vault.lock()
  await expect(call('sales.rehearse', { accountId })).rejects.toMatchObject({
    code: 'vault_locked',
  })
  await call('vault.unlock', { passphrase })
  expect((await call('sales.rehearse', { accountId })).state).toBe('running')
  // Only one runs at a time: a second start returns the running one.
  expect((await call('sales.rehearse', { accountId })).state).toBe('running')
  const cases = async () => (await call('sales.rehearsal', null)).rehearsal?.cases ?? []
  const started = async () => (await cases()).filter(({ saleId }) => saleId !== null).length
  await expect.poll(started, { timeout: 50_000 }).toBeGreaterThan(0)
  expect((await call('sales.stopRehearsal', null)).state).toBe('stopping')
  const state = async () => (await call('sales.rehearsal', null)).state
  await expect.poll(state, { timeout: 55_000 }).toBe('over')
  const ended = await cases()
  expect(ended.filter(({ error }) => error !== null)).toEqual([])
  expect(ended.map((one) => one.state)).not.toContain('running')
  expect(ended.map((one) => one.state)).toContain('stopped')
  const [made] = await call('collections.list', { accountId })
  expect(made).toMatchObject({ isPractice: true, chain: 'devnet' })
  expect(told.events).toContainEqual([
    'sales.rehearsalEnded',
    expect.objectContaining({ state: 'over', error: null }),
  ])
  expect(logged('collection')).toContain('A rehearsal of sales on the devnet ended.')
})
