import { create } from 'zustand'
import type { ErrorInfo } from '#shared/calls/call.ts'
import type { CollectionFacts, TokenRow } from '#shared/calls/collections.ts'
import { cursorGuard } from '#shared/cursor-guard.ts'
import { call, errorInfoOf } from '../bridge.ts'

/** Which tokens are shown, and in which order. Of one attribute any value fits; all attributes must. */
export type TokenFilter = {
  readonly search: string
  readonly statuses: readonly string[]
  readonly values: Readonly<Record<string, readonly string[]>>
  readonly order: 'added' | 'name'
}

export const noFilter: TokenFilter = { search: '', statuses: [], values: {}, order: 'added' }

type CollectionRef = { readonly accountId: string; readonly collectionId: string }

type CollectionStore = {
  readonly collectionRef: CollectionRef | undefined
  readonly collection: CollectionFacts | undefined
  /** Why the collection itself could not be had. */
  readonly error: ErrorInfo | undefined
  readonly tokens: readonly TokenRow[]
  readonly isLoading: boolean
  /** Why not all tokens could be had; those that came stay. */
  readonly tokensError: ErrorInfo | undefined
  readonly filter: TokenFilter
  readonly layout: 'grid' | 'table'
  readonly isFiltering: boolean
  /** Shows a collection; one that was shown before keeps its filter and its tokens meanwhile. */
  readonly open: (collectionRef: CollectionRef) => Promise<void>
  readonly refresh: () => Promise<void>
  /** Goes on with the page that failed. */
  readonly goOn: () => Promise<void>
  readonly removeToken: (tokenId: string) => void
  /** Takes in what is known of tokens from elsewhere, and asks for the collection's counts alone. */
  readonly learn: (statuses: ReadonlyMap<string, string>) => Promise<void>
  readonly change: (
    change: Partial<Pick<CollectionStore, 'filter' | 'layout' | 'isFiltering'>>,
  ) => void
}

/** One walk over all pages; a newer one makes it worthless. */
type TokenLoader = {
  readonly collectionRef: CollectionRef
  /** Throws for a cursor that would lead in a circle. */
  readonly follow: (cursor: string) => void
  rows: readonly TokenRow[]
  cursor: string | null
}

const nothing = {
  collection: undefined,
  error: undefined,
  tokens: [],
  isLoading: true,
  tokensError: undefined,
  filter: noFilter,
}

export const useCollection = create<CollectionStore>((set, get) => {
  let current: TokenLoader | undefined
  /** Shows the rows as they come when there are none yet, else all at once: nothing may jump. */
  const loadPages = async (loader: TokenLoader): Promise<void> => {
    const isFirst = get().tokens.length === 0 || get().tokens === loader.rows
    set({ isLoading: true, tokensError: undefined })
    try {
      do {
        const { tokens, cursor } = await call('tokens.page', {
          ...loader.collectionRef,
          cursor: loader.cursor,
        })
        if (loader !== current) return
        if (cursor !== null) loader.follow(cursor)
        loader.rows = [...loader.rows, ...tokens]
        loader.cursor = cursor
        if (isFirst || cursor === null) set({ tokens: loader.rows })
      } while (loader.cursor !== null)
      set({ isLoading: false })
    } catch (error) {
      if (loader === current) set({ isLoading: false, tokensError: errorInfoOf(error) })
    }
  }
  const refresh = async (): Promise<void> => {
    const { collectionRef } = get()
    if (collectionRef === undefined) return
    const loader: TokenLoader = {
      collectionRef,
      follow: cursorGuard('tokens'),
      rows: [],
      cursor: null,
    }
    current = loader
    set({ isLoading: true, error: undefined })
    try {
      const collection = await call('collections.get', collectionRef)
      if (loader !== current) return
      set({ collection })
      await loadPages(loader)
    } catch (error) {
      if (loader === current) set({ isLoading: false, error: errorInfoOf(error) })
    }
  }
  return {
    ...nothing,
    collectionRef: undefined,
    layout: 'grid',
    isFiltering: false,
    open: async (collectionRef) => {
      const before = get().collectionRef
      const isSame =
        before?.accountId === collectionRef.accountId &&
        before.collectionId === collectionRef.collectionId
      if (!isSame) set({ ...nothing, collectionRef })
      await refresh()
    },
    refresh,
    goOn: async () => {
      if (current !== undefined) await loadPages(current)
    },
    removeToken: (tokenId) => {
      const without = (rows: readonly TokenRow[]) => rows.filter(({ id }) => id !== tokenId)
      if (current !== undefined) current.rows = without(current.rows)
      set({ tokens: without(get().tokens) })
    },
    learn: async (statuses) => {
      const learned = (rows: readonly TokenRow[]) =>
        rows.map((row) => {
          const status = statuses.get(row.id)
          return status === undefined || status === row.status ? row : { ...row, status }
        })
      const { collectionRef, tokens } = get()
      const shown = learned(tokens)
      // The rows of a walk that are shown stay the same rows, for it goes on from them.
      if (current !== undefined)
        current.rows = current.rows === tokens ? shown : learned(current.rows)
      set({ tokens: shown })
      if (collectionRef === undefined) return
      const collection = await call('collections.get', collectionRef).catch(() => undefined)
      if (collection !== undefined && get().collectionRef === collectionRef) set({ collection })
    },
    change: (change) => set(change),
  }
})
