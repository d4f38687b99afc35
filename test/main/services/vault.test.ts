import { expect, it } from 'vitest'
import { openServices, passphrase } from './open-services.ts'

it('is made, locked and unlocked, and each is written down', async () => {
  const { call, logged } = await openServices({ hasVault: false })
  expect(await call('vault.status', null)).toMatchObject({ state: 'new', backend: 'sealed-files' })
  expect(await call('vault.create', { passphrase })).toMatchObject({ state: 'unlocked' })
  expect(await call('vault.lock', null)).toMatchObject({ state: 'locked' })
  expect(await call('vault.unlock', { passphrase })).toMatchObject({ state: 'unlocked' })
  expect(logged('vault')).toEqual([
    'The vault was unlocked.',
    'The vault was locked.',
    'The vault was created.',
  ])
})

it('says nothing when it is locked already', async () => {
  const { call, logged } = await openServices()
  await call('vault.lock', null)
  await call('vault.lock', null)
  expect(logged('vault').filter((line) => line.includes('locked'))).toHaveLength(1)
})

it('that lay idle says that it locked itself, and no other lock is taken for that', async () => {
  const { call, app, logged } = await openServices()
  const { policyId } = await call('policies.generate', {
    name: 'Press',
    network: 'preprod',
    lockTime: null,
  })
  await call('vault.lock', null)
  await call('policies.reveal', { policyId, passphrase })
  await call('vault.unlock', { passphrase })
  const itself = () => logged('vault').filter((line) => line === 'The vault locked itself.')
  expect(itself()).toEqual([])
  await app.vault.setAutoLock(1)
  await expect.poll(() => app.vault.status().state).toBe('locked')
  expect(itself()).toHaveLength(1)
})

it('refuses a passphrase that is too short', async () => {
  const { call } = await openServices({ hasVault: false })
  await expect(call('vault.create', { passphrase: 'short' })).rejects.toMatchObject({
    code: 'invalid',
  })
  expect(await call('vault.status', null)).toMatchObject({ state: 'new' })
})

it('stays locked for a wrong passphrase, which is logged without its text', async () => {
  const { call, app, logged } = await openServices()
  await call('vault.lock', null)
  await expect(call('vault.unlock', { passphrase: 'planted wrong one' })).rejects.toMatchObject({
    code: 'wrong_passphrase',
  })
  expect(app.vault.status().state).toBe('locked')
  expect(logged('vault')[0]).toMatch(/passphrase/u)
  expect(logged('vault').join()).not.toContain('planted')
})

it('changes its passphrase, for whoever knows the old one', async () => {
  const { call, logged } = await openServices()
  const newPassphrase = 'another passphrase'
  await expect(
    call('vault.change', { oldPassphrase: 'not the old one', newPassphrase }),
  ).rejects.toMatchObject({ code: 'wrong_passphrase' })
  await call('vault.change', { oldPassphrase: passphrase, newPassphrase })
  await call('vault.lock', null)
  await expect(call('vault.unlock', { passphrase })).rejects.toMatchObject({
    code: 'wrong_passphrase',
  })
  expect(await call('vault.unlock', { passphrase: newPassphrase })).toMatchObject({
    state: 'unlocked',
  })
  expect(logged('vault')).toContain("The vault's passphrase was changed.")
})

it('is probed by writing, reading and deleting', async () => {
  const { call } = await openServices()
  const { store, keychain } = await call('vault.probe', null)
  expect(store).toEqual({ works: true })
  expect(typeof keychain.works).toBe('boolean')
})
