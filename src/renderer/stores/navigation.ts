import { create } from 'zustand'
import { type Route, type RouteRow, routes, type View } from './routes.ts'

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

/** Whether a stored route is one that this version has, with all that its view needs. */
const isRoute = (value: unknown): value is Route => {
  if (typeof value !== 'object' || value === null || !('view' in value)) return false
  const { view, ...given } = value
  if (!isView(view)) return false
  const { required = [], optional = {} }: RouteRow = routes[view]
  return (
    required.every((name) => name in given) &&
    Object.entries(given).every(([name, one]) => {
      const words = required.includes(name) ? 'any' : optional[name]
      return typeof one === 'string' && (words === 'any' || words?.includes(one) === true)
    })
  )
}

const isView = (view: unknown): view is View =>
  typeof view === 'string' && Object.hasOwn(routes, view)
