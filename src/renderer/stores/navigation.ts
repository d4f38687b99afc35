import { create } from 'zustand'
import type { CollectionRef } from '../data/minting.ts'
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

/** Whether two routes show the same view with the same parameters. */
export const isSameRoute = (route: Route, other: Route): boolean => {
  const [ours, theirs] = [givenParts(route), givenParts(other)]
  return ours.length === theirs.length && ours.every((pair, index) => pair === theirs[index])
}

const givenParts = (route: Route): readonly string[] =>
  Object.entries(route)
    .filter(([, value]) => value !== undefined)
    .map((pair) => JSON.stringify(pair))
    .toSorted()

/** The collection that a view belongs to. */
export const collectionOf = (route: Route): CollectionRef | undefined => {
  if (!('collectionId' in route)) return undefined
  const { accountId, collectionId } = route
  return accountId === undefined || collectionId === undefined
    ? undefined
    : { accountId, collectionId }
}

const storageKey = 'route'

/**
 * Restores the route after a reload, as after a crash. The browser keeps it while the window
 * exists, never on disk. (The history's state is lost if a page crashes within a second.) @returns
 * a function that stops storing it
 */
export const saveRoute = (): (() => void) => {
  const saved = savedRoute()
  if (saved !== undefined) useNavigation.setState({ route: saved })
  return useNavigation.subscribe(({ route }) =>
    sessionStorage.setItem(storageKey, JSON.stringify(route)),
  )
}

/** The route before a reload; undefined for a new window. */
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

/** Whether this version has a stored route, with all its parameters. */
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
