import { create } from 'zustand'

/** Where the window is. */
export type Route =
  | { readonly view: 'start' }
  | { readonly view: 'collections' }
  | { readonly view: 'new-collection' }
  | {
      readonly view: 'collection'
      readonly accountId: string
      readonly collectionId: string
      /** What is shown of it; by default its tokens. */
      readonly part?: 'sales' | 'analytics'
    }
  | {
      readonly view: 'import'
      readonly accountId?: string
      readonly collectionId?: string
      readonly folder?: string
      /** Shows the run of this job instead of preparing a new import. */
      readonly job?: string
    }
  /** A new mint of a collection, or one that exists. */
  | {
      readonly view: 'mint'
      readonly accountId: string
      readonly collectionId: string
      readonly mintId?: string
    }
  | {
      readonly view: 'sale'
      readonly accountId: string
      readonly collectionId: string
      readonly saleId: string
    }
  | { readonly view: 'policies'; readonly policyId?: string; readonly tab?: PoliciesTab }
  | { readonly view: 'signing'; readonly requestId?: string }
  | { readonly view: 'events'; readonly tab?: EventsTab }
  | { readonly view: 'settings'; readonly section?: SettingsSection }

export type SettingsSection =
  | 'accounts'
  | 'inbox'
  | 'gateways'
  | 'pinning'
  | 'vault'
  | 'appearance'
  | 'about'

/** What services told of sales, or what the app noted. */
export type EventsTab = 'sales' | 'log'

/** What the view "policies" shows beside the policies themselves. */
export type PoliciesTab = 'list' | 'phrases' | 'locks'

const views: ReadonlySet<unknown> = new Set<Route['view']>([
  'start',
  'collections',
  'new-collection',
  'collection',
  'import',
  'mint',
  'sale',
  'policies',
  'signing',
  'events',
  'settings',
])

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

const storageKey = 'route'

/**
 * A window that is loaded again, as after a crash, goes on where it was: the browser keeps the route
 * for as long as the window lives, and never on disk. (The state of the history would do, were it
 * not lost with a page that crashes within a second.) @returns a function that ends the keeping
 */
export const saveRoute = (): (() => void) => {
  const saved = savedRoute()
  if (saved !== undefined) useNavigation.setState({ route: saved })
  return useNavigation.subscribe(({ route }) =>
    sessionStorage.setItem(storageKey, JSON.stringify(route)),
  )
}

/** Where this window was before it was loaded; undefined when it has just been opened. */
export const savedRoute = (): Route | undefined => {
  const saved = parsed(sessionStorage.getItem(storageKey) ?? 'null')
  return isRoute(saved) ? saved : undefined
}

const parsed = (json: string): unknown => {
  try {
    return JSON.parse(json)
  } catch {
    return undefined
  }
}

const isRoute = (value: unknown): value is Route => {
  if (typeof value !== 'object' || value === null || !('view' in value)) return false
  const areWords = Object.values(value).every((part) => typeof part === 'string')
  const isOfCollection = ['collection', 'mint', 'sale'].some((view) => view === value.view)
  const isSameRoute = !isOfCollection || ('accountId' in value && 'collectionId' in value)
  const isWhole = value.view !== 'sale' || 'saleId' in value
  return areWords && isSameRoute && isWhole && views.has(value.view)
}
