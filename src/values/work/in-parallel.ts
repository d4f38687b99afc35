/**
 * Runs the work for all items in order, a few at a time. After a failure no further item is started;
 * it is thrown when those under way have ended.
 */
export const inParallel = async <T>(
  all: readonly T[],
  limit: number,
  work: (t: T) => Promise<void>,
): Promise<void> => {
  const queue = all.values()
  let hasFailed = false
  const worker = async (): Promise<void> => {
    for (const one of queue) {
      if (hasFailed) return
      try {
        await work(one)
      } catch (error) {
        hasFailed = true
        throw error
      }
    }
  }
  const ended = await Promise.allSettled(Array.from({ length: limit }, worker))
  for (const one of ended) if (one.status === 'rejected') throw one.reason
}
