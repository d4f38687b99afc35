import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { WholeSale } from '#contract/sales/sale.ts'
import { createBlockfrost } from '#chain/gateway/blockfrost/client.ts'
import { type Blockfrost, startBlockfrost } from '../../support/blockfrost-stand-in.ts'
import { until } from '../../support/until.ts'
import {
  addTokens,
  createCollection,
  openStudio,
  type TestStudio,
  tokenBody,
} from '../open-studio.ts'
import { saleReaches } from './sale-ends.ts'
import { collectionWith, fixedSale, postSale, saleOf } from './sale-harness.ts'

const minuteMs = 60_000
const dayMs = 86_400_000

let blockfrost: Blockfrost
let studio: TestStudio
let calls: number
/** The user's, of calls a day. */
let budget: number | undefined
/** The gateway's clock ahead of the system's. */
let aheadMs: number
/** The studio's clock ahead of the system's. */
let studioAheadMs: number
beforeEach(async () => {
  blockfrost = await startBlockfrost({ network: 'preprod' })
  aheadMs = 0
  studioAheadMs = 0
  const { baseUrl } = blockfrost
  const now = () => new Date(Date.now() + aheadMs)
  calls = 0
  const meter = {
    count: () => {
      calls += 1
    },
    noteUsedUp: () => undefined,
    budget: () => (budget === undefined ? undefined : { calls, callsPerDay: budget }),
  }
  budget = undefined
  const gateway = createBlockfrost({ baseUrl, network: 'preprod', retry: { now }, meter })
  const following = { pollMs: 20, resendMs: 200, marginSlots: 2n, confirmations: 1 }
  studio = await openStudio({
    network: 'preprod',
    gateway,
    following,
    now: () => new Date(Date.now() + studioAheadMs),
  })
})
afterEach(async () => {
  await studio.close()
  await blockfrost.close()
})

/** Pays a sale. One that was polled just before is polled again after a minute, which passes here. */
const pay = async ({ payment_address: address }: WholeSale): Promise<void> => {
  await blockfrost.pay(address, 10_000_000n)
  studioAheadMs += 2 * minuteMs
}

const page = async (path: string): Promise<string> => {
  const { body } = await studio.app.inject({ url: path, headers: { host: 'localhost:80' } })
  return body
}
const health = async (): Promise<unknown> => (await studio.call('GET', '/../../health')).body

describe('A gateway whose calls of the day are used up', () => {
  it('takes no reservation and says so, is not asked again, and what was paid meanwhile counts the next day', async () => {
    const { id, tokens } = await collectionWith(studio, ['Paid', 'Late'])
    const [paid, late] = tokens
    const terms = { confirmations: 1 }
    const sold = saleOf(await postSale(studio, id, fixedSale(paid ? [paid] : [], terms)))
    const priced = await createCollection(studio, {})
    const [shown] = await addTokens(studio, priced.id, tokenBody('Shown', { price: 12_000_000 }))

    blockfrost.state.isOverQuota = true
    await until(async () => (await page(`/pay/sale/${sold.id}`)).includes('after 00:00 UTC'))
    await pay(sold)
    const before = blockfrost.state.calls
    const refused = await postSale(studio, id, fixedSale(late ? [late] : [], terms))
    expect(refused).toMatchObject({ status: 409 })
    expect(JSON.stringify(refused.body)).toContain('its calls of this day are used up')
    expect(await page(`/pay/token/${shown?.id}`)).toContain('Come back after 00:00 UTC')
    expect(await health()).toMatchObject({ gateway_used_up_until: expect.any(String) })
    expect(blockfrost.state.calls).toBe(before)

    blockfrost.state.isOverQuota = false
    aheadMs = dayMs
    await saleReaches(studio, sold, 'MINTING')
    expect(await health()).toMatchObject({ gateway_used_up_until: null })
    const again = await postSale(studio, id, fixedSale(late ? [late] : [], terms))
    expect(again.status).toBe(201)
  })
})

describe('A budget of calls that is used up', () => {
  it('takes no reservation and says so; what is open goes on, and what is paid is found', async () => {
    const { id, tokens } = await collectionWith(studio, ['Open', 'Later'])
    const [open, later] = tokens
    const terms = { confirmations: 1 }
    const sold = saleOf(await postSale(studio, id, fixedSale(open ? [open] : [], terms)))
    await pay(sold)
    await saleReaches(studio, sold, 'PROCESSING')
    budget = calls
    const refused = await postSale(studio, id, fixedSale(later ? [later] : [], terms))
    expect(refused).toMatchObject({ status: 409 })
    expect(JSON.stringify(refused.body)).toContain('your budget of calls of this day is used up')
    expect(await health()).toMatchObject({ gateway_used_up_until: expect.any(String) })
    expect((await studio.call('GET', '/gateway')).body).toMatchObject({
      open_sales: 0,
      calls_stop: { cause: 'budget' },
    })
    await saleReaches(studio, sold, 'COMPLETED')
    budget = 1_000_000
    const again = await postSale(studio, id, fixedSale(later ? [later] : [], terms))
    expect(again.status).toBe(201)
    expect((await studio.call('GET', '/gateway')).body).toEqual({
      open_sales: 1,
      calls_stop: null,
    })
  })
})

describe('A gateway that has banned this computer (418)', () => {
  it('is asked nothing for an hour; the studio says so and reserves nothing, then goes on', async () => {
    const { id, tokens } = await collectionWith(studio, ['Open', 'Later'])
    const [open, later] = tokens
    const terms = { confirmations: 1 }
    const sold = saleOf(await postSale(studio, id, fixedSale(open ? [open] : [], terms)))
    blockfrost.state.isBanning = true
    await until(async () => {
      studioAheadMs += minuteMs
      return JSON.stringify(await health()).includes('"gateway_banned_until":"')
    })
    const asked = blockfrost.state.calls
    const refused = await postSale(studio, id, fixedSale(later ? [later] : [], terms))
    expect(refused).toMatchObject({ status: 409 })
    expect(JSON.stringify(refused.body)).toContain('banned this internet address')
    expect((await studio.call('GET', '/gateway')).body).toMatchObject({
      calls_stop: { cause: 'banned' },
    })
    expect(blockfrost.state.calls).toBe(asked)
    blockfrost.state.isBanning = false
    aheadMs += 61 * minuteMs
    await pay(sold)
    await saleReaches(studio, sold, 'MINTING')
    expect(await health()).toMatchObject({ gateway_banned_until: null })
  })
})
