import { setTimeout as wait } from 'node:timers/promises'
import { expect, it, vi } from 'vitest'
import { openServices } from './open-services.ts'

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
}, 90_000)

it('the sample shows its images in the window', async () => {
  const { call, services } = await openServices()
  const { job, collectionId } = await call('app.trySample', null)
  while ((await call('imports.job', { job })).state === 'running') await wait(100)
  const { tokens } = await call('tokens.page', { accountId: 'local', collectionId, cursor: null })
  const cid = tokens[0]?.cid ?? ''
  const at = (path: string) => services.image(new URL(path, 'coldpress://app'))
  expect(await at(`/thumb/${cid}?size=96`)).toMatchObject({ mediaType: 'image/webp' })
  expect(await at(`/content/${cid}`)).toMatchObject({ mediaType: 'image/jpeg' })
}, 90_000)
