import { setTimeout as sleep } from 'node:timers/promises'
import { TestRunner } from 'vitest'

/**
 * Waits for what others bring about, and answers it: asks until something true comes back. The
 * test's own time limit ends it, and its error names the place that still waited.
 */
export const until = async <T>(find: () => Promise<T> | T): Promise<NonNullable<T>> => {
  const place = new Error('This did not come to be in the time of the test')
  // A hook and a program outside of the tests have no test.
  const signal = TestRunner.getCurrentTest()?.context.signal
  const isOver = (): void => {
    if (!(signal?.reason instanceof Error)) return
    place.cause = signal.reason.cause
    signal.reason.cause = place
  }
  signal?.addEventListener('abort', isOver)
  try {
    for (;;) {
      signal?.throwIfAborted()
      // oxlint-disable-next-line no-await-in-loop -- one question after the other
      const found = await find()
      if (found) return found
      // oxlint-disable-next-line no-await-in-loop
      await sleep(10)
    }
  } finally {
    signal?.removeEventListener('abort', isOver)
  }
}
