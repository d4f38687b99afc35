import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { analyzeSales, readAnalytics, type SoldCollection } from '#app/sales/analyze-sales.ts'
import { slotAt } from '#cardano/slots.ts'
import { maxAnalyzedSales, type SalesSums } from '#contract/sales/analytics.ts'
import type { Sale } from '#contract/sales/sale.ts'
import { saleStatuses } from '#contract/sales/sale-status.ts'
import { ColdpressError } from '#values/errors/errors.ts'

/** Noon, which is the same day wherever the test runs, or nearly. */
const noon = (day: string) => new Date(`${day}T12:00:00`)

const paidOn = (day: string): NonNullable<Sale['payments']>[number] => ({
  tx_id: 'tx',
  index: 0,
  address: 'addr',
  lovelace: 20_000_000,
  assets: [],
  slot: Number(slotAt('devnet', noon(day))),
  confirmations: 9,
  use: 'counted',
})

const token = (id: string): Sale['tokens'][number] => ({
  id,
  asset_name: `Asset${id}`,
  name: `Token ${id}`,
  image: '',
  status: 'COMPLETED',
})

const sale = (day: string, changes: Partial<Sale> = {}): Sale => ({
  id: day,
  collection_id: 'herbarium',
  status: 'COMPLETED',
  type: 'fixed',
  price: 10_000_000,
  supply: 2,
  payment_address: 'addr_test1',
  payment_link: 'http://127.0.0.1/pay/sale/1',
  reservation_time: 60,
  reserved_time: 0,
  tokens: [token('1'), token('2')],
  confirmations: 3,
  payments: [paidOn(day)],
  tx_fee: 200_001,
  nft_fee: 1_200_000,
  income: 18_599_999,
  created_at: noon('2026-11-19').toISOString(),
  updated_at: noon('2026-12-31').toISOString(),
  ...changes,
})

const sold = (sales: readonly Sale[], changes: Partial<SoldCollection> = {}): SoldCollection => ({
  id: 'herbarium',
  name: 'Herbarium',
  chain: 'devnet',
  sales,
  ...changes,
})

const addUp = (all: readonly SalesSums[]) =>
  Object.fromEntries(
    (
      [
        'reserved',
        'paid',
        'delivered',
        'revenue',
        'undelivered',
        'income',
        'nftFee',
        'txFee',
      ] as const
    ).map((name) => [name, all.reduce((sum, sums) => sum + BigInt(sums[name]), 0n)]),
  )

