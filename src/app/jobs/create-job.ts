import { ColdpressError, messageOf } from '#values/errors/errors.ts'
import { createThrottle } from './throttle.ts'

/** Between two reports of progress. */
const reportMs = 200

/** `over`: it has its result, has failed or was stopped. */
export type JobState<Input, Progress, Result> = {
  readonly state: 'none' | 'running' | 'stopping' | 'over'
  readonly input?: Input
  readonly progress?: Progress
  readonly result?: Result
  /** Why it failed, as a sentence. */
  readonly error?: string
  /** It was stopped before it had a result. */
  readonly isStopped?: true
}

/** What the work of a job reports to, and ends with. */
export type JobControl<Progress> = {
  readonly signal: AbortSignal
  readonly onProgress: (progress: Progress) => void
}
type Work<Progress, Result> = (control: JobControl<Progress>) => Promise<Result>

type JobOptions<Input, Progress, Result> = {
  /** Why work that is stopped ends. */
  readonly stopped: string
  /** Why a second start is refused; undefined: it stops the work before. */
  readonly busy?: string | ((input: Input) => string)
  /** Called at each change of the state; for progress with the newest, five times a second at most. */
  readonly onChange?: (state: JobState<Input, Progress, Result>) => void
  /** Called with the newest progress as often, and at the end. */
  readonly onProgress?: (progress: Progress, input: Input) => void
  readonly onEnd?: (state: JobState<Input, Progress, Result>) => void
} & (
  | { readonly run: (input: Input, control: JobControl<Progress>) => Promise<Result> }
  /** What may fail before the work is under way: `start` throws it, and nothing is left of it. */
  | { readonly open: (input: Input) => Promise<Work<Progress, Result>> }
)

export type Job<Input, Progress, Result> = {
  readonly state: () => JobState<Input, Progress, Result>
  readonly isRunning: () => boolean
  /**
   * Resolves once the work is under way; the state says how it ends.
   * @throws ColdpressError `conflict` while it runs; what `open` throws
   */
  readonly start: (input: Input) => Promise<void>
  /** Starts it and waits for its end. @throws also what the work throws, and `cancelled` */
  readonly run: (input: Input) => Promise<Result>
  /** Stops the work, if it runs, and waits for its end. Never throws. */
  readonly stop: () => Promise<void>
  /** Waits for its end. Never throws. */
  readonly settled: () => Promise<void>
}

type Run<Input, Progress, Result> = {
  state: JobState<Input, Progress, Result>
  readonly stopper: AbortController
  /** Undefined until it is under way. */
  end?: Promise<Result>
}

/** Work in the background that runs once at a time, tells how far it is, and can be stopped. */
export const createJob = <Input, Progress, Result>(
  options: JobOptions<Input, Progress, Result>,
): Job<Input, Progress, Result> => {
  const { stopped, busy, onChange, onProgress, onEnd } = options
  let current: Run<Input, Progress, Result> | undefined

  const state = (): JobState<Input, Progress, Result> => current?.state ?? { state: 'none' }
  const isRunning = (): boolean => ['running', 'stopping'].includes(state().state)
  const report = (): void => {
    const now = state()
    const { input, progress } = now
    if (input !== undefined && progress !== undefined) onProgress?.(progress, input)
    if (now.state === 'over') onEnd?.(now)
    onChange?.(now)
  }
  const throttle = createThrottle(reportMs, report)
  const change = (run: Run<Input, Progress, Result>, part: Partial<typeof run.state>): void => {
    run.state = { ...run.state, ...part }
    if (run !== current) return
    throttle.cancel()
    report()
  }

  const work = async (
    run: Run<Input, Progress, Result>,
    perform: Work<Progress, Result>,
  ): Promise<Result> => {
    const { signal } = run.stopper
    const take = (progress: Progress): void => {
      if (run.state.state === 'over') return
      run.state = { ...run.state, progress }
      if (run === current) throttle.pass()
    }
    try {
      const result = await perform({ signal, onProgress: take })
      change(run, { state: 'over', result })
      return result
    } catch (thrown) {
      const { aborted, reason } = signal
      change(run, {
        state: 'over',
        ...(aborted ? { isStopped: true } : { error: messageOf(thrown) }),
      })
      throw aborted ? reason : thrown
    }
  }

  const begin = async (input: Input): Promise<{ readonly end: Promise<Result> }> => {
    if (busy !== undefined && current !== undefined && isRunning())
      throw new ColdpressError(
        'conflict',
        typeof busy === 'string' ? busy : busy(current.state.input ?? input),
      )
    void stop()
    const run: Run<Input, Progress, Result> = {
      state: { state: 'running', input },
      stopper: new AbortController(),
    }
    current = run
    let perform: Work<Progress, Result>
    if ('run' in options) perform = (control) => options.run(input, control)
    else
      try {
        perform = await options.open(input)
      } catch (error) {
        if (run === current) current = undefined
        throw error
      }
    if (run.state.state === 'running') change(run, {})
    const end = work(run, perform)
    // Who waits for it hears of its error; the state tells everybody.
    end.catch(() => undefined)
    run.end = end
    return { end }
  }

  const stop = async (): Promise<void> => {
    const run = current
    if (run === undefined || !isRunning()) return
    if (!run.stopper.signal.aborted) {
      change(run, { state: 'stopping' })
      run.stopper.abort(new ColdpressError('cancelled', stopped))
    }
    await run.end?.catch(() => undefined)
  }
  const settled = async (): Promise<void> => void (await current?.end?.catch(() => undefined))

  return {
    state,
    isRunning,
    start: async (input) => void (await begin(input)),
    run: async (input) => (await begin(input)).end,
    stop,
    settled,
  }
}
