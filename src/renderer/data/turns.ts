/**
 * Runs at most `atOnce` tasks at once, in the order they were requested. A task that is aborted
 * before its turn never starts.
 */
export const createTurns = (atOnce: number) => {
  const waiting: (() => void)[] = []
  let running = 0
  return async <T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> => {
    if (running < atOnce) running += 1
    else await new Promise<void>((start) => waiting.push(start))
    try {
      signal.throwIfAborted()
      return await work()
    } finally {
      // The next one takes over this one's turn.
      const next = waiting.shift()
      if (next === undefined) running -= 1
      else next()
    }
  }
}
