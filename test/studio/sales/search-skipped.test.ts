import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { derivePaymentAddress } from '#cardano/payment-wallet.ts'
import { Database } from '#platform/db/database.ts'
import type { Gateway } from '#chain/gateway/gateway.ts'
import { ColdpressError } from '#values/errors/errors.ts'
import type { StudioNotice } from '#studio/notice.ts'
import type { StudioOptions } from '#studio/options.ts'
import { studioSchemas } from '#studio/schemas.ts'
import { findWallet } from '#studio/store/sale-wallets.ts'
import { findSkipped, findUnknownPayments, skipFrom } from '#studio/store/skipped-addresses.ts'
import { ada, type MintHarness, openMintHarness } from '../mints/mint-harness.ts'
import { type Buyer, createBuyer } from './buyer.ts'
import { collectionWith, fixedSale, postSale } from './sale-harness.ts'
import { until } from '../../support/until.ts'

let harness: MintHarness
beforeEach(async () => {
  harness = await openMintHarness()
})
afterEach(() => harness.close())

const hourMs = 3_600_000

/** A studio that reserved one sale before its backup, and is opened again as restored from it. */
const restored = async () => {
  const before = await harness.open()
  const { id, tokens } = await collectionWith(before, ['Fern'])
  await postSale(before, id, fixedSale(tokens))
  const path = before.databasePath
  await before.close()
  const inDatabase = <T>(work: (database: Database) => T): T => {
    const database = new Database(path, studioSchemas)
    try {
      return work(database)
    } finally {
      database.close()
    }
  }
  inDatabase((database) => {
    const { id: walletId = '', next_index: first = 0 } = findWallet(database) ?? {}
    skipFrom(database, walletId, { first, next: first + 10_000, at: new Date().toISOString() })
  })
  const accountKey = inDatabase((database) => findWallet(database)?.account_key ?? '')
  const addressAt = (index: number) => derivePaymentAddress(accountKey, index, 'devnet').address
  const paid = new Set<string>()
  return {
    addressAt,
    pay: async (buyer: Buyer, index: number, lovelace: bigint): Promise<void> => {
      paid.add(addressAt(index))
      await buyer.pay({ payment_address: addressAt(index) }, lovelace)
    },
    payments: () => inDatabase(findUnknownPayments),
    /** Runs the studio until its search is over, so much later, and tells what it asked and reported. */
    run: async (laterMs = 0, changes: Partial<Gateway> = {}, more: Partial<StudioOptions> = {}) => {
      const asked: string[] = []
      const notices: StudioNotice[] = []
      const utxosAt: Gateway['utxosAt'] = async (address, signal) => {
        asked.push(address)
        return paid.has(address) ? harness.gateway.utxosAt(address, signal) : []
      }
      const endBefore = inDatabase(findSkipped)[0]?.asked_at
      const studio = await harness.open({
        gateway: { ...harness.gateway, utxosAt, ...changes },
        now: () => new Date(Date.now() + laterMs),
        notify: (notice) => void notices.push(notice),
        ...more,
      })
      await studio.app.ready()
      const hasEnded = () => inDatabase(findSkipped)[0]?.asked_at !== endBefore
      return { asked, notices, hasEnded, close: () => studio.close() }
    },
  }
}

