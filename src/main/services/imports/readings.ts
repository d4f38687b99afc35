import type { ReadingView } from '#contract/imports/draft-view.ts'
import { untilAborted } from '#values/work/until-aborted.ts'
import { createJob } from '#app/jobs/create-job.ts'
import { withTimeLeft } from '#app/jobs/time-left.ts'
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

export const createReadings = (report: (progress: ReadingView) => void): Readings => {
  const running = new Set<{ readonly stop: () => Promise<void> }>()
  return {
    run: async <T>(work: (reading: Reading) => Promise<T>) => {
      const job = createJob<null, ReadingView, T>({
        stopped: 'Reading the folder was stopped. Nothing was changed.',
        run: (_, { signal, onProgress }) =>
          untilAborted(work({ signal, onProgress: withTimeLeft(onProgress) }), signal),
        onProgress: report,
      })
      running.add(job)
      try {
        return await job.run(null)
      } finally {
        running.delete(job)
      }
    },
    stop: () => {
      for (const job of running) void job.stop()
    },
  }
}
