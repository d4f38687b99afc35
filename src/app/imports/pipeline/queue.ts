/** Items on their way from one stage to the next; `undefined` from {@link Queue.take} is the end. */
export interface Queue<T extends object> {
  /** Waits while the queue is full. Rejects with the signal's reason once that is aborted. */
  push(item: T): Promise<void>
  /** The oldest item, or `undefined` once the queue is closed and empty. */
  take(): Promise<T | undefined>
  /** No item comes any more; what is queued is still handed out. */
  close(): void
  /** Items held now: never more than the bound. */
  readonly size: number
}

type Waiting<T> = {
  readonly resolve: (value: T) => void
  readonly reject: (reason: unknown) => void
}

/**
 * A first-in-first-out queue of at most `bound` items: who pushes into a full one waits, which is
 * how a slow stage slows the ones before it instead of filling memory. With `bunchMs` what comes
 * within that time is handed out together, sooner when the queue is full or closed.
 */
export const createQueue = <T extends object>(
  bound: number,
  signal: AbortSignal,
  bunchMs = 0,
): Queue<T> => {
  const items: T[] = []
  const takers: Waiting<T | undefined>[] = []
  const pushers: (Waiting<undefined> & { readonly item: T })[] = []
  /** The oldest items, as many as may be taken. */
  let due = 0
  let bunching: NodeJS.Timeout | undefined
  let closed = false

  const allAreDue = (): void => {
    clearTimeout(bunching)
    bunching = undefined
    due = items.length
  }

  const hold = (item: T): void => {
    items.push(item)
    if (bunchMs === 0 || items.length >= bound) allAreDue()
    else bunching ??= setTimeout(handOutAll, bunchMs)
  }

  /** The oldest item, if it may be taken; its room is the next pusher's. */
  const next = (): T | undefined => {
    if (due === 0) return undefined
    due -= 1
    const item = items.shift()
    const pusher = pushers.shift()
    if (pusher !== undefined) {
      hold(pusher.item)
      pusher.resolve(undefined)
    }
    return item
  }

  /** Takers wait only where nothing is due, pushers only where all is: never both. */
  const handOut = (): void => {
    for (const { resolve } of takers.splice(0, due)) resolve(next())
  }

  const handOutAll = (): void => {
    allAreDue()
    handOut()
  }

  signal.addEventListener(
    'abort',
    () => {
      clearTimeout(bunching)
      for (const { reject } of [...takers.splice(0), ...pushers.splice(0)]) reject(signal.reason)
    },
    { once: true },
  )

  return {
    push: (item) => {
      if (signal.aborted) return rejectAborted(signal)
      if (items.length >= bound) {
        return new Promise<undefined>((resolve, reject) => {
          pushers.push({ item, resolve, reject })
        })
      }
      hold(item)
      handOut()
      return Promise.resolve()
    },
    take: () => {
      if (signal.aborted) return rejectAborted(signal)
      if (due > 0 || closed) return Promise.resolve(next())
      return new Promise((resolve, reject) => {
        takers.push({ resolve, reject })
      })
    },
    close: () => {
      closed = true
      handOutAll()
      for (const { resolve } of takers.splice(0)) resolve(undefined)
    },
    get size() {
      return items.length
    },
  }
}

/** A rejection with whatever the signal was aborted with. */
const rejectAborted = async (signal: AbortSignal): Promise<never> => {
  signal.throwIfAborted()
  throw new Error('the signal was not aborted')
}

/**
 * Works a queue off with `workers` at a time. A failed worker calls `stop` at once, so that the
 * others end too; settles only when none of them works any more.
 */
export const drain = async <T extends object>(
  queue: Queue<T>,
  workers: number,
  work: (item: T) => Promise<void>,
  stop: (error: unknown) => void,
): Promise<void> => {
  const worker = async (): Promise<void> => {
    try {
      for (let item = await queue.take(); item !== undefined; item = await queue.take())
        await work(item)
    } catch (error) {
      stop(error)
      throw error
    }
  }
  const ends = await Promise.allSettled(Array.from({ length: workers }, worker))
  const rejected = ends.find((end) => end.status === 'rejected')
  if (rejected !== undefined) throw rejected.reason
}
