import type { Pieces } from '#platform/disk/pieces.ts'

export { runPieces as atOnce, inTurns, type Pieces } from '#platform/disk/pieces.ts'

/** Items between two stops, where each takes some microseconds. */
const itemsAtOnce = 500

/** The items in pieces: `yield*` it, and each is given to `take`. */
export function* eachInPieces<T>(items: Iterable<T>, take: (item: T) => unknown): Pieces<void> {
  let taken = 0
  for (const item of items) {
    taken += 1
    if (taken % itemsAtOnce === 0) yield
    take(item)
  }
}

/** Sorts as `toSorted` does: equal items keep their order. */
export function* sortInPieces<T>(
  items: readonly T[],
  compare: (t: T, other: T) => number,
): Pieces<readonly T[]> {
  let runs: (readonly T[])[] = []
  for (let at = 0; at < items.length; at += itemsAtOnce) {
    runs.push(items.slice(at, at + itemsAtOnce).toSorted(compare))
    yield
  }
  while (runs.length > 1) {
    const merged: (readonly T[])[] = []
    for (let at = 0; at < runs.length; at += 2)
      merged.push(yield* mergeInPieces(runs[at] ?? [], runs[at + 1] ?? [], compare))
    runs = merged
  }
  return runs[0] ?? []
}

function* mergeInPieces<T>(
  left: readonly T[],
  right: readonly T[],
  compare: (t: T, other: T) => number,
): Pieces<readonly T[]> {
  const merged: T[] = []
  let at = 0
  for (const item of left) {
    for (
      let other = right[at];
      other !== undefined && compare(other, item) < 0;
      other = right[at]
    ) {
      merged.push(other)
      at += 1
      if (merged.length % itemsAtOnce === 0) yield
    }
    merged.push(item)
    if (merged.length % itemsAtOnce === 0) yield
  }
  return [...merged, ...right.slice(at)]
}
