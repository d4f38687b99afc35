import { create } from 'zustand'
import type { CollectionRef } from '../data/minting.ts'

type PickingStore = {
  readonly picked: ReadonlySet<string>
  /** A click on a token picks it instead of opening it. */
  readonly isPicking: boolean
  /** Starts again for another collection. */
  readonly open: (collectionRef: CollectionRef) => void
  readonly pick: (isPicking: boolean) => void
  /** Picks a token or drops it. */
  readonly toggle: (tokenId: string) => void
  /** Picks everything from the token picked last to this one. @param listed all, as they are shown */
  readonly extend: (tokenId: string, listed: readonly string[]) => void
  readonly pickAll: (tokenIds: readonly string[]) => void
  readonly dropAll: () => void
}

/** The tokens of a collection that the user picks, to do something with all of them. */
export const usePicking = create<PickingStore>((set, get) => {
  let collectionKey = ''
  /** Where a range starts. */
  let last: string | undefined
  const pick = (isPicking: boolean) => {
    last = undefined
    set({ picked: new Set(), isPicking })
  }
  return {
    picked: new Set(),
    isPicking: false,
    open: ({ accountId, collectionId }) => {
      const next = `${accountId} ${collectionId}`
      if (next !== collectionKey) pick(false)
      collectionKey = next
    },
    pick,
    toggle: (tokenId) => {
      const picked = new Set(get().picked)
      if (!picked.delete(tokenId)) picked.add(tokenId)
      last = tokenId
      set({ picked, isPicking: true })
    },
    extend: (tokenId, listed) => {
      const to = listed.indexOf(tokenId)
      const from = last === undefined ? -1 : listed.indexOf(last)
      const range = from < 0 ? [tokenId] : listed.slice(Math.min(from, to), Math.max(from, to) + 1)
      if (from < 0) last = tokenId
      set({ picked: new Set([...get().picked, ...range]), isPicking: true })
    },
    pickAll: (tokenIds) => set({ picked: new Set(tokenIds), isPicking: true }),
    dropAll: () => set({ picked: new Set() }),
  }
})
