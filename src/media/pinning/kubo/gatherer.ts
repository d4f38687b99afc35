import { isColdpressError } from '#values/errors/errors.ts'

type Waiting<T> = {
  readonly item: T
  readonly signal: AbortSignal
  readonly resolve: () => void
  readonly reject: (reason: unknown) => void
}

/** The outcome of each item of a batch: an error, or undefined. */
export type BatchOutcome = readonly unknown[]

export type GathererOptions<T> = {
  readonly batchesInFlight: number
  readonly itemsPerBatch: number
  readonly bytesPerBatch: number
  readonly sizeOf: (item: T) => number
  /** Whether they may go together; each alone in any case. */
  readonly fits: (items: readonly T[]) => boolean
  /** Rejects when all of them failed. */
  readonly send: (items: readonly T[], signal: AbortSignal) => Promise<BatchOutcome>
}

/**
 * Sends single items in batches: while some are under way, further ones wait and then go together.
 * Nothing waits for a batch to fill up. When a batch runs out of time and no other got an answer
 * meanwhile, the waiting items fail with it: one after the other, each would wait as long.
 */
export const createGatherer = <T>(options: GathererOptions<T>) => {
  const waiting: Waiting<T>[] = []
  let inFlight = 0
  let answered = 0

  /** The oldest item, and those after it that may go with it. */
  const takeBatch = (): readonly Waiting<T>[] => {
    const [first] = waiting
    if (first === undefined) return []
    const batch = [first]
    let bytes = options.sizeOf(first.item)
    for (const other of waiting.slice(1)) {
      bytes += options.sizeOf(other.item)
      const isFull = batch.length >= options.itemsPerBatch || bytes > options.bytesPerBatch
      const items = [...batch.map(({ item }) => item), other.item]
      if (isFull || other.signal !== first.signal || !options.fits(items)) break
      batch.push(other)
    }
    waiting.splice(0, batch.length)
    return batch
  }

  const sendNext = async (): Promise<void> => {
    const batch = takeBatch()
    const [first] = batch
    if (first === undefined) return
    inFlight += 1
    const answeredBefore = answered
    try {
      const outcomes = await options.send(
        batch.map(({ item }) => item),
        first.signal,
      )
      answered += 1
      for (const [at, { resolve, reject }] of batch.entries()) {
        const error = outcomes[at]
        if (error === undefined) resolve()
        else reject(error)
      }
    } catch (error) {
      const hangs = isColdpressError(error, 'timeout') && answered === answeredBefore
      for (const { reject } of [...batch, ...(hangs ? waiting.splice(0) : [])]) reject(error)
    } finally {
      inFlight -= 1
      fill()
    }
  }

  const fill = (): void => {
    if (inFlight < options.batchesInFlight && waiting.length > 0) void sendNext()
  }

  return {
    add: (item: T, signal: AbortSignal): Promise<void> =>
      new Promise((resolve, reject) => {
        waiting.push({ item, signal, resolve, reject })
        fill()
      }),
  }
}
