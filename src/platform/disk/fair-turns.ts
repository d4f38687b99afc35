import { setImmediate as nextTurn } from 'node:timers/promises'

/** The window draws a frame in 16 ms; a call of it waits for a turn, and V8 may collect in it. */
const longestMs = 8

/**
 * Work of many short synchronous calls awaits it between two of them: once it has held the event loop
 * for some milliseconds, others have their turn.
 */
export const createFairTurns = (clock: () => number = () => performance.now()) => {
  let since = clock()
  return async (): Promise<void> => {
    if (clock() - since < longestMs) return
    await nextTurn()
    since = clock()
  }
}
