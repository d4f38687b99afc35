import { expect, it, onTestFinished, vi } from 'vitest'
import { createGateways } from '#chain/gateway/gateway-configs.ts'
import { gatewaysSchema } from '#chain/gateway/stored-gateways.ts'
import { createListMemory } from '#chain/gateway/list/list-memory.ts'
import { openGateways as openAsOne } from '#chain/gateway/open-gateway.ts'
import { Secret } from '#platform/secret/secret.ts'
import { reportedMeter } from '#main/processes/studio/reported-meter.ts'
import { openHome } from '../../../app/accounts/home.ts'
import { answer, serve } from '../../../app/api/service.ts'
import { plantedId, wireBlock } from '../../../chain/gateway/blockfrost/gateway-of.ts'

const openGateways = async () => {
  const { vault, db, create } = await openHome([gatewaysSchema])
  await create()
  const state = { isBanned: false }
  const chain = await serve((response, seen) => {
    const body = seen.url.endsWith('/genesis') ? { network_magic: 1 } : wireBlock
    const answers = state.isBanned ? answer(418, { message: 'banned' }) : answer(200, body)
    answers(response, seen)
  })
  const gateways = createGateways({
    db,
    vault,
    watched: () => [],
    notify: () => undefined,
    devnet: () => Promise.reject(new Error('none')),
  })
  await gateways.set({
    network: 'preprod',
    kind: 'blockfrost',
    settings: { baseUrl: chain.baseUrl },
    secret: Secret.ofText(plantedId),
  })
  const openInProcess = async () =>
    openAsOne(await gateways.accessTo('preprod'), {
      network: 'preprod',
      memory: createListMemory(),
      meterOf: ({ id, bannedUntil }) =>
        reportedMeter({ bannedUntil }, async (used) => gateways.report(id, used)),
      notify: () => undefined,
      now: () => new Date(),
    })
  return { state, gateways, openInProcess, asked: () => chain.seen.length }
}

it('a running studio learns of a ban that another process was told of', async () => {
  const { state, gateways, openInProcess, asked } = await openGateways()
  const running = await openInProcess()
  await running.tip()
  state.isBanned = true
  await expect((await openInProcess()).tip()).rejects.toMatchObject({ details: { status: 418 } })
  state.isBanned = false
  const banned = gateways.usage.bannedUntil('preprod')
  expect(banned).toBeInstanceOf(Date)
  await expect.poll(() => running.tip().catch(String)).toContain('Coldpress asks again after')
  expect(running.bannedUntil?.()).toEqual(banned)
  const before = asked()
  await expect(running.tip()).rejects.toThrow('Coldpress asks again after')
  expect(asked()).toBe(before)
})

it('a studio that starts during a ban asks nothing', async () => {
  const { state, openInProcess, asked } = await openGateways()
  state.isBanned = true
  await expect((await openInProcess()).tip()).rejects.toMatchObject({ details: { status: 418 } })
  const before = asked()
  await expect((await openInProcess()).tip()).rejects.toThrow('Coldpress asks again after')
  expect(asked()).toBe(before)
})

it.for([
  ['of the same day all of it', '2029-06-01T12:00:00Z', { calls: 2, isUsedUp: true }],
  ['of the day before the ban alone', '2029-06-01T23:59:30Z', { calls: 1, isUsedUp: false }],
] as const)('what a lost report said is in the next one, %s', async ([, begin, used]) => {
  vi.useFakeTimers({ now: new Date(begin) })
  onTestFinished(() => void vi.useRealTimers())
  let isLost = true
  const arrived: object[] = []
  const meter = reportedMeter({}, async (report) => {
    if (isLost) throw new Error('the process of the window is starting again')
    arrived.push(report)
    return await Promise.resolve({})
  })
  meter.count()
  meter.noteUsedUp?.()
  meter.noteBanned?.(new Date('2030-01-01'))
  await vi.advanceTimersByTimeAsync(60_000)
  isLost = false
  meter.count()
  await vi.advanceTimersByTimeAsync(10_000)
  expect(arrived).toEqual([{ ...used, bannedUntil: '2030-01-01T00:00:00.000Z' }])
  await vi.advanceTimersByTimeAsync(60_000)
  expect(arrived).toHaveLength(1)
})
