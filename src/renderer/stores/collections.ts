import { create } from 'zustand'

type CollectionsStore = {
  readonly search: string
  readonly find: (search: string) => void
}

/** What the list of collections is searched for. */
export const useCollectionSearch = create<CollectionsStore>((set) => ({
  search: '',
  find: (search) => set({ search }),
}))
