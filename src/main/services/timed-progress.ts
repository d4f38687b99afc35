import { createPace } from '#values/work/pace.ts'
import type { CheckProgress } from '#media/pinning/check-pins.ts'

/** Between two reports. */
const reportMs = 200

export type TimedProgress = CheckProgress & { readonly secondsLeft: number | null }

/** Passes on progress of one more each, with the time left, at most every {@link reportMs}. */
export const timedProgress = (
  report: (progress: TimedProgress) => void,
): ((progress: CheckProgress) => void) => {
  const clock = () => performance.now()
  const pace = createPace(clock)
  let reportedAt = -Infinity
  return ({ done, total }) => {
    pace.done(1)
    if (clock() - reportedAt < reportMs && done < total) return
    reportedAt = clock()
    report({ done, total, secondsLeft: pace.secondsFor(total - done) })
  }
}
