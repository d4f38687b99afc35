import { create } from 'zustand'
import type { ErrorInfo } from '#shared/calls/call.ts'
import type { SaleSummary } from '#shared/calls/sales.ts'
import { call, errorInfoOf } from '../bridge.ts'
import type { CollectionRef } from './minting.ts'

type SalesStore = {
  readonly collectionRef: CollectionRef | undefined
  /** Undefined until it is known; false: the service does not sell. */
  readonly canSell: boolean | undefined
  /** Newest first, without gaps as far as they were loaded. */
  readonly sales: readonly SaleSummary[]
  /** Leads to older ones; null: there are none. */
  readonly cursor: string | null
  /** Why they are not known; what was known stays. */
  readonly error: ErrorInfo | undefined
  readonly open: (collectionRef: CollectionRef) => Promise<void>
  readonly refresh: () => Promise<void>
  readonly loadOlder: () => Promise<void>
}

const nothing = { canSell: undefined, sales: [], cursor: null, error: undefined }

/** What is older than the newest page and may still change by itself is asked for one by one. */
const maxFetchedSingly = 10

/** The sales of the collection that is looked at. */
export const useSales = create<SalesStore>((set, get) => {
  let asked = 0
  let isLoadingOlder = false
  const here = ({ accountId, collectionId }: CollectionRef): boolean =>
    get().collectionRef?.accountId === accountId &&
    get().collectionRef?.collectionId === collectionId
  const older = async (
    collectionRef: CollectionRef,
    known: ReadonlySet<string>,
  ): Promise<SaleSummary[]> => {
    const moving = get().sales.filter((sale) => isMoving(sale) && !known.has(sale.id))
    return Promise.all(
      moving
        .slice(0, maxFetchedSingly)
        .map(({ id }) => call('sales.show', { ...collectionRef, saleId: id })),
    )
  }
  const load = async (collectionRef: CollectionRef): Promise<void> => {
    const question = (asked += 1)
    try {
      const page = await call('sales.list', { ...collectionRef, cursor: null })
      const rest = await older(collectionRef, new Set(page.sales.map(({ id }) => id)))
      if (question !== asked || !here(collectionRef)) return
      const known = new Set(get().sales.map(({ id }) => id))
      // So many are new that some lie between: what was loaded before is started again.
      const isApart = page.sales.every(({ id }) => !known.has(id))
      set({
        canSell: page.canSell,
        sales: merged(page.sales, isApart ? [] : withUpdates(get().sales, rest)),
        ...(isApart ? { cursor: page.cursor } : {}),
        error: undefined,
      })
    } catch (error) {
      if (question === asked && here(collectionRef)) set({ error: errorInfoOf(error) })
    }
  }
  return {
    ...nothing,
    collectionRef: undefined,
    open: async (collectionRef) => {
      if (!here(collectionRef)) set({ ...nothing, collectionRef })
      await load(collectionRef)
    },
    refresh: async () => {
      const { collectionRef } = get()
      if (collectionRef !== undefined) await load(collectionRef)
    },
    loadOlder: async () => {
      const { collectionRef, cursor } = get()
      if (collectionRef === undefined || cursor === null || isLoadingOlder) return
      isLoadingOlder = true
      try {
        const page = await call('sales.list', { ...collectionRef, cursor })
        if (here(collectionRef) && get().cursor === cursor)
          set({ sales: merged(get().sales, page.sales), cursor: page.cursor })
      } finally {
        isLoadingOlder = false
      }
    },
  }
})

/** Two clocks and a wire lie between: what differs by less than this is the same end. */
const sameEndMs = 3_000

/** A time that is counted down must not jump with each answer. */
export const steady = <T extends Pick<SaleSummary, 'endsAt'>>(
  sale: T,
  before: Pick<SaleSummary, 'endsAt'> | undefined,
): T => {
  const [is, was] = [sale.endsAt, before?.endsAt]
  if (is === null || was === null || was === undefined) return sale
  const isSame = Math.abs(Date.parse(is) - Date.parse(was)) < sameEndMs
  return isSame ? { ...sale, endsAt: was } : sale
}

const withUpdates = (
  sales: readonly SaleSummary[],
  news: readonly SaleSummary[],
): readonly SaleSummary[] => {
  const byId = new Map(news.map((sale) => [sale.id, sale]))
  return sales.map((sale) => steady(byId.get(sale.id) ?? sale, sale))
}

/** First those of `newer`, then those of `older` that are not among them. */
const merged = (
  newer: readonly SaleSummary[],
  older: readonly SaleSummary[],
): readonly SaleSummary[] => {
  const before = new Map(older.map((sale) => [sale.id, sale]))
  const ids = new Set(newer.map(({ id }) => id))
  return [
    ...newer.map((sale) => steady(sale, before.get(sale.id))),
    ...older.filter(({ id }) => !ids.has(id)),
  ]
}

const moving: ReadonlySet<string> = new Set([
  'RESERVED',
  'PROCESSING',
  'SUBMITTING',
  'MINTING',
  'UNRESOLVED_SUBMITTING_FAILED',
  'UNRESOLVED_MINTING_MISSING',
  'UNRESOLVED_UNDERPAID',
  'REFUNDING',
])

/** It may change by itself at any moment. */
export const isMoving = ({ status }: Pick<SaleSummary, 'status'>): boolean => moving.has(status)

/** The user is to decide something. */
export const needsUser = ({ status, surplus }: Pick<SaleSummary, 'status' | 'surplus'>): boolean =>
  /^(?:UNRESOLVED_|RESERVED_FAILED|PROCESSING_FAILED)/u.test(status) || surplus !== '0'
