import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ColdpressError } from '#values/errors/errors.ts'
import type { StudioNotice } from '#studio/notice.ts'
import { openSales, type Sales } from '../sales/open-sales.ts'
import { until } from '../../support/until.ts'

const second = 1_000

let sales: Sales
let notices: StudioNotice[]
let clock = { aheadMs: 0 }
beforeAll(async () => {
  notices = []
  clock = { aheadMs: 0 }
  sales = await openSales({
    notify: (notice) => notices.push(notice),
    now: () => new Date(Date.now() + clock.aheadMs),
  })
})
afterAll(() => sales.close())

const ask = async (collection: string, mintId: string | null | undefined): Promise<void> => {
  const path = `/nft/collections/${collection}/mints/${mintId ?? ''}/witnesses`
  const { status, body } = await sales.studio.call('POST', path, { witnesses: [] })
  expect(status, JSON.stringify(body)).toBe(200)
}

const health = async (key?: string): Promise<unknown> =>
  (
    await sales.studio.app.inject({
      url: '/health',
      headers: key === undefined ? {} : { 'x-api-key': key },
    })
  ).json()

describe('Work that waits for a locked vault', () => {
  it('is a field of sale, mint and health at once, and is reported once when nobody signs for a while', async () => {
    sales.fakeVault.state.locked = true
    const { sold, id } = await sales.sell(['Waits'])
    await until(async () => (await sales.now(sold)).signing_blocked !== null)
    const { mint_id: mintId, signing_blocked: block } = await sales.now(sold)
    expect(block).toMatchObject({
      reason: 'vault_locked',
      message: expect.stringMatching(/locked/u),
    })
    expect(
      (await sales.studio.call('GET', `/nft/collections/${id}/mints/${mintId}`)).body,
    ).toMatchObject({
      signing_blocked: block,
      missing_here: [expect.any(String), expect.any(String)],
    })
    expect(await health('key-of-the-tests-4711')).toEqual({
      status: 'ok',
      signing: { ...block, waiting: 1 },
      gateway_used_up_until: null,
      gateway_banned_until: null,
      gateway_busy_until: null,
    })
    expect(await health()).toEqual({ status: 'ok' })

    clock.aheadMs += 3 * second
    for (const _ of [1, 2, 3]) await ask(id, mintId)
    clock.aheadMs += 3_600 * second
    await ask(id, mintId)
    expect(notices).toMatchObject([
      { level: 'warning', details: { sale: sold.id, reason: 'vault_locked' } },
    ])
    expect((await sales.now(sold)).signing_blocked).toEqual(block)

    sales.fakeVault.state.locked = false
    await ask(id, mintId)
    await sales.reaches(sold, 'COMPLETED')
    expect(notices).toMatchObject([{}, { level: 'info', details: { sale: sold.id } }])
    expect((await sales.now(sold)).signing_blocked).toBe(null)
    expect(await health('key-of-the-tests-4711')).toMatchObject({ status: 'ok', signing: null })
  })

  it('is reported by nobody where another process signs within its next round', async () => {
    notices.length = 0
    sales.fakeVault.state.locked = true
    const { sold, id } = await sales.sell(['Soon'])
    await until(async () => (await sales.now(sold)).signing_blocked !== null)
    sales.fakeVault.state.locked = false
    await ask(id, (await sales.now(sold)).mint_id)
    await sales.reaches(sold, 'COMPLETED')
    expect(notices).toEqual([])
  })

  it('is reported with its reason where the keychain does not answer', async () => {
    notices.length = 0
    const { keys } = sales.fakeVault
    const working = { ...keys }
    Object.assign(keys, {
      witness: async () => {
        throw new ColdpressError('keychain_unreachable', 'The keychain does not answer.')
      },
    })
    const { sold, id } = await sales.sell(['Silent'])
    await until(async () => (await sales.now(sold)).signing_blocked !== null)
    clock.aheadMs += 3 * second
    for (const _ of [1, 2]) await ask(id, (await sales.now(sold)).mint_id)
    expect(notices).toMatchObject([
      { level: 'error', details: { sale: sold.id, reason: 'keychain_unreachable' } },
    ])
    Object.assign(keys, working)
    await ask(id, (await sales.now(sold)).mint_id)
    await sales.reaches(sold, 'COMPLETED')
  })

  it('is reported at once where the key is gone, for then the sale fails', async () => {
    notices.length = 0
    const { sold } = await sales.reserve(['Gone'])
    for (const keyHash of sales.fakeVault.kept.keys()) sales.fakeVault.kept.delete(keyHash)
    await sales.buyer.pay(sold, BigInt(sold.price))
    await sales.reaches(sold, 'PROCESSING_FAILED')
    expect(notices).toMatchObject([
      { level: 'error', details: { sale: sold.id, reason: 'key_missing' } },
    ])
  })
})
