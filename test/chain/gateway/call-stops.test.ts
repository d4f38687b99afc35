import { describe, expect, it, onTestFinished } from 'vitest'
import { createCallStops } from '#chain/gateway/call-stops.ts'
import { createGatewayUsage } from '#chain/gateway/gateway-usage.ts'
import { gatewaysSchema } from '#chain/gateway/stored-gateways.ts'
import { asPoll } from '#chain/gateway/polls.ts'
import { Database } from '#platform/db/database.ts'
import { createBlockfrost } from '#chain/gateway/blockfrost/client.ts'
import { startLoopbackServer } from '../../support/loopback-server.ts'
import { wireBlock } from './blockfrost/gateway-of.ts'

const start = new Date('2026-01-01T12:00:00Z')

const openService = async () => {
  const state = { status: 200, retryAfter: undefined as string | undefined }
  const server = await startLoopbackServer((_request, message, response) => {
    message.resume()
    if (state.retryAfter !== undefined) response.setHeader('retry-after', state.retryAfter)
    response.writeHead(state.status, { 'content-type': 'application/json' })
    response.end(JSON.stringify(state.status === 200 ? wireBlock : { message: 'slow down' }))
  })
  onTestFinished(() => server.close())
  const clock = { ms: start.getTime() }
  const db = new Database(':memory:', [gatewaysSchema])
  onTestFinished(() => db.close())
  const usage = createGatewayUsage(db, () => new Date(clock.ms))
  const open = () =>
    createBlockfrost({
      baseUrl: `${server.url}/api/v0`,
      network: 'preprod',
      meter: usage.meter('preprod'),
      retry: { now: () => new Date(clock.ms), sleep: async (ms) => void (clock.ms += ms) },
    })
  return { state, clock, usage, open, asked: () => server.requests.length }
}

describe('A gateway that was asked too quickly (429)', () => {
  it('gets one try of each poll, after a pause that doubles to a minute or that it names', async () => {
    const { state, clock, open, asked } = await openService()
    const gateway = open()
    state.status = 429
    const pauses: number[] = []
    for (let poll = 1; poll <= 8; poll += 1) {
      // five calls of a poll: one is sent, the others find that the gateway is busy
      for (let call = 0; call < 5; call += 1)
        await expect(asPoll(() => gateway.tip())).rejects.toMatchObject({
          code: 'rate_limited',
          details: { status: 429 },
        })
      expect(asked()).toBe(poll)
      const ms = (gateway.busyUntil?.()?.getTime() ?? 0) - clock.ms
      pauses.push(ms / 1_000)
      clock.ms += ms
    }
    expect(pauses).toEqual([1, 2, 4, 8, 16, 32, 60, 60])
    state.retryAfter = '300'
    await expect(asPoll(() => gateway.tip())).rejects.toThrow('fewer calls')
    expect(gateway.busyUntil?.()).toEqual(new Date(clock.ms + 300_000))
    clock.ms += 300_000
    state.status = 200
    expect((await asPoll(() => gateway.tip())).height).toBe(wireBlock.height)
    expect(gateway.busyUntil?.()).toBeUndefined()
  })

  it('is waited for by whoever does not poll, such as a reservation', async () => {
    const { state, open, asked } = await openService()
    const gateway = open()
    state.status = 429
    await expect(asPoll(() => gateway.tip())).rejects.toThrow('fewer calls')
    state.status = 200
    expect((await gateway.tip()).height).toBe(wireBlock.height)
    expect(asked()).toBe(2)
  })
})

describe('Refusals of several calls at once (429)', () => {
  it('are one pause, and none shortens what the gateway has named', () => {
    let now = new Date('2026-01-01T00:00:00Z')
    const stops = createCallStops(() => now, undefined)
    const secondsLeft = (): number => ((stops.busyUntil()?.getTime() ?? 0) - now.getTime()) / 1000
    for (let call = 0; call < 4; call += 1) stops.noteBusy(undefined)
    expect(secondsLeft()).toBe(1)
    now = new Date(now.getTime() + 1_000)
    for (let call = 0; call < 4; call += 1) stops.noteBusy(undefined)
    expect(secondsLeft()).toBe(2)
    stops.noteBusy(300_000)
    stops.noteBusy(undefined)
    expect(secondsLeft()).toBe(300)
  })
})

describe('A gateway that has banned this computer (418)', () => {
  it('is asked by no process of the data folder for an hour', async () => {
    const { state, clock, usage, open, asked } = await openService()
    state.status = 418
    await expect(open().tip()).rejects.toMatchObject({ details: { status: 418 } })
    state.status = 200
    // another process, with a gateway of its own
    const other = open()
    clock.ms += 59 * 60_000
    await expect(other.tip()).rejects.toThrow('Coldpress asks again after 2026-01-01 13:00 UTC')
    expect(usage.bannedUntil('preprod')).toEqual(new Date('2026-01-01T13:00:00Z'))
    expect(asked()).toBe(1)
    clock.ms += 2 * 60_000
    expect((await other.tip()).height).toBe(wireBlock.height)
  })

  it('is another one after its setup', async () => {
    const { state, usage, open } = await openService()
    state.status = 418
    await expect(open().tip()).rejects.toThrow('banned')
    usage.restart('preprod', 0)
    expect(usage.bannedUntil('preprod')).toBeUndefined()
    expect(createCallStops(() => start, undefined).bannedUntil()).toBeUndefined()
  })
})
