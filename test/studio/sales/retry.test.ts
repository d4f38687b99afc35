import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect } from 'vitest'
import { slotAt } from '#cardano/slots.ts'
import { ada } from '../mints/mint-harness.ts'
import { generatePolicyKey, errorMessage, policyOf } from '../open-studio.ts'
import { resolve } from './sale-ends.ts'
import { salesTest as it } from './sales-test.ts'
import { until } from '../../support/until.ts'

describe('Another receiver of tokens', () => {
  it('gets them where what was refused can never be taken', async ({ sales }) => {
    const { state, buyer, other } = sales
    state.sending = 'rejected'
    const { sold } = await sales.sell(['Other'])
    const { tx_id: rejected } = await sales.reaches(sold, 'UNRESOLVED_SUBMITTING_FAILED')
    state.sending = 'passes'
    await sales.resolved(sold, 'retry', other.address)
    const done = await sales.reaches(sold, 'COMPLETED')
    expect(done).toMatchObject({ buyer_address: other.address })
    expect(done.tx_id).not.toBe(rejected)
    expect((await other.held()).assets.size).toBe(1)
    expect((await buyer.held()).assets.size).toBe(0)
  })

  it('is refused where the same bytes may be on their way', async ({ sales }) => {
    const { state, studio, buyer, other } = sales
    state.sending = 'away'
    const { sold } = await sales.sell(['Same'])
    await sales.reaches(sold, 'UNRESOLVED_SUBMITTING_FAILED')
    expect(errorMessage(await resolve(studio, sold, 'retry', other.address), 409)).toMatch(
      /^to: the same transaction/u,
    )
    expect(await sales.now(sold)).toMatchObject({
      status: 'UNRESOLVED_SUBMITTING_FAILED',
      buyer_address: buyer.address,
    })
    state.sending = 'passes'
    await sales.reaches(sold, 'COMPLETED')
  })
})

describe('A gateway', () => {
  it('that says it is too early or too late for a transaction has refused it', async ({
    sales,
  }) => {
    const { state } = sales
    state.sending = 'early'
    const { sold } = await sales.sell(['Early'])
    expect(await sales.reaches(sold, 'UNRESOLVED_SUBMITTING_FAILED')).toMatchObject({
      error: [{ name: 'GatewayRefusedError', message: { reason: expect.any(String) } }],
    })
    state.sending = 'passes'
    await sales.reaches(sold, 'COMPLETED')
  })
})

describe('A retry', () => {
  it('that fails for another reason tells that too, and the same one once', async ({ sales }) => {
    const { state, studio } = sales
    const { sold, total } = await sales.reserve(['First', 'Second'])
    state.minted.add('First')
    await sales.buyer.pay(sold, total)
    await sales.reaches(sold, 'PROCESSING_FAILED')
    await sales.resolved(sold, 'retry')
    expect(await sales.kinds(sold)).toEqual(['PROCESSING_FAILED'])
    state.minted.add('Second')
    expect(await sales.resolved(sold, 'retry')).toMatchObject({
      status: 'PROCESSING_FAILED',
      error: [{ name: 'AlreadyMintedError', message: { assetNames: ['First', 'Second'] } }],
    })
    expect(await sales.kinds(sold)).toEqual(['PROCESSING_FAILED', 'PROCESSING_FAILED'])
    state.minted.clear()
    expect(errorMessage(await resolve(studio, sold, 'wait'), 409)).toMatch(/retry or refund/u)
  })

  it('is not failed by what was found out before it', async ({ sales }) => {
    const { state } = sales
    const { sold, total } = await sales.reserve(['Stale'])
    state.minted.add('Stale')
    await sales.buyer.pay(sold, total)
    await sales.reaches(sold, 'PROCESSING_FAILED')
    const answers: (() => void)[] = []
    state.beforeAsset = () => new Promise((resolve) => answers.push(resolve))
    const first = sales.resolved(sold, 'retry')
    // The request asks, and the studio in its next round.
    await until(() => answers.length === 2)
    answers[1]?.()
    await sales.reaches(sold, 'PROCESSING_FAILED')
    state.minted.clear()
    const second = sales.resolved(sold, 'retry')
    await until(() => answers.length > 2)
    state.beforeAsset = async () => undefined
    answers[0]?.()
    // That the late answer changes nothing can only be given time.
    await sleep(50)
    for (const answer of answers) answer()
    await Promise.all([first, second])
    expect((await sales.now(sold)).status).not.toBe('PROCESSING_FAILED')
    await sales.reaches(sold, 'COMPLETED')
  })
})

describe('Waiting for the rest', () => {
  it('is refused where nothing could be minted any more when it comes', async ({ sales }) => {
    const { state, studio, buyer } = sales
    const lock = slotAt('devnet', new Date(Date.now() + 1_200_000))
    const policy = policyOf([generatePolicyKey()], [{ type: 'before', slot: Number(lock) }])
    const { sold, total } = await sales.reserve(
      ['Locking'],
      {},
      { policy: { lock: true, ...policy } },
    )
    await buyer.pay(sold, total - ada)
    await sales.reaches(sold, 'UNRESOLVED_UNDERPAID')
    state.ahead = 600n
    expect(errorMessage(await resolve(studio, sold, 'wait'), 409)).toMatch(
      /^policy: it locks at .* Give what was paid back by a refund\.$/u,
    )
    state.ahead = 0n
    expect((await sales.resolved(sold, 'wait')).reserved_time).toBeGreaterThan(0)
  })
})
