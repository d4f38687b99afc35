import { randomInt } from 'node:crypto'
import { copyFileSync } from 'node:fs'
import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { enterpriseAddress } from '#cardano/addresses.ts'
import { writeBech32 } from '#cardano/bech32.ts'
import { TxId } from '#cardano/ids.ts'
import { sumOf } from '#cardano/value.ts'
import { generatePolicyKey } from '#cardano/keys.ts'
import type { Unit } from '#cardano/value.ts'
import { collection as collectionShape } from '#contract/collections/collection.ts'
import { mint as mintShape } from '#contract/mints/mint.ts'
import type { WholeSale } from '#contract/sales/sale.ts'
import { ada } from '../mints/mint-harness.ts'
import { tokenBody, addTokens, createCollection } from '../open-studio.ts'
import { type Buyer, createBuyer } from './buyer.ts'
import { mintForeign } from './foreign-tokens.ts'
import { openSales, type Sales } from './open-sales.ts'
import { fixedSale, postSale, saleOf } from './sale-harness.ts'
import { until } from '../../support/until.ts'

let sales: Sales
/** Pays from what the gateway says is a script. */
let contract: Buyer
let units: readonly Unit[]
beforeAll(async () => {
  sales = await openSales({}, 3)
  contract = await createBuyer(sales.harness)
  const script = writeBech32('addr_test', Uint8Array.of(0x70, ...new Uint8Array(28).fill(7)))
  sales.state.reported.set(contract.address, script)
  units = await mintForeign(sales.harness, sales.other, ['Foreign one', 'Foreign two'])
})
afterAll(() => sales.close())

/** Less than its own way back costs. */
const dust = 975_000n

type Payment = { readonly from: Buyer; readonly amount: bigint; readonly hasTokens?: boolean }

/** What is paid for a sale, what becomes of it, and what is done about it. */
type Way = {
  readonly pays: (total: bigint) => readonly Payment[]
  readonly resolve?: 'accept' | 'refund'
  /** Where a refund goes that cannot go to who paid. */
  readonly to?: () => string
  readonly ends: 'COMPLETED' | 'REFUNDED'
  /** Where a second payment is given back after the sale is completed. */
  readonly givesSurplusBack?: true
  /** Lovelace that a refund leaves: too little, or until a receiver is named. */
  readonly waits?: (total: bigint) => bigint
}

const ways = {
  exact: { pays: (total) => [{ from: sales.buyer, amount: total }], ends: 'COMPLETED' },
  accepted: {
    pays: (total) => [{ from: sales.buyer, amount: total + 1_234_567n }],
    resolve: 'accept',
    ends: 'COMPLETED',
  },
  tooMuch: {
    pays: (total) => [{ from: sales.buyer, amount: total + 1_234_567n }],
    resolve: 'refund',
    ends: 'REFUNDED',
  },
  little: {
    pays: (total) => [{ from: sales.buyer, amount: total - 1n }],
    resolve: 'refund',
    ends: 'REFUNDED',
  },
  twice: {
    pays: (total) => [
      { from: sales.buyer, amount: total },
      { from: sales.buyer, amount: total },
    ],
    ends: 'COMPLETED',
    givesSurplusBack: true,
  },
  inTwo: {
    pays: (total) => [
      { from: sales.buyer, amount: total - 2n * ada },
      { from: sales.buyer, amount: 2n * ada },
    ],
    ends: 'COMPLETED',
  },
  thiefFirst: {
    pays: (total) => [
      { from: sales.other, amount: 2n * ada },
      { from: sales.buyer, amount: total },
    ],
    ends: 'COMPLETED',
    givesSurplusBack: true,
  },
  halves: {
    pays: (total) => [
      { from: sales.other, amount: total / 2n },
      { from: sales.buyer, amount: total / 2n },
    ],
    resolve: 'refund',
    ends: 'REFUNDED',
  },
  dustBeside: {
    pays: (total) => [
      { from: sales.other, amount: dust },
      { from: sales.buyer, amount: total },
    ],
    ends: 'COMPLETED',
  },
  foreignTokens: {
    pays: (total) => [{ from: sales.other, amount: total, hasTokens: true }],
    resolve: 'refund',
    ends: 'REFUNDED',
  },
  byScript: {
    pays: (total) => [{ from: contract, amount: total }],
    resolve: 'refund',
    to: () => contract.address,
    ends: 'REFUNDED',
  },
  dustRefunded: {
    pays: (total) => [
      { from: sales.other, amount: dust },
      { from: sales.buyer, amount: total - ada },
    ],
    resolve: 'refund',
    ends: 'REFUNDED',
    waits: () => dust,
  },
  scriptNearest: {
    pays: (total) => [
      { from: contract, amount: total - 1n },
      { from: sales.other, amount: total / 2n },
      { from: sales.buyer, amount: 2n * ada },
    ],
    resolve: 'refund',
    ends: 'REFUNDED',
    waits: (total) => total - 1n,
  },
} as const satisfies Record<string, Way>

