import { setTimeout as sleep } from 'node:timers/promises'

/**
 * Waits for what others bring about, and answers it: asks until something true comes back. The
 * test's own time limit ends it.
 */
export const until = async <T>(find: () => Promise<T> | T): Promise<NonNullable<T>> => {
  for (;;) {
    // oxlint-disable-next-line no-await-in-loop -- one question after the other
    const found = await find()
    if (found) return found
    // oxlint-disable-next-line no-await-in-loop
    await sleep(10)
  }
}
