/** Long enough to be steady over a batch of 25, short enough to follow a change. */
export const windowMs = 15_000
/** Minimum interval between samples. */
const sampleEveryMs = 250

type Sample = { readonly at: number; readonly done: number }

/** How fast items are done, over the last {@link windowMs}. */
export interface Pace {
  /** Counts more items as done. */
  done(count?: number): void
  readonly total: number
  /** Items per second. */
  rate(): number
  /** Null before the first item is done. */
  secondsFor(left: number): number | null
}

/** `clock` (milliseconds) is the only source of time. */
export const createPace = (clock: () => number): Pace => {
  const samples: Sample[] = [{ at: clock(), done: 0 }]
  let total = 0
  const rate = (): number => {
    const now = clock()
    const first = samples.find(({ at }) => now - at <= windowMs) ?? samples.at(-1)
    if (first === undefined || now <= first.at) return 0
    return ((total - first.done) * 1000) / (now - first.at)
  }
  return {
    done: (count = 1) => {
      total += count
      const now = clock()
      const last = samples.at(-1)
      if (last !== undefined && now - last.at < sampleEveryMs) return
      samples.push({ at: now, done: total })
      // Keep the newest sample outside the window: it starts the window when work is slow.
      while ((samples[1]?.at ?? now) < now - windowMs) samples.shift()
    },
    get total() {
      return total
    },
    rate,
    secondsFor: (left) => {
      if (left === 0) return 0
      const now = rate()
      return now > 0 ? left / now : null
    },
  }
}
