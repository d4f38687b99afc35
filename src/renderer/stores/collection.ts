import { create } from 'zustand'
import type { CollectionRef } from '../data/minting.ts'

/** By a field of the tokens, or by one of their attributes. */
export type TokenOrder = {
  readonly by: 'name' | 'asset_name' | 'status' | 'price' | { readonly attribute: string }
  readonly isDescending: boolean
}

/** Whether a token has a price. */
export type PriceState = 'priced' | 'unpriced'

/**
 * Filter and order of the tokens. Any chosen value of an attribute matches; all attributes must
 * match.
 */
export type TokenFilter = {
  readonly search: string
  readonly statuses: readonly string[]
  readonly values: Readonly<Record<string, readonly string[]>>
  readonly prices: readonly PriceState[]
  /** In ADA, as they were typed. What is no amount limits nothing. */
  readonly priceRange: { readonly from: string; readonly to: string }
  /** Undefined: as they were added. */
  readonly order: TokenOrder | undefined
}

export const noFilter: TokenFilter = {
  search: '',
  statuses: [],
  values: {},
  prices: [],
  priceRange: { from: '', to: '' },
  order: undefined,
}

type CollectionStore = {
  readonly filter: TokenFilter
  readonly layout: 'grid' | 'table'
  readonly isFiltering: boolean
  /** The token that is shown large. */
  readonly tokenId: string | undefined
  /** Shows a collection; one that was shown before keeps its filter. */
  readonly open: (collectionRef: CollectionRef) => void
  readonly change: (
    change: Partial<Pick<CollectionStore, 'filter' | 'layout' | 'isFiltering' | 'tokenId'>>,
  ) => void
}

/** The list or grid of tokens. */
export const useCollection = create<CollectionStore>((set) => {
  let shown = ''
  return {
    filter: noFilter,
    layout: 'grid',
    isFiltering: false,
    tokenId: undefined,
    open: ({ accountId, collectionId }) => {
      const next = `${accountId} ${collectionId}`
      if (next !== shown) set({ filter: noFilter, isFiltering: false })
      shown = next
    },
    change: (change) => set(change),
  }
})
