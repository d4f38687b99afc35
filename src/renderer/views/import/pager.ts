/** A long list that comes in pages, of which only those that are looked at are asked for. */
export interface Pager<T> {
  /** For `useSyncExternalStore`: another object whenever anything has changed. */
  readonly snapshot: () => PagerState
  readonly subscribe: (listener: () => void) => () => void
  /** What is there; during a renewal what was there before. */
  readonly at: (index: number) => T | undefined
  /** Says which items are looked at now. */
  readonly want: (first: number, last: number) => void
  /** From now on everything is looked at, such as for a search. */
  readonly wantAll: () => void
  /** The item itself, asked for when it is not there. */
  readonly fetch: (index: number) => Promise<T | undefined>
  /** Shows a change before the renewal that follows brings it. */
  replace(index: number, item: T): void
  /** The list has changed: what is looked at is loaded again, and shown as it was until then. */
  readonly renew: () => void
}

export type PagerState = {
  /** Undefined until the first page is there. */
  readonly total: number | undefined
  /** Items that are there. */
  readonly loaded: number
  readonly error: unknown
}

export type LoadPage<T> = (
  offset: number,
  limit: number,
) => Promise<{ readonly items: readonly T[]; readonly total: number }>

type Page<T> = { readonly items: readonly T[]; readonly generation: number }

export const createPager = <T>(load: LoadPage<T>, pageSize = 500): Pager<T> => {
  const pages = new Map<number, Page<T>>()
  const underway = new Map<number, Promise<void>>()
  const listeners = new Set<() => void>()
  let state: PagerState = { total: undefined, loaded: 0, error: undefined }
  let generation = 0
  let wanted: readonly [first: number, last: number] = [0, 0]
  let everything = false

  const notify = (change: Partial<PagerState>): void => {
    const loaded = [...pages.values()].reduce((sum, { items }) => sum + items.length, 0)
    state = { ...state, loaded, ...change }
    for (const listener of listeners) listener()
  }
  const pageOf = (index: number): number => Math.floor(index / pageSize)

  const ask = async (page: number): Promise<void> => {
    const askedIn = generation
    try {
      const { items, total } = await load(page * pageSize, pageSize)
      // The list has changed since: this answer speaks of rows that may be elsewhere now.
      if (askedIn !== generation) return
      pages.set(page, { items, generation })
      for (const known of pages.keys()) if (known * pageSize >= total) pages.delete(known)
      notify({ total, error: undefined })
    } catch (error) {
      if (askedIn === generation) notify({ error })
    }
  }
  const need = (page: number): Promise<void> => {
    const running = underway.get(page)
    if (running !== undefined) return running
    if (pages.get(page)?.generation === generation) return Promise.resolve()
    const asked = ask(page).finally(() => {
      if (underway.get(page) === asked) underway.delete(page)
    })
    underway.set(page, asked)
    return asked
  }
  const loadAll = async (): Promise<void> => {
    const startedIn = generation
    await need(0)
    const count = Math.ceil((state.total ?? 0) / pageSize)
    for (let page = 1; page < count; page += 1) {
      // A renewal starts its own loading; after a failure the user decides.
      if (startedIn !== generation || state.error !== undefined) return
      await need(page)
    }
  }
  const loadWanted = (): void => {
    if (everything) void loadAll()
    for (let page = pageOf(wanted[0]); page <= pageOf(wanted[1]); page += 1) void need(page)
  }

  return {
    snapshot: () => state,
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    at: (index) => pages.get(pageOf(index))?.items[index % pageSize],
    want: (first, last) => {
      wanted = [Math.max(0, first), Math.max(0, first, last)]
      loadWanted()
    },
    wantAll: () => {
      everything = true
      loadWanted()
    },
    fetch: async (index) => {
      await need(pageOf(index))
      return pages.get(pageOf(index))?.items[index % pageSize]
    },
    replace: (index, item) => {
      const page = pages.get(pageOf(index))
      if (page === undefined) return
      pages.set(pageOf(index), { ...page, items: page.items.with(index % pageSize, item) })
      notify({})
    },
    renew: () => {
      generation += 1
      underway.clear()
      loadWanted()
    },
  }
}
