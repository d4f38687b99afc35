import { queryOptions, useQuery } from '@tanstack/react-query'
import type { CallOutput } from '#contract/window/calls.ts'
import type { SaleSummary } from '#contract/sales/calls.ts'
import { call } from '../bridge.ts'
import { asCallError } from './call-query.ts'
import { intervalOf } from './intervals.ts'
import type { CollectionRef } from './minting.ts'
import { queryClient } from './query-client.ts'
import { isMoving } from '#contract/sales/sale-status.ts'
import { steady } from './sales.ts'

/** Newest first, without gaps as far as they are loaded; `cursor` leads to older ones. */
type KnownSales = CallOutput<'sales.list'>

/** Older sales that may still change are fetched one by one. */
const maxFetchedSingly = 10

/** Fetches the newest page and merges it with the known sales. */
export const salesQuery = ({ accountId, collectionId }: CollectionRef) =>
  queryOptions({
    queryKey: ['sales.list', 'pages', { accountId, collectionId }],
    queryFn: (): Promise<KnownSales> => asCallError(fetchNewest({ accountId, collectionId })),
    refetchInterval: ({ state }) => intervalOf('sales.list', state.data),
  })

/** `collectionRef` undefined: there are none to load. */
export const useSales = (collectionRef: CollectionRef | undefined) =>
  useQuery({
    ...salesQuery(collectionRef ?? { accountId: '', collectionId: '' }),
    enabled: collectionRef !== undefined,
  })

const knownSales = (collectionRef: CollectionRef) =>
  queryClient.getQueryData(salesQuery(collectionRef).queryKey)

const fetchNewest = async (collectionRef: CollectionRef): Promise<KnownSales> => {
  const page = await call('sales.list', { ...collectionRef, cursor: null })
  const news = await fetchMoving(collectionRef, new Set(page.sales.map(({ id }) => id)))
  const { sales, cursor } = knownSales(collectionRef) ?? page
  const known = new Set(sales.map(({ id }) => id))
  // More new sales than one page: drop the loaded ones, because there is a gap.
  const isApart = page.sales.every(({ id }) => !known.has(id))
  return {
    canSell: page.canSell,
    sales: mergeSales(page.sales, isApart ? [] : withUpdates(sales, news)),
    cursor: isApart ? page.cursor : cursor,
  }
}

const fetchMoving = (
  collectionRef: CollectionRef,
  page: ReadonlySet<string>,
): Promise<SaleSummary[]> => {
  const older = knownSales(collectionRef)?.sales.filter(
    (sale) => isMoving(sale) && !page.has(sale.id),
  )
  return Promise.all(
    (older ?? [])
      .slice(0, maxFetchedSingly)
      .map(({ id }) => call('sales.show', { ...collectionRef, saleId: id })),
  )
}

/** Loads the next page of older sales. */
export const loadOlderSales = async (collectionRef: CollectionRef): Promise<void> => {
  const cursor = knownSales(collectionRef)?.cursor ?? null
  if (cursor === null) return
  const page = await call('sales.list', { ...collectionRef, cursor })
  queryClient.setQueryData(salesQuery(collectionRef).queryKey, (known) =>
    // Another click may have loaded the same page meanwhile.
    known?.cursor === cursor
      ? { ...known, sales: mergeSales(known.sales, page.sales), cursor: page.cursor }
      : known,
  )
}

const withUpdates = (
  sales: readonly SaleSummary[],
  news: readonly SaleSummary[],
): SaleSummary[] => {
  const byId = new Map(news.map((sale) => [sale.id, sale]))
  return sales.map((sale) => steady(byId.get(sale.id) ?? sale, sale))
}

/** The sales of `newer`, then those of `older` that are not among them. */
const mergeSales = (
  newer: readonly SaleSummary[],
  older: readonly SaleSummary[],
): SaleSummary[] => {
  const before = new Map(older.map((sale) => [sale.id, sale]))
  const ids = new Set(newer.map(({ id }) => id))
  return [
    ...newer.map((sale) => steady(sale, before.get(sale.id))),
    ...older.filter(({ id }) => !ids.has(id)),
  ]
}
