import { create } from 'zustand'
import { limits } from '#shared/limits.ts'
import type { CollectionRef } from '../data/minting.ts'

type PickingStore = {
  /** Tokens that are to be sold, in the order in which they were picked. */
  readonly picked: readonly string[]
  /** A click on a token picks it instead of opening it. */
  readonly isPicking: boolean
  /** Starts again for another collection. */
  readonly open: (collectionRef: CollectionRef) => void
  readonly pick: (isPicking: boolean) => void
  /** Picks a token or drops it; picks no more than one sale holds. */
  readonly toggle: (tokenId: string) => void
  readonly clear: () => void
}

/** The tokens of a collection that the user picks to sell together. */
export const usePicking = create<PickingStore>((set, get) => {
  let collectionKey = ''
  const clear = () => set({ picked: [], isPicking: false })
  return {
    picked: [],
    isPicking: false,
    open: ({ accountId, collectionId }) => {
      const next = `${accountId} ${collectionId}`
      if (next !== collectionKey) clear()
      collectionKey = next
    },
    pick: (isPicking) => set({ isPicking, ...(isPicking ? {} : { picked: [] }) }),
    toggle: (tokenId) => {
      const { picked } = get()
      if (picked.includes(tokenId)) return set({ picked: picked.filter((id) => id !== tokenId) })
      if (picked.length < limits.tokensPerSale) set({ picked: [...picked, tokenId] })
    },
    clear,
  }
})
