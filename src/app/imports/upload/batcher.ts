/**
 * Puts what comes out of the pipeline back into the order of rows, as far as a bounded window
 * allows, and cuts it into batches. Positions are 0 … total - 1 in the order of rows.
 */
export interface Batcher<T> {
  /** The item at this position can be sent. */
  ready(position: number, item: T): void
  /** The item at this position will not come: it failed, or needs no sending. */
  gone(position: number): void
  /** The next batch, or undefined while it is better to wait; `flush` takes whatever there is. */
  take(flush?: boolean): T[] | undefined
  /** Items held now. */
  readonly held: number
}

export type BatchLimits = {
  /** Items of one batch. */
  readonly items: number
  /** Sum of the items' bytes; a single larger item still goes, alone. */
  readonly bytes: number
  /** Held items from which on a gap in the order is waited for no longer. */
  readonly window: number
}

type Held<T> = { readonly position: number; readonly item: T; readonly bytes: number }

export const createBatcher = <T>(
  total: number,
  limits: BatchLimits,
  bytesOf: (item: T) => number,
): Batcher<T> => {
  const settled = new Uint8Array(total)
  const held: Held<T>[] = []
  /** Every position before this one is settled. */
  let frontier = 0

  const settle = (position: number): void => {
    settled[position] = 1
    while (frontier < total && settled[frontier] === 1) frontier += 1
  }

  const fitting = (candidates: readonly Held<T>[]): number => {
    let bytes = 0
    const over = candidates.findIndex((candidate, index) => {
      bytes += candidate.bytes
      return index > 0 && (index >= limits.items || bytes > limits.bytes)
    })
    return over === -1 ? candidates.length : over
  }

  return {
    ready: (position, item) => {
      const before = held.findLastIndex((other) => other.position < position)
      held.splice(before + 1, 0, { position, item, bytes: bytesOf(item) })
      settle(position)
    },
    gone: settle,
    take: (flush = false) => {
      const inOrder = held.findIndex(({ position }) => position >= frontier)
      const next = inOrder === -1 ? held : held.slice(0, inOrder)
      const isFull = next.length >= limits.items || fitting(next) < next.length
      if (isFull) return held.splice(0, fitting(next)).map(({ item }) => item)
      if (held.length === 0 || (held.length < limits.window && !flush)) return undefined
      return held.splice(0, fitting(held)).map(({ item }) => item)
    },
    get held() {
      return held.length
    },
  }
}
