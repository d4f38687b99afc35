import { randomInt } from 'node:crypto'
import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { enterpriseAddress } from '#core/cardano/addresses.ts'
import { TxId } from '#core/cardano/ids.ts'
import { generatePolicyKey } from '#core/cardano/keys.ts'
import { collection as collectionShape } from '#shared/wire/collection.ts'
import { mint as mintShape } from '#shared/wire/mint.ts'
import type { Sale } from '#shared/wire/sale.ts'
import { ada } from '../mints/mint-harness.ts'
import { tokenBody, addTokens, createCollection } from '../open-studio.ts'
import { openSales, type Sales } from './open-sales.ts'
import { fixedSale, postSale, saleOf } from './sale-harness.ts'
import { until } from '../../support/until.ts'

let sales: Sales
beforeAll(async () => {
  sales = await openSales({}, 3)
})
afterAll(() => sales.close())

const way = fc.record({
  tokens: fc.integer({ min: 1, max: 3 }),
  price: fc.integer({ min: 5_000_000, max: 9_000_000 }),
  by: fc.constantFrom('buyer' as const, 'other' as const),
  /** What is paid, and what is done about it. */
  how: fc.constantFrom(
    'exact',
    'accept',
    'refund',
    'twice',
    'in two',
    'little',
  ) satisfies fc.Arbitrary<How>,
})
type How = 'exact' | 'accept' | 'refund' | 'twice' | 'in two' | 'little'

/** Pays as `how` says; answers the transactions that payers made. */
const pay = async (sold: Sale, by: 'buyer' | 'other', how: How): Promise<readonly TxId[]> => {
  const total = BigInt(sold.price * sold.supply)
  const amounts: Readonly<Record<How, readonly bigint[]>> = {
    exact: [total],
    accept: [total + 1_234_567n],
    refund: [total + 1_234_567n],
    little: [total - 1n],
    twice: [total, total],
    'in two': [total - 2n * ada, 2n * ada],
  }
  const sent: TxId[] = []
  for (const amount of amounts[how]) sent.push(await sales[by].pay(sold, amount))
  return sent
}

const settle = async (sold: Sale, how: How): Promise<Sale> => {
  if (how === 'accept' || how === 'refund') {
    await sales.reaches(sold, 'UNRESOLVED_OVERPAID')
    await sales.resolved(sold, how)
    return sales.reaches(sold, how === 'accept' ? 'COMPLETED' : 'REFUNDED')
  }
  if (how === 'little') {
    await sales.reaches(sold, 'UNRESOLVED_UNDERPAID')
    await sales.resolved(sold, 'refund')
    return sales.reaches(sold, 'REFUNDED')
  }
  await sales.reaches(sold, 'COMPLETED')
  if (how === 'twice') {
    await until(async () => (await sales.now(sold)).surplus !== 0)
    await sales.resolved(sold, 'refund')
    await until(async () => (await refundOf(await sales.now(sold)))?.status === 'completed')
  }
  return sales.now(sold)
}

const refundOf = async ({ collection_id: id, refund_id: refund }: Sale) =>
  refund === null || refund === undefined
    ? undefined
    : mintShape.parse(
        (await sales.studio.call('GET', `/nft/collections/${id}/mints/${refund}`)).body,
      )

const feeOf = async (txId: string): Promise<bigint> =>
  (await sales.harness.gateway.transaction(TxId(txId)))?.fee ?? 0n

const sum = (amounts: readonly bigint[]): bigint => amounts.reduce((all, one) => all + one, 0n)

describe('No lovelace is lost', () => {
  it('in any mix of sales: chain, sales, counters and buyers agree on every one', async () => {
    const { studio, harness, buyer, other } = sales
    const seed = randomInt(2 ** 31)
    console.log(`conservation: seed ${seed}`)
    const ways = fc.sample(way, { seed, numRuns: 12 })
    const payouts = [0.7, 0.3].map((ratio) => ({
      addr: enterpriseAddress(generatePolicyKey().keyHash, 'devnet'),
      name: `share of ${ratio}`,
      ratio,
    }))
    const { id } = await createCollection(studio, { payout_address: payouts })
    const before = sum([(await buyer.held()).lovelace, (await other.held()).lovelace])
    const sent: TxId[] = []
    const running: Promise<Sale>[] = []
    for (const [at, { tokens, price, by, how }] of ways.entries()) {
      const names = Array.from({ length: tokens }, (_, position) => tokenBody(`T${at}x${position}`))
      const made = await addTokens(studio, id, ...names)
      const sold = saleOf(await postSale(studio, id, fixedSale(made, { price })))
      sent.push(...(await pay(sold, by, how)))
      running.push(settle(sold, how))
    }
    const ended = await Promise.all(running)
    const completed = ended.filter(({ status }) => status === 'COMPLETED')
    for (const sold of completed) await agrees(sold, payouts)

    const counters = collectionShape.parse(
      (await studio.call('GET', `/nft/collections/${id}`)).body,
    )
    const counted = (field: 'income' | 'tx_fee' | 'nft_fee') =>
      completed.reduce((all, sold) => all + (sold[field] ?? 0), 0)
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

    const refunds = await Promise.all(ended.map(refundOf))
    const refundFees = sum(
      refunds.flatMap((mint) => mint?.transactions.map(({ fee }) => BigInt(fee)) ?? []),
    )
    const ownFees = sum(await Promise.all(sent.map(feeOf)))
    const after = sum([(await buyer.held()).lovelace, (await other.held()).lovelace])
    expect(before - after).toBe(income + BigInt(counters.tx_fee) + refundFees + ownFees)
  })
})

const agrees = async (sold: Sale, payouts: readonly { readonly addr: string }[]): Promise<void> => {
  const txId = TxId(sold.tx_id ?? '')
  const all = await sales.harness.gateway.outputsOf(txId)
  const paid = all?.inputs.reduce((total, { value }) => total + value.lovelace, 0n) ?? 0n
  const price = BigInt(sold.price * sold.supply)
  const at = (is: (address: string) => boolean): bigint =>
    sum(all?.outputs.filter(({ address }) => is(address)).map(({ value }) => value.lovelace) ?? [])
  expect(at((address) => payouts.some(({ addr }) => addr === address))).toBe(
    BigInt(sold.income ?? 0),
  )
  expect(at((address) => address === sold.buyer_address)).toBe(
    BigInt(sold.nft_fee ?? 0) + paid - price,
  )
  expect(await feeOf(txId)).toBe(BigInt(sold.tx_fee ?? 0))
}
