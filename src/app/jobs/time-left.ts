import { createPace } from '#values/work/pace.ts'

/** Items of a step; `total` null: unknown. */
type Counted = { readonly step?: string; readonly done: number; readonly total: number | null }

/** Files of a known number. */
export type FileProgress = { readonly done: number; readonly total: number }

/** Adds the time left by the pace of the step so far. */
export const withTimeLeft = <P extends Counted>(
  report: (progress: NoInfer<P> & { readonly secondsLeft: number | null }) => void,
): ((progress: P) => void) => {
  const clock = () => performance.now()
  let pace = createPace(clock)
  let step: string | undefined
  return (progress) => {
    if (step !== undefined && progress.step !== step) pace = createPace(clock)
    step = progress.step
    const { done, total } = progress
    pace.done(done - pace.total)
    report({ ...progress, secondsLeft: total === null ? null : pace.secondsFor(total - done) })
  }
}
