import { ColdpressError } from '#values/errors/errors.ts'

export type Stopper = {
  /** For a run that starts now; the run before is stopped. */
  readonly next: () => AbortSignal
  readonly stop: () => void
}

/** Work that is done once at a time. `stopped`: what a run that is stopped fails with. */
export const createStopper = (stopped: string): Stopper => {
  let controller: AbortController | undefined
  const stop = (): void => controller?.abort(new ColdpressError('cancelled', stopped))
  return {
    next: () => {
      stop()
      controller = new AbortController()
      return controller.signal
    },
    stop,
  }
}
