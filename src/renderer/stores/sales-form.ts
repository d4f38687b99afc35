import { create } from 'zustand'
import { limits } from '#shared/limits.ts'
import type { CollectionRef } from '../data/minting.ts'

/** What is put on sale, as it stands in the form. */
export type SaleDraft = {
  readonly which: 'picked' | 'random'
  readonly quantity: string
  /** Of one token, in ADA. */
  readonly price: string
  /** Undefined: as the collection has it. */
  readonly minutes: string | undefined
  /** Empty: what suits the network. */
  readonly confirmations: string
}

const emptyDraft: SaleDraft = {
  which: 'picked',
  quantity: '1',
  price: '',
  minutes: undefined,
  confirmations: '',
}

type SaleFormStore = {
  readonly draft: SaleDraft
  /** Tokens that are to be sold, in the order in which they were picked. */
  readonly picked: readonly string[]
  /** A click on a token picks it instead of opening it. */
  readonly isPicking: boolean
  /** Begins again for another collection. */
  readonly open: (collectionRef: CollectionRef) => void
  readonly change: (change: Partial<SaleDraft>) => void
  readonly pick: (isPicking: boolean) => void
  /** Takes a token or lets it go; no more than one sale holds. */
  readonly toggle: (tokenId: string) => void
  /** After a sale was made: the price and the times stay for the next one. */
  readonly clearPicked: () => void
}

export const useSaleForm = create<SaleFormStore>((set, get) => {
  let collectionKey = ''
  return {
    draft: emptyDraft,
    picked: [],
    isPicking: false,
    open: ({ accountId, collectionId }) => {
      const next = `${accountId} ${collectionId}`
      if (next !== collectionKey) set({ draft: emptyDraft, picked: [], isPicking: false })
      collectionKey = next
    },
    change: (change) => set({ draft: { ...get().draft, ...change } }),
    pick: (isPicking) => set({ isPicking, ...(isPicking ? {} : { picked: [] }) }),
    toggle: (tokenId) => {
      const { picked } = get()
      if (picked.includes(tokenId)) return set({ picked: picked.filter((id) => id !== tokenId) })
      if (picked.length < limits.tokensPerSale) set({ picked: [...picked, tokenId] })
    },
    clearPicked: () => set({ picked: [], isPicking: false }),
  }
})
