import { describe, expect } from 'vitest'
import type { SaleSummary } from '#contract/sales/calls.ts'
import { accountSalesQuery, isToDo } from '#renderer/data/account-sales.ts'
import { queryClient } from '#renderer/data/query-client.ts'
import { findSales } from '#renderer/views/sales/account-sales-list.tsx'
import { bad, bridgeTest as test, next, ok, settled } from '../fake-bridge.ts'
import { saleSummary } from './sample-sale.ts'

const accountId = 'local'
const collections = ok(
  ['Herbarium', 'Moths'].map((name) => ({ id: name.toLowerCase(), name, policy: {} })),
)
const at = (minute: number) => `2026-11-22T04:0${minute}:00.000Z`
const line = (id: string, minute: number, changes: Partial<SaleSummary> = {}): SaleSummary =>
  saleSummary({ id, status: 'COMPLETED', created_at: at(minute), ...changes })
const list = (sales: readonly SaleSummary[], cursor: string | null = null) =>
  ok({ canSell: true, sales, cursor })

const fetchAll = () => {
  queryClient.fetchQuery({ ...accountSalesQuery(accountId) }).catch(() => undefined)
}
const known = () => queryClient.getQueryData(accountSalesQuery(accountId).queryKey)
const shown = () => known()?.sales.map(({ sale: { id } }) => id)

describe('the payment links of an account', () => {
  test('are those of all its collections to the last page, those that need the user first', async () => {
    fetchAll()
    await next('collections.list').answer(collections)
    const [herbarium, moths] = [next('sales.list'), next('sales.list')]
    expect([herbarium.input, moths.input]).toMatchObject([
      { collectionId: 'herbarium' },
      { collectionId: 'moths' },
    ])
    await herbarium.answer(list([line('fern', 3)], 'older'))
    await moths.answer(list([line('luna', 4)]))
    // What is here is shown while the rest is loaded.
    expect(shown()).toContain('fern')
    expect(known()?.isPartial).toBe(true)
    await next('sales.list').answer(
      list([line('late', 2, { surplus: 5 }), line('short', 1, { status: 'UNRESOLVED_UNDERPAID' })]),
    )
    expect(shown()).toEqual(['late', 'short', 'luna', 'fern'])
    expect(known()).toMatchObject({ isPartial: false, isCut: false, canSell: true, collections: 2 })
    expect(known()?.sales[0]).toMatchObject({
      collectionName: 'Herbarium',
      collectionRef: { accountId, collectionId: 'herbarium' },
    })
  })

  test('ask only for the newest page again, and keep the rows that are equal', async () => {
    fetchAll()
    await next('collections.list').answer(collections)
    const first = [next('sales.list'), next('sales.list')]
    await first[0]?.answer(list([line('fern', 3)]))
    await first[1]?.answer(list([]))
    const before = known()?.sales[0]
    fetchAll()
    // The collections are known for a while.
    await settled()
    const again = [next('sales.list'), next('sales.list')]
    await again[0]?.answer(list([line('fern', 3)]))
    await again[1]?.answer(list([line('luna', 4)]))
    expect(shown()).toEqual(['luna', 'fern'])
    expect(known()?.sales[1]).toBe(before)
  })

  test('stay as they were known when a service does not answer', async () => {
    fetchAll()
    await next('collections.list').answer(ok([]))
    expect(known()).toMatchObject({ sales: [], collections: 0, canSell: true })
    await queryClient.invalidateQueries({ queryKey: ['collections.list'] })
    fetchAll()
    await next('collections.list').answer(bad('It is off.'))
    expect(known()).toMatchObject({ sales: [] })
    expect(queryClient.getQueryState(accountSalesQuery(accountId).queryKey)?.error).not.toBeNull()
  })
})

describe('the list', () => {
  const entry = (sale: SaleSummary, collectionName = 'Herbarium') => ({
    sale,
    collectionName,
    collectionRef: { accountId, collectionId: 'c' },
  })
  const token = { id: 't', name: 'Olive No. 02', asset_name: 'Herbarium02', cid: null }
  const all = [
    entry(line('decide', 1, { status: 'UNRESOLVED_OVERPAID' })),
    entry(line('open', 2, { status: 'RESERVED', tokens: [token] })),
    entry(line('sent', 3, { status: 'MINTING' })),
    entry(line('sold', 4, { buyer_address: 'addr_test1buyer' }), 'Moths'),
    entry(line('back', 5, { status: 'REFUNDED' })),
    entry(line('over', 6, { status: 'EXPIRED' })),
  ]
  const found = (filter: Partial<Parameters<typeof findSales>[1]>) =>
    findSales(all, { state: undefined, search: '', ...filter }).map(({ sale: { id } }) => id)

  test('has each payment link in one state', () => {
    const states = ['todo', 'reserved', 'delivery', 'sold', 'refund', 'unpaid'] as const
    expect(states.map((state) => found({ state }))).toEqual(
      ['decide', 'open', 'sent', 'sold', 'back', 'over'].map((id) => [id]),
    )
  })

  test('is searched by token, asset name, collection, state and buyer', () => {
    expect(found({ search: ' olive' })).toEqual(['open'])
    expect(found({ search: 'herbarium02' })).toEqual(['open'])
    expect(found({ search: 'moths' })).toEqual(['sold'])
    expect(found({ search: 'refunded' })).toEqual(['back'])
    expect(found({ search: 'addr_test1buyer' })).toEqual(['sold'])
    expect(found({ search: 'olive', state: 'sold' })).toEqual([])
    expect(found({})).toHaveLength(all.length)
  })

  test('calls the user for a signature that is missing, and for a decision', () => {
    const delivery = { within: 60, by: null, is_late: false, round_id: null }
    expect(isToDo(entry(line('a', 1, { status: 'PROCESSING', delivery })))).toBe(true)
    expect(isToDo(entry(line('a', 1, { status: 'PROCESSING' })))).toBe(false)
    const blocked = {
      reason: 'vault_locked',
      since: at(0),
      message: 'The vault is locked.',
    } as const
    expect(isToDo(entry(line('a', 1, { status: 'REFUNDING', signing_blocked: blocked })))).toBe(
      true,
    )
    expect(isToDo(entry(line('a', 1, { signing_blocked: blocked })))).toBe(false)
  })
})
