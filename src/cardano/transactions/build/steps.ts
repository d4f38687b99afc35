import { setImmediate } from 'node:timers/promises'

/** Work that pauses after each transaction, so that other work has its turn and it can be ended. */
export type Steps<T> = Generator<undefined, T, undefined>

/** Without a pause. */
export const finish = <T>(steps: Steps<T>): T => {
  for (;;) {
    const { done, value } = steps.next()
    if (done === true) return value
  }
}

/** @throws the signal's reason when it is aborted */
export const finishInTurns = async <T>(steps: Steps<T>, signal?: AbortSignal): Promise<T> => {
  for (;;) {
    signal?.throwIfAborted()
    const { done, value } = steps.next()
    if (done === true) return value
    await setImmediate()
  }
}