const sold = fc.record({
  tokens: fc.integer({ min: 1, max: 3 }),
  price: fc.integer({ min: 5_000_000, max: 9_000_000 }),
})

type Running = { readonly sale: WholeSale; readonly way: Way }

/** Pays as the way says; answers the transactions that payers made. */
const pay = async ({ sale, way }: Running): Promise<readonly TxId[]> => {
  const sent: TxId[] = []
  for (const { from, amount, hasTokens = false } of way.pays(totalOf(sale))) {
    const assets = new Map(hasTokens ? units.map((unit) => [unit, 1n]) : [])
    sent.push(
      await from.send({ address: sale.payment_address, value: { lovelace: amount, assets } }),
    )
  }
  return sent
}

const totalOf = ({ price, supply }: WholeSale): bigint => BigInt(price * supply)

const isSeen = async ({ sale, way }: Running): Promise<boolean> => {
  const now = await sales.now(sale)
  const isCounted = now.payments?.every(({ use }) => use !== 'unconfirmed') === true
  return isCounted && now.payments?.length === way.pays(totalOf(sale)).length
}

const settle = async (running: Running): Promise<WholeSale> => {
  const { sale, way } = running
  await until(() => isSeen(running))
  if (way.resolve !== undefined) {
    await until(
      async () => (await sales.now(sale)).resolutions?.includes(way.resolve ?? '') === true,
    )
    await sales.resolved(sale, way.resolve, way.to?.())
  }
  await sales.reaches(sale, way.ends)
  if (way.givesSurplusBack === true) {
    await sales.resolved(sale, 'refund')
    await until(async () => (await refundOf(await sales.now(sale)))?.status === 'completed')
  }
  return sales.now(sale)
}

const refundOf = async ({ collection_id: id, refund_id: refund }: WholeSale) =>
  refund === null || refund === undefined
    ? undefined
    : mintShape.parse(
        (await sales.studio.call('GET', `/nft/collections/${id}/mints/${refund}`)).body,
      )

/** What a transaction spends and does not pay. */
const feeOf = async (txId: string): Promise<bigint> => {
  const { inputs = [], outputs = [] } = (await sales.harness.gateway.outputsOf(TxId(txId))) ?? {}
  return (
    sumOf(inputs.map(({ value }) => value)).lovelace -
    sumOf(outputs.map(({ value }) => value)).lovelace
  )
}

const sum = (amounts: readonly bigint[]): bigint => amounts.reduce((all, one) => all + one, 0n)

const heldByAll = async (): Promise<bigint> => {
  const all = await Promise.all([sales.buyer, sales.other, contract].map((one) => one.held()))
  return sum(all.map(({ lovelace }) => lovelace))
}

/** Delivered for, given back, spent elsewhere, or named with what can be done. */
const accountFor = ({ status, payments = [], resolutions = [], error }: WholeSale): void => {
  for (const { use } of payments) {
    if (use === 'counted') expect(status).toBe('COMPLETED')
    else if (use === 'spent') expect(error).toMatchObject([{ name: 'SpentElsewhereError' }])
    else if (use !== 'refunded') {
      expect(use).toBe('surplus')
      expect(resolutions).toContain('refund')
      expect(error?.length).toBeGreaterThan(0)
    }
  }
}

