import { create } from 'zustand'

/** Where the window is. */
export type Route =
  | { readonly view: 'start' }
  | { readonly view: 'collections' }
  | { readonly view: 'new-collection' }
  | { readonly view: 'collection'; readonly accountId: string; readonly collectionId: string }
  | {
      readonly view: 'import'
      readonly accountId?: string
      readonly collectionId?: string
      readonly folder?: string
      /** Shows the run of this job instead of preparing a new import. */
      readonly job?: string
    }
  | { readonly view: 'policies'; readonly policyId?: string }
  | { readonly view: 'events' }
  | { readonly view: 'settings'; readonly section?: SettingsSection }

export type SettingsSection = 'accounts' | 'pinning' | 'vault' | 'appearance' | 'about'

type Navigation = {
  readonly route: Route
  readonly past: readonly Route[]
  readonly go: (route: Route) => void
  readonly back: () => void
}

const longestPast = 50

export const useNavigation = create<Navigation>((set, get) => ({
  route: { view: 'collections' },
  past: [],
  go: (route) => set({ route, past: [...get().past, get().route].slice(-longestPast) }),
  back: () => {
    const { past } = get()
    set({ route: past.at(-1) ?? { view: 'collections' }, past: past.slice(0, -1) })
  },
}))
