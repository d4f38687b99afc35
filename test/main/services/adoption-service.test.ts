import { expect, it, vi } from 'vitest'
import { openServices } from './open-services.ts'

const policyId = '7eae28af2208be856f7a119668ae52a49b73725e326dc16579dcc373'
const gateways = ['https://ipfs.example.com']
const asked = { policyId, network: 'devnet', target: 'local', gateways } as const

it('adopting asks before it goes to a new gateway, and says what failed', async () => {
  const { call, state, logged } = await openServices()
  state.confirms = false
  await expect(call('adoptions.start', asked)).rejects.toMatchObject({ code: 'cancelled' })
  expect(await call('adoptions.state', null)).toEqual({ running: null, failed: null, reports: [] })
  expect(state.asked[0]?.lines).toContain('Address: https://ipfs.example.com')
  state.confirms = true
  expect(await call('adoptions.start', asked)).toMatchObject({
    running: { policyId, progress: { step: 'tokens', done: 0 } },
  })
  await expect(call('adoptions.start', asked)).rejects.toMatchObject({ code: 'conflict' })
  await vi.waitFor(
    async () =>
      expect(await call('adoptions.state', null)).toMatchObject({
        running: null,
        failed: { policyId, message: expect.stringContaining('Nothing was minted') },
      }),
    { timeout: 60_000 },
  )
  expect(logged('app')[0]).toContain('A policy was not adopted: Nothing was minted')
  expect(state.events.some(([name]) => name === 'adoptions.changed')).toBe(true)
})

it('the usual gateway needs no question', async () => {
  const { app, call, state } = await openServices()
  const usual = app.settings.get().imageGateway
  await call('adoptions.start', { ...asked, gateways: [usual] })
  await call('adoptions.stop', null)
  expect(state.asked).toEqual([])
})