describe('No lovelace is lost', () => {
  it('in any mix of payers, tokens and scripts, after a rollback, and with an older copy of the database: chain, sales, counters and parties agree', async () => {
    const { studio, harness } = sales
    const seed = randomInt(2 ** 31)
    console.log(`conservation: seed ${seed}`)
    const all = Object.values<Way>(ways)
    const drawn = fc.sample(sold, { seed, numRuns: all.length })
    const payouts = [0.7, 0.3].map((ratio) => ({
      addr: enterpriseAddress(generatePolicyKey().keyHash, 'devnet'),
      name: `share of ${ratio}`,
      ratio,
    }))
    const { id } = await createCollection(studio, { payout_address: payouts })
    const before = await heldByAll()
    const running: Running[] = []
    for (const [at, { tokens, price }] of drawn.entries()) {
      const names = Array.from({ length: tokens }, (_, position) => tokenBody(`T${at}x${position}`))
      const made = await addTokens(studio, id, ...names)
      const sale = saleOf(await postSale(studio, id, fixedSale(made, { price })))
      running.push({ sale, way: all[at] ?? ways.exact })
    }
    const path = studio.databasePath
    await sales.closedWhile(async () => copyFileSync(path, `${path}.copy`))
    const sent: TxId[] = []
    for (const one of running) sent.push(...(await pay(one)))
    const ended = await Promise.all(running.map(settle))
    const refunds = await Promise.all(ended.map(refundOf))

    const agree = async (now: readonly WholeSale[]): Promise<void> => {
      for (const sale of now) accountFor(sale)
      const completed = now.filter(({ status }) => status === 'COMPLETED')
      for (const sale of completed) await agrees(sale, payouts)
      const counters = collectionShape.parse(
        (await sales.studio.call('GET', `/nft/collections/${id}`)).body,
      )
      const counted = (field: 'income' | 'tx_fee' | 'nft_fee') =>
        completed.reduce((total, sale) => total + (sale[field] ?? 0), 0)
      expect(counters).toMatchObject({
        sales_count: completed.length,
        income: counted('income'),
        tx_fee: counted('tx_fee'),
        nft_fee: counted('nft_fee'),
        revenue: counted('income') + counted('tx_fee') + counted('nft_fee'),
      })
      const paidOut = await Promise.all(payouts.map(({ addr }) => harness.gateway.utxosAt(addr)))
      const income = sum(paidOut.flat().map(({ value }) => value.lovelace))
      expect(income).toBe(BigInt(counters.income))
      const refundFees = sum(
        refunds.flatMap((mint) => mint?.transactions.map(({ fee }) => BigInt(fee)) ?? []),
      )
      const ownFees = sum(await Promise.all(sent.map(feeOf)))
      const left = sum(now.map(({ surplus = 0 }) => BigInt(surplus)))
      const kept = sum(running.map(({ sale, way }) => way.waits?.(totalOf(sale)) ?? 0n))
      expect(left).toBe(dust + kept)
      const cost = income + BigInt(counters.tx_fee) + refundFees + ownFees + left
      expect(before - (await heldByAll())).toBe(cost)
    }
    await agree(ended)

    // The newest block goes; what was in it is sent again.
    await harness.rollBack(1)
    const nowAs = async (status: (sale: WholeSale) => string) => {
      const now = await Promise.all(ended.map((sale) => sales.now(sale)))
      return now.every((sale, at) => sale.status === status(ended[at] ?? sale)) ? now : undefined
    }
    await until(async () => {
      const isThere = await Promise.all(sent.map(async (txId) => (await feeOf(txId)) > 0n))
      const now = await nowAs(({ status }) => status)
      return isThere.every(Boolean) && now !== undefined && before - (await heldByAll()) > 0n
    })
    await until(async () => (await openRefunds(refunds)) === 0)
    await agree((await nowAs(({ status }) => status)) ?? [])

    // A database from before anybody paid: every sale ends as it had ended. A refund to somebody who had
    // not paid looks like any other use of the wallet's phrase.
    const isToAnother = ({ id: saleId }: WholeSale): boolean =>
      running.some(({ sale, way }) => sale.id === saleId && way.to !== undefined)
    await sales.closedWhile(async () => copyFileSync(`${path}.copy`, path))
    const afterCopy = (sale: WholeSale) => (isToAnother(sale) ? 'RESERVED' : sale.status)
    await until(async () => (await nowAs(afterCopy)) !== undefined)
    await until(async () => (await Promise.all(running.map(isSeen))).every(Boolean))
    await agree((await nowAs(afterCopy)) ?? [])
  })
})

/** Refunds' transactions that are not on chain. */
const openRefunds = async (
  refunds: readonly Awaited<ReturnType<typeof refundOf>>[],
): Promise<number> => {
  const ids = refunds.flatMap((mint) => mint?.transactions.map(({ tx_id: txId }) => txId) ?? [])
  const fees = await Promise.all(ids.map(feeOf))
  return fees.filter((fee) => fee === 0n).length
}

const agrees = async (
  sale: WholeSale,
  payouts: readonly { readonly addr: string }[],
): Promise<void> => {
  const txId = TxId(sale.tx_id ?? '')
  const all = await sales.harness.gateway.outputsOf(txId)
  const paid = all?.inputs.reduce((total, { value }) => total + value.lovelace, 0n) ?? 0n
  const at = (is: (address: string) => boolean): bigint =>
    sum(all?.outputs.filter(({ address }) => is(address)).map(({ value }) => value.lovelace) ?? [])
  expect(at((address) => payouts.some(({ addr }) => addr === address))).toBe(
    BigInt(sale.income ?? 0),
  )
  expect(at((address) => address === sale.buyer_address)).toBe(
    BigInt(sale.nft_fee ?? 0) + paid - totalOf(sale),
  )
  expect(await feeOf(txId)).toBe(BigInt(sale.tx_fee ?? 0))
}
