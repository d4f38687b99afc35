import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { derivePaymentAddress } from '#core/cardano/payment-wallet.ts'
import { Database } from '#core/db/database.ts'
import type { Gateway } from '#core/gateway/gateway.ts'
import type { StudioNotice } from '#studio/notice.ts'
import { studioSchemas } from '#studio/schemas.ts'
import { findWallet } from '#studio/store/sale-wallets.ts'
import { findSkipped, findUnknownPayments, skipIndexes } from '#studio/store/skipped-addresses.ts'
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
  inDatabase((database) => skipIndexes(database, 10_000, new Date().toISOString()))
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
    run: async (laterMs = 0, changes: Partial<Gateway> = {}) => {
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
})