describe('the analytics of sales', () => {
  it('count reservations on the day of the link, and payments and income on the day of the payment', () => {
    const { kind, periods, totals, unstated } = analyzeSales([
      sold([
        sale('2026-11-22'),
        sale('2026-11-20'),
        sale('2026-11-22', { status: 'MINTING', income: null, tx_fee: null, nft_fee: null }),
        sale('2026-11-22', { status: 'EXPIRED', payments: [] }),
        sale('2026-11-22', { status: 'REFUNDED' }),
      ]),
    ])
    expect(kind).toBe('day')
    expect(
      periods.map(({ from, reserved, paid, delivered }) => [from, reserved, paid, delivered]),
    ).toEqual([
      ['2026-11-19', 10, 0, 0],
      ['2026-11-20', 0, 2, 2],
      ['2026-11-21', 0, 0, 0],
      ['2026-11-22', 0, 4, 2],
    ])
    expect(periods.at(-1)).toMatchObject({
      revenue: '40000000',
      undelivered: '20000000',
      income: '18599999',
      txFee: '200001',
      nftFee: '1200000',
    })
    expect(totals).toMatchObject({ reserved: 10, paid: 6, delivered: 4, revenue: '60000000' })
    expect(unstated).toEqual({ paidAt: 0, income: 0 })
  })

  it('divide what a sale of several tokens brought among them, to the last lovelace', () => {
    const { tokens } = analyzeSales([sold([sale('2026-11-22')])])
    expect(tokens.map(({ name, income, txFee }) => [name, income, txFee])).toEqual([
      ['Token 1', '9300000', '100001'],
      ['Token 2', '9299999', '100000'],
    ])
  })

  it('say of a service that states less what is not known, and count it all the same', () => {
    const hosted = sale('2026-11-22', { payments: undefined, income: null, tokens: [], supply: 3 })
    const undated = sale('2026-11-22', { status: 'RESERVED', created_at: null, payments: [] })
    const old = sale('2026-11-22', { status: 'EXPIRED', created_at: '0001-01-01T00:00:00Z' })
    const analytics = analyzeSales([sold([hosted, undated, old], { chain: undefined })])
    expect(analytics.unstated).toEqual({ paidAt: 1, income: 1 })
    expect(analytics.periods.at(-1)).toMatchObject({ from: '2026-12-31', paid: 3, delivered: 3 })
    expect(analytics.undated).toMatchObject({ reserved: 4, paid: 0 })
    expect(analytics.tokens).toContainEqual(
      expect.objectContaining({ id: null, name: null, reserved: 3, delivered: 3, income: '0' }),
    )
  })

  it('are exact beyond what a number can hold', () => {
    const dear = { price: Number.MAX_SAFE_INTEGER, income: Number.MAX_SAFE_INTEGER }
    const { totals } = analyzeSales([sold([sale('2026-11-22', dear), sale('2026-11-22', dear)])])
    expect(totals.income).toBe(String(2n * BigInt(Number.MAX_SAFE_INTEGER)))
    expect(totals.revenue).toBe(String(4n * BigInt(Number.MAX_SAFE_INTEGER)))
  })

  it('leave out the oldest of a collection that has too many, and say so', () => {
    const many = Array.from({ length: maxAnalyzedSales + 1 }, () => sale('2026-11-22'))
    const { totals, isCut } = analyzeSales([sold(many)])
    expect(isCut).toBe(true)
    expect(totals.reserved).toBe(2 * maxAnalyzedSales)
    expect(analyzeSales([sold(many.slice(1))]).isCut).toBe(false)
  })

  it('add up: the parts by time, by token and by collection are the same whole', () => {
    const time = fc.option(
      fc
        .date({ min: noon('2015-01-01'), max: noon('2027-01-01'), noInvalidDate: true })
        .map((at) => at.toISOString()),
    )
    const amount = fc.option(fc.integer({ min: 0, max: 50_000_000 }))
    const anySale = fc
      .record({
        status: fc.constantFrom(...saleStatuses, 'CANCELED', 'UNRESOLVED_OTHER'),
        price: fc.integer({ min: 0, max: 50_000_000 }),
        ids: fc.uniqueArray(fc.constantFrom('1', '2', '3', '4', '5'), { maxLength: 5 }),
        supply: fc.integer({ min: -1, max: 4 }),
        payments: fc.option(
          fc.array(
            fc.record({
              use: fc.constantFrom('counted' as const, 'surplus' as const),
              slot: fc.integer({ min: 0, max: 60_000_000 }),
            }),
            { maxLength: 2 },
          ),
        ),
        income: amount,
        tx_fee: amount,
        nft_fee: amount,
        created_at: time,
        updated_at: time,
      })
      .map(({ ids, payments, ...changes }) =>
        sale('2026-11-22', {
          ...changes,
          tokens: ids.map(token),
          payments: payments?.map((changed) => ({ ...paidOn('2026-11-22'), ...changed })),
        }),
      )
    const collections = fc.array(
      fc.record({
        sales: fc.array(anySale, { maxLength: 12 }),
        chain: fc.constantFrom('devnet' as const, undefined),
      }),
      { maxLength: 3 },
    )
    fc.assert(
      fc.property(collections, (given) => {
        const all = given.map((changes, at) => sold(changes.sales, { ...changes, id: `c${at}` }))
        const { periods, undated, tokens, collections: each, totals } = analyzeSales(all)
        const whole = addUp([totals])
        expect(addUp([...periods, ...(undated === null ? [] : [undated])])).toEqual(whole)
        expect(addUp(tokens)).toEqual(whole)
        expect(addUp(each)).toEqual(whole)
        // And the whole is what the sales say.
        const sales = all.flatMap((collection) => collection.sales)
        expect(totals.reserved).toBe(
          sales.reduce(
            (sum, { tokens: own, supply }) => sum + (own.length || Math.max(0, supply)),
            0,
          ),
        )
        expect(totals.income).toBe(
          String(
            sales.reduce(
              (sum, { status, income }) => sum + (status === 'COMPLETED' ? (income ?? 0) : 0),
              0,
            ),
          ),
        )
      }),
    )
  })
})

describe('the analytics of an account', () => {
  const account = {
    id: 'local',
    name: 'Local studio',
    kind: 'local',
    network: 'testnet',
    chain: 'devnet',
    baseUrl: '',
    appId: '',
    createdAt: '',
  } as const
  /** A client of which only the lists are asked. */
  const clientOf = (lists: Readonly<Record<string, readonly Sale[] | Error>>) => ({
    collections: async function* collections() {
      for (const id of Object.keys(lists)) yield { id, name: `The ${id}`, network: 'testnet' }
    },
    getCollection: async (id: string) => ({ id, name: `The ${id}`, network: 'testnet' }),
    sales: async function* sales(id: string) {
      const list = lists[id] ?? []
      if (list instanceof Error) throw list
      yield* list
    },
  })
  type Client = Parameters<typeof readAnalytics>[0]['client']
  const read = (lists: Parameters<typeof clientOf>[0], collectionId?: string) =>
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- of the client only what is read here
    readAnalytics({ client: clientOf(lists) as unknown as Client, account }, collectionId)

  it('are those of all its collections, or of one', async () => {
    const lists = { a: [sale('2026-11-22')], b: [sale('2026-11-20'), sale('2026-11-21')], c: [] }
    const { collections, totals } = await read(lists)
    expect(collections.map(({ name, delivered }) => [name, delivered])).toEqual([
      ['The a', 2],
      ['The b', 4],
    ])
    expect(totals.delivered).toBe(6)
    expect((await read(lists, 'b')).totals.delivered).toBe(4)
  })

  it('are empty where the service sells nothing, and fail where it does not answer', async () => {
    const none = await read({ a: new ColdpressError('not_found', 'There are no sales here.') })
    expect(none.totals.reserved).toBe(0)
    await expect(read({ a: new ColdpressError('timeout', 'It is slow.') })).rejects.toMatchObject({
      code: 'timeout',
    })
  })
})
