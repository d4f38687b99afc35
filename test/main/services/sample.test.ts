import { setTimeout as wait } from 'node:timers/promises'
import { expect, it, vi } from 'vitest'
import { KeyHash } from '#cardano/ids.ts'
import { herbariumForm, openServices, passphrase } from './open-services.ts'

it('the sample is one click away: a collection, and its images in it', async () => {
  const { call, state, logged } = await openServices()
  const [first, second] = await Promise.all([
    call('app.trySample', null),
    call('app.trySample', null),
  ])
  expect(second).toEqual(first)
  await vi.waitFor(
    async () =>
      expect(await call('imports.job', { job: first.job })).toMatchObject({ state: 'done' }),
    { timeout: 60_000, interval: 100 },
  )
  const listed = await call('collections.list', { accountId: 'local' })
  expect(listed).toMatchObject([
    { id: first.collectionId, name: 'Pressed Herbarium', token_count: 24 },
  ])
  expect(listed[0]?.images).toHaveLength(4)
  await expect.poll(() => state.events.map(([name]) => name)).toContain('imports.ended')
  expect(logged('import').length).toBeGreaterThan(1)
})

it('the sample is marked as practice, and goes with its policy and key in one call', async () => {
  const { call, app } = await openServices()
  const { job, collectionId } = await call('app.trySample', null)
  while ((await call('imports.job', { job })).state === 'running') await wait(100)
  const sample = { accountId: 'local', collectionId }
  expect(await call('collections.get', sample)).toMatchObject({ isPractice: true, chain: 'devnet' })
  const [policy] = await call('policies.list', null)
  expect(policy).toMatchObject({ isPractice: true, backup: { state: 'none' } })
  app.vault.lock()
  await expect(call('collections.remove', sample)).rejects.toMatchObject({ code: 'vault_locked' })
  await call('vault.unlock', { passphrase })
  expect(await call('collections.remove', sample)).toEqual({ withPolicy: true, isInBin: false })
  expect(await call('collections.list', { accountId: 'local' })).toEqual([])
  expect(await call('policies.list', null)).toEqual([])
  expect(await app.vault.hasKey(KeyHash(policy?.keys[0]?.keyHash ?? ''))).toBe(false)
})

it('the policy of the sample stays once another collection uses it', async () => {
  const { call } = await openServices()
  const { job, collectionId } = await call('app.trySample', null)
  while ((await call('imports.job', { job })).state === 'running') await wait(100)
  const [{ policyId } = { policyId: '' }] = await call('policies.list', null)
  await call('collections.create', {
    accountId: 'local',
    form: { ...herbariumForm, policy: { kind: 'vault', policyId, sendKeysTo: null } },
  })
  expect(await call('policies.list', null)).toMatchObject([{ policyId, isPractice: false }])
  expect(await call('collections.remove', { accountId: 'local', collectionId })).toEqual({
    withPolicy: false,
    isInBin: false,
  })
  expect(await call('policies.list', null)).toMatchObject([{ policyId, keys: [{ here: true }] }])
})

it('the sample shows its images in the window', async () => {
  const { call, services } = await openServices()
  const { job, collectionId } = await call('app.trySample', null)
  while ((await call('imports.job', { job })).state === 'running') await wait(100)
  const { tokens } = await call('tokens.page', { accountId: 'local', collectionId, cursor: null })
  const cid = tokens[0]?.cid ?? ''
  const at = (path: string) => services.image(new URL(path, 'coldpress://app'))
  expect(await at(`/thumb/${cid}?size=96`)).toMatchObject({ mediaType: 'image/webp' })
  expect(await at(`/content/${cid}`)).toMatchObject({ mediaType: 'image/jpeg' })
})
