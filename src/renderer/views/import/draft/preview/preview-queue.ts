/** Renders images for visible cards, a few at a time, and caches them. */
export interface PreviewQueue<T> {
  /** The cached result for a key. */
  readonly made: (key: string) => T | undefined
  /**
   * Renders it when its turn comes.
   * @returns a function that cancels the request; a started one finishes for later
   */
  readonly wish: (key: string, make: () => Promise<T>, settle: Settle<T>) => () => void
}

type Settle<T> = (result: { readonly value: T } | { readonly error: unknown }) => void

type Wish<T> = {
  readonly key: string
  readonly make: () => Promise<T>
  readonly settle: Settle<T>
}

export const createPreviewQueue = <T>(atOnce: number, capacity: number): PreviewQueue<T> => {
  const done = new Map<string, T>()
  const waiting: Wish<T>[] = []
  const wanted = new Set<Wish<T>>()
  const underway = new Map<string, Promise<T>>()
  let running = 0

  const store = (key: string, value: T): void => {
    done.set(key, value)
    const oldest = done.keys().next()
    if (done.size > capacity && oldest.done !== true) done.delete(oldest.value)
  }
  const madeOnce = (wish: Wish<T>): Promise<T> => {
    const known = done.get(wish.key)
    if (known !== undefined) return Promise.resolve(known)
    const making = underway.get(wish.key) ?? wish.make()
    underway.set(wish.key, making)
    return making
  }
  const work = async (wish: Wish<T>): Promise<void> => {
    try {
      const value = await madeOnce(wish)
      if (!done.has(wish.key)) store(wish.key, value)
      if (wanted.has(wish)) wish.settle({ value })
    } catch (error) {
      if (wanted.has(wish)) wish.settle({ error })
    } finally {
      underway.delete(wish.key)
      wanted.delete(wish)
      running -= 1
      next()
    }
  }
  const next = (): void => {
    while (running < atOnce) {
      const wish = waiting.shift()
      if (wish === undefined) return
      running += 1
      void work(wish)
    }
  }

  return {
    made: (key) => done.get(key),
    wish: (key, make, settle) => {
      const wish = { key, make, settle }
      wanted.add(wish)
      waiting.push(wish)
      next()
      return () => {
        wanted.delete(wish)
        const at = waiting.indexOf(wish)
        if (at !== -1) waiting.splice(at, 1)
      }
    },
  }
}