describe('A studio that was restored from a backup', () => {
  it('reports what was paid to addresses that were given out after the backup', async () => {
    const { addressAt, pay, payments, run } = await restored()
    const buyer = await createBuyer(harness)
    await pay(buyer, 3, 25n * ada)
    await pay(buyer, 190, 7n * ada)
    const { asked, notices, hasEnded, close } = await run()
    await until(async () => hasEnded())
    await close()
    expect(notices).toHaveLength(2)
    expect(notices[0]).toMatchObject({
      level: 'warning',
      message: expect.stringMatching(/^25 ADA were paid .* number 3 of .* came from addr_test/u),
      details: { index: '3', lovelace: String(25n * ada), payer: buyer.address },
    })
    expect(payments()).toMatchObject([
      { wallet_index: 3, payment_address: addressAt(3), from_address: buyer.address },
      { wallet_index: 190, lovelace: 7n * ada },
    ])
    // From the first skipped address to 200 behind the last with a payment, each once.
    expect(asked).toEqual(Array.from({ length: 390 }, (_, at) => addressAt(at + 1)))
  })

  it('asks again an hour later, reports nothing twice, and forgets what was sent back', async () => {
    const { pay, payments, run } = await restored()
    const buyer = await createBuyer(harness)
    await pay(buyer, 1, 9n * ada)
    const first = await run()
    await until(async () => first.hasEnded())
    await first.close()
    const early = await run(hourMs / 2)
    await harness.fundAndWait(buyer.address, ada)
    await early.close()
    expect(early.asked).toEqual([])
    const again = await run(hourMs + 60_000)
    await until(async () => again.hasEnded())
    await again.close()
    expect([again.asked.length, again.notices]).toEqual([201, []])
    const spent = await run(3 * hourMs, { utxosAt: async () => [] })
    await until(async () => spent.hasEnded())
    await spent.close()
    expect(payments()).toEqual([])
    // A month later, once a day.
    for (const days of [30, 31.1]) {
      const daily = await run(days * 24 * hourMs)
      await until(async () => daily.hasEnded())
      await daily.close()
      expect(daily.asked).toHaveLength(201)
    }
  })

  it('goes on where it was interrupted, and waits while calls are short', async () => {
    const { addressAt, run } = await restored()
    const short = await run(0, { budget: () => ({ calls: 95, callsPerDay: 100 }) })
    await harness.fundAndWait(addressAt(0), ada)
    await short.close()
    expect(short.asked).toEqual([])
    let left = 50
    const cut = await run(0, {
      utxosAt: async () => {
        if (left === 0) throw new Error('The gateway is away.')
        left -= 1
        return []
      },
    })
    await until(async () => left === 0)
    await cut.close()
    const rest = await run()
    await until(async () => rest.hasEnded())
    await rest.close()
    expect(rest.asked[0]).toBe(addressAt(51))
    expect(rest.asked).toHaveLength(150)
  })

  it('asks about sixty addresses at once, and about the next in the next round', async () => {
    const { addressAt, run } = await restored()
    const first = await run(0, {}, { following: { pollMs: hourMs } })
    await until(async () => first.asked.length >= 60)
    // Nothing more comes, however long it is waited for.
    await harness.fundAndWait(addressAt(0), ada)
    await first.close()
    expect(first.asked).toEqual(Array.from({ length: 60 }, (_, at) => addressAt(at + 1)))
    const next = await run(0, {}, { following: { pollMs: hourMs } })
    await until(async () => next.asked.length >= 60)
    await next.close()
    expect(next.asked[0]).toBe(addressAt(61))
  })

  it('goes on past an address that cannot be read, and comes back to it', async () => {
    const { addressAt, pay, payments, run } = await restored()
    const buyer = await createBuyer(harness)
    await pay(buyer, 3, 25n * ada)
    await pay(buyer, 9, 7n * ada)
    let isBroken = true
    const { hasEnded, close } = await run(0, {
      outputsOf: async (txId) => {
        const found = await harness.gateway.outputsOf(txId)
        if (isBroken && found?.outputs.some(({ address }) => address === addressAt(3)))
          throw new ColdpressError('service_error', 'The gateway cannot read it.')
        return found
      },
    })
    await until(async () => hasEnded())
    expect(payments()).toMatchObject([{ wallet_index: 9 }])
    isBroken = false
    await until(async () => payments().length === 2)
    await close()
    expect(payments()).toMatchObject([{ wallet_index: 3, lovelace: 25n * ada }, {}])
  })

  it('does not take a gateway that reads nothing for addresses that cannot be read', async () => {
    const { addressAt, run } = await restored()
    let asked = 0
    const broken = await run(0, {
      utxosAt: async () => {
        asked += 1
        throw new ColdpressError('service_error', 'The gateway is broken.')
      },
    })
    await until(async () => asked > 100)
    await broken.close()
    const repaired = await run()
    await until(async () => repaired.hasEnded())
    await repaired.close()
    expect(repaired.asked[0]).toBe(addressAt(1))
    expect(repaired.asked).toHaveLength(200)
  })

  it('reads the payers of many payments a few at a time, and each once', async () => {
    const { addressAt, pay, payments, run } = await restored()
    const count = 24
    for (let paid = 0; paid < count - 1; paid += 1) await harness.fund(addressAt(1), 2n * ada)
    await pay(await createBuyer(harness), 1, 2n * ada)
    const read: string[] = []
    let [underWay, most] = [0, 0]
    let looks = 0
    const gateway: Partial<Gateway> = {
      utxosAt: async (address, signal) => {
        const utxos = await harness.gateway.utxosAt(address, signal)
        if (address === addressAt(1)) looks += 1
        return utxos
      },
      outputsOf: async (txId) => {
        read.push(txId)
        underWay += 1
        most = Math.max(most, underWay)
        try {
          return await harness.gateway.outputsOf(txId)
        } finally {
          underWay -= 1
        }
      },
    }
    let laterMs = 0
    const now = () => new Date(Date.now() + laterMs)
    const { close, hasEnded } = await run(0, gateway, { now })
    await until(async () => hasEnded())
    expect(payments()).toHaveLength(count)
    laterMs = 2 * hourMs
    await until(async () => looks > 1)
    await until(async () => read.length >= count)
    await close()
    expect(read).toHaveLength(count)
    expect(new Set(read).size).toBe(count)
    expect(most).toBeLessThanOrEqual(16)
  })
})
