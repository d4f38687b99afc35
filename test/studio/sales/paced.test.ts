import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { slotAt } from '#cardano/slots.ts'
import type { Gateway } from '#chain/gateway/gateway.ts'
import { ada, type MintHarness, openMintHarness } from '../mints/mint-harness.ts'
import { testAddress } from '../open-studio.ts'
import { createBuyer } from './buyer.ts'
import { saleReaches } from './sale-ends.ts'
import { collectionWith, fixedSale, postSale, readSale, saleOf } from './sale-harness.ts'
import { until } from '../../support/until.ts'

let harness: MintHarness
beforeEach(async () => {
  harness = await openMintHarness()
})
afterEach(() => harness.close())

const following = { pollMs: 20, resendMs: 200, marginSlots: 2n }

describe('A public gateway', () => {
  it('is asked about no more addresses than sixty with a block, and about each at most once a minute', async () => {
    const polls = new Map<string, number[]>()
    let height = 0
    let isStill = true
    const first = await harness.gateway.tip()
    const gateway: Gateway = {
      ...harness.gateway,
      network: 'preprod',
      tip: async () => {
        const tip = isStill ? first : await harness.gateway.tip()
        height = tip.height
        return { ...tip, slot: slotAt('preprod', new Date()) }
      },
      usesOf: async (address, options) => {
        if (options?.from !== undefined) polls.set(address, [...(polls.get(address) ?? []), height])
        return harness.gateway.usesOf(address, options)
      },
    }
    const studio = await harness.open({ network: 'preprod', gateway, following })
    for (const series of ['A', 'B', 'C']) {
      const names = Array.from({ length: 25 }, (_, index) => `${series}${index}`)
      const { id, tokens } = await collectionWith(studio, names)
      for (const token of tokens) saleOf(await postSale(studio, id, fixedSale([token])))
    }
    isStill = false
    const blocks = async (): Promise<void> => {
      for (let count = 0; count < 4; count += 1) await harness.fundAndWait(testAddress, ada)
    }
    await blocks()
    await until(() => polls.size === 75)
    await blocks()
    const all = [...polls.values()]
    expect(all.map(({ length }) => length)).toEqual(all.map(() => 1))
    const perBlock = [...Map.groupBy(all.flat(), (at) => at).values()]
    expect(Math.max(...perBlock.map(({ length }) => length))).toBe(60)
    await studio.close()
  })
})

describe('A clock that is put back by hours', () => {
  it('keeps nobody who pays late from being seen', async () => {
    let aheadMs = 8 * 3_600_000
    const now = () => new Date(Date.now() + aheadMs)
    const studio = await harness.open({ following, now })
    const buyer = await createBuyer(harness)
    const { id, tokens } = await collectionWith(studio, ['Clock'])
    const sold = saleOf(await postSale(studio, id, fixedSale(tokens)))
    saleOf(await studio.call('POST', `/sales/${sold.id}/cancel`))
    // Looked at since, so that its next look is hours ahead.
    for (let count = 0; count < 4; count += 1) await harness.fundAndWait(testAddress, ada)
    await until(async () => (await readSale(studio, sold.id)).status === 'CANCELLED')
    aheadMs = 0
    await buyer.pay(sold, 10n * ada)
    await saleReaches(studio, sold, 'RESERVED_FAILED')
    await studio.close()
  })
})
