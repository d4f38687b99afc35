import { createPace, type Pace } from '#values/work/pace.ts'

/** The stages of a token's import, in order; storing belongs to `image`. */
export const importStages = ['hash', 'image', 'pin', 'upload'] as const
export type ImportStage = (typeof importStages)[number]

/**
 * Progress of one stage. `rate`: items per second of this run over the last 15 seconds;
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

/** At most ten events a second. */
export const eventEveryMs = 100
type Counter = {
  failed: number
  before: number
  total: number
  readonly pace: Pace
}

export interface Progress {
  done(stage: ImportStage, count?: number): void
  /** Items that an earlier run had done are to be done again. */
  again(stage: ImportStage, count: number): void
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
    return { failed: 0, before: already, total, pace: createPace(clock) }
  }
  const counters: Readonly<Record<ImportStage, Counter>> = {
    hash: counter('hash'),
    image: counter('image'),
    pin: counter('pin'),
    upload: counter('upload'),
  }
  let lastEvent = Number.NEGATIVE_INFINITY

  const snapshot = (): ImportProgress => ({
    job,
    stages: importStages.map((stage) => read(stage, counters[stage])),
  })
  const changed = (): void => {
    const now = clock()
    if (onProgress === undefined || now - lastEvent < eventEveryMs) return
    lastEvent = now
    onProgress(snapshot())
  }

  return {
    done: (stage, count = 1) => {
      counters[stage].pace.done(count)
      changed()
    },
    again: (stage, count) => {
      counters[stage].before -= count
      changed()
    },
    failed: (stage) => {
      counters[stage].failed += 1
      for (const later of importStages.slice(importStages.indexOf(stage) + 1)) {
        counters[later].total -= 1
      }
      changed()
    },
    snapshot,
    flush: () => {
      lastEvent = clock()
      onProgress?.(snapshot())
    },
  }
}

const read = (stage: ImportStage, { pace, before, total, failed }: Counter): StageProgress => {
  const done = before + pace.total
  const left = Math.max(0, total - done - failed)
  return { stage, done, total, failed, rate: pace.rate(), secondsLeft: pace.secondsFor(left) }
}
