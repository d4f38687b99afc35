import type { ReadingFacts } from '#contract/imports/calls.ts'
import { ColdpressError } from '#values/errors/errors.ts'
import type { ReadingProgress } from '#app/imports/inputs/inputs.ts'

/** What a reading reports to, and ends with. */
export type Reading = {
  readonly signal: AbortSignal
  readonly onProgress: (progress: ReadingProgress) => void
}

/** Readings of folders that are under way. */
export interface Readings {
  /**
   * @throws ColdpressError `cancelled` as soon as `stop` is called, also while the disk does not
   * answer; what `work` throws
   */
  run<T>(work: (reading: Reading) => Promise<T>): Promise<T>
  stop(): void
}

/** Events to the window, at most four a second. */
const eventEveryMs = 250

export const createReadings = (report: (facts: ReadingFacts) => void): Readings => {
  const running = new Set<(reason: Error) => void>()
  return {
    run: async (work) => {
      const ending = new AbortController()
      const stopped = Promise.withResolvers<never>()
      const stop = (reason: Error): void => {
        ending.abort(reason)
        stopped.reject(reason)
      }
      running.add(stop)
      try {
        const reading = { signal: ending.signal, onProgress: timed(report) }
        return await Promise.race([work(reading), stopped.promise])
      } finally {
        running.delete(stop)
      }
    },
    stop: () => {
      for (const stop of running)
        stop(
          new ColdpressError('cancelled', 'Reading the folder was stopped. Nothing was changed.'),
        )
    },
  }
}

/** Adds the time left by the pace of the step so far. */
const timed = (report: (facts: ReadingFacts) => void): ((progress: ReadingProgress) => void) => {
  let step: ReadingProgress['step'] | undefined
  let startedAt = 0
  let reportedAt = 0
  return (progress) => {
    const now = performance.now()
    if (progress.step !== step) startedAt = now
    step = progress.step
    if (now - reportedAt < eventEveryMs) return
    reportedAt = now
    const { done, total } = progress
    const seconds = (now - startedAt) / 1000
    const secondsLeft = total === null || done === 0 ? null : (seconds / done) * (total - done)
    report({ ...progress, secondsLeft })
  }
}
