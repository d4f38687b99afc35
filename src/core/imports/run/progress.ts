/** The stages of a token's import, in order; storing belongs to `image`. */
export const importStages = ['hash', 'image', 'pin', 'upload'] as const
export type ImportStage = (typeof importStages)[number]

/**
 * Progress of one stage. `rate`: items per second of this run over the last {@link windowMs};
 * `secondsLeft`: null before the first item is done.
 */
export type StageProgress = {
  readonly stage: ImportStage
  readonly done: number
  readonly total: number
  readonly failed: number
  readonly rate: number
  readonly secondsLeft: number | null
}

export type ImportProgress = { readonly job: string; readonly stages: readonly StageProgress[] }

/** Long enough to be steady over a batch of 25, short enough to follow a change. */
export const windowMs = 15_000
/** At most ten events a second. */
export const eventEveryMs = 100
/** Minimum interval between samples. */
const sampleEveryMs = 250

type Sample = { readonly at: number; readonly done: number }

/** Items per second since the oldest sample of the window. */
const rateOf = (samples: readonly Sample[], now: number, done: number): number => {
  const first = samples.find(({ at }) => now - at <= windowMs) ?? samples.at(-1)
  if (first === undefined || now <= first.at) return 0
  return ((done - first.done) * 1000) / (now - first.at)
}

type Counter = {
  done: number
  failed: number
  readonly before: number
  total: number
  samples: Sample[]
}

export interface Progress {
  done(stage: ImportStage, count?: number): void
  /** The item skips the later stages: their totals shrink. */
  failed(stage: ImportStage): void
  snapshot(): ImportProgress
  /** Sends the last state, ignoring the interval. */
  flush(): void
}

/**
 * Counts per stage and calls `onProgress`, at most every {@link eventEveryMs}. `already`: items
 * done by an earlier run; they don't affect the rate. `clock` (milliseconds) is the only source of
 * time.
 */
export const createProgress = (options: {
  readonly job: string
  readonly stages: Readonly<
    Record<ImportStage, { readonly total: number; readonly already: number }>
  >
  readonly clock: () => number
  readonly onProgress?: ((progress: ImportProgress) => void) | undefined
}): Progress => {
  const { job, clock, onProgress } = options
  const counter = (stage: ImportStage): Counter => {
    const { total, already } = options.stages[stage]
    return { done: 0, failed: 0, before: already, total, samples: [{ at: clock(), done: 0 }] }
  }
  const counters: Readonly<Record<ImportStage, Counter>> = {
    hash: counter('hash'),
    image: counter('image'),
    pin: counter('pin'),
    upload: counter('upload'),
  }
  let lastEvent = Number.NEGATIVE_INFINITY

  const snapshot = (): ImportProgress => {
    const now = clock()
    return { job, stages: importStages.map((stage) => read(stage, counters[stage], now)) }
  }
  const changed = (stage: ImportStage): void => {
    const now = clock()
    sample(counters[stage], now)
    if (onProgress === undefined || now - lastEvent < eventEveryMs) return
    lastEvent = now
    onProgress(snapshot())
  }

  return {
    done: (stage, count = 1) => {
      counters[stage].done += count
      changed(stage)
    },
    failed: (stage) => {
      counters[stage].failed += 1
      for (const later of importStages.slice(importStages.indexOf(stage) + 1)) {
        counters[later].total -= 1
      }
      changed(stage)
    },
    snapshot,
    flush: () => {
      lastEvent = clock()
      onProgress?.(snapshot())
    },
  }
}

const sample = (counter: Counter, now: number): void => {
  const last = counter.samples.at(-1)
  if (last !== undefined && now - last.at < sampleEveryMs) return
  counter.samples.push({ at: now, done: counter.done })
  // Keep the newest sample outside the window: it starts the window when work is slow.
  while ((counter.samples[1]?.at ?? now) < now - windowMs) counter.samples.shift()
}

const read = (stage: ImportStage, counter: Counter, now: number): StageProgress => {
  const done = counter.before + counter.done
  const left = Math.max(0, counter.total - done - counter.failed)
  const rate = rateOf(counter.samples, now, counter.done)
  const secondsLeft = left === 0 ? 0 : rate > 0 ? left / rate : null
  return { stage, done, total: counter.total, failed: counter.failed, rate, secondsLeft }
}
