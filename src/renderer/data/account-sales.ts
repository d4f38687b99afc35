import { queryOptions, useQuery } from '@tanstack/react-query'
import type { SaleSummary } from '#contract/sales/calls.ts'
import { inParallel } from '#values/work/in-parallel.ts'
import { asCallError, callQuery } from './call-query.ts'
import { intervalOf } from './intervals.ts'
import type { CollectionRef } from './minting.ts'
import { queryClient } from './query-client.ts'
import { needsUser, waitsForSignature } from './sales.ts'
import { loadOlderSales, salesQuery } from './sales-list.ts'

/** A payment link in the list of its account. */
export type AccountSale = {
  readonly sale: SaleSummary
  readonly collectionRef: CollectionRef
  readonly collectionName: string
}

export type AccountSales = {
  /** Those that wait for the user first, then the newest. */
  readonly sales: readonly AccountSale[]
  readonly collections: number
  /** False where the service sells nothing. */
  readonly canSell: boolean
  /** Not all of them yet. */
  readonly isPartial: boolean
  /** There are more than stay quick to sort and to search; the oldest are left out. */
  readonly isCut: boolean
}

const mostSales = 10_000
/** Collections come and go more rarely than sales; what this window changes of them counts at once. */
const collectionsStaleMs = 15_000
const atOnce = 4

/** Milliseconds: so that many collections are not all asked every two seconds. */
const pauseForEach = 500

/** The payment links of all collections of an account. Each list is shared with its collection's page. */
export const accountSalesQuery = (accountId: string) =>
  queryOptions({
    queryKey: ['sales.list', 'account', { accountId }],
    queryFn: (): Promise<AccountSales> => asCallError(loadAccountSales(accountId)),
    // The lists of the collections keep what is equal.
    structuralSharing: false,
    refetchInterval: ({ state: { data } }) => {
      const shown = data && { ...data, sales: data.sales.map(({ sale }) => sale), cursor: null }
      const interval = intervalOf('sales.list', shown)
      return interval && Math.max(interval, pauseForEach * (data?.collections ?? 0))
    },
  })

export const useAccountSales = (accountId: string) => useQuery(accountSalesQuery(accountId))

/** Shows the lists as they arrive the first time, and later replaces them together. */
const loadAccountSales = async (accountId: string): Promise<AccountSales> => {
  const { queryKey } = accountSalesQuery(accountId)
  const isFirst = queryClient.getQueryData(queryKey)?.isPartial !== false
  const collections = await queryClient.fetchQuery({
    ...callQuery('collections.list', { accountId }),
    staleTime: collectionsStaleMs,
  })
  const lists = collections.map(({ id, name }) => ({
    collectionRef: { accountId, collectionId: id },
    collectionName: name,
  }))
  const isFull = () => countLoaded(lists) >= mostSales
  const showPart = () => {
    if (isFirst) queryClient.setQueryData(queryKey, mergeLists(lists, { isPartial: true }))
  }
  await inParallel(lists, atOnce, async ({ collectionRef }) => {
    let list = await queryClient.fetchQuery({ ...salesQuery(collectionRef), staleTime: 0 })
    while (list.cursor !== null && !isFull()) {
      showPart()
      await loadOlderSales(collectionRef)
      const longer = knownList(collectionRef)
      // Another page of the window may have it loaded from the start again.
      if (longer === undefined || longer.cursor === list.cursor) break
      list = longer
    }
  })
  return mergeLists(lists, { isPartial: false })
}

type List = Omit<AccountSale, 'sale'>

const knownList = (collectionRef: CollectionRef) =>
  queryClient.getQueryData(salesQuery(collectionRef).queryKey)

const countLoaded = (lists: readonly List[]): number =>
  lists.reduce((sum, { collectionRef }) => sum + (knownList(collectionRef)?.sales.length ?? 0), 0)

const mergeLists = (
  lists: readonly List[],
  { isPartial }: Pick<AccountSales, 'isPartial'>,
): AccountSales => {
  const known = lists.flatMap((list) => {
    const data = knownList(list.collectionRef)
    return data === undefined ? [] : [{ list, data }]
  })
  return {
    sales: known
      .flatMap(({ list, data }) => data.sales.map((sale) => entryOf(sale, list)))
      .toSorted(
        (a, b) =>
          Number(isToDo(b)) - Number(isToDo(a)) ||
          (b.sale.created_at ?? '').localeCompare(a.sale.created_at ?? ''),
      ),
    collections: lists.length,
    canSell: known.length === 0 || known.some(({ data }) => data.canSell),
    isPartial,
    isCut: !isPartial && known.some(({ data }) => data.cursor !== null),
  }
}

/** The same object for the same sale, so that its row need not render again. */
const entries = new WeakMap<SaleSummary, AccountSale>()

const entryOf = (sale: SaleSummary, list: List): AccountSale => {
  const known = entries.get(sale)
  if (known?.collectionName === list.collectionName) return known
  const entry = { sale, ...list }
  entries.set(sale, entry)
  return entry
}

/** Nothing goes on before the user decides or signs. */
export const isToDo = ({ sale }: AccountSale): boolean => needsUser(sale) || waitsForSignature(sale)
