import { create } from 'zustand'
import type { CollectionRef } from '../data/minting.ts'

/** Which tokens are shown, and in which order. Of one attribute any value fits; all attributes must. */
export type TokenFilter = {
  readonly search: string
  readonly statuses: readonly string[]
  readonly values: Readonly<Record<string, readonly string[]>>
  readonly order: 'added' | 'name'
}

export const noFilter: TokenFilter = { search: '', statuses: [], values: {}, order: 'added' }

type CollectionStore = {
  readonly filter: TokenFilter
  readonly layout: 'grid' | 'table'
  readonly isFiltering: boolean
  /** Shows a collection; one that was shown before keeps its filter. */
  readonly open: (collectionRef: CollectionRef) => void
  readonly change: (
    change: Partial<Pick<CollectionStore, 'filter' | 'layout' | 'isFiltering'>>,
  ) => void
}

/** How the tokens of the collection are shown. */
export const useCollection = create<CollectionStore>((set) => {
  let shown = ''
  return {
    filter: noFilter,
    layout: 'grid',
    isFiltering: false,
    open: ({ accountId, collectionId }) => {
      const next = `${accountId} ${collectionId}`
      if (next !== shown) set({ filter: noFilter })
      shown = next
    },
    change: (change) => set(change),
  }
})
