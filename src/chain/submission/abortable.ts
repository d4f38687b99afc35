/** Grace period for running work after the signal aborts. */
const graceMs = 1_000

/**
 * Resolves with `work`. After an abort, running work gets a grace period, since a nearly complete
 * response is useful and a cut connection delays the server's shutdown. Then it rejects with the
 * signal's reason and ignores the rest of `work`.
 */
export const abortable = async <T>(
  work: Promise<T>,
  signal: AbortSignal | undefined,
): Promise<T> => {
  if (signal === undefined) return work
  const { promise: ended, reject } = Promise.withResolvers<never>()
  let timer: NodeJS.Timeout | undefined
  const end = (): void => {
    timer = setTimeout(() => reject(signal.reason), graceMs)
  }
  signal.addEventListener('abort', end)
  if (signal.aborted) end()
  try {
    return await Promise.race([work, ended])
  } finally {
    clearTimeout(timer)
    signal.removeEventListener('abort', end)
  }
}
