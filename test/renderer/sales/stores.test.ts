import { describe, expect } from 'vitest'
import type { SaleDetails, SaleSummary } from '#contract/sales/calls.ts'
import { tokensQuery, updateStates } from '#renderer/data/tokens.ts'
import { callKey, callQuery } from '#renderer/data/call-query.ts'
import { change } from '#renderer/data/change.ts'
import { queryClient } from '#renderer/data/query-client.ts'
import { isMoving } from '#contract/sales/sale-status.ts'
import { needsUser, steady } from '#renderer/data/sales.ts'
import { loadOlderSales, salesQuery } from '#renderer/data/sales-list.ts'
import { bad, bridgeTest as test, next, ok } from '../fake-bridge.ts'
import { tokenRowOf } from '../token-row.ts'
import { saleDetails, saleSummary } from './sample-sale.ts'

const collectionRef = { accountId: 'local', collectionId: 'herbarium' }
const line = (id: string, changes: Partial<SaleSummary> = {}): SaleSummary =>
  saleSummary({ id, status: 'COMPLETED', ...changes })
const list = (sales: readonly SaleSummary[], cursor: string | null = null) =>
  ok({ canSell: true, sales, cursor })
const fetchSales = (of: typeof collectionRef) => {
  queryClient.fetchQuery(salesQuery(of)).catch(() => undefined)
}
const known = (of = collectionRef) => queryClient.getQueryData(salesQuery(of).queryKey)
const shown = (of = collectionRef) => known(of)?.sales.map(({ id }) => id) ?? []

describe('the sales of a collection', () => {
  test('come page by page, and a newer page goes before what is known', async () => {
    fetchSales(collectionRef)
    await next('sales.list').answer(list([line('d'), line('c')], 'older'))
    void loadOlderSales(collectionRef)
    const older = next('sales.list')
    expect(older.input['cursor']).toBe('older')
    await older.answer(list([line('b'), line('a')]))
    expect(shown()).toEqual(['d', 'c', 'b', 'a'])
    fetchSales(collectionRef)
    await next('sales.list').answer(list([line('e'), line('d')], 'page two'))
    expect(shown()).toEqual(['e', 'd', 'c', 'b', 'a'])
    expect(known()?.cursor).toBeNull()
  })

  test('ask alone for what still moves and is older than the newest page', async () => {
    fetchSales(collectionRef)
    await next('sales.list').answer(list([line('b'), line('a', { status: 'MINTING' })]))
    fetchSales(collectionRef)
    await next('sales.list').answer(list([line('c'), line('b')], 'more'))
    const alone = next('sales.show')
    expect(alone.input['saleId']).toBe('a')
    await alone.answer(ok(line('a')))
    expect(known()?.sales.at(-1)).toMatchObject({ id: 'a', status: 'COMPLETED' })
  })

  test('start again where so many are new that some are missing between', async () => {
    fetchSales(collectionRef)
    await next('sales.list').answer(list([line('b'), line('a')]))
    fetchSales(collectionRef)
    await next('sales.list').answer(list([line('z'), line('y')], 'more'))
    expect(shown()).toEqual(['z', 'y'])
    expect(known()?.cursor).toBe('more')
  })

  test('keep the end of a reservation steady, and take in another one', async () => {
    const ends = (endsAt: string) => line('a', { status: 'RESERVED', endsAt })
    fetchSales(collectionRef)
    await next('sales.list').answer(list([ends('2026-11-22T05:00:00.000Z')]))
    const answerWith = async (endsAt: string) => {
      fetchSales(collectionRef)
      await next('sales.list').answer(list([ends(endsAt)]))
      return known()?.sales[0]?.endsAt
    }
    expect(await answerWith('2026-11-22T05:00:01.200Z')).toBe('2026-11-22T05:00:00.000Z')
    expect(await answerWith('2026-11-22T05:10:00.000Z')).toBe('2026-11-22T05:10:00.000Z')
  })

  test('stay when they cannot be asked for, and those of another collection do not come', async () => {
    fetchSales(collectionRef)
    await next('sales.list').answer(list([line('a')]))
    fetchSales(collectionRef)
    await next('sales.list').answer(bad('nobody answers'))
    expect(shown()).toEqual(['a'])
    expect(queryClient.getQueryState(salesQuery(collectionRef).queryKey)?.error?.message).toBe(
      'nobody answers',
    )
    fetchSales(collectionRef)
    const late = next('sales.list')
    fetchSales({ ...collectionRef, collectionId: 'other' })
    await late.answer(list([line('b'), line('a')]))
    expect(shown({ ...collectionRef, collectionId: 'other' })).toEqual([])
  })

  test('move by themselves, or wait for the user, by their states', () => {
    expect(isMoving({ status: 'RESERVED' })).toBe(true)
    expect(isMoving({ status: 'UNRESOLVED_MINTING_MISSING' })).toBe(true)
    expect(isMoving({ status: 'REFUNDED' })).toBe(false)
    expect(needsUser({ status: 'PROCESSING_FAILED', surplus: 0 })).toBe(true)
    expect(needsUser({ status: 'COMPLETED', surplus: 0 })).toBe(false)
    expect(needsUser({ status: 'COMPLETED', surplus: 5 })).toBe(true)
    const payers = [{ address: 'addr_test1', lovelace: 5, missing: 1 }]
    const left = [{ name: 'RefundLeftError', message: { payers } }]
    // What a stranger left, too little to be sent back, asks for nothing.
    expect(needsUser({ status: 'COMPLETED', surplus: 5, error: left })).toBe(false)
    expect(needsUser({ status: 'REFUNDED', surplus: 6, error: left })).toBe(true)
  })
})

describe('the sale that is looked at', () => {
  const at = { ...collectionRef, saleId: 'a' }
  const fetchSale = () => {
    queryClient.fetchQuery(callQuery('sales.show', at, { settle: steady })).catch(() => undefined)
  }
  const status = () => queryClient.getQueryData<SaleDetails>(callKey('sales.show', at))?.status

  test('is not thrown back by an answer that was asked for before it was changed', async () => {
    fetchSale()
    await next('sales.show').answer(ok(saleDetails({ id: 'a', status: 'UNRESOLVED_OVERPAID' })))
    fetchSale()
    const before = next('sales.show')
    const changing = change('sales.resolve', { ...at, action: 'accept', to: null })
    await next('sales.resolve').answer(ok(saleDetails({ id: 'a', status: 'PROCESSING' })))
    await changing
    await before.answer(ok(saleDetails({ id: 'a', status: 'UNRESOLVED_OVERPAID' })))
    expect(status()).toBe('PROCESSING')
  })
})

describe('tokens of a collection', () => {
  test('learn what sales did to them, in the place where they stand', async () => {
    queryClient.fetchQuery(tokensQuery(collectionRef)).catch(() => undefined)
    const tokens = [tokenRowOf('a'), tokenRowOf('b'), tokenRowOf('c')]
    await next('tokens.page').answer(ok({ tokens, cursor: null }))
    await updateStates(
      collectionRef,
      new Map([
        ['b', { status: 'RESERVED' }],
        ['c', { status: 'COMPLETED', is_sold: true }],
      ]),
    )
    const rows = queryClient.getQueryData(tokensQuery(collectionRef).queryKey)?.rows
    expect(rows?.map(({ status, is_sold: isSold }) => [status, isSold])).toEqual([
      ['FOR_SALE', undefined],
      ['RESERVED', undefined],
      ['COMPLETED', true],
    ])
  })
})
